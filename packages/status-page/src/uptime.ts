import type { ComponentDay } from "./StatusPageDocument.ts"

/** The maximum number of days that a page shows. */
export const DAYS_SHOWN = 90

/** The seconds that one monitor spent in each condition on one day. */
export type MonitorDay = ComponentDay

const SCALE = 100
/**
 * The fraction of a second to which a component's averages are kept, so that even a short fault of one of many monitors
 * counts.
 */
const PARTS = 1_000

/**
 * Returns the percentage of the watched time that was up: `up / (up + down)`, with two decimal places. Maintenance and
 * unwatched time are excluded. Rounds down, so that a component with a fault never has 100. Null if there was no
 * watched time.
 *
 * @example
 * uptimePercentOf([{ date: "2026-11-22", up: 86_300, down: 100, maintenance: 0, unwatched: 0 }]) // => 99.88
 */
export const uptimePercentOf = (days: ReadonlyArray<ComponentDay>): number | null => {
  let up = 0
  let down = 0
  for (const day of days) {
    up += day.up
    down += day.down
  }
  if (up + down <= 0) return null
  if (down === 0) return 100
  return Math.min(Math.floor((100 * SCALE * up) / (up + down) + 1e-9), 100 * SCALE - 1) / SCALE
}

interface DaySum {
  up: number
  down: number
  maintenance: number
  unwatched: number
  count: number
}

const datesUntil = (nowMs: number, count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) =>
    new Date(nowMs - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10)
  )

/**
 * Returns the days of a component, as averages over the monitors that have data for the day. Omits the days before the
 * first day with data. Later days without data count as unwatched. Of the current day, only the time until now counts.
 */
export const componentDays = (
  monitors: ReadonlyArray<ReadonlyArray<MonitorDay>>,
  nowMs: number,
  count: number = DAYS_SHOWN
): ReadonlyArray<ComponentDay> => {
  const byDate = new Map<string, DaySum>()
  for (const days of monitors) {
    for (const day of days) {
      const sum = byDate.get(day.date)
      if (sum === undefined) byDate.set(day.date, { ...day, count: 1 })
      else {
        sum.up += day.up
        sum.down += day.down
        sum.maintenance += day.maintenance
        sum.unwatched += day.unwatched
        sum.count += 1
      }
    }
  }
  const dates = datesUntil(nowMs, count)
  const first = dates.findIndex((date) => byDate.has(date))
  if (first === -1) return []
  return dates.slice(first).map((date) => {
    const sum = byDate.get(date)
    if (sum === undefined) {
      const passed = Math.min(86_400, (nowMs - Date.parse(date)) / 1_000)
      return { date, up: 0, down: 0, maintenance: 0, unwatched: passed }
    }
    const average = (seconds: number) => Math.round((seconds * PARTS) / sum.count) / PARTS
    return {
      date,
      up: average(sum.up),
      down: Math.ceil((sum.down * PARTS) / sum.count) / PARTS,
      maintenance: average(sum.maintenance),
      unwatched: average(sum.unwatched)
    }
  })
}
