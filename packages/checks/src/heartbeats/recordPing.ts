import {
  type HeartbeatFault,
  heartbeatLimits,
  type HeartbeatMemory,
  type HeartbeatRules,
  type Ping
} from "./Heartbeat.ts"

type OpenRun = HeartbeatMemory["open"][number]

/** The memory of a heartbeat after a ping, and the duration of the run that the ping ended. */
export interface RecordedPing {
  readonly memory: HeartbeatMemory
  /** The duration of the ended run, in milliseconds. Null if the ping did not end a run whose start is known. */
  readonly runtimeMs: number | null
}

const beginsWith = (rules: HeartbeatRules, begins: ReadonlyArray<number>, at: number): ReadonlyArray<number> =>
  rules.atMost === null ? [] : [...begins, at].slice(-(rules.atMost.runs + 1))

/** Whether too many runs began in the period that ends when the last run began. */
const isTooOften = ({ atMost }: HeartbeatRules, begins: ReadonlyArray<number>): boolean => {
  const last = begins.at(-1)
  if (atMost === null || last === undefined) return false
  return begins.filter((begin) => begin > last - atMost.periodMs).length > atMost.runs
}

/**
 * Adds a run. A start replaces an earlier start with the same id, or one without an id if it has no id itself, as in
 * Healthchecks.
 */
const start = (rules: HeartbeatRules, memory: HeartbeatMemory, { at, run }: Ping): HeartbeatMemory => {
  const others = memory.open.filter((one) => one.run !== run)
  const open = [...others, { run, at, isOverdue: false }].slice(-heartbeatLimits.openRuns)
  const begins = beginsWith(rules, memory.begins, at)
  const fault: HeartbeatFault | null = memory.fault ?? (isTooOften(rules, begins) ? { kind: "tooOften", at } : null)
  return { ...memory, lastBegin: at, open, begins, fault }
}

/**
 * Returns the run that a ping ends. A ping without an id ends the open run without an id, or else the only open run. A
 * failure with an unknown id ends the only open run, as in Healthchecks.
 */
const endedBy = ({ open }: HeartbeatMemory, { kind, run }: Ping): OpenRun | undefined => {
  const same = open.find((one) => one.run === run)
  const [only] = open
  return same ?? (open.length === 1 && (run === null || kind === "fail") ? only : undefined)
}

interface End {
  readonly ping: Ping
  readonly runtimeMs: number | null
  readonly begins: ReadonlyArray<number>
}

/** Returns the fault that the end of a run reveals, or null. */
const faultOf = (rules: HeartbeatRules, { begins, ping, runtimeMs }: End): HeartbeatFault | null => {
  const { at, exitCode, kind } = ping
  if (kind === "fail" || (exitCode !== null && exitCode !== 0)) return { kind: "failed", at, exitCode }
  if (runtimeMs !== null && rules.minRuntimeMs !== null && runtimeMs < rules.minRuntimeMs)
    return { kind: "tooShort", at, runtimeMs }
  return isTooOften(rules, begins) ? { kind: "tooOften", at } : null
}

/**
 * Returns the fault that a success does not end: an open run that takes too long, or the missing start of a run. If a
 * run succeeds that began after an earlier run was overdue, the job works again.
 */
const lastingFault = (
  { fault }: HeartbeatMemory,
  { lastBegin, open }: { readonly lastBegin: number; readonly open: ReadonlyArray<OpenRun> }
): HeartbeatFault | null =>
  open.some(({ isOverdue }) => isOverdue) || (fault?.kind === "late" && lastBegin < fault.at) ? fault : null

const end = (rules: HeartbeatRules, memory: HeartbeatMemory, ping: Ping): RecordedPing => {
  const ended = endedBy(memory, ping)
  const began = ended?.at ?? ping.at
  const begins = ended === undefined ? beginsWith(rules, memory.begins, ping.at) : memory.begins
  const runtimeMs = ended?.run === ping.run ? ping.at - began : null
  const fault = faultOf(rules, { ping, runtimeMs, begins })
  const isProof = fault === null && memory.fault !== null && began > memory.fault.at
  const open = memory.open.filter((one) => one !== ended && !(isProof && one.isOverdue))
  const lastBegin = Math.max(memory.lastBegin ?? began, began)
  return {
    memory: { lastBegin, lastEnd: ping.at, open, begins, fault: fault ?? lastingFault(memory, { lastBegin, open }) },
    runtimeMs
  }
}

/**
 * Returns the memory of a heartbeat after a ping. Pings must come in the order in which they were received.
 *
 * A start does not end a fault; only a success does. The rules are those of Healthchecks (hc/api/models.py,
 * `Check.ping`), but all open runs are remembered instead of only the last one.
 *
 * @example
 * ```ts
 * const ping = { at: 1_000, kind: "fail", run: null, exitCode: 3 } as const
 * recordPing(rules, newHeartbeat, ping).memory.fault // => { kind: "failed", at: 1_000, exitCode: 3 }
 * ```
 */
export const recordPing = (rules: HeartbeatRules, memory: HeartbeatMemory, ping: Ping): RecordedPing => {
  switch (ping.kind) {
    case "log":
    case "ignored":
      return { memory, runtimeMs: null }
    case "start":
      return { memory: start(rules, memory, ping), runtimeMs: null }
    case "success":
    case "fail":
      return end(rules, memory, ping)
  }
}
