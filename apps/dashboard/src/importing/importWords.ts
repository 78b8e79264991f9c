import { importDe } from "./import.de.ts"
import { importEn } from "./import.en.ts"

export const importWords = { en: importEn, de: importDe } as const
