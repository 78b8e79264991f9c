import type { DomainPeriod, ReportFacts } from "@mon/core-store"
import { describe, expect, it } from "vitest"
import { availabilityReport } from "../src/reports/availabilityReport.ts"
import { daysIn, instantsOf, lastMonth } from "../src/reports/reportPeriod.ts"

const domain = (more: Partial<DomainPeriod>): DomainPeriod => ({
  id: "1",
  name: "Shop",
  url: "https://example.com",
  tags: [],
  upSeconds: 0,
  downSeconds: 0,
  incidents: 0,
  repairSeconds: [],
  openRepairs: 0,
  longestDownSeconds: 0,
  maintenanceSeconds: 0,
  responseP50Ms: null,
  responseP95Ms: null,
  certificateExpiresAt: null,
  registrationExpiresAt: null,
  emailHealthEnabled: true,
  emailHealthScore: null,
  emailHealthScoreBefore: null,
  ...more
})

const reportOf = (facts: Partial<ReportFacts>, targetPercent: number | null = null) =>
  availabilityReport(
    { domains: [], allDomains: facts.domains?.length ?? 0, incidents: [], allIncidents: 0, ...facts },
    {
      from: new Date("2026-10-01T00:00:00Z"),
      to: new Date("2026-11-01T00:00:00Z"),
      timezone: "UTC",
      tag: null,
      targetPercent
    },
    "en"
  )

describe("the uptime of a report", () => {
  it("is never rounded up, neither to 100 nor to the target", () => {
    const almost = domain({ upSeconds: 31_536_000, downSeconds: 1 })
    expect(reportOf({ domains: [almost] }).total.uptimePercent).toBe(99.9999)
    const missed = domain({ upSeconds: 9_989_999, downSeconds: 10_001 })
    expect(reportOf({ domains: [missed] }, 99.9).total).toMatchObject({ uptimePercent: 99.8999, isTargetMet: false })
    const met = domain({ upSeconds: 9_990_000, downSeconds: 10_000 })
    expect(reportOf({ domains: [met] }, 99.9).total).toMatchObject({ uptimePercent: 99.9, isTargetMet: true })
  })

  it("of several domains is that of all their watched time, for each tag and in total", () => {
    const { domains, tags, total } = reportOf(
      {
        domains: [
          domain({ id: "1", tags: ["b", "a"], upSeconds: 900, downSeconds: 100, incidents: 1 }),
          domain({ id: "2", tags: ["a"], upSeconds: 100 }),
          domain({ id: "3" })
        ]
      },
      90
    )
    expect(total).toEqual({
      domains: 3,
      uptimePercent: 90.909,
      watchedSeconds: 1_100,
      downSeconds: 100,
      incidents: 1,
      isTargetMet: true,
      repairs: 0,
      repairMedianSeconds: null,
      openRepairs: 0
    })
    expect(tags.map(({ domains: count, name, uptimePercent }) => [name, count, uptimePercent])).toEqual([
      ["a", 2, 90.909],
      ["b", 1, 90]
    ])
    expect(domains.map(({ isTargetMet, uptimePercent }) => [uptimePercent, isTargetMet])).toEqual([
      [90, true],
      [100, true],
      [null, null]
    ])
  })
})

describe("the time to repair in a report", () => {
  const times = (...repairSeconds: ReadonlyArray<number>) => domain({ repairSeconds, openRepairs: 1 })

  it("is the median of all repairs of the domains together, not of their medians", () => {
    const { domains, total } = reportOf({ domains: [times(60), times(7_200, 60, 90, 120, 3_600), times()] })
    expect(domains.map(({ repairMedianSeconds, repairs }) => [repairs, repairMedianSeconds])).toEqual([
      [1, 60],
      [5, 120],
      [0, null]
    ])
    expect(total).toMatchObject({ repairs: 6, repairMedianSeconds: 105, openRepairs: 3 })
  })
})

describe("the incidents of a report", () => {
  const incident = {
    id: "1",
    domainId: "1",
    domainName: "Shop",
    startedAt: new Date("2026-10-10T10:00:00Z"),
    resolvedAt: null,
    downSeconds: 60
  }

  it("have the first line of the diagnosis, or none if the stored facts cannot be read", () => {
    const facts = { check: { outcome: "dns_nxdomain" } }
    const { incidents } = reportOf({
      incidents: [
        { ...incident, diagnosisFacts: facts },
        { ...incident, diagnosisFacts: { check: 7 } },
        { ...incident, diagnosisFacts: null }
      ]
    })
    expect(incidents.map(({ cause }) => typeof cause)).toEqual(["string", "object", "object"])
  })

  it("and domains beyond the limits are counted", () => {
    expect(reportOf({ domains: [domain({})], allDomains: 501, allIncidents: 3 })).toMatchObject({
      domainsLeftOut: 500,
      incidentsLeftOut: 3
    })
  })
})

describe("the period of a report", () => {
  it("is the last whole month by default, also across the end of a year", () => {
    expect(lastMonth("2026-11-23")).toEqual({ first: "2026-10-01", last: "2026-10-31" })
    expect(lastMonth("2027-01-01")).toEqual({ first: "2026-12-01", last: "2026-12-31" })
    expect(lastMonth("2028-03-31")).toEqual({ first: "2028-02-01", last: "2028-02-29" })
  })

  it("begins and ends with days of its time zone, also when the clocks change", () => {
    const october = { first: "2026-10-01", last: "2026-10-31" }
    expect(daysIn(october)).toBe(31)
    expect(instantsOf(october, "Europe/Berlin")).toEqual({
      from: new Date("2026-09-30T22:00:00Z"),
      to: new Date("2026-10-31T23:00:00Z")
    })
  })
})
