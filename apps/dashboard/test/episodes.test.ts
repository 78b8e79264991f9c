import type { Incident } from "@mon/model"
import { describe, expect, it } from "vitest"
import { episodesOf } from "../src/incident/episodes.ts"

const HOUR_MS = 3_600_000
const now = Date.UTC(2026, 10, 23, 12)

const incident = (id: string, domainId: string, hoursAgo: number): Incident =>
  ({ id, domainId, startedAt: new Date(now - hoursAgo * HOUR_MS).toISOString() }) as Incident

const shown = (...incidents: ReadonlyArray<Incident>) => episodesOf(incidents).map((one) => one.map(({ id }) => id))

describe("the list of incidents", () => {
  it("has one entry for the incidents of a flapping domain", () => {
    expect(
      shown(
        incident("a3", "a", 1),
        incident("b", "b", 2),
        incident("a2", "a", 3),
        incident("a1", "a", 20),
        incident("a0", "a", 26)
      )
    ).toEqual([["a3", "a2", "a1"], ["b"], ["a0"]])
  })

  it("has an entry for each of two incidents, and for those of different days", () => {
    expect(shown(incident("a2", "a", 1), incident("a1", "a", 2))).toEqual([["a2"], ["a1"]])
    expect(shown(incident("a3", "a", 1), incident("a2", "a", 30), incident("a1", "a", 60))).toEqual([
      ["a3"],
      ["a2"],
      ["a1"]
    ])
  })
})
