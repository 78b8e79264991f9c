import type { ComponentDay } from "./StatusPageDocument.ts"

/** Most days that a page shows. */
export const DAYS_SHOWN = 90

/** The seconds of one day of one monitor. */
export type MonitorDay = ComponentDay

const DECIMALS = 2

/**
 * Percent of watched time that was up, with two decimals: `up / (up + down)`. Maintenance and unwatched time count
 * neither way. Rounded down, so that a fault never shows as 100. Null: no watched time.
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
  const scale = 10 ** DECIMALS
  return Math.floor((100 * scale * up) / (up + down)) / scale
}

/** The UTC days up to and including that of a time, the oldest first. */
const datesUntil = (nowMs: number, count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) =>
    new Date(nowMs - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10)
  )

/**
 * The days of a component from those of its monitors: averages over the monitors that have the day. Days before the
 * first one with data are left out; days without data between others count as unwatched.
 */
export const componentDays = (
  monitors: ReadonlyArray<ReadonlyArray<MonitorDay>>,
  nowMs: number,
  count: number = DAYS_SHOWN
): ReadonlyArray<ComponentDay> => {
  const byDate = new Map<string, Array<MonitorDay>>()
  for (const days of monitors) {
    for (const day of days) byDate.set(day.date, [...(byDate.get(day.date) ?? []), day])
  }
  const dates = datesUntil(nowMs, count)
  const first = dates.findIndex((date) => byDate.has(date))
  if (first === -1) return []
  return dates.slice(first).map((date) => {
    const parts = byDate.get(date) ?? []
    const average = (condition: "up" | "down" | "maintenance" | "unwatched") =>
      Math.round(parts.reduce((sum, day) => sum + day[condition], 0) / parts.length)
    return parts.length === 0
      ? { date, up: 0, down: 0, maintenance: 0, unwatched: 86_400 }
      : {
          date,
          up: average("up"),
          down: average("down"),
          maintenance: average("maintenance"),
          unwatched: average("unwatched")
        }
  })
}
