import type { HeartbeatMemory, HeartbeatRules, Outage, Ping } from "../../src/heartbeats/Heartbeat.ts"
import { newHeartbeat } from "../../src/heartbeats/Heartbeat.ts"
import { type HeartbeatState, judgeHeartbeat } from "../../src/heartbeats/judgeHeartbeat.ts"
import { recordPing } from "../../src/heartbeats/recordPing.ts"

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** A job that runs every hour, five minutes of lateness allowed. */
export const hourly: HeartbeatRules = {
  expectedAfter: (at) => ({ at: at + HOUR, from: at + HOUR - HOUR / 10 }),
  lateAfterMs: 5 * MINUTE,
  maxRuntimeMs: null,
  minRuntimeMs: null,
  atMost: null
}

/** A job that cron starts at every full hour in UTC. */
export const cronHourly: HeartbeatRules = {
  ...hourly,
  expectedAfter: (at) => {
    const next = (Math.floor(at / HOUR) + 1) * HOUR
    const expected = at >= next - MINUTE ? next + HOUR : next
    return { at: expected, from: expected - MINUTE }
  }
}

export const ping = (at: number, kind: Ping["kind"], more: Partial<Ping> = {}): Ping => ({
  at,
  kind,
  run: null,
  exitCode: null,
  ...more
})

/** Records pings, and judges before each of them. */
export const after = (
  rules: HeartbeatRules,
  pings: ReadonlyArray<Ping>,
  outages: ReadonlyArray<Outage> = []
): HeartbeatMemory => {
  let memory = newHeartbeat
  for (const one of pings) {
    const past = outages.filter(({ until }) => until <= one.at)
    memory = recordPing(rules, judgeHeartbeat(rules, memory, one.at, past).memory, one).memory
  }
  return memory
}

/** The state after pings at a moment. */
export const stateAt = (
  rules: HeartbeatRules,
  now: number,
  pings: ReadonlyArray<Ping>,
  outages: ReadonlyArray<Outage> = []
): HeartbeatState => judgeHeartbeat(rules, after(rules, pings, outages), now, outages)
