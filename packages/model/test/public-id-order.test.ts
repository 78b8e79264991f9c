import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isPublicId, uuidv7 } from "../src/index.ts"

const random = fc.uint8Array({ minLength: 10, maxLength: 10 })

describe("public ids", () => {
  it("are well-formed UUIDs of version 7 and variant 10", () => {
    fc.assert(
      fc.property(fc.nat(2 ** 47), random, (time, bytes) => {
        const id = uuidv7(time, bytes)
        return isPublicId(id) && id[14] === "7" && "89ab".includes(id[19] ?? "")
      })
    )
  })

  it("sort by their time", () => {
    fc.assert(
      fc.property(
        fc.nat(2 ** 40),
        fc.integer({ min: 1, max: 2 ** 30 }),
        random,
        random,
        (time, later, a, b) => uuidv7(time, a) < uuidv7(time + later, b)
      )
    )
  })

  it("carry all 74 random bits", () => {
    const ones = uuidv7(0, new Uint8Array(10).fill(255))
    expect(ones).toBe("00000000-0000-7fff-bfff-ffffffffffff")
  })

  it("are refused in any other spelling", () => {
    for (const text of [
      "",
      "x",
      "{00000000-0000-7000-8000-000000000000}",
      "00000000-0000-7000-8000-00000000000G",
      "00000000-0000-7000-8000-000000000000\n"
    ]) {
      expect(isPublicId(text)).toBe(false)
    }
  })
})
