import type { ExpectedRun, HeartbeatFault, HeartbeatMemory, HeartbeatRules, Outage } from "./Heartbeat.ts"

/**
 * The time after a deadline in which a ping still counts as in time, so that the ping does not race with the verdict.
 */
export const SETTLE_MS = 2_000

/** The state of a heartbeat at a given moment. */
export interface HeartbeatState {
  /** The new memory, with a fault if a deadline has passed. The caller must store it. */
  readonly memory: HeartbeatMemory
  /**
   * The status. `unknown` means that no run has ended since the heartbeat was created or resumed, and that no run is
   * late.
   */
  readonly status: "unknown" | "up" | "down"
  /** Whether a run is open. */
  readonly isRunning: boolean
  /** Whether an expected run has not begun on time, but is not late enough for an alert. */
  readonly isLate: boolean
  /** The time of the next expected run, in milliseconds since the epoch. Null if no run is expected. */
  readonly expectedAt: number | null
  /** The time at which to judge again if no ping arrives earlier. Null if only a ping can change the state. */
  readonly judgeAt: number | null
}

type OpenRun = HeartbeatMemory["open"][number]

const overlaps = ({ from, until }: Outage, start: number, end: number): boolean => from <= end && until >= start

/**
 * Returns the next run whose ping could be received. If this service could not receive pings for part of the time in
 * which the ping of a run was expected, that ping may be lost, so the following run is expected instead.
 */
const nextReceivable = (rules: HeartbeatRules, began: number, outages: ReadonlyArray<Outage>): ExpectedRun | null => {
  let expected = rules.expectedAfter(began)
  for (const outage of outages) {
    if (expected === null) return null
    const lastInTime = expected.at + (rules.lateAfterMs ?? 0) + SETTLE_MS
    if (outage.until > began && overlaps(outage, expected.from, lastInTime))
      expected = rules.expectedAfter(Math.max(expected.at, outage.until))
  }
  return expected
}

/** Whether the end of a run may be lost, because this service could not receive the ping. */
const mayHaveEnded = (run: OpenRun, deadline: number, outages: ReadonlyArray<Outage>): boolean =>
  outages.some((outage) => overlaps(outage, run.at, deadline))

/** Returns how long this service could not receive pings since the given moment, in milliseconds. */
const lostTime = (since: number, outages: ReadonlyArray<Outage>): number =>
  outages.reduce((sum, { from, until }) => sum + Math.max(0, until - Math.max(from, since)), 0)

interface Deadline {
  readonly at: number
  readonly fault: HeartbeatFault["kind"] & ("late" | "tooLong")
  readonly run?: OpenRun
}

const deadlinesOf = (
  rules: HeartbeatRules,
  { lastBegin, open }: Pick<HeartbeatMemory, "lastBegin" | "open">,
  { expected, outages }: { readonly expected: ExpectedRun | null; readonly outages: ReadonlyArray<Outage> }
): ReadonlyArray<Deadline> => {
  const { lateAfterMs, maxRuntimeMs } = rules
  const late = expected === null || lateAfterMs === null || lastBegin === null ? null : expected.at + lateAfterMs
  const ofRuns = open.flatMap((run): ReadonlyArray<Deadline> => {
    if (maxRuntimeMs === null || run.isOverdue) return []
    const at = run.at + maxRuntimeMs
    if (!mayHaveEnded(run, at + SETTLE_MS, outages)) return [{ at, fault: "tooLong", run }]
    // The next expected run shows whether this run has ended: it is late if this run still blocks it.
    return late === null ? [{ at: at + lostTime(run.at, outages), fault: "tooLong", run }] : []
  })
  return [...(late === null ? [] : [{ at: late, fault: "late" as const }]), ...ofRuns]
}

interface Doubted {
  readonly run: OpenRun
  readonly now: number
  readonly lastBegin: number | null
  readonly outages: ReadonlyArray<Outage>
}

/**
 * Whether a run counts as ended: the ping of its end may be lost, its deadline has passed, and another run has begun.
 */
const isForgotten = ({ maxRuntimeMs }: HeartbeatRules, { lastBegin, now, outages, run }: Doubted): boolean => {
  if (maxRuntimeMs === null || run.isOverdue || lastBegin === null || lastBegin <= run.at) return false
  const deadline = run.at + maxRuntimeMs + SETTLE_MS
  return now > deadline && mayHaveEnded(run, deadline, outages)
}

const earliest = (times: ReadonlyArray<number>): number | null => (times.length === 0 ? null : Math.min(...times))

/**
 * Judges the state of a heartbeat at a moment. A deadline that has passed makes the heartbeat down, with the time of
 * the deadline as the time of the fault.
 *
 * `outages` are the times since `memory.lastBegin` and the oldest open run in which this service could not receive
 * pings, in ascending order. If this service cannot receive pings now, the last outage must end at `now`. A deadline
 * never passes only because a ping could not be received. A job that died during an outage is noticed at its next
 * expected run.
 *
 * @example
 * ```ts
 * const state = judgeHeartbeat(rules, memory, Date.UTC(2026, 10, 29, 2, 6), [])
 * state.status // => "down"
 * state.memory.fault // => { kind: "late", at: Date.UTC(2026, 10, 29, 2, 5) }
 * ```
 */
export const judgeHeartbeat = (
  rules: HeartbeatRules,
  memory: HeartbeatMemory,
  now: number,
  outages: ReadonlyArray<Outage>
): HeartbeatState => {
  const { lastBegin } = memory
  const open = memory.open.filter((run) => !isForgotten(rules, { run, now, lastBegin, outages }))
  const expected = lastBegin === null ? null : nextReceivable(rules, lastBegin, outages)
  const deadlines = deadlinesOf(rules, { lastBegin, open }, { expected, outages })
  const passed = deadlines.filter(({ at }) => now > at + SETTLE_MS)
  const overdue = new Set(passed.map(({ run }) => run))
  const [first] = passed.toSorted((one, other) => one.at - other.at)
  const judged: HeartbeatMemory = {
    ...memory,
    open: open.map((run) => (overdue.has(run) ? { ...run, isOverdue: true } : run)),
    fault: memory.fault ?? (first === undefined ? null : { kind: first.fault, at: first.at })
  }
  const waiting = deadlines.filter(({ at }) => now <= at + SETTLE_MS).map(({ at }) => at + SETTLE_MS + 1)
  return {
    memory: judged,
    status: judged.fault !== null ? "down" : judged.lastEnd === null ? "unknown" : "up",
    isRunning: judged.open.length > 0,
    isLate: judged.fault === null && rules.lateAfterMs !== null && expected !== null && now >= expected.at,
    expectedAt: expected?.at ?? null,
    judgeAt: earliest(waiting)
  }
}
