import { decodeText } from "@mon/bundled/character-sets"
import type { Answer } from "./Expectation.ts"
import { field } from "../http/HttpHead.ts"
import { type JsonValues, readValues } from "./JsonPath.ts"

/** An answer whose body is decoded and parsed only if an expectation needs it, and at most once. */
export interface ReadAnswer extends Answer {
  readonly text: () => string
  /** Returns the body's text in a form in which upper and lower case do not differ. */
  readonly foldedText: () => string
  /** Returns null if the body is not JSON. */
  readonly json: () => Pick<JsonValues, "at"> | null
}

const once = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | undefined
  return () => (made ??= { value: make() }).value
}

/** Returns the body as text, decoded as browsers decode it. */
export const textOf = ({ headers, body }: Pick<Answer, "body" | "headers">): string =>
  decodeText(body, field(headers, "content-type") ?? null)

export const readAnswer = (answer: Answer): ReadAnswer => {
  const text = once(() => textOf(answer))
  return {
    ...answer,
    text,
    foldedText: once(() => text().toLowerCase()),
    json: once(() => readValues(text()))
  }
}
