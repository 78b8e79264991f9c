import fc from "fast-check"
import { expect, it } from "vitest"
import { checkDisposable, isDisposable, mailClass } from "../src/index.ts"
import { loadList } from "../src/list.ts"

const address = fc.oneof(
  fc.string({ maxLength: 80 }),
  fc.string({ unit: "grapheme", maxLength: 80 }),
  fc.emailAddress(),
  fc.domain(),
  fc
    .array(
      fc.constantFrom(
        "a",
        "b.",
        "@",
        "mailinator.com",
        "gmail.com",
        ".",
        "-",
        '"',
        "<",
        ">",
        " ",
        "ü",
        "。",
        "[",
        "]",
        "1",
        "\\",
        "xn--",
        "%",
        "\u0000",
        "\ud800"
      ),
      { maxLength: 14 }
    )
    .map((parts) => parts.join(""))
)

it("never throws, and the short functions agree with the full check", () => {
  fc.assert(
    fc.property(address, (text) => {
      const verdict = checkDisposable(text)
      if (!verdict.valid) return
      expect(isDisposable(text)).toBe(verdict.disposable)
      expect(mailClass(text)).toBe(verdict.class)
    }),
    { numRuns: 5_000 }
  )
})

it("gives the normalised domain the same verdict as the input", () => {
  fc.assert(
    fc.property(address, (text) => {
      const first = checkDisposable(text)
      if (!first.valid || first.domain.startsWith("[")) return
      expect(checkDisposable(first.domain)).toEqual({ ...first, input: first.domain })
    }),
    { numRuns: 5_000 }
  )
})

it("agrees with the exact list", () => {
  const list = loadList()
  fc.assert(
    fc.property(address, (text) => {
      const explained = list.explain(text)
      const verdict = checkDisposable(text)
      expect(explained.valid).toBe(verdict.valid)
      if (explained.valid && verdict.valid)
        expect([explained.domain, explained.class]).toEqual([verdict.domain, verdict.class])
      if (!explained.valid && !verdict.valid) expect(explained.reason).toBe(verdict.reason)
    }),
    { numRuns: 5_000 }
  )
})

it("is not slowed down by long or hostile texts", () => {
  const hostile = [
    "a".repeat(1e6),
    "@".repeat(1e6),
    `${'"\\'.repeat(5e5)}@mailinator.com`,
    "<".repeat(1e6) + ">",
    ".".repeat(1e6),
    `${"ü".repeat(500)}.com`,
    `a@${"ü.".repeat(400)}com`,
    " ".repeat(1e6)
  ]
  for (const text of hostile) expect(checkDisposable(text).valid).toBe(false)
})
