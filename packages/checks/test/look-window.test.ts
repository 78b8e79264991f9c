import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { makeLookWindow, type SeenLook } from "../src/ownNetwork/LookWindow.ts"

const look = (at: number, domain: string, silent: boolean): SeenLook => ({ at, domain, silent })

describe("the window of looks", () => {
  it("counts looks, silent looks and the domains of silent looks", () => {
    const window = makeLookWindow(60_000)
    window.add(look(0, "a.example", true))
    window.add(look(1, "a.example", true))
    window.add(look(2, "b.example", true))
    window.add(look(3, "c.example", false))
    assert.deepStrictEqual(window.summary(4), { looks: 4, silentLooks: 3, silentDomains: 2 })
    assert.isTrue(window.isSilent("a.example"))
    assert.isFalse(window.isSilent("c.example"))
  })

  it("forgets a look when it is as old as the window is long", () => {
    const window = makeLookWindow(60_000)
    window.add(look(0, "a.example", true))
    assert.strictEqual(window.summary(59_999).looks, 1)
    assert.deepStrictEqual(window.summary(60_000), { looks: 0, silentLooks: 0, silentDomains: 0 })
  })

  it("says what counting all looks anew says, over thousands of looks", () => {
    const looks = fc.array(
      fc.record({
        wait: fc.integer({ min: 0, max: 40 }),
        domain: fc.integer({ min: 0, max: 9 }),
        silent: fc.boolean()
      }),
      { minLength: 1, maxLength: 3_000, size: "max" }
    )
    fc.assert(
      fc.property(looks, (steps) => {
        const window = makeLookWindow(1_000)
        const all: Array<SeenLook> = []
        let at = 0
        for (const step of steps) {
          at += step.wait
          const seen = look(at, `d${step.domain}.example`, step.silent)
          all.push(seen)
          window.add(seen)
        }
        const live = all.filter((seen) => seen.at > at - 1_000)
        const silent = live.filter((seen) => seen.silent)
        assert.deepStrictEqual(window.summary(at), {
          looks: live.length,
          silentLooks: silent.length,
          silentDomains: new Set(silent.map((seen) => seen.domain)).size
        })
      }),
      { numRuns: 30 }
    )
  })
})
