import { describe, expect, test } from "vitest"
import { checkInMemory } from "./robot/checks.ts"
import { breakDomain, FAULTS } from "./robot/faults.ts"
import { MODES, runRobot } from "./robot/robot.ts"

describe("a robot that publishes every record blindly", () => {
  test.each(MODES)("clears every promised finding of 100 broken domains and makes nothing worse (%o)", async (mode) => {
    const complaints = []
    for (let seed = 1; seed <= 100; seed++) complaints.push(...(await runRobot(seed, mode, checkInMemory)).complaints)
    expect(complaints).toEqual([])
  })

  test("knows more than a hundred faults, and meets each of them within 2,000 domains", () => {
    const known = Object.values(FAULTS).flatMap((faults) => Object.keys(faults))
    const met = new Set(Array.from({ length: 2_000 }, (_, seed) => breakDomain(seed).faults).flat())
    expect(known.length).toBeGreaterThan(100)
    expect(known.filter((name) => !met.has(name))).toEqual([])
  })
})
