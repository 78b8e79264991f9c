import { argumentsOf } from "@mon/bundled/arguments"
import { aRange, aSchedule } from "./argumentKinds.ts"
import type { OnCallRange } from "./OnCall.ts"
import type { OnCallSchedule } from "./OnCallSchedule.ts"
import { makeTimeline } from "./timeline/timeline.ts"

const accept = /* @__PURE__ */ argumentsOf("overrideUse", () => ({ schedule: aSchedule(), range: aRange() }))

/** How long an override decides who is on call. */
export interface OverrideUse {
  /** The index of the override in the schedule. */
  readonly override: number
  /** The time in the range, in milliseconds. 0 if the override has no effect. */
  readonly usedMs: number
}

/**
 * Returns for each override that overlaps a range how long it has an effect. A swap has no effect if the person whom it
 * replaces is not on call. Compare the result before and after a change of a schedule to find swaps that no longer
 * match the shifts.
 *
 * @param range At most 400 days. Unix time in milliseconds.
 *
 * @throws TypeError if an argument is wrong. The message names the field.
 *
 * @example
 * ```ts
 * const handOff = { every: 1, unit: "weeks", start: "2026-01-05T00:00" } as const
 * const range = { from: Date.parse("2026-01-05T00:00Z"), to: Date.parse("2026-01-06T00:00Z") }
 * const swap = { start: range.from, end: range.to, people: ["cat"] }
 * const overrides = [{ ...swap, replaces: "bob" }, { ...swap, replaces: "ann" }]
 * const schedule = { zone: "UTC", layers: [{ groups: [["ann"], ["bob"]], handOff }], overrides }
 * overrideUse(schedule, range) // => [{ override: 0, usedMs: 0 }, { override: 1, usedMs: 86_400_000 }]
 * ```
 */
export const overrideUse = (schedule: OnCallSchedule, range: OnCallRange): ReadonlyArray<OverrideUse> => {
  accept(schedule, range)
  const { from, to } = range
  const timeline = makeTimeline(schedule)
  const used = new Map<number, number>()
  for (const [index, { end, start }] of (schedule.overrides ?? []).entries())
    if (start < to && end > from) used.set(index, 0)
  for (let at = from; at < to;) {
    const { changesAt, sources } = timeline(at)
    const end = Math.min(changesAt, to)
    for (const source of sources)
      if (source.kind === "override") used.set(source.override, (used.get(source.override) ?? 0) + end - at)
    at = end
  }
  return [...used].map(([override, usedMs]) => ({ override, usedMs }))
}
