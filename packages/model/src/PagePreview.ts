import * as Schema from "effect/Schema"
import { described } from "./Described.ts"
import { triedCheck } from "./TriedCheck.ts"

const { count, list, orNull, record, textOrNull, value } = described

/**
 * The limits of a preview: the number of lines of the page, of lines that each option leaves out, and of characters in
 * a line.
 */
export const previewLimits = { lines: 500, leftOutLines: 100, lineCharacters: 500 } as const

const LeavingOption = Schema.Literals(["exclude", "include", "ignoreLines"])

const HIDDEN = "if the request has headers, a body or credentials"

const LeftOutLines = record("LeftOutLines", "Lines that an option leaves out.", {
  option: value(LeavingOption, "The option.", "ignoreLines"),
  lineCount: count("Number of lines that the option leaves out.", 1),
  lines: value(
    Schema.Array(Schema.String),
    `The first ${previewLimits.leftOutLines} of these lines. Empty ${HIDDEN}.`,
    ["1,024 visitors"]
  )
})

/** The result of a check of a page that is not stored, with the text that a stored check would compare. */
export const PagePreview = record(
  "PagePreview",
  "One check of a page, which is not stored, and the lines that it compares.",
  {
    status: value(
      Schema.Literals(["active", "error", "unknown"]),
      "Status that the check gives the page. `unknown` if the prober itself could not run the check.",
      "active"
    ),
    ...triedCheck,
    title: textOrNull(`Title of the page. Null if it has none, or ${HIDDEN}.`, "Prices"),
    lineCount: count("Number of lines that are compared, unless the check failed.", 12),
    lines: value(Schema.Array(Schema.String), `The first ${previewLimits.lines} of these lines. Empty ${HIDDEN}.`, [
      "Starter: 39 EUR"
    ]),
    leftOut: list(LeftOutLines, "The lines that each option leaves out, in the order in which the options apply."),
    cause: orNull(LeavingOption, "The option that prevents Mon from reading the page, or null.")
  }
)
export interface PagePreview extends Schema.Schema.Type<typeof PagePreview> {}
