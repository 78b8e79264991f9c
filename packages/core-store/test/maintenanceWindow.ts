import * as Effect from "effect/Effect"
import { type AccessScope, type ExpandSchedule, MaintenanceWindows, type NewMaintenanceWindow } from "../src/index.ts"

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** Returns one occurrence, or, with a recurrence, one occurrence a day for 60 days. */
export const expand: ExpandSchedule = ({ minutes, recurrence, startsAt }, from) => {
  const length = minutes * MINUTE_MS
  if (recurrence === null)
    return { occurrences: startsAt + length > from ? [{ startsAt, endsAt: startsAt + length }] : [], until: null }
  const first = startsAt + Math.max(0, Math.ceil((from - length - startsAt + 1) / DAY_MS)) * DAY_MS
  const starts = Array.from({ length: 60 }, (_, index) => first + index * DAY_MS)
  return {
    occurrences: starts.map((start) => ({ startsAt: start, endsAt: start + length })),
    until: first + 60 * DAY_MS
  }
}

const nothing = {
  wholeAccount: false,
  domainIds: [],
  urlIds: [],
  heartbeatIds: [],
  serviceIds: [],
  tagIds: [],
  published: true
} as const

export const openWindow = Effect.fn("openWindow")(function* (
  viewer: AccessScope,
  minutes: number,
  more: Partial<NewMaintenanceWindow>
) {
  const window = { name: "Deployment", startsAt: null, minutes, timeZone: "UTC", recurrence: null, ...nothing, ...more }
  const result = yield* (yield* MaintenanceWindows).create(viewer, window, 1_000, expand)
  return result._tag === "Saved" ? result.window : yield* Effect.die(new Error(result._tag))
})
