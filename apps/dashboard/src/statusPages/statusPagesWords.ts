import { statusPagesDe } from "./statusPages.de.ts"
import { statusPagesEn } from "./statusPages.en.ts"

export const statusPagesWords = { en: statusPagesEn, de: statusPagesDe } as const
