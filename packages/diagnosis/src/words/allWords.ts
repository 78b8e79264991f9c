import { english } from "./english.ts"
import { german } from "./german.ts"
import type { DiagnosisLanguage, Words } from "./Words.ts"

const words: Readonly<Record<DiagnosisLanguage, Words>> = { en: english, de: german }

export const wordsOf = (language: DiagnosisLanguage): Words => words[language]
