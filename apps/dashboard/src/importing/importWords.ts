import { importDe } from "./import.de.ts"
import { importEn } from "./import.en.ts"

/** The words of the import from other tools. */
export const importWords = { en: importEn, de: importDe } as const
