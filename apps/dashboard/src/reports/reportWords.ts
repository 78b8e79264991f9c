import { reportsDe } from "./reports.de.ts"
import { reportsEn } from "./reports.en.ts"

/** The words of the screen about reports. */
export const reportWords = { en: reportsEn, de: reportsDe } as const
