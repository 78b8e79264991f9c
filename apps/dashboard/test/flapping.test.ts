import { describe, expect, it } from "vitest"
import { flappingOf } from "../src/incident/flapping.ts"

const NOW = Date.parse("2026-11-27T12:00:00Z")
const at = (hour: number) => new Date(NOW - hour * 3_600_000).toISOString()
const outage = (domainId: string, hour: number, more: object = {}) => ({
  domainId,
  isAnnounced: true,
  resolution: "recovered" as const,
  startedAt: at(hour),
  resolvedAt: at(hour - 0.25),
  ...more
})
const open = { resolution: null, resolvedAt: null }

describe("a domain that changes its state too often", () => {
  it.each([
    ["has six changes in a day", [outage("a", 3), outage("a", 2), outage("a", 1)], [["a", 6]]],
    ["may be down now", [outage("a", 4), outage("a", 3), outage("a", 2), outage("a", 1, open)], [["a", 7]]],
    ["has no five changes", [outage("a", 3), outage("a", 2), outage("a", 1, open)], []],
    ["has no changes of earlier days", [outage("a", 25), outage("a", 2), outage("a", 1)], []],
    ["is not one under maintenance", [3, 2, 1].map((hour) => outage("a", hour, { isAnnounced: false })), []],
    ["is not the sum of others", [outage("a", 3), outage("b", 2), outage("c", 1)], []]
  ])("%s", (_, incidents, expected) => {
    expect([...flappingOf(incidents, NOW)]).toEqual(expected)
  })
})
