import type { ReportInterval } from "@mon/model"
import { lastMonth, type ReportDays } from "./reportPeriod.ts"
import { dateIn, startOfDate } from "./reportWeek.ts"

const DAY_MS = 86_400_000
const MONDAY = 1
const DAYS_OF_WEEK = 7
/** The hour of the day at which reports are sent, which is also the hour of the weekly report. */
const AT_HOUR = 8
/** The number of days after which a report is no longer sent, for example after an outage. */
const LATE_DAYS: Readonly<Record<ReportInterval, number>> = { week: 3, month: 10 }

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

const mondayFrom = (date: string): string => {
  const day = new Date(date).getUTCDay()
  return dateOf(Date.parse(date) + ((MONDAY - day + DAYS_OF_WEEK) % DAYS_OF_WEEK) * DAY_MS)
}

const firstFrom = (date: string): string => {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number)
  return day === 1 ? date : dateOf(Date.UTC(year, month, 1))
}

/**
 * Returns when the next report is sent: on the first Monday, or on the first day of a month, after `now` (in
 * milliseconds).
 */
export const nextReportAt = (every: ReportInterval, zone: string, now: number): Date => {
  const dayFrom = every === "week" ? mondayFrom : firstFrom
  const today = dateIn(zone, now)
  const timeOf = (date: string) => startOfDate(zone, date, AT_HOUR)
  const next = timeOf(dayFrom(today))
  return next.getTime() > now ? next : timeOf(dayFrom(dateOf(Date.parse(today) + DAY_MS)))
}

export const reportDays = (every: ReportInterval, zone: string, dueAt: Date): ReportDays => {
  const date = dateIn(zone, dueAt.getTime())
  if (every === "month") return lastMonth(date)
  const monday = Date.parse(date)
  return { first: dateOf(monday - DAYS_OF_WEEK * DAY_MS), last: dateOf(monday - DAY_MS) }
}

export const isTooLate = (every: ReportInterval, dueAt: Date, now: Date): boolean =>
  now.getTime() - dueAt.getTime() > LATE_DAYS[every] * DAY_MS
