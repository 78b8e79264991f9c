import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type LoopbackCheck, startLoopbackCheck } from "./robot/checks.ts"
import { MODES, runRobot } from "./robot/robot.ts"

const DOMAINS = 1_000

describe("a robot that publishes every record blindly in a real name server", () => {
  let loopback: LoopbackCheck
  beforeAll(async () => {
    loopback = await startLoopbackCheck()
  })
  afterAll(() => loopback.close())

  test.each(MODES)(
    "clears every promised finding of 1,000 broken domains and makes nothing worse (%o)",
    { timeout: 1_800_000 },
    async (mode) => {
      const complaints = []
      for (let seed = 1; seed <= DOMAINS; seed++)
        complaints.push(...(await runRobot(seed, mode, loopback.check)).complaints)
      expect(complaints).toEqual([])
    }
  )
})
