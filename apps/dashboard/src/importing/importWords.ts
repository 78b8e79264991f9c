import { importDe } from "../words/importDe.ts"
import { importEn } from "../words/importEn.ts"

/** The words of the import from other tools. */
export const importWords = { en: importEn, de: importDe } as const
