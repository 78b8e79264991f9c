import { statusPagesDe } from "./statusPages.de.ts"
import { statusPagesEn } from "./statusPages.en.ts"

/** The words of the status page screens. */
export const statusPagesWords = { en: statusPagesEn, de: statusPagesDe } as const
