// An interrupted apply makes all changes or no changes.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { cutApplies } from "../CutApplies.ts"
import { openWorld, type World } from "../World.ts"

/**
 * The step is a prime number, so that different statements are cut. `config-applies.long.test.ts` cuts every statement.
 */
const STEP = 89

describe("applying a configuration file while the database connection ends", () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  it("leaves all or nothing, wherever it ends", async () => {
    const { cuts, outcomes } = await cutApplies(world, STEP)
    expect(cuts).toBeGreaterThan(1)
    expect(outcomes.get("partly") ?? 0).toBe(0)
    expect(outcomes.get("nothing") ?? 0).toBeGreaterThan(0)
  }, 180_000)
})
