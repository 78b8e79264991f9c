import type { ZoneClock, ZonePeriod } from "@mon/bundled/time-zones"
import { DAY_MS } from "../../times/localTime.ts"
import type { Observance, ZoneDefinition } from "./components.ts"
import { type Budget, occurrences } from "./occurrences.ts"
import { readRule } from "./RecurrenceRule.ts"
import { readOffset, readTime } from "./timeValue.ts"

interface Change {
  /** The instant of the change. */
  readonly at: number
  readonly from: number
  readonly to: number
}

/** The maximum number of changes of a zone, and how far after the range they are computed. */
const MOST_CHANGES = 2_000

/** Returns the changes to an observance, up to an instant. */
const changesOf = (observance: Observance, to: number, budget: Budget): ReadonlyArray<Change> => {
  const value = (name: string): string | undefined => observance.find((one) => one.name === name)?.value
  const start = readTime(value("DTSTART") ?? "")
  const before = readOffset(value("TZOFFSETFROM") ?? "")
  const after = readOffset(value("TZOFFSETTO") ?? "")
  if (start === null || before === null || after === null) return []
  const dates = observance
    .filter(({ name }) => name === "RDATE")
    .flatMap((one) => one.value.split(",").flatMap((text) => readTime(text)?.local ?? []))
  const rule = readRule(value("RRULE") ?? "")
  const locals = [start.local, ...dates]
  if (rule !== null) {
    const until = rule.until === null ? Infinity : rule.until.local + (rule.until.form === "utc" ? before : DAY_MS - 1)
    for (const local of occurrences(rule, start.local, { budget, from: -Infinity })) {
      if (local > until || local - before > to || locals.length > MOST_CHANGES) break
      locals.push(local)
    }
  }
  return locals.map((local) => ({ at: local - before, from: before, to: after }))
}

/**
 * Returns the clock of a VTIMEZONE, for zones that have no IANA name. It is right up to the given instant. Returns null
 * if the VTIMEZONE has no valid offset.
 */
export const customZone = ({ observances }: ZoneDefinition, to: number, budget: Budget): ZoneClock | null => {
  const changes = observances
    .flatMap((observance) => changesOf(observance, to + 400 * DAY_MS, budget))
    .toSorted((a, b) => a.at - b.at)
  const [first] = changes
  if (first === undefined) return null
  const periods: Array<ZonePeriod> = [{ start: -Infinity, end: first.at, offset: first.from }]
  for (const [index, change] of changes.entries()) {
    const end = changes[index + 1]?.at ?? Infinity
    if (end > change.at) periods.push({ start: change.at, end, offset: change.to })
  }
  return {
    periodAt: (instant) => {
      let low = 0
      let high = periods.length - 1
      while (low < high) {
        const middle = (low + high + 1) >> 1
        if ((periods[middle]?.start ?? 0) <= instant) low = middle
        else high = middle - 1
      }
      return periods[low] ?? { start: -Infinity, end: Infinity, offset: 0 }
    }
  }
}
