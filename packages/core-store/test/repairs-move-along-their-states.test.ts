import { repairLimits } from "@mon/model"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { nextLife, type RepairLife, type RepairObservation } from "../src/monitors/repairRow.ts"

/**
 * Parses an observation: "found", "gone" or "asked", with the state of the records, and "+" if at least one server has
 * the records.
 */
const observationOf = (text: string, at: number): RepairObservation => {
  const [tag = "", state = "unknown"] = text.replace("+", "").split(":")
  const records = state as "verified" | "pending" | "unknown"
  if (tag === "found") return { _tag: "Found", at }
  return tag === "gone" ? { _tag: "Gone", at, records } : { _tag: "Asked", at, records, isAnywhere: text.endsWith("+") }
}

const after = (...texts: ReadonlyArray<string>) =>
  texts.reduce<RepairLife | null>((life, text, n) => nextLife(life, observationOf(text, n)), null)

const stepsOf = (life: RepairLife | null) => life?.steps.map(({ at, step }) => `${step} ${at}`)

/** The steps that may follow each step. */
const EDGES: Readonly<Record<string, ReadonlyArray<string>>> = {
  opened: ["applied"],
  applied: ["verified", "reopened"],
  verified: ["closed", "reopened"],
  closed: ["reopened"],
  reopened: ["applied"]
}

describe("a repair", () => {
  it.each([
    ["begins when a check finds the problem", ["found", "found"], ["opened 0"]],
    ["does not begin without a problem", ["gone:verified", "asked:verified+"], undefined],
    [
      "goes through all states if the next check finds it everywhere",
      ["found", "gone:verified"],
      ["opened 0", "applied 1", "verified 1", "closed 1"]
    ],
    ["waits for servers that are behind", ["found", "gone:pending", "gone:unknown"], ["opened 0", "applied 1"]],
    [
      "is closed by the check after the servers were asked",
      ["found", "asked:pending+", "asked:verified+", "found", "gone:unknown"],
      ["opened 0", "applied 1", "verified 2", "closed 4"]
    ],
    ["stays open if nobody has the records", ["found", "asked:pending", "asked:unknown"], ["opened 0"]],
    [
      "is opened again if nobody has the records any more",
      ["found", "asked:pending+", "asked:pending"],
      ["opened 0", "applied 1", "reopened 2"]
    ],
    [
      "is not opened again by servers that do not answer",
      ["found", "asked:pending+", "asked:unknown"],
      ["opened 0", "applied 1"]
    ],
    [
      "is opened again if the problem returns, with its history",
      ["found", "gone:verified", "gone:verified", "found", "asked:verified+"],
      ["opened 0", "applied 1", "verified 1", "closed 1", "reopened 3", "applied 4", "verified 4"]
    ]
  ])("%s", (_, texts, expected) => {
    expect(stepsOf(after(...texts))).toEqual(expected)
  })

  it("measures each repair from the time when the problem was found last", () => {
    const life = after("found", "gone:verified", "found", "gone:verified")
    expect(life).toMatchObject({ state: "closed", openedAt: 2, closedAt: 3, reopened: 1 })
  })

  it("moves only along its states, forward in time, and keeps its history", () => {
    const observation = fc.constantFrom(
      "found",
      ...["verified", "pending", "unknown"].flatMap((state) => [`gone:${state}`, `asked:${state}`, `asked:${state}+`])
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(observation, fc.integer({ min: 0, max: 1_000 })), { maxLength: 60 }), (all) => {
        let life: RepairLife | null = null
        for (const [text, at] of all) {
          const next: RepairLife | null = nextLife(life, observationOf(text, at))
          if (life !== null && next === null) throw new Error("lost")
          if (life !== null && next !== null && next.steps.length < repairLimits.steps)
            expect(next.steps.slice(0, life.steps.length)).toEqual(life.steps)
          life = next
        }
        if (life === null) return
        const { appliedAt, closedAt, openedAt, state, steps, verifiedAt } = life
        expect(steps.length).toBeLessThanOrEqual(repairLimits.steps)
        expect(steps[0]?.step).toBe("opened")
        for (const [n, { at, step }] of steps.entries()) {
          const next = steps[n + 1]
          // The second step may be missing if old steps were left out.
          if (next === undefined || (n === 0 && steps.length === repairLimits.steps)) continue
          expect(EDGES[step]).toContain(next.step)
          expect(next.at).toBeGreaterThanOrEqual(at)
        }
        const times = [openedAt, appliedAt, verifiedAt, closedAt]
        expect(times.filter((time) => time !== null)).toHaveLength(
          1 + ["open", "applied", "verified", "closed"].indexOf(state)
        )
        expect(times.toSorted((a, b) => (a ?? Infinity) - (b ?? Infinity))).toEqual(times)
      })
    )
  })
})
