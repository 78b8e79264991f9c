import { reportsDe } from "./reports.de.ts"
import { reportsEn } from "./reports.en.ts"

export const reportWords = { en: reportsEn, de: reportsDe } as const
