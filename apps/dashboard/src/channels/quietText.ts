import type { ChannelQuietHours } from "@mon/model"
import type { RouteWords } from "../alerts/routes.en.ts"

/** Combines consecutive weekdays into runs, and returns the first and the last day of each run. */
const runsOf = (days: ReadonlyArray<number>): ReadonlyArray<readonly [first: number, last: number]> => {
  const runs: Array<[number, number]> = []
  for (const day of [...new Set(days)].toSorted((one, other) => one - other)) {
    const run = runs.at(-1)
    if (run !== undefined && run[1] === day - 1) run[1] = day
    else runs.push([day, day])
  }
  return runs
}

/**
 * Returns quiet hours in one line, such as "Quiet hours 22:00–07:00, Mon–Fri". Adds the time zone of the quiet hours if
 * it differs from the time zone of the screens.
 */
export const quietText = (
  { days, end, start, timezone }: ChannelQuietHours,
  words: Pick<RouteWords, "days" | "everyDay" | "quietTimes">,
  shownZone: string
): string => {
  const named = runsOf(days).map(([first, last]) =>
    [...new Set([first, last])].map((day) => words.days[day - 1]).join(last === first + 1 ? ", " : "–")
  )
  const text = words.quietTimes(start, end, new Set(days).size === 7 ? words.everyDay : named.join(", "))
  return timezone === shownZone ? text : `${text} (${timezone})`
}
