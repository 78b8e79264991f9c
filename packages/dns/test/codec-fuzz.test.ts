import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readsCompressedNames, readsWhatWasWritten, survivesDamage } from "./codecFuzz.ts"

const expectEqual = (actual: unknown, expected: unknown): void => expect(actual).toEqual(expected)

/** `scripts/fuzz-codec.ts` checks the same properties with any number of messages. */
describe("the codec compared with dns-packet", () => {
  it("reads what dns-packet writes", () => {
    expect(() => fc.assert(readsWhatWasWritten(expectEqual), { numRuns: 500 })).not.toThrow()
  })

  it("reads names with shared suffixes", () => {
    expect(() => fc.assert(readsCompressedNames(expectEqual), { numRuns: 500 })).not.toThrow()
  })

  it("never throws or hangs on damaged bytes", () => {
    expect(() => fc.assert(survivesDamage(expectEqual), { numRuns: 3000 })).not.toThrow()
  })
})
