import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { defaultConfirmationPolicy } from "@mon/model"
import {
  type DomainMemory,
  type DomainStep,
  type CheckFact,
  newDomainMemory,
  nextOnGrid,
  stepDomain
} from "./specification/stepDomain.ts"

const interval = 300_000
const check = (at: number, verdict: CheckFact["verdict"], more: Partial<CheckFact> = {}): CheckFact => ({
  at,
  verdict,
  deterministic: false,
  suppressed: false,
  ...more
})

const run = (checks: ReadonlyArray<CheckFact>, memory: DomainMemory = newDomainMemory, intervalMs = interval) => {
  const steps: Array<DomainStep> = []
  for (const fact of checks)
    steps.push(stepDomain(steps.at(-1)?.memory ?? memory, fact, intervalMs, defaultConfirmationPolicy))
  return steps
}
const up: DomainMemory = { ...newDomainMemory, state: "up" }
const down: DomainMemory = { ...newDomainMemory, state: "down" }

describe("the state of a domain", () => {
  it("becomes up with the first successful check", () => {
    const [step] = run([check(1, "up")])
    expect(step?.memory.state).toBe("up")
    expect(step?.transition).toEqual({ _tag: "BecameUp", since: 1, from: "unknown" })
    expect(step?.next).toEqual({ _tag: "Grid", periodMs: interval })
  })

  it("becomes down with the third failed check in a row, since the first", () => {
    const steps = run([check(10, "down"), check(20, "down"), check(30, "down")], up)
    expect(steps.map((step) => step.transition._tag)).toEqual(["None", "None", "BecameDown"])
    expect(steps[2]?.transition).toEqual({ _tag: "BecameDown", since: 10, from: "up" })
    expect(steps[0]?.next).toEqual({ _tag: "After", delayMs: 30_000 })
    expect(steps[2]?.next).toEqual({ _tag: "Grid", periodMs: 60_000 })
  })

  it("is checked again three seconds after the first failure of a new monitor", () => {
    expect(run([check(10, "down")])[0]?.next).toEqual({ _tag: "After", delayMs: 3_000 })
  })

  it("is confirmed after half the interval when that is shorter", () => {
    expect(run([check(10, "down")], up, 20_000)[0]?.next).toEqual({ _tag: "After", delayMs: 10_000 })
  })

  it("becomes down with the second deterministic failure in a row", () => {
    const sure = { deterministic: true }
    expect(run([check(1, "down", sure), check(2, "down", sure)], up)[1]?.memory.state).toBe("down")
    expect(
      run([check(1, "down", sure), check(2, "down"), check(3, "down", sure)], up).map((s) => s.memory.state)
    ).toEqual(["up", "up", "down"])
  })

  it("does not count failed checks before a successful one", () => {
    const steps = run([check(1, "down"), check(2, "down"), check(3, "up"), check(4, "down"), check(5, "down")], up)
    expect(steps.at(-1)?.memory.state).toBe("up")
    expect(steps.at(-1)?.memory.streakStartedAt).toBe(4)
  })

  it("becomes up again with two successful checks in a row, since the first of them", () => {
    const steps = run([check(1, "up"), check(2, "down"), check(3, "up"), check(4, "up")], down)
    expect(steps.map((step) => step.memory.state)).toEqual(["down", "down", "down", "up"])
    expect(steps[3]?.transition).toEqual({ _tag: "BecameUp", since: 3, from: "down" })
    expect(steps[0]?.next).toEqual({ _tag: "After", delayMs: 30_000 })
  })

  it("does not change when the probe itself failed", () => {
    for (const memory of [newDomainMemory, up, down, { ...up, failures: 2, streakStartedAt: 7 }]) {
      const [step] = run([check(9, "unknown")], memory)
      expect(step?.memory).toEqual(memory)
      expect(step?.transition._tag).toBe("None")
    }
  })

  it("does not change while verdicts are suppressed, and later changes since the first check", () => {
    const suppressed = { suppressed: true }
    const steps = run(
      [1, 2, 3, 4, 5].map((at) => check(at, "down", at < 5 ? suppressed : {})),
      up
    )
    expect(steps.map((step) => step.memory.state)).toEqual(["up", "up", "up", "up", "down"])
    expect(steps[4]?.transition).toEqual({ _tag: "BecameDown", since: 1, from: "up" })
  })

  it("never becomes down without enough failures since the last success, nor up again without enough successes", () => {
    const fact = fc.record({
      verdict: fc.constantFrom("up", "down", "unknown" as const),
      deterministic: fc.boolean(),
      suppressed: fc.boolean()
    })
    fc.assert(
      fc.property(fc.array(fact, { maxLength: 40 }), (facts) => {
        const checks = facts.map((f, at) =>
          check(at, f.verdict, { ...f, deterministic: f.deterministic && f.verdict === "down" })
        )
        run(checks).forEach((step, index) => {
          if (step.transition._tag === "None") return
          const wanted = step.transition._tag === "BecameDown" ? "down" : "up"
          const counted = checks.slice(0, index + 1).filter((l) => l.verdict !== "unknown")
          const lastOther = counted.map((l) => l.verdict).lastIndexOf(wanted === "down" ? "up" : "down")
          const row = counted.slice(lastOther + 1)
          const needed = wanted === "down" ? 2 : step.transition.from === "down" ? 2 : 1
          expect(row.length).toBeGreaterThanOrEqual(needed)
          if (step.transition.from !== "unknown" || wanted === "down") expect(step.transition.since).toBe(row[0]?.at)
        })
      })
    )
  })
})

describe("the grid of due times", () => {
  it("has its next point within one period and never drifts", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 86_400_000 }),
        fc.nat(2 ** 48 - 1),
        fc.nat(2 ** 41),
        (period, phase, after) => {
          const next = nextOnGrid(period, phase, after)
          return next > after && next - after <= period && (next - (phase % period)) % period === 0
        }
      )
    )
  })
})
