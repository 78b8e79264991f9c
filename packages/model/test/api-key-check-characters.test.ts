import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { apiKeyDisplay, apiKeyRandomBytes, isApiKey, makeApiKey } from "../src/index.ts"

const example = "mon_0123456789ABCDEFGHIJKLMNOPQRSTUV2BnzHq"
const randomBytes = fc
  .uint8Array({ minLength: apiKeyRandomBytes, maxLength: apiKeyRandomBytes })
  .filter((bytes) => bytes.filter((byte) => byte < 248).length >= 32)

describe("API keys", () => {
  it("accepts the example of the specification", () => {
    expect(isApiKey(example)).toBe(true)
  })

  it("accepts every key that it makes", () => {
    fc.assert(fc.property(randomBytes, (bytes) => isApiKey(makeApiKey(bytes))))
  })

  it("refuses a key in which one character was mistyped", () => {
    fc.assert(
      fc.property(randomBytes, fc.nat(37), fc.constantFrom(..."0AZaz9"), (bytes, place, typed) => {
        const key = makeApiKey(bytes)
        const at = 4 + place
        const mistyped = key.slice(0, at) + typed + key.slice(at + 1)
        return mistyped === key || !isApiKey(mistyped)
      })
    )
  })

  it("refuses what has not the form of a key", () => {
    for (const text of ["", "mon_", example.slice(4), `${example}0`, example.replace("mon_", "MON_"), `${example}\n`]) {
      expect(isApiKey(text)).toBe(false)
    }
  })

  it("makes no key from bytes that would favour some characters", () => {
    expect(() => makeApiKey(new Uint8Array(apiKeyRandomBytes).fill(255))).toThrow(RangeError)
  })

  it("shows the first eight and the last four characters", () => {
    expect(apiKeyDisplay(example)).toEqual({ start: "mon_0123", end: "nzHq" })
  })
})
