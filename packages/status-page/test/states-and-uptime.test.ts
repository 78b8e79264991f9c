import { describe, expect, it } from "vitest"
import { componentDays, componentState, type MonitorCondition, pageIndicator, uptimePercentOf } from "../src/index.ts"
import { english } from "../src/words/english.ts"
import { lengthText } from "../src/words/times.ts"
import { makeComponent, makePage, makePost } from "./examplePage.ts"

const monitor = (state: MonitorCondition["state"], isInMaintenance = false): MonitorCondition => ({
  state,
  isInMaintenance
})

const stateOf = (...monitors: ReadonlyArray<MonitorCondition>) =>
  componentState({ override: null, isInPostedMaintenance: false, monitors })

describe("the state of a component", () => {
  it.each([
    ["that nothing watches is unknown", [], "unknown"],
    ["follows its monitors", [monitor("up"), monitor("up")], "operational"],
    ["is a partial outage while some monitors are down", [monitor("up"), monitor("down")], "partial_outage"],
    ["is a major outage while all monitors are down", [monitor("down"), monitor("down")], "major_outage"],
    ["does not count monitors without a verdict beside others", [monitor("down"), monitor("unknown")], "major_outage"],
    ["is degraded while a monitor is slow", [monitor("up"), monitor("degraded")], "degraded_performance"],
    [
      "is under maintenance while a window covers a monitor",
      [monitor("up"), monitor("down", true)],
      "under_maintenance"
    ],
    ["does not hide an outage behind maintenance", [monitor("down"), monitor("up", true)], "major_outage"],
    ["is unknown without any verdict", [monitor("unknown"), monitor("paused")], "unknown"],
    ["does not wait for all monitors", [monitor("unknown"), monitor("up")], "operational"]
  ] as const)("%s", (_, monitors, expected) => {
    expect(stateOf(...monitors)).toBe(expected)
  })

  it("is what a person says, whatever the monitors say", () => {
    const conditions = { isInPostedMaintenance: true, monitors: [monitor("down")] }
    expect(componentState({ ...conditions, override: "operational" })).toBe("operational")
    expect(componentState({ ...conditions, override: null })).toBe("under_maintenance")
  })
})

const of = (...states: ReadonlyArray<Parameters<typeof makeComponent>[1]>) =>
  makePage({ components: states.map((parts, index) => makeComponent(index, parts)) })

describe("the state of a page", () => {
  it("is that of its components", () => {
    expect(pageIndicator(of({}, {}))).toBe("none")
    expect(pageIndicator(of({}, { state: "degraded_performance" }))).toBe("minor")
    expect(pageIndicator(of({}, { state: "partial_outage" }))).toBe("major")
    expect(pageIndicator(of({}, { state: "major_outage" }))).toBe("major")
    expect(pageIndicator(of({ state: "unknown" }, { state: "major_outage" }))).toBe("critical")
    expect(pageIndicator(of({}, { state: "under_maintenance" }))).toBe("maintenance")
    expect(pageIndicator(of())).toBe("none")
  })

  it("is at least the impact of an open incident", () => {
    expect(pageIndicator(makePage({ posts: [makePost(1, { impact: "critical" })] }))).toBe("critical")
    expect(pageIndicator(makePage({ posts: [makePost(1, { impact: "critical", state: "resolved" })] }))).toBe("none")
  })
})

const dayWith = (date: string, down: number) => ({ date, up: 86_400 - down, down, maintenance: 0, unwatched: 0 })

describe("the uptime of a component", () => {
  it("counts a short fault of one of many monitors, and is 100 only without any", () => {
    const now = Date.parse("2026-11-27T12:00:00Z")
    const dates = Array.from({ length: 90 }, (_, index) =>
      new Date(now - index * 86_400_000).toISOString().slice(0, 10)
    )
    const monitors = (down: number) =>
      Array.from({ length: 150 }, (_, index) => dates.map((date) => dayWith(date, index === 0 ? down : 0)))
    expect(uptimePercentOf(componentDays(monitors(0), now))).toBe(100)
    expect(uptimePercentOf(componentDays(monitors(60), now))).toBe(99.99)
    const once = [dates.map((date, index) => dayWith(date, index === 0 ? 1 : 0))]
    expect(uptimePercentOf(componentDays(once, now))).toBe(99.99)
  })

  const day = { date: "2026-11-22", up: 86_399, down: 1, maintenance: 0, unwatched: 0 }

  it("leaves maintenance and unwatched time out", () => {
    expect(uptimePercentOf([{ ...day, up: 100, down: 100, maintenance: 50_000, unwatched: 36_200 }])).toBe(50)
    expect(uptimePercentOf([{ ...day, up: 0, down: 0, unwatched: 86_400 }])).toBeNull()
  })

  it("is rounded down, so that a second of downtime shows", () => {
    expect(uptimePercentOf([day, { ...day, up: 86_400 * 89, down: 0 }])).toBe(99.99)
  })

  it("averages monitors, and shows days without data as unwatched, today until now", () => {
    const first = { ...day, date: "2026-11-20", up: 86_400, down: 0 }
    const days = componentDays(
      [[first, { ...first, date: "2026-11-22", up: 0, down: 86_400 }], [{ ...first, date: "2026-11-22" }]],
      Date.parse("2026-11-23T05:00:00Z")
    )
    expect(days.map(({ date }) => date)).toEqual(["2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23"])
    expect(days[1]).toMatchObject({ up: 0, unwatched: 86_400 })
    expect(days[2]).toMatchObject({ up: 43_200, down: 43_200 })
    expect(days[3]).toMatchObject({ up: 0, unwatched: 5 * 3_600 })
  })
})

it.each([
  [0, "0 s"],
  [179, "2 min 59 s"],
  [180, "3 min"],
  [10_799, "2 h 59 min"],
  [86_405, "1 day"],
  [180_000, "2 days 2 h"]
])("%d seconds are given in at most two adjacent units", (seconds, text) => {
  expect(lengthText(seconds, english)).toBe(text)
})
