import { expect, it } from "vitest"
import { compareWithWallClocks } from "./wallClocks.ts"

it("agrees with wall clocks over both clock changes: 10,000 random windows in 40 zones", () => {
  expect(compareWithWallClocks({ windows: 10_000, zones: 40, seed: 2 })).toEqual({
    windows: 10_000,
    zones: 40,
    wrongMinutes: 0
  })
}, 600_000)
