import { assert, describe, it } from "vitest"
import { assessSimulation, LONGEST_DELAY_SECONDS } from "./ownNetwork/assessSimulation.ts"

const SEED = 20_261_122

describe("20 monitors whose worker loses its network 1 % of the time", () => {
  for (const workers of [1, 2]) {
    it(`have no false incident and the true ones in time in 40 days, with ${workers} worker processes`, () => {
      const found = assessSimulation({ days: 40, seed: SEED, workers })
      assert.deepStrictEqual(found.falseIncidents, [])
      assert.deepStrictEqual(found.wrong, [])
      assert.isAbove(found.undisturbed.count, 20)
      assert.isAtMost(found.undisturbed.p99, LONGEST_DELAY_SECONDS)
      assert.isAtMost(found.begunWhileAway.p99, LONGEST_DELAY_SECONDS)
    })
  }

  it("have false incidents without the guard, so that the simulation proves something", () => {
    assert.isAbove(assessSimulation({ days: 5, seed: SEED, isGuarded: false }).falseIncidents.length, 10)
  })
})
