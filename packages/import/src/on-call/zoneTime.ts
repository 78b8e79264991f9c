import { canonicalTimeZone, zoneClock } from "@mon/bundled/time-zones"

export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000

/** Returns the local time of an instant in a zone, such as 2026-01-05T09:00, without its seconds. */
export const localTimeAt = (instant: number, zone: string): string => localText(localMs(instant, zone))

/** Returns the local time of an instant in a zone in milliseconds, as if the clocks showed UTC. */
export const localMs = (instant: number, zone: string): number =>
  instant + zoneClock(canonicalTimeZone(zone) ?? "UTC").periodAt(instant).offset

/** Writes a local time in milliseconds as text, such as 2026-01-05T09:00. */
export const localText = (local: number): string => new Date(local).toISOString().slice(0, 16)

/** The range of years in which the times of schedules can be. */
const FIRST_MS = 0
const LAST_MS = Date.UTC(2200, 0, 1)

/** Reads a time in ISO 8601 with an offset, or in milliseconds since 1970. Returns null for anything else. */
export const instantFrom = (value: unknown): number | null => {
  const instant =
    typeof value === "number"
      ? value
      : typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/u.test(value)
        ? Date.parse(value)
        : Number.NaN
  return Number.isFinite(instant) && instant >= FIRST_MS && instant < LAST_MS ? Math.floor(instant) : null
}

export const isoOf = (instant: number): string => new Date(instant).toISOString()
