import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { makeCheckWindow, type SeenCheck } from "../src/ownNetwork/CheckWindow.ts"

const check = (at: number, domain: string, silent: boolean): SeenCheck => ({ at, domain, silent })

describe("the window of checks", () => {
  it("counts checks, silent checks and the domains of silent checks", () => {
    const window = makeCheckWindow(60_000)
    window.add(check(0, "a.example", true))
    window.add(check(1, "a.example", true))
    window.add(check(2, "b.example", true))
    window.add(check(3, "c.example", false))
    assert.deepStrictEqual(window.summary(4), { checks: 4, silentChecks: 3, silentDomains: 2 })
    assert.isTrue(window.isSilent("a.example"))
    assert.isFalse(window.isSilent("c.example"))
  })

  it("drops a check once it is as old as the window is long", () => {
    const window = makeCheckWindow(60_000)
    window.add(check(0, "a.example", true))
    assert.strictEqual(window.summary(59_999).checks, 1)
    assert.deepStrictEqual(window.summary(60_000), { checks: 0, silentChecks: 0, silentDomains: 0 })
  })

  it("matches a recount over thousands of checks", () => {
    const checks = fc.array(
      fc.record({
        wait: fc.integer({ min: 0, max: 40 }),
        domain: fc.integer({ min: 0, max: 9 }),
        silent: fc.boolean()
      }),
      { minLength: 1, maxLength: 3_000, size: "max" }
    )
    fc.assert(
      fc.property(checks, (steps) => {
        const window = makeCheckWindow(1_000)
        const all: Array<SeenCheck> = []
        let at = 0
        for (const step of steps) {
          at += step.wait
          const seen = check(at, `d${step.domain}.example`, step.silent)
          all.push(seen)
          window.add(seen)
        }
        const live = all.filter((seen) => seen.at > at - 1_000)
        const silent = live.filter((seen) => seen.silent)
        assert.deepStrictEqual(window.summary(at), {
          checks: live.length,
          silentChecks: silent.length,
          silentDomains: new Set(silent.map((seen) => seen.domain)).size
        })
      }),
      { numRuns: 30 }
    )
  })
})
