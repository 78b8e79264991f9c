import { describe, expect, it } from "vitest"
import type { Listing } from "@mon/email-health"
import { toEmailHealthResult } from "../src/index.ts"
import { reportOf } from "./emailHealthReport.ts"

const listing = (list: string, target: string, more: Partial<Listing> = {}): Listing => ({
  list,
  target,
  tier: 1,
  kind: "listed",
  shared: false,
  meanings: [],
  ...more
})

const finding = (severity: "critical" | "high" | "medium" | "low" | "info", message: string = severity) =>
  ({
    code: "spf_missing",
    severity,
    component: "spf",
    message,
    reference: "RFC 7208",
    fix: null,
    record: null
  }) as const

describe("the recorded part of a report", () => {
  it("contains scores, listings by name and findings, worst first", () => {
    const report = reportOf("example.com", {
      score: 55,
      grade: "F",
      checkedAt: "2026-11-21T08:15:00.250Z",
      dkim: { ...reportOf("example.com").dkim, status: "unknown", score: null },
      blacklist: {
        status: "fail",
        score: 0,
        weight: 10,
        listings: [
          listing("Zen", "192.0.2.9"),
          listing("Zen", "198.51.100.1", { shared: true }),
          listing("Zen", "198.51.100.2", { shared: true }),
          listing("Policy", "192.0.2.9", { kind: "policy" }),
          listing("Notes", "192.0.2.9", { kind: "info" }),
          listing("DBL", "example.com")
        ],
        checked: []
      },
      findings: [
        finding("low"),
        finding("info"),
        { ...finding("critical", "a\u0000b"), fix: { type: "TXT", host: "example.com", value: "v=spf1\u0000 -all" } },
        finding("high")
      ]
    })
    expect(toEmailHealthResult(report)).toEqual({
      checkedAt: Date.parse("2026-11-21T08:15:00.250Z"),
      score: 55,
      grade: "F",
      incomplete: false,
      components: {
        mx: { status: "ok", score: 100 },
        spf: { status: "ok", score: 100, finding: "spf_missing" },
        dkim: { status: "unknown", score: null },
        dmarc: { status: "ok", score: 100 },
        blacklist: { status: "fail", score: 0 }
      },
      listings: ["DBL: example.com", "Zen: 192.0.2.9", "Zen: shared mail hosts"],
      findings: [
        { severity: "critical", message: "ab", fix: { type: "TXT", host: "example.com", value: "v=spf1 -all" } },
        { severity: "high", message: "high", fix: null },
        { severity: "low", message: "low", fix: null }
      ],
      rubricVersion: "test"
    })
  })

  it("has a bounded size, whatever the report contains", () => {
    const result = toEmailHealthResult(
      reportOf("example.com", {
        blacklist: {
          status: "fail",
          score: 0,
          weight: 10,
          listings: Array.from({ length: 500 }, (_, n) => listing(`L${n}`, "x".repeat(1_000))),
          checked: []
        },
        findings: Array.from({ length: 500 }, () => finding("high", "x".repeat(5_000)))
      })
    )
    expect(result.listings.length).toBe(100)
    expect(result.findings.length).toBe(50)
    expect(JSON.stringify(result).length).toBeLessThan(80_000)
  })
})
