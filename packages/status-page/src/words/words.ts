import type { StatusPageLanguage } from "../StatusPageDocument.ts"
import type { Words } from "./PageWords.ts"
import { german } from "./german.ts"
import { english } from "./english.ts"

const words: Readonly<Record<StatusPageLanguage, Words>> = { en: english, de: german }

/** Returns the texts of pages in a language. */
export const wordsOf = (language: StatusPageLanguage): Words => words[language]
