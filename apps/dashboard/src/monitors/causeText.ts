import type { Incident } from "@mon/model"
import type { Catalogue } from "../words/catalogue.en.ts"
import { serviceText } from "../words/serviceText.ts"

/**
 * Returns the reason why an incident began. For a failed expectation, returns its message, because the word for the
 * code is less precise.
 */
export const causeText = (words: Catalogue, error: Incident["triggerError"]): string => {
  if (error === null) return words.state.down
  const known = error.code === "expectation_failed" ? undefined : words.fault[error.code]
  return known ?? serviceText(words, error.message)
}
