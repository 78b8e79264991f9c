import type { DiagnosisSubject } from "../facts/DiagnosisFacts.ts"
import { english } from "./english.ts"
import { german } from "./german.ts"
import type { DiagnosisLanguage, Words } from "./Words.ts"

const forServices = (words: Words): Words => ({
  ...words,
  causes: { ...words.causes, ...words.ofServices.causes },
  evidence: { ...words.evidence, ...words.ofServices.evidence },
  terms: { ...words.terms, ...words.ofServices.terms }
})

const all = {
  en: { plain: english, service: forServices(english) },
  de: { plain: german, service: forServices(german) }
} as const

export const wordsOf = (language: DiagnosisLanguage, subject: DiagnosisSubject = "site"): Words =>
  subject === "service" ? all[language].service : all[language].plain
