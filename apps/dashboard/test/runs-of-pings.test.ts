import { describe, expect, it } from "vitest"
import { runsOf } from "../src/heartbeats/runsOf.ts"
import { pingRecord } from "./heartbeatRecords.ts"

const HOUR = 3_600_000
const MINUTE = 60_000
const START = Date.UTC(2026, 10, 1)

/** Returns pings, newest first. `times` are in milliseconds after `START`, oldest first. */
const pingsAt = (...times: ReadonlyArray<number>) =>
  times
    .map((time, index) =>
      pingRecord({ n: index + 1, receivedAt: new Date(START + time).toISOString(), runtimeMs: 60_000 })
    )
    .toReversed()

const hourly = { schedule: { every: 3_600 }, lateAfter: 300 }
const shapeOf = (runs: ReturnType<typeof runsOf>) =>
  runs.map((run) => (run.kind === "gap" ? `gap ${run.missed}` : run.isLate ? "late" : run.isFailed ? "failed" : "ok"))

describe("the runs of a heartbeat", () => {
  it("are those that ended, oldest first", () => {
    const pings = [
      pingRecord({ n: 4, kind: "log" }),
      pingRecord({ n: 3, kind: "fail", receivedAt: new Date(START + HOUR).toISOString(), exitCode: 2 }),
      pingRecord({ n: 2, receivedAt: new Date(START).toISOString() }),
      pingRecord({ n: 1, kind: "start", receivedAt: new Date(START - MINUTE).toISOString() })
    ]
    const runs = runsOf(pings, hourly)
    expect(shapeOf(runs)).toEqual(["ok", "failed"])
    expect(runs.map((run) => (run.kind === "run" ? run.n : 0))).toEqual([2, 3])
  })

  it("are late if they begin later after their time than allowed", () => {
    expect(shapeOf(runsOf(pingsAt(0, HOUR + 4 * MINUTE, 2 * HOUR + 10 * MINUTE), hourly))).toEqual(["ok", "ok", "late"])
    expect(shapeOf(runsOf(pingsAt(0, HOUR + 40 * MINUTE), { ...hourly, lateAfter: null }))).toEqual(["ok", "ok"])
  })

  it("have gaps for those that did not happen", () => {
    expect(shapeOf(runsOf(pingsAt(0, 4 * HOUR), hourly))).toEqual(["ok", "gap 3", "ok"])
    expect(shapeOf(runsOf(pingsAt(0, 4 * HOUR + 10 * MINUTE), hourly))).toEqual(["ok", "gap 3", "late"])
  })

  it.each([
    ["a cron expression", { cron: "0 * * * *", timeZone: "UTC" }],
    ["a systemd timer", { onCalendar: "hourly" }]
  ])("are compared with %s", (_, schedule) => {
    const pings = pingsAt(2 * MINUTE, HOUR + 2 * MINUTE, 2 * HOUR + 20 * MINUTE, 5 * HOUR + 2 * MINUTE)
    expect(shapeOf(runsOf(pings, { schedule, lateAfter: 300 }))).toEqual(["ok", "ok", "late", "gap 2", "ok"])
  })

  it("have no gaps if the schedule cannot be read", () => {
    const broken = { cron: "nonsense", timeZone: "UTC" }
    expect(shapeOf(runsOf(pingsAt(0, 9 * HOUR), { schedule: broken, lateAfter: 300 }))).toEqual(["ok", "ok"])
  })

  it("are few even if a job that runs often has not run for long", () => {
    const runs = runsOf(pingsAt(0, 10_000 * HOUR), { schedule: { every: 10 }, lateAfter: 10 })
    expect(shapeOf(runs)).toEqual(["ok", "gap 999", "late"])
  })
})
