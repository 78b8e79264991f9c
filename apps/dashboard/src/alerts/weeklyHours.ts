import type { UpdateChannel } from "@mon/api-contract"
import type { StepHours } from "@mon/model"
import { type ClockChange, nextClockChange } from "../form/clockChange.ts"
import { isZone } from "../form/zonedTime.ts"

export const DAYS = [1, 2, 3, 4, 5, 6, 7] as const

/** Returns hours in the form of a request. */
export const toRequestHours = (hours: StepHours): NonNullable<UpdateChannel["quietHours"]> => ({
  ...hours,
  days: DAYS.filter((day) => hours.days.includes(day)),
  timezone: hours.timezone.trim()
})

const DAY_MS = 86_400_000
const weekdayOf = (date: string, daysLater: number): number =>
  new Date(Date.parse(date) + daysLater * DAY_MS).getUTCDay() || 7

/** Returns the next clock changes that affect the start or the end of hours. */
export const changesOfHours = (
  { days, end, start, timezone }: StepHours,
  now: number
): readonly [start: ClockChange | null, end: ClockChange | null] => {
  if (!isZone(timezone) || start === "" || end === "") return [null, null]
  const endsLater = end <= start ? -1 : 0
  return [
    nextClockChange(timezone, start, now, (date) => days.includes(weekdayOf(date, 0))),
    nextClockChange(timezone, end, now, (date) => days.includes(weekdayOf(date, endsLater)))
  ]
}
