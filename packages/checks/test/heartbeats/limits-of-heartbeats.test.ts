import { describe, expect, it } from "vitest"
import { heartbeatLimits, type HeartbeatRules, newHeartbeat } from "../../src/heartbeats/Heartbeat.ts"
import { judgeHeartbeat, SETTLE_MS } from "../../src/heartbeats/judgeHeartbeat.ts"
import { recordPing } from "../../src/heartbeats/recordPing.ts"
import { after, HOUR, hourly, MINUTE, ping, SECOND, stateAt } from "./job.ts"

const T = Date.UTC(2026, 10, 29, 12)

describe("a heartbeat", () => {
  it("is unknown until its first run has ended", () => {
    expect(judgeHeartbeat(hourly, newHeartbeat, T, [])).toMatchObject({ status: "unknown", judgeAt: null })
    expect(stateAt(hourly, T, [ping(T, "start")])).toMatchObject({ status: "unknown", isRunning: true })
    expect(stateAt(hourly, T, [ping(T, "success")])).toMatchObject({ status: "up", isRunning: false })
  })

  it("is down after a failure, and up after the next success", () => {
    const failed = stateAt(hourly, T, [ping(T, "fail", { exitCode: 3 })])
    expect(failed).toMatchObject({ status: "down", memory: { fault: { kind: "failed", at: T, exitCode: 3 } } })
    const started = [ping(T, "fail"), ping(T + MINUTE, "start")]
    expect(stateAt(hourly, T + MINUTE, started).status).toBe("down")
    expect(stateAt(hourly, T + 2 * MINUTE, [...started, ping(T + 2 * MINUTE, "success")]).status).toBe("up")
  })

  it("takes an exit code other than 0 for a failure", () => {
    expect(stateAt(hourly, T, [ping(T, "success", { exitCode: 1 })]).status).toBe("down")
    expect(stateAt(hourly, T, [ping(T, "success", { exitCode: 0 })]).status).toBe("up")
  })

  it("ignores pings that only log", () => {
    const rules = { ...hourly, atMost: { runs: 1, periodMs: HOUR } }
    expect(after(rules, [ping(T, "log"), ping(T + 1, "log")])).toEqual(newHeartbeat)
  })
})

describe("lateness", () => {
  it("is shown from the expected time, and an alert only after the limit", () => {
    const pings = [ping(T, "success")]
    expect(stateAt(hourly, T + HOUR - 1, pings)).toMatchObject({ status: "up", isLate: false })
    expect(stateAt(hourly, T + HOUR, pings)).toMatchObject({ status: "up", isLate: true })
    const deadline = T + HOUR + 5 * MINUTE
    const judgeAt = stateAt(hourly, T, pings).judgeAt ?? 0
    expect(judgeAt).toBe(deadline + SETTLE_MS + 1)
    expect(stateAt(hourly, judgeAt - 1, pings).status).toBe("up")
    expect(stateAt(hourly, judgeAt, pings)).toMatchObject({
      status: "down",
      isLate: false,
      memory: { fault: { kind: "late", at: deadline } }
    })
  })

  it("does not begin in the millisecond of the deadline, nor in the second after it", () => {
    const deadline = T + HOUR + 5 * MINUTE
    for (const late of [-1, 0, 1, 999, SECOND]) {
      const arrived = [ping(T, "success"), ping(deadline + late, "success")]
      expect(stateAt(hourly, deadline + 10 * SECOND, arrived).status).toBe("up")
    }
  })

  it("is measured at the start of a run, however long the run takes", () => {
    const pings = [ping(T, "start"), ping(T + 50 * MINUTE, "success")]
    expect(stateAt(hourly, T + HOUR, pings)).toMatchObject({ expectedAt: T + HOUR, isLate: true })
    const late = stateAt(hourly, T + HOUR + 6 * MINUTE, pings)
    expect(late.memory.fault).toEqual({ kind: "late", at: T + HOUR + 5 * MINUTE })
  })

  it("ends with a success of a run that began, not with the end of an older run", () => {
    const old = [ping(T, "start", { run: "a" }), ping(T + HOUR + 10 * MINUTE, "success", { run: "a" })]
    expect(stateAt(hourly, T + HOUR + 11 * MINUTE, old).status).toBe("down")
    const again = [...old, ping(T + HOUR + 12 * MINUTE, "success", { run: "b" })]
    expect(stateAt(hourly, T + HOUR + 13 * MINUTE, again).status).toBe("up")
  })

  it("has no limit if none is set", () => {
    const rules = { ...hourly, lateAfterMs: null }
    const state = stateAt(rules, T + 1_000 * HOUR, [ping(T, "success")])
    expect(state).toMatchObject({ status: "up", isLate: false, judgeAt: null })
  })
})

describe("run times", () => {
  const limited: HeartbeatRules = { ...hourly, maxRuntimeMs: 30 * MINUTE, minRuntimeMs: 10 * SECOND }

  it("that are too long are noticed while the run is open", () => {
    const state = stateAt(limited, T + 31 * MINUTE, [ping(T, "start")])
    expect(state.memory.fault).toEqual({ kind: "tooLong", at: T + 30 * MINUTE })
    expect(state.status).toBe("down")
  })

  it("that are too short are a fault", () => {
    const fault = stateAt(limited, T + MINUTE, [ping(T, "start"), ping(T + 9_999, "success")]).memory.fault
    expect(fault).toEqual({ kind: "tooShort", at: T + 9_999, runtimeMs: 9_999 })
    expect(stateAt(limited, T + MINUTE, [ping(T, "start"), ping(T + 10_000, "success")]).status).toBe("up")
  })

  it("are known only if the start and the end have the same id", () => {
    const started = recordPing(limited, newHeartbeat, ping(T, "start", { run: "a" })).memory
    const end = (run: string | null) => recordPing(limited, started, ping(T + MINUTE, "success", { run }))
    expect(end("a").runtimeMs).toBe(MINUTE)
    expect(end(null)).toMatchObject({ runtimeMs: null, memory: { open: [] } })
    expect(end("b")).toMatchObject({ runtimeMs: null, memory: { open: [{ run: "a" }] } })
  })

  it("of a hung run are not hidden by a later run that succeeds in time", () => {
    const other = [ping(T + 10 * MINUTE, "start", { run: "b" }), ping(T + 20 * MINUTE, "success", { run: "b" })]
    const pings = [ping(T, "start", { run: "a" }), ...other]
    expect(stateAt(limited, T + 29 * MINUTE, pings).status).toBe("up")
    expect(stateAt(limited, T + 31 * MINUTE, pings).memory.fault).toEqual({ kind: "tooLong", at: T + 30 * MINUTE })
  })

  it("of a hung run are forgiven by the success of a run that began after the alert", () => {
    const hung = [ping(T, "start", { run: "a" }), ping(T + 29 * MINUTE, "start", { run: "b" })]
    const early = [...hung, ping(T + 32 * MINUTE, "success", { run: "b" })]
    expect(stateAt(limited, T + 33 * MINUTE, early).status).toBe("down")
    const later = [
      ...hung,
      ping(T + 40 * MINUTE, "start", { run: "c" }),
      ping(T + 41 * MINUTE, "success", { run: "c" })
    ]
    expect(stateAt(limited, T + 42 * MINUTE, later)).toMatchObject({ status: "up", memory: { open: [{ run: "b" }] } })
  })

  it("of a run that ends after all make the heartbeat up", () => {
    const pings = [ping(T, "start", { run: "a" }), ping(T + 35 * MINUTE, "success", { run: "a" })]
    expect(stateAt(limited, T + 36 * MINUTE, pings).status).toBe("up")
  })

  it("are watched for a hundred open runs", () => {
    const ids = Array.from({ length: heartbeatLimits.openRuns }, (_, index) => `run ${index}`)
    const memory = after(
      limited,
      ids.map((run, index) => ping(T + index, "start", { run }))
    )
    expect(memory.open).toHaveLength(100)
    const more = recordPing(limited, memory, ping(T + 200, "start", { run: "one more" })).memory
    expect(more.open).toHaveLength(100)
    const ended = ids.slice(1, 50).map((run, index) => ping(T + MINUTE + index, "success", { run }))
    expect(stateAt(limited, T + HOUR, [...ids.map((run) => ping(T, "start", { run })), ...ended]).status).toBe("down")
  })

  it("begin again with a start that has the same id", () => {
    const pings = [ping(T, "start"), ping(T + 20 * MINUTE, "start")]
    expect(stateAt(limited, T + 45 * MINUTE, pings).status).toBe("unknown")
    expect(stateAt(limited, T + 51 * MINUTE, pings).memory.fault).toEqual({ kind: "tooLong", at: T + 50 * MINUTE })
  })
})

describe("too many runs", () => {
  const rarely: HeartbeatRules = { ...hourly, atMost: { runs: 2, periodMs: HOUR } }

  it("in the period are a fault, until a success with fewer", () => {
    const two = [ping(T, "success"), ping(T + MINUTE, "success")]
    expect(stateAt(rarely, T + MINUTE, two).status).toBe("up")
    const three = [...two, ping(T + 2 * MINUTE, "success")]
    expect(stateAt(rarely, T + 2 * MINUTE, three).memory.fault).toEqual({ kind: "tooOften", at: T + 2 * MINUTE })
    expect(stateAt(rarely, T + HOUR + MINUTE, [...three, ping(T + HOUR + MINUTE, "success")]).status).toBe("up")
  })

  it("are not counted from before the period because a long run ends", () => {
    const start = (minute: number, run: string) => ping(T + minute * MINUTE, "start", { run })
    const end = (minute: number) => ping(T + minute * MINUTE, "success", { run: "a" })
    const rare = [start(0, "a"), start(45, "b"), start(90, "c"), end(91)]
    expect(stateAt(rarely, T + 91 * MINUTE, rare).status).toBe("up")
    const frequent = [start(0, "a"), start(1, "b"), start(2, "c"), end(3)]
    expect(stateAt(rarely, T + 3 * MINUTE, frequent).status).toBe("down")
  })

  it("are counted by their starts", () => {
    const pings = [0, 1, 2].flatMap((n) => [ping(T + n * MINUTE, "start"), ping(T + n * MINUTE + SECOND, "success")])
    expect(stateAt(rarely, T + 3 * MINUTE, pings).status).toBe("down")
    expect(stateAt(rarely, T + 3 * MINUTE, pings.slice(0, 4)).status).toBe("up")
  })
})
