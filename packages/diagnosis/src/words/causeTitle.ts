import { argumentsOf, aString, oneOf } from "@mon/bundled/arguments"
import { causeClassNames } from "../CauseClass.ts"
import { wordsOf } from "./allWords.ts"
import type { DiagnosisLanguage } from "./Words.ts"

const acceptCauseTitle = /* @__PURE__ */ argumentsOf("causeTitle", () => ({
  name: aString,
  language: oneOf("en", "de")
}))

/**
 * Returns the title of a class, for callers that store only the class's code. Returns null if this version does not
 * know the class.
 *
 * @example
 * ```ts
 * causeTitle("certificate_expired", "en") // => "The certificate expired"
 * causeTitle("a_later_class", "en") // => null
 * ```
 */
export const causeTitle = (name: string, language: DiagnosisLanguage): string | null => {
  acceptCauseTitle(name, language)
  const known = causeClassNames.find((one) => one === name)
  return known === undefined ? null : wordsOf(language).causes[known].title
}
