import type { Incident } from "@mon/model"
import type { Catalogue } from "../words/en.ts"

/** Why an incident began. The message of a failed expectation names it, so it says more than a word for the code. */
export const causeText = (words: Catalogue, error: Incident["triggerError"]): string => {
  if (error === null) return words.state.down
  if (error.code === "expectation_failed") return error.message
  return words.fault[error.code] ?? error.message
}
