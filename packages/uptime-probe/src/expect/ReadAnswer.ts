import { decodeText } from "@mon/bundled/character-sets"
import type { Answer } from "./Expectation.ts"
import { field } from "../http/HttpHead.ts"
import { type JsonValues, readValues } from "./JsonPath.ts"

/** An answer whose body is decoded and parsed at most once, and only if an expectation needs it. */
export interface ReadAnswer extends Answer {
  /** The body as text, decoded as browsers decode it. */
  readonly text: () => string
  /** The text without differences between capital and small letters. */
  readonly foldedText: () => string
  /** The values of the body as JSON; null when it is none. */
  readonly json: () => Pick<JsonValues, "at"> | null
}

const once = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | undefined
  return () => (made ??= { value: make() }).value
}

/** The body as text, decoded as browsers decode it. */
export const textOf = ({ headers, body }: Pick<Answer, "body" | "headers">): string =>
  decodeText(body, field(headers, "content-type") ?? null)

/** Prepares an answer for its expectations. */
export const readAnswer = (answer: Answer): ReadAnswer => {
  const text = once(() => textOf(answer))
  return {
    ...answer,
    text,
    foldedText: once(() => text().toLowerCase()),
    json: once(() => readValues(text()))
  }
}
