import fc from "fast-check"
import { test } from "vitest"
import { verifiesAlike } from "./signatureDifferential.ts"

test("verifies what mailauth verifies, of signed, sealed and damaged messages", async () => {
  await fc.assert(verifiesAlike, { numRuns: 150 })
})
