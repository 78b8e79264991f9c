import { instantOf, shownTime } from "../form/zonedTime.ts"

export const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

export const pauseEnds = ["hour", "morning", "time", "resumed"] as const
export type PauseEnd = (typeof pauseEnds)[number]

/**
 * Returns the end of a pause (ISO 8601). Null: the pause lasts until somebody resumes the alerts. Undefined: no time is
 * chosen yet. Clock times are in the time zone `zone`.
 */
export const untilOf = (
  end: PauseEnd,
  { now, time, zone }: { readonly now: number; readonly time: string; readonly zone: string }
): string | null | undefined => {
  if (end === "resumed") return null
  if (end === "hour") return new Date(now + HOUR_MS).toISOString()
  if (end === "time") return instantOf(zone, time) ?? undefined
  const tomorrow = new Date(Date.parse(`${shownTime(zone, now).slice(0, 10)}T00:00Z`) + DAY_MS)
  return instantOf(zone, `${tomorrow.toISOString().slice(0, 10)}T08:00`) ?? undefined
}
