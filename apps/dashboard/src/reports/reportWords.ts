import { reportsDe } from "./reports.de.ts"
import { reportsEn } from "./reports.en.ts"

/** The words of the reports screen. */
export const reportWords = { en: reportsEn, de: reportsDe } as const
