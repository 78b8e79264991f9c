import { describe, expect, it } from "vitest"
import type { HeartbeatRules } from "../../src/heartbeats/Heartbeat.ts"
import { cronHourly, HOUR, hourly, MINUTE, ping, stateAt } from "./job.ts"

const T = Date.UTC(2026, 10, 29, 12)

describe("an outage of this service", () => {
  it("in which the ping of a run could arrive makes the next run the expected one", () => {
    const outage = [{ from: T + 58 * MINUTE, until: T + 62 * MINUTE }]
    const lost = stateAt(cronHourly, T + HOUR + 30 * MINUTE, [ping(T, "success")], outage)
    expect(lost).toMatchObject({ status: "up", isLate: false, expectedAt: T + 2 * HOUR })
  })

  it("does not hide a job that died in it", () => {
    const outage = [{ from: T + 58 * MINUTE, until: T + 62 * MINUTE }]
    const state = stateAt(cronHourly, T + 2 * HOUR + 6 * MINUTE, [ping(T, "success")], outage)
    expect(state.memory.fault).toEqual({ kind: "late", at: T + 2 * HOUR + 5 * MINUTE })
  })

  it("between two runs moves no deadline", () => {
    const outage = [{ from: T + 10 * MINUTE, until: T + 40 * MINUTE }]
    const state = stateAt(cronHourly, T + HOUR + 6 * MINUTE, [ping(T, "success")], outage)
    expect(state.memory.fault).toEqual({ kind: "late", at: T + HOUR + 5 * MINUTE })
  })

  it("that lasts for days moves the deadline to the first run after it", () => {
    const outage = [{ from: T + 30 * MINUTE, until: T + 100 * HOUR + 30 * MINUTE }]
    const pings = [ping(T, "success")]
    expect(stateAt(cronHourly, T + 100 * HOUR + 31 * MINUTE, pings, outage).expectedAt).toBe(T + 101 * HOUR)
    expect(stateAt(cronHourly, T + 101 * HOUR + 6 * MINUTE, pings, outage).status).toBe("down")
  })

  it("that has not ended lets no deadline pass", () => {
    const now = T + 5 * HOUR
    expect(stateAt(cronHourly, now, [ping(T, "success")], [{ from: T + 59 * MINUTE, until: now }]).status).toBe("up")
  })

  it("moves the deadline of a job with a period to a period after its end", () => {
    const outage = [{ from: T + 50 * MINUTE, until: T + 58 * MINUTE }]
    const pings = [ping(T, "success")]
    expect(stateAt(hourly, T + HOUR + 50 * MINUTE, pings, outage).status).toBe("up")
    expect(stateAt(hourly, T + 2 * HOUR + 6 * MINUTE, pings, outage).status).toBe("down")
  })

  describe("during a run with a longest run time", () => {
    const limited: HeartbeatRules = { ...cronHourly, maxRuntimeMs: 20 * MINUTE }
    const outage = [{ from: T + 10 * MINUTE, until: T + 12 * MINUTE }]

    it("makes it unknown whether the run ended, so that only a missing next run is a fault", () => {
      const pings = [ping(T, "start", { run: "a" })]
      expect(stateAt(limited, T + 50 * MINUTE, pings, outage).status).toBe("unknown")
      expect(stateAt(limited, T + HOUR + 6 * MINUTE, pings, outage).status).toBe("down")
    })

    it("ends the run when another one begins", () => {
      const next = [ping(T + HOUR, "start", { run: "b" }), ping(T + HOUR + MINUTE, "success", { run: "b" })]
      const state = stateAt(limited, T + HOUR + 30 * MINUTE, [ping(T, "start", { run: "a" }), ...next], outage)
      expect(state).toMatchObject({ status: "up", isRunning: false })
    })

    it("moves the end of the run if no run is expected", () => {
      const rules = { ...limited, lateAfterMs: null }
      const pings = [ping(T, "start")]
      expect(stateAt(rules, T + 21 * MINUTE, pings, outage).status).toBe("unknown")
      expect(stateAt(rules, T + 23 * MINUTE, pings, outage).memory.fault).toEqual({
        kind: "tooLong",
        at: T + 22 * MINUTE
      })
    })
  })
})
