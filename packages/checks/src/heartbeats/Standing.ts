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

/** The longest time until a heartbeat is judged again. The limit corrects due times that are wrong for any reason. */
const LONGEST_WAIT_MS = 3_600_000
/** The time until a heartbeat is judged again if it is not yet known whether Mon could receive pings up to now. */
const UNCERTAIN_WAIT_MS = 1_000
/** The most changes of state that wait to be recorded. There are more only if no worker is running. */
const FLIPS = 20

/** A change of the state of a heartbeat. */
const Flip = Schema.Struct({
  /** The time of the change, in milliseconds since the epoch. */
  at: Schema.Int,
  status: Schema.Literals(["up", "down"]),
  fault: Schema.NullOr(HeartbeatFault)
})
export interface Flip extends Schema.Schema.Type<typeof Flip> {}

/** The state of a heartbeat after all stored pings and judgements. */
export interface Standing {
  readonly memory: HeartbeatMemory
  /** The changes of state that have not been recorded yet, oldest first. */
  readonly flips: ReadonlyArray<Flip>
  readonly status: "unknown" | "up" | "down"
}

/** The state of a heartbeat, the time of its next expected run, and the time of its next judgement. */
export interface Step extends Standing {
  readonly expectedAt: number | null
  /** The time at which the heartbeat is judged next. */
  readonly dueAt: number
}

const decodeMemory = Schema.decodeUnknownOption(HeartbeatMemory)
const decodeFlips = Schema.decodeUnknownOption(Schema.Array(Flip))

/**
 * Applies a change of the rules. Runs are expected only from the time of the change on, and the fault of a late run is
 * removed.
 */
const withNewRules = (memory: HeartbeatMemory, changedAt: number): HeartbeatMemory => ({
  ...memory,
  lastBegin: memory.lastBegin === null ? null : Math.max(memory.lastBegin, changedAt),
  fault: memory.fault?.kind === "late" ? null : memory.fault
})

/**
 * Returns the state of a stored heartbeat. A heartbeat begins anew if it was resumed, or if its state cannot be read
 * because another release stored it.
 */
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

/** Adds a change of state if the status has changed. */
const moved = ({ flips, status: before }: Standing, memory: HeartbeatMemory, at: number): Standing => {
  const status = statusOf(memory)
  if (status === before || status === "unknown") return { memory, flips, status: before }
  const flip: Flip = { at: memory.fault?.at ?? at, status, fault: memory.fault }
  return { memory, status, flips: [...flips, flip].slice(-FLIPS) }
}

/**
 * Returns the state after a ping, and the duration of the run that the ping ended. The duration is null if the ping
 * ended no run.
 */
export const afterPing = (
  rules: HeartbeatRules,
  standing: Standing,
  ping: Ping
): Step & { readonly runtimeMs: number | null } => {
  const { memory, runtimeMs } = recordPing(rules, standing.memory, ping)
  const next = moved(standing, memory, ping.at)
  const { expectedAt, judgeAt, memory: judged } = judgeHeartbeat(rules, memory, ping.at, [])
  // A deadline may have passed. Only the worker knows whether Mon could receive pings until that deadline.
  const isDueNow = next.flips.length > 0 || statusOf(judged) !== next.status
  const latest = ping.at + LONGEST_WAIT_MS
  return { ...next, runtimeMs, expectedAt, dueAt: isDueNow ? ping.at : Math.min(judgeAt ?? latest, latest) }
}

/** The time of a judgement, and the times at which Mon could receive pings, in milliseconds since the epoch. */
export interface JudgementTime {
  readonly now: number
  /** The last moment at which Mon could certainly receive pings. Null if unknown. */
  readonly receivedUntil: number | null
  readonly outages: ReadonlyArray<Outage>
}

/**
 * Returns the state after a judgement. `recorded` is the state that the schedule has recorded. A change to this state
 * no longer waits. A deadline counts only if it was before the last moment at which Mon could receive pings.
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
