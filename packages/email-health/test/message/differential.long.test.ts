import fc from "fast-check"
import { test } from "vitest"
import { verifiesAlike } from "./signatureDifferential.ts"

test("verifies what mailauth verifies, of 5,000 signed, sealed and damaged messages", async () => {
  await fc.assert(verifiesAlike, { numRuns: 5_000 })
}, 600_000)
