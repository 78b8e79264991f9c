import type { HeartbeatMemory, HeartbeatRules, Outage, Ping } from "../../src/heartbeats/Heartbeat.ts"
import { newHeartbeat } from "../../src/heartbeats/Heartbeat.ts"
import { judgeHeartbeat, SETTLE_MS } from "../../src/heartbeats/judgeHeartbeat.ts"
import { recordPing } from "../../src/heartbeats/recordPing.ts"
import { randomOf } from "../randomOf.ts"
import { cronHourly, DAY, HOUR, hourly, MINUTE, ping, SECOND } from "./job.ts"

const START = Date.UTC(2026, 0, 1)
/** The attempts of `curl --retry 5`, in milliseconds after the first one. */
const RETRIES = [SECOND, 3 * SECOND, 7 * SECOND, 15 * SECOND, 31 * SECOND]

/** A run as it happened. */
interface Run {
  readonly began: number
  /** Null: the run hung. */
  readonly ended: number | null
}

/** A job, the runs that happened, the outages of the service, and the pings that arrived. */
interface World {
  readonly rules: HeartbeatRules
  readonly isCron: boolean
  readonly due: ReadonlyArray<number>
  readonly runs: ReadonlyArray<Run>
  readonly outages: ReadonlyArray<Outage>
  readonly arrived: ReadonlyArray<Ping>
  readonly until: number
}

type Random = () => number

const outagesOf = (random: Random, until: number): ReadonlyArray<Outage> => {
  const outages: Array<Outage> = []
  for (let time = START; ;) {
    time += -2 * DAY * Math.log(1 - random())
    if (time >= until) return outages
    const isLong = random() < 0.03
    const end = Math.round(time + (isLong ? random() * 3 * DAY : 5 * SECOND + random() * 40 * MINUTE))
    outages.push({ from: Math.round(time), until: end })
    time = end + MINUTE
  }
}

/** Times at which the job is due and its host is off. */
const deadSpans = (random: Random, until: number): ReadonlyArray<Outage> => {
  const spans: Array<Outage> = []
  for (let time = START; ;) {
    time += -8 * DAY * Math.log(1 - random())
    if (time >= until) return spans
    spans.push({ from: time, until: time + HOUR + random() * 8 * HOUR })
    time = time + 10 * HOUR
  }
}

const isIn = (spans: ReadonlyArray<Outage>, time: number): boolean =>
  spans.some(({ from, until }) => time >= from && time <= until)

/** Returns the time at which a ping arrives, or null if it is lost. */
const arrival = (sent: number, outages: ReadonlyArray<Outage>, retries: boolean): number | null => {
  const attempts = retries ? [0, ...RETRIES] : [0]
  const delay = attempts.find((after) => !isIn(outages, sent + after))
  return delay === undefined ? null : sent + delay
}

export const makeWorld = (seed: number, days: number): World => {
  const random = randomOf(seed)
  const until = START + days * DAY
  const isCron = random() < 0.6
  const hasStart = random() < 0.5
  const maxRuntimeMs = hasStart && random() < 0.7 ? 20 * MINUTE : null
  const rules: HeartbeatRules = { ...(isCron ? cronHourly : hourly), maxRuntimeMs }
  const lateAfterMs = rules.lateAfterMs ?? 0
  const outages = outagesOf(random, until)
  const dead = deadSpans(random, until)
  const due: Array<number> = []
  const runs: Array<Run> = []
  const sent: Array<Ping> = []
  const overlaps = random() < 0.5
  for (let at = START + HOUR; at < until; at += HOUR) {
    due.push(at)
    if (isIn(dead, at)) continue
    // Cron may be 20 s early by a wrong clock. A job with a period keeps its phase, with some jitter.
    const began = Math.round(at + (isCron ? -20 * SECOND : 0) + random() * 0.7 * lateAfterMs)
    const hangs = maxRuntimeMs !== null && random() < 0.004
    const run = overlaps ? `run ${at}` : null
    const ended = hangs ? null : Math.round(began + (hasStart ? random() * 18 * MINUTE : random() * MINUTE))
    runs.push({ began: hasStart ? began : (ended ?? began), ended })
    if (hasStart) sent.push(ping(began, "start", { run }))
    if (ended !== null) sent.push(ping(ended, "success", { run, exitCode: 0 }))
  }
  const arrived = sent.flatMap((one) => {
    const at = arrival(one.at, outages, random() < 0.5)
    return at === null ? [] : [{ ...one, at }]
  })
  return { rules, isCron, due, runs, outages, arrived: arrived.toSorted((one, other) => one.at - other.at), until }
}

/** A change of the state. */
export interface Change {
  readonly at: number
  readonly isDown: boolean
  readonly memory: HeartbeatMemory
  /** The time at which the run before the change began. Null: there was none. */
  readonly lastBegin: number | null
}

/**
 * Runs the service over a world: it records pings as they arrive, and judges when it should or a little later. If it is
 * `naive`, it judges as if it could always receive pings.
 */
export const watch = (
  { arrived, outages, rules, until }: World,
  seed: number,
  isNaive = false
): ReadonlyArray<Change> => {
  const random = randomOf(seed)
  const changes: Array<Change> = []
  let memory = newHeartbeat
  let isDown = false
  const note = (at: number, next: HeartbeatMemory) => {
    if ((next.fault !== null) !== isDown) {
      isDown = next.fault !== null
      changes.push({ at, isDown, memory: next, lastBegin: memory.lastBegin })
    }
    memory = next
  }
  const judge = (at: number): number | null => {
    const past = outages.filter(({ from }) => from <= at).map((one) => ({ ...one, until: Math.min(one.until, at) }))
    const recent = past.filter((one) => one.until >= (memory.open[0]?.at ?? memory.lastBegin ?? at) - DAY)
    const state = judgeHeartbeat(rules, memory, at, isNaive ? [] : recent)
    note(at, state.memory)
    return state.judgeAt
  }
  let next = 0
  let judgeAt: number | null = null
  for (let now = START; now < until;) {
    const arriving = arrived[next]
    const pingAt = arriving?.at ?? until
    if (judgeAt !== null && judgeAt < pingAt) {
      const delayed = judgeAt + Math.floor(random() * 3) * SECOND
      // A process that starts again after an outage judges at once.
      const outage = outages.find(({ from, until: end }) => delayed >= from && delayed <= end)
      now = outage === undefined ? delayed : outage.until + 1
      if (now < pingAt) {
        judgeAt = judge(now)
        continue
      }
    }
    if (arriving === undefined) return changes
    next += 1
    now = arriving.at
    note(now, recordPing(rules, memory, arriving).memory)
    judgeAt = judge(now)
  }
  return changes
}

/** What the service did wrong, compared to what happened. */
export interface Mistakes {
  readonly falseAlarms: ReadonlyArray<Change>
  readonly missed: ReadonlyArray<number>
  readonly pairs: ReadonlyArray<Change>
  readonly alarms: number
}

const isTrue = ({ isCron, rules, runs }: World, { lastBegin, memory: { fault } }: Change): boolean => {
  if (fault === null) return true
  const lateAfterMs = rules.lateAfterMs ?? 0
  if (fault.kind === "tooLong") {
    const began = fault.at - (rules.maxRuntimeMs ?? 0)
    return runs.some((run) => run.began === began && run.ended === null)
  }
  if (isCron) {
    const due = fault.at - lateAfterMs
    return !runs.some(({ began }) => began >= due - MINUTE && began <= fault.at)
  }
  const last = runs.findLast(({ began }) => began <= fault.at)?.began ?? lastBegin ?? 0
  return fault.at >= last + HOUR + lateAfterMs
}

/** The runs that did not happen although they were due, and whose absence an outage does not excuse. */
const missingRuns = ({ due, isCron, outages, rules, runs, until }: World): ReadonlyArray<number> =>
  isCron
    ? due.filter((at) => {
        const deadline = at + (rules.lateAfterMs ?? 0) + SETTLE_MS
        const isExcused = outages.some(({ from, until: end }) => from <= deadline + 5 * SECOND && end >= at - MINUTE)
        const ran = runs.some(({ began }) => began >= at - MINUTE && began <= deadline)
        return !ran && !isExcused && deadline < until - HOUR && at > START + DAY
      })
    : []

/** The deadlines of runs that hung, if no outage makes it unknown whether they ended. */
const hungRuns = ({ outages, rules, runs, until }: World): ReadonlyArray<number> =>
  runs.flatMap(({ began, ended }) => {
    const deadline = began + (rules.maxRuntimeMs ?? 0)
    const isExcused = outages.some(({ from, until: end }) => from <= deadline + 5 * SECOND && end >= began)
    return ended === null && !isExcused && deadline < until - HOUR ? [deadline] : []
  })

export const assess = (world: World, changes: ReadonlyArray<Change>): Mistakes => {
  const down = changes.filter(({ isDown }) => isDown)
  const isDownAt = (time: number): boolean => changes.findLast(({ at }) => at <= time)?.isDown === true
  return {
    falseAlarms: down.filter((change) => !isTrue(world, change)),
    missed: [...missingRuns(world).map((at) => at + (world.rules.lateAfterMs ?? 0)), ...hungRuns(world)].filter(
      (deadline) => !isDownAt(deadline + SETTLE_MS + 3 * SECOND)
    ),
    pairs: changes.filter((change, index) => !change.isDown && change.at - (changes[index - 1]?.at ?? 0) < SETTLE_MS),
    alarms: down.length
  }
}
