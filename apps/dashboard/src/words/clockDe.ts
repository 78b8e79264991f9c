import type { ClockWords } from "./clockEn.ts"

/** The German words about clock changes. */
export const clockDe: ClockWords = {
  skipped: (time, date, zone, becomes) =>
    `Am ${date} gibt es ${time} Uhr in ${zone} nicht, stattdessen gilt ${becomes} Uhr.`,
  twice: (time, date, zone, offset) =>
    `Am ${date} gibt es ${time} Uhr in ${zone} zweimal, und das erste Mal gilt (${offset}).`
}
