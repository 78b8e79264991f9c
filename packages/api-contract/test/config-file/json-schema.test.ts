import { expect, it } from "vitest"
import { differences, validate } from "./schemaDifferences.ts"
import { wholeFile } from "./wholeFile.ts"

it("accepts the whole file", () => {
  validate(wholeFile)
  expect(validate.errors).toBeNull()
})

it(
  "refuses what the reader refuses, and accepts what it accepts",
  () => {
    expect(differences(1_000, 7)).toEqual([])
  },
  // 1.3 s on an idle machine.
  120_000
)
