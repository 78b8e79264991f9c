import { describe, expect, it } from "vitest"
import { allMet, figure, formatReport, formatSection, isMet, type Target } from "../src/harness/Report.ts"
import { spread } from "../src/harness/Statistics.ts"

const atMost: Target = { name: "CPU", sense: "at most", limit: 1.25, unit: "x", value: 1.25 }
const atLeast: Target = { name: "Requests", sense: "at least", limit: 0.85, unit: "x", value: 0.84 }

const report = (...targets: ReadonlyArray<Target>) => ({ sections: [], notes: [], targets })

describe("report", () => {
  it("judges targets in their sense, the limit itself included", () => {
    expect(isMet(atMost)).toBe(true)
    expect(isMet({ ...atMost, value: 1.26 })).toBe(false)
    expect(isMet(atLeast)).toBe(false)
    expect(isMet({ ...atLeast, value: 0.85 })).toBe(true)
    expect(isMet({ ...atLeast, value: null })).toBeNull()
    expect(isMet({ ...atLeast, value: Number.NaN })).toBeNull()
  })

  it("forgives a missed stretch, not a missed or unmeasured target", () => {
    expect(allMet(report(atMost, { ...atLeast, stretch: true }))).toBe(true)
    expect(allMet(report(atMost, atLeast))).toBe(false)
    expect(allMet(report({ ...atMost, value: null }))).toBe(false)
  })

  it("rounds to what can be read", () => {
    expect([0.123456, 12.3456, 999.94, 12_345.6, 0, Number.NaN].map(figure)).toEqual([
      "0.1235",
      "12.35",
      "999.9",
      "12,346",
      "0",
      "-"
    ])
  })

  it("lines names up to the left and figures to the right", () => {
    const section = {
      title: "HTTP",
      columns: ["CPU", "busy"],
      rows: [
        { name: "peer", cells: [spread([1, 2, 9]), 0.5] },
        { name: "mon", cells: ["none", null] }
      ]
    }
    expect(formatSection(section).split("\n")).toEqual([
      "HTTP",
      "           CPU  busy",
      "peer  2 (1..9)   0.5",
      "mon       none     -"
    ])
  })

  it("says of every target whether it is met", () => {
    const text = formatReport({
      sections: [],
      notes: ["Names come out of memory."],
      targets: [atMost, { ...atLeast, stretch: true }]
    })
    expect(text).toContain("target   CPU at most 1.25x: 1.25x  met")
    expect(text).toContain("stretch  Requests at least 0.85x: 0.84x  MISSED")
    expect(text).toContain("- Names come out of memory.")
  })
})
