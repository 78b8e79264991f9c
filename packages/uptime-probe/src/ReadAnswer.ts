import type { Answer } from "./Assertion.ts"
import { field } from "./HttpHead.ts"
import { type JsonValues, readValues } from "./JsonPath.ts"

const CHARSET = /charset\s*=\s*"?([\w.:-]+)/i

/** An answer whose body is decoded and parsed at most once, and only if an assertion needs it. */
export interface ReadAnswer extends Answer {
  /** The body as text, in the charset of its header, else UTF-8. */
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

/** The body as text, in the charset of its header, else UTF-8. */
export const textOf = ({ headers, body }: Pick<Answer, "body" | "headers">): string => {
  const charset = CHARSET.exec(field(headers, "content-type") ?? "")?.[1] ?? "utf-8"
  try {
    return new TextDecoder(charset).decode(body)
  } catch {
    return new TextDecoder().decode(body)
  }
}

/** Prepares an answer for its assertions. */
export const readAnswer = (answer: Answer): ReadAnswer => {
  const text = once(() => textOf(answer))
  return {
    ...answer,
    text,
    foldedText: once(() => text().toLowerCase()),
    json: once(() => readValues(text()))
  }
}
