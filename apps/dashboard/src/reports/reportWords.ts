import { reportsDe } from "../words/reportsDe.ts"
import { reportsEn } from "../words/reportsEn.ts"

/** The words of the screen about reports. */
export const reportWords = { en: reportsEn, de: reportsDe } as const
