import { argumentsOf } from "@mon/bundled/arguments"
import { anInstant, aSchedule } from "./argumentKinds.ts"
import type { OnCall } from "./OnCall.ts"
import type { OnCallSchedule } from "./OnCallSchedule.ts"
import { makeTimeline } from "./timeline/timeline.ts"

const accept = /* @__PURE__ */ argumentsOf("onCallAt", () => ({ schedule: aSchedule(), at: anInstant() }))

/**
 * Returns who is on call at an instant, and which turn or override says so.
 *
 * @param at Unix time in milliseconds, from 1970 to 2199.
 *
 * @throws TypeError if an argument is wrong. The message names the field.
 *
 * @example
 * ```ts
 * const week = { every: 1, unit: "weeks", start: "2026-01-05T09:00" } as const
 * const schedule = { zone: "Europe/Berlin", layers: [{ groups: [["ann"], ["bob"]], handOff: week }] }
 * const { people, sources } = onCallAt(schedule, Date.parse("2026-01-13T12:00Z"))
 * people // => ["bob"]
 * sources // => [{ kind: "layer", layer: 0, turn: 1, start: Date.parse("2026-01-12T08:00Z"), end: Date.parse("2026-01-19T08:00Z") }]
 * ```
 */
export const onCallAt = (schedule: OnCallSchedule, at: number): OnCall => {
  accept(schedule, at)
  const { people, sources } = makeTimeline(schedule)(at)
  return { people, sources }
}
