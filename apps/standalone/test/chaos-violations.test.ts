import { describe, expect, it } from "vitest"
import { countUnconfirmable, type MonitorEvidence, findViolations, type SiteEvidence } from "../chaos/findViolations.ts"

const criteria = {
  endAt: 1_000_000,
  failuresToDown: 3,
  successesToUp: 2,
  responseMs: 4_000,
  toleranceMs: 1_000,
  overdueMs: 25_000
}

/** A site that is down from 200,000 to 300,000 ms, and then up. */
const site: SiteEvidence = {
  hostname: "site.example.com",
  stateChanges: [
    { at: 0, up: true },
    { at: 200_000, up: false },
    { at: 300_000, up: true }
  ],
  requests: 100
}
const monitor: MonitorEvidence = {
  hostname: "site.example.com",
  state: "up",
  checks: Array.from({ length: 99 }, (_, index) => ({
    at: (index + 1) * 10_000,
    verdict: index >= 19 && index < 29 ? "down" : "up"
  })),
  nextAt: 1_001_000,
  incidents: [{ startedAt: 204_000, resolvedAt: 306_000 }],
  notified: [
    { incident: 0, word: "up" },
    { incident: 0, word: "down" }
  ]
}

const judge = (changes: Partial<MonitorEvidence>, ofSite: Partial<SiteEvidence> = {}) =>
  findViolations([{ ...site, ...ofSite }], [{ ...monitor, ...changes }], criteria)

describe("the violations of a chaos run", () => {
  it("finds nothing when every phase was confirmed and notified once", () => {
    expect(judge({})).toEqual([])
  })

  it("expects no incident for an outage with too few checks, and counts it", () => {
    const stateChanges = [
      { at: 0, up: true },
      { at: 200_000, up: false },
      { at: 215_000, up: true }
    ]
    const checks = monitor.checks.map(({ at }) => ({
      at,
      verdict: at === 200_000 || at === 210_000 ? ("down" as const) : ("up" as const)
    }))
    const evidence = { ...monitor, checks, incidents: [], notified: [] }
    expect(judge(evidence, { stateChanges })).toEqual([])
    expect(countUnconfirmable([{ ...site, stateChanges }], [evidence], criteria)).toEqual({
      phases: 3,
      unconfirmable: 1
    })
  })

  it("allows an incident of an outage in which a failed check was suspected to be the fault of the own network", () => {
    const stateChanges = [
      { at: 0, up: true },
      { at: 200_000, up: false },
      { at: 225_000, up: true }
    ]
    const verdicts = new Map<number, "down" | "unknown">([
      [200_000, "down"],
      [210_000, "unknown"],
      [220_000, "down"]
    ])
    const checks = monitor.checks.map(({ at }) => ({ at, verdict: verdicts.get(at) ?? ("up" as const) }))
    const incidents = [{ startedAt: 200_000, resolvedAt: 230_000 }]
    expect(judge({ checks, incidents }, { stateChanges })).toEqual([])
    expect(judge({ checks, incidents: [], notified: [] }, { stateChanges })).toEqual([])
  })

  it("counts two outages as one when the time between them had too few checks", () => {
    const stateChanges = [
      ...site.stateChanges.slice(0, 2),
      { at: 240_000, up: true },
      { at: 251_000, up: false },
      { at: 300_000, up: true }
    ]
    const checks = monitor.checks.map((check) => (check.at === 250_000 ? { ...check, verdict: "up" as const } : check))
    expect(judge({ checks }, { stateChanges })).toEqual([])
  })

  it.each<[string, Partial<MonitorEvidence>, RegExp]>([
    ["an incident that is missing", { incidents: [], notified: [] }, /has no incident/u],
    [
      "two incidents of one outage",
      { incidents: [...monitor.incidents, { startedAt: 250_000, resolvedAt: 306_000 }] },
      /has 2 incidents/u
    ],
    [
      "an incident while the site was up",
      { incidents: [...monitor.incidents, { startedAt: 500_000, resolvedAt: 510_000 }] },
      /when it was up/u
    ],
    ["an incident that stays open", { incidents: [{ startedAt: 204_000, resolvedAt: null }] }, /still open/u],
    [
      "an incident that ended while the site was down",
      { incidents: [{ startedAt: 204_000, resolvedAt: 250_000 }] },
      /was resolved at/u
    ],
    [
      "a duplicate notification",
      { notified: [...monitor.notified, { incident: 0, word: "down" }] },
      /"down" .* notified 2 times instead of 1/u
    ],
    ["a missing notification", { notified: [{ incident: 0, word: "down" }] }, /"up" .* notified 0 times instead of 1/u],
    [
      "a monitor that is no longer checked",
      { checks: monitor.checks.slice(0, 90) },
      /is overdue: its last check was at /u
    ],
    ["a monitor without a next check", { nextAt: null }, /no longer scheduled/u],
    [
      "more checks than requests",
      { checks: [...monitor.checks, ...monitor.checks.slice(-2)] },
      /has 101 checks, but received 100 requests/u
    ],
    ["a state that is not the site's", { state: "down" }, /is up, but its state is down/u]
  ])("finds %s", (_, changes, sentence) => {
    expect(judge(changes).join("\n")).toMatch(sentence)
  })

  it("finds a site without a monitor", () => {
    expect(findViolations([site], [], criteria)).toEqual(["site.example.com has no monitor"])
  })
})
