import type { OverrideSource } from "../OnCall.ts"
import type { OnCallOverride } from "../OnCallSchedule.ts"

interface ActiveOverride extends OnCallOverride {
  readonly source: OverrideSource
}

/** The overrides of a time in which none begins or ends, in the order of the schedule. */
export interface OverrideState {
  readonly overrides: ReadonlyArray<ActiveOverride>
  readonly since: number
  readonly changesAt: number
}

/** Returns a function that returns the overrides at an instant. */
export const overrideTimeline = (overrides: ReadonlyArray<OnCallOverride>): ((instant: number) => OverrideState) => {
  const named = overrides.map((override, index): ActiveOverride => ({
    ...override,
    people: [...new Set(override.people)],
    source: { kind: "override", override: index, start: override.start, end: override.end }
  }))
  return (instant) => ({
    overrides: named.filter(({ end, start }) => start <= instant && instant < end),
    since: instant,
    changesAt: named.reduce((next, { end, start }) => {
      const edge = start > instant ? start : end
      return edge > instant ? Math.min(next, edge) : next
    }, Infinity)
  })
}
