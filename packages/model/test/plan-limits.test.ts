import { describe, expect, it } from "vitest"
import { canonicalTimeZone, effectivePlan, isTimeZone, keyStateOf, planTable, timeZones } from "../src/index.ts"

describe("plans", () => {
  it("hold the limits that users see", () => {
    const rows = (["free", "pro", "agency"] as const).map((plan) => planTable[plan])
    expect(rows.map((plan) => plan.requestsPerMinute)).toEqual([20, 100, 500])
    expect(rows.map((plan) => plan.domainMonitors)).toEqual([5, 100, 1_000])
    expect(rows.map((plan) => plan.pageMonitors)).toEqual([5, 100, 1_000])
    expect(rows.map((plan) => plan.minDomainIntervalSeconds)).toEqual([900, 300, 59])
    expect(rows.map((plan) => plan.minUrlIntervalSeconds)).toEqual([86_400, 10_800, 3_600])
    expect(rows.map((plan) => plan.teamMembers)).toEqual([0, 5, 20])
    expect(rows.map((plan) => plan.annualSimulationCredits)).toEqual([60, 1_200, 12_000])
  })

  it("hold the limits of API keys, and the newest keys beyond them stop", () => {
    expect((["free", "pro", "agency"] as const).map((plan) => planTable[plan].apiKeys)).toEqual([2, 10, 20])
    const states = [0, 1, 2, 3].map((olderKeys) => keyStateOf({ isExpired: false, olderKeys }, planTable.free.apiKeys))
    expect(states).toEqual(["active", "active", "over_limit", "over_limit"])
    expect(keyStateOf({ isExpired: true, olderKeys: 5 }, planTable.free.apiKeys)).toBe("expired")
  })

  it("behave as Free from the moment they expire", () => {
    const end = new Date("2026-06-01T00:00:00Z")
    expect(effectivePlan("agency", end, new Date(end.getTime() - 1))).toBe("agency")
    expect(effectivePlan("agency", end, end)).toBe("free")
    expect(effectivePlan("agency", null, end)).toBe("agency")
  })
})

describe("time zones", () => {
  it("are IANA names", () => {
    for (const zone of ["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Asia/Calcutta", "Etc/GMT+3"]) {
      expect(isTimeZone(zone), zone).toBe(true)
    }
    for (const zone of ["", "+02:00", "Mars/Base", "Europe/Berlin\n", "europe", "UTC+1"]) {
      expect(isTimeZone(zone), zone).toBe(false)
    }
  })

  it.each([
    ["europe/berlin", "Europe/Berlin"],
    ["EUROPE/BERLIN", "Europe/Berlin"],
    ["utc", "UTC"],
    ["Etc/UTC", "UTC"],
    ["US/Pacific", "America/Los_Angeles"],
    ["Asia/Calcutta", "Asia/Kolkata"],
    ["asia/kolkata", "Asia/Kolkata"],
    ["Europe/Kiev", "Europe/Kyiv"],
    ["Etc/GMT+3", "Etc/GMT+3"],
    ["America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"]
  ])("%s has the canonical name %s", (name, canonical) => {
    expect(canonicalTimeZone(name)).toBe(canonical)
    expect(canonicalTimeZone(canonical)).toBe(canonical)
  })

  it("are found again among more names than are cached", () => {
    const unknown = Array.from({ length: 1_300 }, (_, index) => `Mars/Base${index}`)
    expect(unknown.filter((name) => canonicalTimeZone(name) !== null)).toEqual([])
    expect([canonicalTimeZone("Mars/Base0"), canonicalTimeZone("us/pacific")]).toEqual([null, "America/Los_Angeles"])
  })

  it("are listed by their canonical names", () => {
    expect(timeZones.filter((zone) => canonicalTimeZone(zone) !== zone)).toEqual([])
    expect(timeZones).toEqual(expect.arrayContaining(["UTC", "Europe/Berlin", "Asia/Kolkata"]))
  })
})
