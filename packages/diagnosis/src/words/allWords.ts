import { english } from "./english.ts"
import { german } from "./german.ts"
import type { DiagnosisLanguage, Words } from "./Words.ts"

const words: Readonly<Record<DiagnosisLanguage, Words>> = { en: english, de: german }

/** Returns the texts in a language. */
export const wordsOf = (language: DiagnosisLanguage): Words => words[language]
