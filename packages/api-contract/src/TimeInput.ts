import * as Schema from "effect/Schema"

/** Matches a time with its offset from UTC (RFC 3339 section 5.6). */
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/u

export const timeInput = (
  message: string,
  about: { readonly description?: string; readonly examples?: readonly [string] } = {}
) =>
  Schema.String.annotate({ message, ...about }).check(
    Schema.makeFilter((value) => (TIME.test(value) && Number.isFinite(Date.parse(value))) || message)
  )
