import { argumentsOf } from "@mon/bundled/arguments"
import { suggestionResults } from "../argumentKinds.ts"
import type { CampaignResults, Suggestion } from "../evaluate/CampaignResults.ts"
import { type Column, csvLines } from "./CsvLine.ts"

const acceptSuggestionCsv = /* @__PURE__ */ argumentsOf("suggestionCsv", () => ({ results: suggestionResults() }))

const COLUMNS: ReadonlyArray<Column<Suggestion>> = [
  ["priority", ({ priority }) => priority],
  ["severity", ({ severity }) => severity],
  ["scope", ({ scope }) => scope],
  ["domain", ({ domain }) => domain],
  ["id", ({ id }) => id],
  ["title", ({ title }) => title],
  ["why", ({ why }) => why],
  ["record_type", ({ record }) => record?.type ?? null],
  ["record_host", ({ record }) => record?.host ?? null],
  ["record_value", ({ record }) => record?.value ?? null],
  ["expected_inbox_gain", ({ expectedInboxGain }) => expectedInboxGain],
  ["evidence_grade", ({ evidenceGrade }) => evidenceGrade],
  ["source", ({ source }) => source]
]

/** The headers of the suggestion CSV, in the order of its columns. */
export const SUGGESTION_COLUMNS: ReadonlyArray<string> = COLUMNS.map(([header]) => header)

/**
 * Yields the suggestion CSV line by line, each with its CRLF, sorted by priority. If there are no suggestions, yields
 * only the header.
 */
export const suggestionCsv = (results: Pick<CampaignResults, "suggestions">): Generator<string> => {
  acceptSuggestionCsv(results)
  const { suggestions } = results
  return csvLines(COLUMNS, suggestions)
}
