import * as fc from "fast-check"
import { describe, expect, it, test } from "vitest"
import { fromLabels, labelsOf, normalise } from "../src/DnsName.ts"

describe("domain names", () => {
  test.each([
    ["Example.COM", "example.com"],
    ["example.com.", "example.com"],
    ["_dmarc.example.com", "_dmarc.example.com"],
    ["*.example.com", "*.example.com"],
    [".", ""],
    ["", ""],
    ["first\\.last.example.com", "first\\.last.example.com"],
    ["a\\.", "a\\."],
    ["a\\..", "a\\."],
    ["\\097\\065.example", "aa.example"],
    ["a\\\\b.example", "a\\\\b.example"],
    ["a\\032b.example", "a\\032b.example"],
    ["\\000.example", "\\000.example"],
    [`${"a".repeat(63)}.example`, `${"a".repeat(63)}.example`],
    [`${"a.".repeat(126)}b`, `${"a.".repeat(126)}b`]
  ])("%j is %j", (text, name) => {
    expect(normalise(text)).toBe(name)
  })

  test.each([
    "..",
    ".example.com",
    "a..b",
    "example.com..",
    "a b.example",
    "bücher.example",
    "a\u0000b",
    "a\\256.example",
    "a\\1",
    "a\\12b",
    "a\\",
    `${"a".repeat(64)}.example`,
    `${"a.".repeat(127)}b`,
    "a".repeat(5000)
  ])("%j is not a domain name", (text) => {
    expect(normalise(text)).toBeNull()
  })

  it("read back the same when they are written", () => {
    const label = fc.string({ unit: fc.nat(255).map((code) => String.fromCharCode(code)), minLength: 1, maxLength: 63 })
    fc.assert(
      fc.property(fc.array(label, { maxLength: 4 }), (labels) => {
        const text = fromLabels(labels)
        expect(labelsOf(text)).toEqual(
          wire(labels) > 255 ? null : labels.map((octets) => octets.replace(/[A-Z]/g, (letter) => letter.toLowerCase()))
        )
      })
    )
  })

  it("never throw, and have one canonical form", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(..."aB0.\\ _-ü") }), fc.domain()), (text) => {
        const name = normalise(text)
        expect(name === null || normalise(name) === name).toBe(true)
      })
    )
  })
})

const wire = (labels: ReadonlyArray<string>): number => labels.reduce((sum, { length }) => sum + length + 1, 1)
