import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readsCompressedNames, readsWhatWasWritten, survivesDamage } from "./codecFuzz.ts"

const expectEqual = (actual: unknown, expected: unknown): void => expect(actual).toEqual(expected)

/** `scripts/fuzz-codec.ts` runs the same for as long as one likes. */
describe("the codec beside dns-packet", () => {
  it("reads what was written", () => {
    expect(() => fc.assert(readsWhatWasWritten(expectEqual), { numRuns: 500 })).not.toThrow()
  })

  it("reads names that share endings", () => {
    expect(() => fc.assert(readsCompressedNames(expectEqual), { numRuns: 500 })).not.toThrow()
  })

  it("never throws or hangs on damaged bytes", () => {
    expect(() => fc.assert(survivesDamage(expectEqual), { numRuns: 3000 })).not.toThrow()
  })
})
