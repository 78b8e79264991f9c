import type { Incident } from "@mon/model"
import type { Catalogue } from "../words/catalogue.en.ts"
import { serviceText } from "../words/serviceText.ts"

/** Why an incident began. The message of a failed expectation names it, so it says more than a word for the code. */
export const causeText = (words: Catalogue, error: Incident["triggerError"]): string => {
  if (error === null) return words.state.down
  const known = error.code === "expectation_failed" ? undefined : words.fault[error.code]
  return known ?? serviceText(words, error.message)
}
