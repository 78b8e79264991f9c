import { sourcesDe } from "./sources.de.ts"
import { sourcesEn } from "./sources.en.ts"

export const sourcesWords = { en: sourcesEn, de: sourcesDe } as const
