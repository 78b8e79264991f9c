import { parseCron, parseOnCalendar, type Schedule } from "@mon/model"
import { describe, expect, it } from "vitest"
import { advisePeriod, adviseZone } from "../../src/heartbeats/adviseHeartbeat.ts"
import { scheduleAdvice } from "../../src/heartbeats/scheduleAdvice.ts"
import { expectedBy, expectedEvery } from "../../src/heartbeats/expectedRuns.ts"
import { DAY, HOUR, MINUTE, SECOND } from "./job.ts"

const cron = (expression: string, zone = "UTC"): Schedule => {
  const parsed = parseCron(expression, zone)
  if (parsed._tag === "Fault") throw new Error(parsed.message)
  return parsed.schedule
}

const others = ["UTC", "America/New_York", "Europe/Berlin", "Asia/Kolkata"]

describe("the time zone of a schedule", () => {
  const T = Date.UTC(2026, 6, 1)
  const daily = (hour: number) => [0, 1].map((day) => T + day * DAY + hour * HOUR)

  it.each([
    { runs: "in Berlin", schedule: cron("0 3 * * *"), current: "UTC", begins: daily(1), zones: ["Europe/Berlin"] },
    { runs: "in New York", schedule: cron("0 3 * * *"), current: "UTC", begins: daily(7), zones: ["America/New_York"] },
    { runs: "in Kolkata", schedule: cron("0 12 * * *"), current: "UTC", begins: daily(6.5), zones: ["Asia/Kolkata"] },
    {
      runs: "in UTC",
      schedule: cron("0 3 * * *", "Europe/Berlin"),
      current: "Europe/Berlin",
      begins: daily(3),
      zones: ["UTC"]
    }
  ])("is advised for a host that runs $runs", ({ begins, current, schedule, zones }) => {
    expect(adviseZone(schedule, begins, { current, others })?.timeZones).toEqual(zones)
    const later = begins.map((begin) => begin + 40 * SECOND)
    expect(adviseZone(schedule, later, { current, others })?.timeZones).toEqual(zones)
  })

  it.each([
    { runs: "fit", begins: daily(3) },
    { runs: "are late by minutes", begins: daily(3).map((begin) => begin + 20 * MINUTE) },
    { runs: "are off by different times", begins: [T + HOUR, T + DAY + 2 * HOUR] },
    { runs: "are too few", begins: [T + HOUR] }
  ])("is not advised for runs that $runs", ({ begins }) => {
    expect(adviseZone(cron("0 3 * * *"), begins, { current: "UTC", others })).toBeNull()
  })

  it("is not visible in the times of a job that runs every hour", () => {
    expect(adviseZone(cron("0 * * * *"), daily(1), { current: "UTC", others })).toBeNull()
  })
})

const every = (gap: number, count = 6) => Array.from({ length: count }, (_, index) => index * gap)

describe("the period of a heartbeat", () => {
  it.each([
    { is: "too short", everyMs: HOUR, gap: DAY + 20 * SECOND, better: DAY },
    { is: "too long", everyMs: 30 * DAY, gap: DAY, better: DAY },
    { is: "unusual", everyMs: HOUR, gap: 100 * MINUTE, better: 100 * MINUTE }
  ])("that is $is has a better one", ({ better, everyMs, gap }) => {
    expect(advisePeriod({ everyMs, lateAfterMs: 5 * MINUTE }, every(gap))).toBe(better)
  })

  it("is advised after five gaps, and only if they are regular and do not fit", () => {
    const rules = { everyMs: HOUR, lateAfterMs: 5 * MINUTE }
    expect(advisePeriod(rules, every(DAY, 5))).toBeNull()
    expect(advisePeriod(rules, every(HOUR))).toBeNull()
    expect(advisePeriod(rules, every(55 * MINUTE))).toBeNull()
    expect(
      advisePeriod(
        rules,
        [0, 1, 2, 3, 4, 100].map((hour) => hour * HOUR)
      )
    ).toBeNull()
  })
})

describe("the run that is expected", () => {
  it("is the next time of the schedule", () => {
    const expected = expectedBy(cron("0 3 * * *"))
    expect(expected(Date.UTC(2026, 6, 1, 3, 20))).toEqual({
      at: Date.UTC(2026, 6, 2, 3),
      from: Date.UTC(2026, 6, 2, 2, 59)
    })
  })

  it("is not that of a run which began a minute early by the clock of its host", () => {
    const expected = expectedBy(cron("0 3 * * *"))
    expect(expected(Date.UTC(2026, 6, 1, 2, 59))?.at).toBe(Date.UTC(2026, 6, 2, 3))
    expect(expected(Date.UTC(2026, 6, 1, 2, 58))?.at).toBe(Date.UTC(2026, 6, 1, 3))
    expect(expectedBy(cron("* * * * *"))(Date.UTC(2026, 6, 1, 2, 59, 55))?.at).toBe(Date.UTC(2026, 6, 1, 3, 1))
    expect(expectedBy(cron("* * * * *"))(Date.UTC(2026, 6, 1, 2, 59, 50))?.at).toBe(Date.UTC(2026, 6, 1, 3))
  })

  it("is none if the schedule has no more times", () => {
    const parsed = parseOnCalendar("2020-01-01", "UTC")
    const expected = parsed._tag === "Schedule" ? expectedBy(parsed.schedule) : null
    expect(expected?.(Date.UTC(2026, 0, 1))).toBeNull()
  })

  it("is a period after the last one, and may be a tenth of it early", () => {
    expect(expectedEvery(HOUR)(0)).toEqual({ at: HOUR, from: 54 * MINUTE })
  })
})

describe("the advice about the schedule of a heartbeat", () => {
  const nightly = [Date.UTC(2026, 6, 1, 1), Date.UTC(2026, 6, 2, 1)]

  it("names the time zone of the host", () => {
    expect(scheduleAdvice({ cron: "0 3 * * *" }, 300, nightly)).toEqual({
      kind: "timeZone",
      offsetMinutes: -120,
      timeZones: ["Europe/Berlin"],
      every: null,
      message: "The last runs began 120 minutes early. In Europe/Berlin, they fit the schedule."
    })
    expect(scheduleAdvice({ onCalendar: "03:00", timeZone: "Europe/Berlin" }, 300, nightly)).toBeNull()
  })

  it("names the period of the last runs", () => {
    const hourly = [0, 1, 2, 3, 4, 5].map((hour) => hour * 3_600_000)
    expect(scheduleAdvice({ every: 60 }, 60, hourly)).toEqual({
      kind: "period",
      offsetMinutes: null,
      timeZones: [],
      every: 3_600,
      message: "The last runs were about 3600 s apart."
    })
    expect(scheduleAdvice({ every: 3_600 }, null, hourly)).toBeNull()
    expect(scheduleAdvice({ every: 60 }, 60, [])).toBeNull()
  })
})
