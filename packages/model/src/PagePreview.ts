import * as Schema from "effect/Schema"
import { described } from "./Described.ts"
import { Fault } from "./Fault.ts"

const { count, countOrNull, list, orNull, record, textOrNull, value } = described

/** Limits of a preview: lines of the page and of each option, and characters of a line. */
export const previewLimits = { lines: 500, leftOutLines: 100, lineCharacters: 500 } as const

const LeavingOption = Schema.Literals(["exclude", "include", "ignoreLines"])

const LeftOutLines = record("LeftOutLines", "Lines that an option leaves out.", {
  option: value(LeavingOption, "The option.", "ignoreLines"),
  lineCount: count("Number of lines that the option leaves out.", 1),
  lines: value(Schema.Array(Schema.String), `The first ${previewLimits.leftOutLines} of them.`, ["1,024 visitors"])
})

/** What would be compared of a page. It is not stored. */
export const PagePreview = record("PagePreview", "What Mon would compare of a page.", {
  statusCode: countOrNull("HTTP status of the page, or null if there was no answer.", 200),
  contentType: textOrNull("Content type of the page, or null if there was none.", "text/html; charset=utf-8"),
  title: textOrNull("Title of the page, or null if it has none.", "Prices"),
  lineCount: count("Number of lines that would be compared.", 12),
  lines: value(Schema.Array(Schema.String), `The first ${previewLimits.lines} of them.`, ["Starter: 39 EUR"]),
  leftOut: list(LeftOutLines, "What each option leaves out, in the order in which they apply."),
  cause: orNull(LeavingOption, "The option without which the page could be read, or null."),
  error: orNull(Fault, "Why the page cannot be compared, or null.")
})
export type PagePreview = typeof PagePreview.Type
