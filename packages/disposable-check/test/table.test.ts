import { readFileSync } from "node:fs"
import { crc32 } from "node:zlib"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Key, pack } from "../builder/pack.ts"
import { createChecker, verifyChecksum } from "../src/core.ts"
import { HEADER_WORDS, VALUE } from "../src/Table.ts"

const shipped = readFileSync(new URL("../table/disposable.bin", import.meta.url))

const keys = fc.uniqueArray(
  fc.record({
    domain: fc.stringMatching(/^[a-z0-9]{1,12}(\.[a-z0-9]{1,8}){0,2}\.(com|de|org)$/),
    value: fc.constantFrom(VALUE.confirmed, VALUE.reported, VALUE.alias, VALUE.privacy, VALUE.free),
    owner: fc.option(fc.constantFrom("Ürün", "A & B", "c"))
  }),
  { selector: ({ domain }: Key) => domain, minLength: 1, maxLength: 200 }
)

describe("a packed table", () => {
  it("returns the value and owner of every key", () => {
    fc.assert(
      fc.property(keys, (given) => {
        const checker = createChecker(pack(given, 1).bytes)
        for (const { domain, owner, value } of given) {
          const verdict = checker.check(domain)
          expect(verdict.valid && [verdict.rule, verdict.provider, verdict.tier]).toEqual([
            domain,
            owner,
            value === VALUE.confirmed ? "confirmed" : value === VALUE.reported ? "reported" : null
          ])
        }
      }),
      { numRuns: 100 }
    )
  })

  it("matches the longest name, whatever its parents are", () => {
    const { bytes } = pack(
      [
        { domain: "thrown.example", value: VALUE.confirmed, owner: null },
        { domain: "kept.thrown.example", value: VALUE.none, owner: null },
        { domain: "bad.kept.thrown.example", value: VALUE.reported, owner: null }
      ],
      1
    )
    const { mailClass } = createChecker(bytes)
    expect(
      ["thrown", "a.thrown", "kept.thrown", "a.kept.thrown", "bad.kept.thrown", "a.bad.kept.thrown"].map((name) =>
        mailClass(`${name}.example`)
      )
    ).toEqual(["disposable", "disposable", "none", "none", "disposable", "disposable"])
  })

  it("never matches a top-level domain on its own", () => {
    const checker = createChecker(pack([{ domain: "com", value: VALUE.confirmed, owner: null }], 1).bytes)
    expect(checker.mailClass("shop.com")).toBe("none")
  })

  it("works with misaligned bytes", () => {
    const shifted = new Uint8Array(shipped.length + 1)
    shifted.set(shipped, 1)
    expect(createChecker(shifted.subarray(1)).isDisposable("bob@mailinator.com")).toBe(true)
  })

  it("is rejected when it is not a table, or only a part of one", () => {
    const changed = (word: number, value: number): Uint8Array => {
      const bytes = Uint8Array.from(shipped)
      new DataView(bytes.buffer).setInt32(word * 4, value, true)
      return bytes
    }
    for (const bytes of [
      new Uint8Array(0),
      new Uint8Array(64),
      shipped.subarray(0, 1000),
      shipped.subarray(0, -1),
      changed(1, 2),
      changed(2, 0),
      changed(2, -1),
      changed(2, 1 << 20),
      changed(4, -5),
      changed(5, -1)
    ]) {
      expect(() => createChecker(bytes)).toThrow(/^createChecker: table is not a table of disposable domains: /)
    }
  })
})

describe("the checksum", () => {
  it("is the CRC-32 of what follows the header", () => {
    expect(new DataView(shipped.buffer, shipped.byteOffset).getInt32(6 * 4, true)).toBe(
      crc32(shipped.subarray(HEADER_WORDS * 4)) | 0
    )
    expect(verifyChecksum(shipped)).toBe(true)
  })

  it("fails for a single changed bit", () => {
    const bytes = Uint8Array.from(shipped)
    bytes[200_000] = bytes[200_000]! ^ 1
    expect(verifyChecksum(bytes)).toBe(false)
    expect(verifyChecksum(new Uint8Array(3))).toBe(false)
  })
})
