import { startOfDate } from "./reportWeek.ts"

export interface ReportDays {
  /** The first and the last day, such as `2026-10-01`. */
  readonly first: string
  readonly last: string
}

const DAY_MS = 86_400_000

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** Returns the number of days of a period. The number is 0 or less if the period ends before it starts. */
export const daysIn = ({ first, last }: ReportDays): number => (Date.parse(last) - Date.parse(first)) / DAY_MS + 1

export const lastMonth = (today: string): ReportDays => {
  const [year = 0, month = 1] = today.split("-").map(Number)
  return { first: dateOf(Date.UTC(year, month - 2, 1)), last: dateOf(Date.UTC(year, month - 1, 0)) }
}

/** Returns the moments at which the first day of a period begins and its last day ends in a time zone. */
export const instantsOf = ({ first, last }: ReportDays, zone: string): { readonly from: Date; readonly to: Date } => ({
  from: startOfDate(zone, first),
  to: startOfDate(zone, dateOf(Date.parse(last) + DAY_MS))
})
