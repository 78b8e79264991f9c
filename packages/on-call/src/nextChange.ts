import { argumentsOf } from "@mon/bundled/arguments"
import { anInstant, aSchedule } from "./argumentKinds.ts"
import type { OnCallChange } from "./OnCall.ts"
import { type OnCallSchedule, onCallLimits } from "./OnCallSchedule.ts"
import { arePeopleEqual } from "./timeline/mergedShifts.ts"
import { makeTimeline } from "./timeline/timeline.ts"
import { DAY_MS } from "./times/localTime.ts"

const accept = /* @__PURE__ */ argumentsOf("nextChange", () => ({ schedule: aSchedule(), at: anInstant() }))

/** The next change after an instant, and the next other person. */
export interface NextChange {
  /** The next change of the people, which can be the begin of a gap. Null if there is none within 400 days. */
  readonly change: OnCallChange | null
  /**
   * The next time at which somebody is on call who is not on call at the instant. Null if there is none within 400
   * days.
   */
  readonly next: OnCallChange | null
}

/**
 * Returns the next change of the people who are on call, and who is next. An alert that the person on call does not
 * acknowledge can go to the next person, without a second schedule.
 *
 * @param at Unix time in milliseconds, from 1970 to 2199.
 *
 * @throws TypeError if an argument is wrong. The message names the field.
 *
 * @example
 * ```ts
 * const handOff = { every: 1, unit: "days", start: "2026-01-05T00:00" } as const
 * const active = [{ start: "mon 09:00", end: "mon 17:00" }, { start: "tue 09:00", end: "tue 17:00" }]
 * const schedule = { zone: "UTC", layers: [{ groups: [["ann"], ["bob"]], handOff, active }] }
 * const { change, next } = nextChange(schedule, Date.parse("2026-01-05T10:00Z"))
 * change // => { at: Date.parse("2026-01-05T17:00Z"), people: [], sources: [] }
 * next?.people // => ["bob"]
 * ```
 */
export const nextChange = (schedule: OnCallSchedule, at: number): NextChange => {
  accept(schedule, at)
  const timeline = makeTimeline(schedule)
  const now = timeline(at)
  const last = at + onCallLimits.rangeDays * DAY_MS
  let change: OnCallChange | null = null
  for (let time = now.changesAt; time <= last;) {
    const { changesAt, people, sources } = timeline(time)
    if (!arePeopleEqual(people, now.people)) {
      const found = { at: time, people, sources }
      change ??= found
      if (people.some((person) => !now.people.includes(person))) return { change, next: found }
    }
    time = changesAt
  }
  return { change, next: null }
}
