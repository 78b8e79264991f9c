import { type heartbeatFields, parseCron, parseOnCalendar, type ParsedSchedule, type SettingsOf } from "@mon/model"
import { expectedBy, expectedEvery } from "./expectedRuns.ts"
import type { HeartbeatRules } from "./Heartbeat.ts"

type Settings = SettingsOf<typeof heartbeatFields>

const SECOND = 1_000

const millisOf = (seconds: number | null): number | null => (seconds === null ? null : seconds * SECOND)

/**
 * Returns the function that finds the expected runs of a schedule. If the schedule cannot be read because a newer
 * release wrote it, no run is expected.
 */
const expectedIn = (parsed: ParsedSchedule): HeartbeatRules["expectedAfter"] =>
  parsed._tag === "Schedule" ? expectedBy(parsed.schedule) : () => null

const UTC = "UTC"

const expectedAfterOf = (schedule: Settings["schedule"]): HeartbeatRules["expectedAfter"] => {
  if ("every" in schedule) return expectedEvery(schedule.every * SECOND)
  const { timeZone = UTC } = schedule
  return expectedIn(
    "cron" in schedule ? parseCron(schedule.cron, timeZone) : parseOnCalendar(schedule.onCalendar, timeZone)
  )
}

/** Returns the rules of a heartbeat that has the given settings. */
export const rulesOf = ({ atMost, lateAfter, maxRuntime, minRuntime, schedule }: Settings): HeartbeatRules => ({
  expectedAfter: expectedAfterOf(schedule),
  lateAfterMs: millisOf(lateAfter),
  maxRuntimeMs: millisOf(maxRuntime),
  minRuntimeMs: millisOf(minRuntime),
  atMost: atMost === null ? null : { runs: atMost.runs, periodMs: atMost.period * SECOND }
})
