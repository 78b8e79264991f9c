import type { StoredHeartbeat } from "@mon/core-store"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import {
  HeartbeatFault,
  HeartbeatMemory,
  type HeartbeatRules,
  newHeartbeat,
  type Outage,
  type Ping
} from "./Heartbeat.ts"
import { judgeHeartbeat } from "./judgeHeartbeat.ts"
import { recordPing } from "./recordPing.ts"

/** The longest time until a heartbeat is judged again. It repairs due times that are wrong for any reason. */
const LONGEST_WAIT_MS = 3_600_000
/** The time until a heartbeat is judged again if it is not known yet whether pings could be received until now. */
const UNCERTAIN_WAIT_MS = 1_000
/** Changes of state that wait to be recorded. More than these happen only if no worker runs. */
const FLIPS = 20

/** A change of the state of a heartbeat. */
const Flip = Schema.Struct({
  /** Milliseconds since the epoch. */
  at: Schema.Int,
  status: Schema.Literals(["up", "down"]),
  fault: Schema.NullOr(HeartbeatFault)
})
export interface Flip extends Schema.Schema.Type<typeof Flip> {}

/** The state of a heartbeat after all pings and judgements that were stored. */
export interface Standing {
  readonly memory: HeartbeatMemory
  /** The changes of state that are not recorded yet, oldest first. */
  readonly flips: ReadonlyArray<Flip>
  readonly status: "unknown" | "up" | "down"
}

/** A standing, and the times that follow from it. */
export interface Step extends Standing {
  readonly expectedAt: number | null
  /** The time at which the heartbeat is judged. */
  readonly dueAt: number
}

const decodeMemory = Schema.decodeUnknownOption(HeartbeatMemory)
const decodeFlips = Schema.decodeUnknownOption(Schema.Array(Flip))

/** After a change of the rules, runs are expected from its time on, and an earlier one is not late any more. */
const withNewRules = (memory: HeartbeatMemory, changedAt: number): HeartbeatMemory => ({
  ...memory,
  lastBegin: memory.lastBegin === null ? null : Math.max(memory.lastBegin, changedAt),
  fault: memory.fault?.kind === "late" ? null : memory.fault
})

/** Returns the standing of a stored heartbeat. One that was resumed begins anew, and so does one of another release. */
export const standingOf = (stored: StoredHeartbeat): Standing => {
  const memory = Option.getOrNull(decodeMemory(stored.memory))
  const isResumed = stored.resumedAt !== null && stored.recorded === "unknown"
  if (memory === null || isResumed) return { memory: newHeartbeat, flips: [], status: "unknown" }
  const flips = Option.getOrElse(decodeFlips(stored.flips), (): ReadonlyArray<Flip> => [])
  return {
    memory: stored.changedAt === null ? memory : withNewRules(memory, stored.changedAt),
    flips,
    status: stored.status
  }
}

const statusOf = ({ fault, lastEnd }: HeartbeatMemory): Standing["status"] =>
  fault !== null ? "down" : lastEnd === null ? "unknown" : "up"

/** Adds the change to a new status, if there is one. */
const moved = ({ flips, status: before }: Standing, memory: HeartbeatMemory, at: number): Standing => {
  const status = statusOf(memory)
  if (status === before || status === "unknown") return { memory, flips, status: before }
  const flip: Flip = { at: memory.fault?.at ?? at, status, fault: memory.fault }
  return { memory, status, flips: [...flips, flip].slice(-FLIPS) }
}

/** Returns the standing after a ping, and the run time of the run that the ping ended (null: none). */
export const afterPing = (
  rules: HeartbeatRules,
  standing: Standing,
  ping: Ping
): Step & { readonly runtimeMs: number | null } => {
  const { memory, runtimeMs } = recordPing(rules, standing.memory, ping)
  const next = moved(standing, memory, ping.at)
  const { expectedAt, judgeAt, memory: judged } = judgeHeartbeat(rules, memory, ping.at, [])
  // A deadline may have passed. Only the worker knows whether pings could be received until then.
  const isDueNow = next.flips.length > 0 || statusOf(judged) !== next.status
  const latest = ping.at + LONGEST_WAIT_MS
  return { ...next, runtimeMs, expectedAt, dueAt: isDueNow ? ping.at : Math.min(judgeAt ?? latest, latest) }
}

/** The time, and when pings could be received. Milliseconds since the epoch. */
export interface JudgementTime {
  readonly now: number
  /** The last moment at which pings certainly could be received. Null: not known. */
  readonly receivedUntil: number | null
  readonly outages: ReadonlyArray<Outage>
}

/**
 * Returns the standing after a judgement. `recorded` is the state that the schedule has recorded. Changes to it are no
 * longer waiting. Deadlines count only until the last moment at which pings could be received.
 */
export const afterJudgement = (
  rules: HeartbeatRules,
  standing: Standing,
  recorded: Standing["status"],
  { now, outages, receivedUntil }: JudgementTime
): Step => {
  const [first, ...others] = standing.flips
  const waiting = { ...standing, flips: first?.status === recorded ? others : standing.flips }
  const at = Math.min(now, receivedUntil ?? Number.NEGATIVE_INFINITY)
  if (!Number.isFinite(at)) return { ...waiting, expectedAt: null, dueAt: now + UNCERTAIN_WAIT_MS }
  const { expectedAt, judgeAt, memory } = judgeHeartbeat(rules, waiting.memory, at, outages)
  const next = moved(waiting, memory, at)
  const dueAt = Math.min(judgeAt ?? Number.POSITIVE_INFINITY, now + LONGEST_WAIT_MS)
  return {
    ...next,
    expectedAt,
    dueAt: next.flips.length > 1 ? now : Math.max(dueAt, now + (dueAt <= now ? UNCERTAIN_WAIT_MS : 0))
  }
}
