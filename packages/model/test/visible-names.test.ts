import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { field, hasControlCharacters, isVisibleName } from "../src/index.ts"

const name = field.text("name", { about: "Name.", example: "Shop", maximum: 100 })
const accepts = Schema.is(name.input)

/**
 * Emoji with a variation selector, a skin tone and joiners, a keycap, and the flags of a country and of a part of a
 * country.
 */
const emoji = [
  "\u2764\ufe0f",
  "\u{1f44d}\u{1f3fd}",
  "\u{1f469}\u200d\u{1f4bb}",
  "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}",
  "1\ufe0f\u20e3",
  "\u{1f1e9}\u{1f1ea}",
  "\u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}"
]

describe("a name", () => {
  it.each([...emoji, "Büro 🏢", "می\u200cخواهم", "한국어", "\u8fbb\u{e0100}", "⠓⠊"])("can be %j", (text) => {
    expect([accepts(text), isVisibleName(text), hasControlCharacters(text)]).toEqual([true, true, false])
  })

  it.each(
    [
      0x200b, 0x200c, 0x200d, 0x2060, 0x00ad, 0x034f, 0xfe0f, 0x180b, 0x180e, 0x2800, 0x115f, 0x1160, 0x17b4, 0x3164,
      0xffa0, 0xfeff, 0x00a0, 0x3000, 0x2064, 0x206a, 0xe0100, 0xe0041, 0x1d159, 0x1d173
    ].map((code) => [code.toString(16), String.fromCodePoint(code)])
  )("cannot have U+%s only", (_, invisible) => {
    for (const text of [invisible, invisible.repeat(3), ` ${invisible} \u200b`])
      expect([accepts(text), isVisibleName(text)]).toEqual([false, false])
  })

  it.each([
    ["U+206A", "Shop\u206a"],
    ["the mark of an annotation", "Shop\ufff9"],
    ["a language tag", "Shop\u{e0001}"],
    ["hidden letters", "Shop\u{e0055}\u{e0050}"],
    ["hidden letters after a flag", `\u{1f3f4}${"\u{e0061}".repeat(8)}`]
  ])("cannot have %s", (_, text) => {
    expect([accepts(text), isVisibleName(text), hasControlCharacters(text)]).toEqual([false, false, true])
  })

  it("is judged in a time that grows with its length only", () => {
    const text = "\u{e0061}".repeat(200_000)
    expect(hasControlCharacters(`\u{1f3f4}${text}`)).toBe(true)
    expect(isVisibleName("\u200b".repeat(200_000))).toBe(false)
  })
})
