import type { Heartbeat, HeartbeatPing } from "@mon/model"
import { nextTimes, parseCron, parseOnCalendar } from "@mon/model"

type Schedule = Heartbeat["schedule"]

/** A run that has ended, or a time in which runs were expected and none began. Times are in milliseconds since 1970. */
export type Run =
  | {
      readonly kind: "run"
      /** The number of the ping that ended the run. */
      readonly n: number
      readonly endedAt: number
      /** The start of the run. Null: it is not known. */
      readonly runtimeMs: number | null
      readonly isFailed: boolean
      readonly exitCode: number | null
      readonly isLate: boolean
    }
  | { readonly kind: "gap"; readonly from: number; readonly to: number; readonly missed: number }

/** The largest number of expected times that are counted between two runs. */
const MOST_MISSED = 1_000

/** Returns a function that lists the times at which runs are expected after a run. */
const expectedAfter = (schedule: Schedule): ((begin: number, until: number) => ReadonlyArray<number>) => {
  if ("every" in schedule) {
    const step = schedule.every * 1_000
    return (begin, until) => {
      const count = Math.min(MOST_MISSED, Math.max(0, Math.floor((until - begin) / step)))
      return Array.from({ length: count }, (_, index) => begin + (index + 1) * step)
    }
  }
  const timeZone = schedule.timeZone ?? "UTC"
  const parsed =
    "cron" in schedule ? parseCron(schedule.cron, timeZone) : parseOnCalendar(schedule.onCalendar, timeZone)
  if (parsed._tag === "Fault") return () => []
  return (begin, until) => {
    const times = nextTimes(parsed.schedule, begin, 2)
    // Most runs are on time, so more than two times are rarely needed.
    return (
      times[1] !== undefined && times[1] <= until ? nextTimes(parsed.schedule, begin, MOST_MISSED) : times
    ).filter((time) => time <= until)
  }
}

/**
 * Returns the runs of pings, oldest first, with gaps for runs that did not happen. The current schedule determines
 * which runs were late or missed, although a different schedule may have applied at the time.
 *
 * @param pings Newest first
 */
export const runsOf = (
  pings: ReadonlyArray<HeartbeatPing>,
  { lateAfter, schedule }: Pick<Heartbeat, "lateAfter" | "schedule">
): ReadonlyArray<Run> => {
  const expected = expectedAfter(schedule)
  const tolerance = lateAfter === null ? Infinity : lateAfter * 1_000
  const runs: Array<Run> = []
  let before: number | null = null
  for (const { exitCode, kind, n, receivedAt, runtimeMs } of pings.toReversed()) {
    if (kind !== "success" && kind !== "fail") continue
    const endedAt = Date.parse(receivedAt)
    const begin = endedAt - (runtimeMs ?? 0)
    const times: ReadonlyArray<number> = before === null ? [] : expected(before, begin)
    // The last expected time belongs to this run, even if the run is late.
    const missed = times.slice(0, -1)
    const due = times.at(-1)
    const [first] = missed
    if (first !== undefined && before !== null)
      runs.push({ kind: "gap", from: before, to: begin, missed: missed.length })
    runs.push({
      kind: "run",
      n,
      endedAt,
      runtimeMs,
      isFailed: kind === "fail",
      exitCode,
      isLate: due !== undefined && begin - due > tolerance
    })
    before = begin
  }
  return runs
}
