import { argumentsOf } from "@mon/bundled/arguments"
import { aRange, aSchedule } from "./argumentKinds.ts"
import type { Gap, OnCallRange } from "./OnCall.ts"
import type { OnCallSchedule } from "./OnCallSchedule.ts"
import { makeTimeline } from "./timeline/timeline.ts"

const accept = /* @__PURE__ */ argumentsOf("gapsBetween", () => ({ schedule: aSchedule(), range: aRange() }))

/**
 * Returns the times of a range in which nobody is on call, in ascending order, clipped to the range.
 *
 * @param range At most 400 days. Unix time in milliseconds.
 *
 * @throws TypeError if an argument is wrong. The message names the field.
 *
 * @example
 * ```ts
 * const day = { every: 1, unit: "days", start: "2026-01-05T09:00" } as const
 * const schedule = { zone: "UTC", layers: [{ groups: [["ann"], []], handOff: day }] }
 * const range = { from: Date.parse("2026-01-05T09:00Z"), to: Date.parse("2026-01-08T00:00Z") }
 * gapsBetween(schedule, range) // => [{ start: Date.parse("2026-01-06T09:00Z"), end: Date.parse("2026-01-07T09:00Z") }]
 * ```
 */
export const gapsBetween = (schedule: OnCallSchedule, range: OnCallRange): ReadonlyArray<Gap> => {
  accept(schedule, range)
  const { from, to } = range
  const timeline = makeTimeline(schedule)
  const gaps: Array<Gap> = []
  for (let at = from; at < to;) {
    const { changesAt, people } = timeline(at)
    const end = Math.min(changesAt, to)
    const last = gaps.at(-1)
    if (people.length === 0 && last?.end === at) gaps[gaps.length - 1] = { start: last.start, end }
    else if (people.length === 0) gaps.push({ start: at, end })
    at = end
  }
  return gaps
}
