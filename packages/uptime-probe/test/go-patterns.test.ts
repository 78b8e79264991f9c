import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { RE2JS } from "re2js"
import { goPattern } from "../src/pattern/goPattern.ts"
import { matchesPattern, matchGroups } from "../src/pattern/TextPattern.ts"
import { expandTemplate } from "../src/serve/readTcpModule.ts"

const matches = async (source: string, text: string, writesCase = false) => {
  const read = goPattern(source, writesCase)
  if (!read.ok) throw new Error(read.why)
  return matchesPattern(read.pattern, text, read.ignoreCase)
}

/** Returns a function that searches a text with RE2. Returns null if RE2 refuses the pattern. */
const oracle = (source: string) => {
  try {
    const compiled = RE2JS.compile(source)
    return (text: string) => compiled.matcher(text).find()
  } catch {
    return null
  }
}

describe("a pattern of Go", () => {
  // The results that https://github.com/google/re2/wiki/Syntax documents.
  it.each([
    ["(?i)ping", "PING", true],
    ["(?s)a.b", "a\nb", true],
    ["(?is)A.b", "a\nB", true],
    ["a.b", "a\nb", false],
    ["a.b", "a\rb", true],
    [String.raw`a\sb`, "a\vb", false],
    [String.raw`a\sb`, "a\u00a0b", false],
    [String.raw`a\Sb`, "a\u00a0b", true],
    [String.raw`^[\S]+$`, "ab", true],
    [String.raw`^[^\S]+$`, " \t", true],
    [String.raw`^[\D]+$`, "a-b", true],
    [String.raw`^[\D]+$`, "a1", false],
    [String.raw`^[\W]+$`, "_", false],
    [String.raw`^[\W]+$`, "[\\]^`{é", true],
    [String.raw`\Aab\z`, "ab", true],
    [String.raw`\Aab\z`, "ab\n", false],
    [String.raw`\Qa.b\E+`, "a.bb", true],
    [String.raw`\Qa.b`, "axb", false],
    ["[[:alpha:]]+[[:digit:]]", "ab1", true],
    ["^[[:^digit:]]+$", "a1", false],
    ["^[[:punct:]]+$", "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", true],
    ["^[]a]+$", "]a", true],
    ["^[^]a]+$", "]", false],
    ["^[a-]+$", "-a", true],
    ["^[-a]+$", "-a", true],
    ["^[a^]+$", "^a", true],
    ["^[[]$", "[", true],
    [String.raw`^[\]\-\\]+$`, "]-\\", true],
    [String.raw`^[\x41-\x{43}\103]+$`, "ABC", true],
    [String.raw`\a\f\t\n\r\v`, "\u0007\f\t\n\r\v", true],
    [String.raw`\"\'\/\-\:\@\_`, "\"'/-:@_", true],
    [String.raw`^\x{1F600}+$`, "😀😀", true],
    ["^😀{2}$", "😀😀", true],
    [String.raw`^\101$`, "A", true],
    ["^+OK", "OK", true],
    ["^+OK", "+OK", false],
    ["a{,2}", "a{,2}", true],
    ["{", "{", true],
    ["(?P<name>a)(?<other>b)", "ab", true],
    ["a(?i)b", "aB", true],
    ["a(?i)b", "AB", false],
    ["(?i:a)b", "Ab", true],
    ["(?i:a)b", "AB", false],
    ["(?i)a(?-i)b", "Ab", true],
    ["(?i)a(?-i)b", "AB", false],
    ["((?i)a)b", "AB", false],
    ["(?i)[[:upper:]]k", "aK", true],
    ["(?i)straße", "STRAẞE", true],
    ["(?i)σας", "ΣΑΣ", true],
    ["(?i)i", "ı", false],
    ["(?i)stock", "ſtoc\u212a", true],
    [String.raw`(?i)^\w$`, "\u212a", true],
    [String.raw`(?i)^\W$`, "\u212a", false],
    [String.raw`(?i)^\W$`, "s", false],
    ["(?i)[^k]", "\u212aKk", false],
    ["(?i)^𐐀$", "𐐨", true],
    ["(?s-s)a.b", "a\nb", false],
    ["(?m)^b$", "a\nb\nc", true],
    ["^b$", "a\nb\nc", false],
    ["(?m)^a|b$", "c\na", true],
    ["(?m)^", "", true],
    [String.raw`(?m)\Ab`, "a\nb", false],
    ["(?U)^a+$", "aa", true],
    ["^.$", "😀", true],
    ["^..$", "😀", false],
    ["^[^a]$", "😀", true],
    ["^.+.+$", "😀", false],
    ["^(?:.+){2}$", "😀", false],
    ["^.*.+$", "😀", true],
    ["^[😀-😎x]{2}$", "😃x", true],
    ["^[😀-😎x]$", "😏", false],
    [String.raw`^[\x{fff0}-\x{10fff0}]$`, "\u{10fff1}", false],
    [String.raw`^[\x{fff0}-\x{10fff0}]$`, "😀", true],
    [String.raw`[^\x00-\x{10FFFF}]`, "a", false],
    [String.raw`\Q[a\E+`, "[aa", true],
    [String.raw`a\B.`, "a😀", false],
    [String.raw`\B[a-c]+`, "a", false]
  ])("%s in %j: %s", async (source, text, expected) => {
    expect(oracle(source)?.(text)).toBe(expected)
    expect(await matches(source, text)).toBe(expected)
    expect(await matches(source, text, true)).toBe(expected)
  })

  const piece = fc.oneof(
    fc.constantFrom(..."aAkKsSβ.^$|-]1_ {}", "\u212a", "ſ", "ß", "ẞ", "σ", "ς", "é", "😀", "\n"),
    fc
      .constantFrom(..."dDsSwWbBAz.QEntvaxCZ0é", "x41", "x{1F600}", "101", "Qa.\\E", "-", "pL")
      .map((one) => `\\${one}`),
    fc.constantFrom(
      "[",
      "[^",
      "[[:alpha:]]",
      "[^[:^lower:]",
      "[a-z]",
      "[^k]",
      "[^\\w]",
      "[\\s-]",
      "[😀-😎]",
      "[é-\u{10fff0}]"
    ),
    fc.constantFrom("*", "+", "?", "{2}", "{1,3}", "{0,}", "*?", "{,2}"),
    fc.constantFrom(
      "(",
      ")",
      "(?:",
      "(?i)",
      "(?i:",
      "(?s)",
      "(?m)",
      "(?-i)",
      "(?U)",
      "(?im-s:",
      "(?P<n>",
      "(?<m>",
      "(?="
    )
  )
  const subject = fc.string({
    unit: fc.constantFrom(
      ..."aAkKsS1_ -.]\n\v\r\u00a0",
      "\u212a",
      "ſ",
      "ß",
      "ẞ",
      "σ",
      "ς",
      "é",
      "É",
      "😀",
      "😎",
      "\u{10fff0}"
    ),
    maxLength: 8
  })

  it("finds what RE2 finds, or is refused, and is always refused if RE2 refuses it", async () => {
    const seen = { refused: 0, matched: 0, unmatched: 0 }
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 7 }),
        fc.array(subject, { minLength: 3, maxLength: 6 }),
        async (pieces, texts) => {
          const source = pieces.join("")
          const find = oracle(source)
          const read = goPattern(source)
          if (find === null) expect([source, read.ok]).toEqual([source, false])
          else if (!read.ok) seen.refused += 1
          for (const text of find === null || !read.ok ? [] : texts) {
            const expected = find?.(text) === true
            expect([source, text, await matches(source, text)]).toEqual([source, text, expected])
            expect([source, text, await matches(source, text, true)]).toEqual([source, text, expected])
            seen[expected ? "matched" : "unmatched"] += 1
          }
        }
      ),
      { numRuns: 6_000 }
    )
    expect(seen.matched).toBeGreaterThan(2_000)
    expect(seen.unmatched).toBeGreaterThan(2_000)
    expect(seen.refused).toBeLessThan(300)
  })

  it.each([
    ["(?i)ping.*", "ping[^\\n]*", true],
    ["[[:digit:]]+ in stock", "\\d+ in stock", false],
    ["a.+b", "a[^\\n]+b", false],
    ["(?s)a.*b", String.raw`a[\s\S]*b`, false],
    [String.raw`\Ahttps://a\.b\z`, String.raw`^https://a\.b$`, false]
  ])("%s stays as readable as %s", (source, pattern, ignoreCase) => {
    expect(goPattern(source)).toMatchObject({ ok: true, pattern, ignoreCase })
  })

  it.each([
    ["(?m)a.^b", "has a multiline ^ in its middle"],
    ["(?m)(a$)", "has a multiline $ in its middle"],
    ["a(?=b)", "has a lookahead, a lookbehind or an unknown flag"],
    ["(?x)a", "has a lookahead, a lookbehind or an unknown flag"],
    ["a**", "repeats a repetition"],
    ["a{2}{3}", "repeats a repetition"],
    ["a|*b", "repeats nothing"],
    ["a{1001}", "repeats a part more than 1000 times"],
    ["a{201}", "repeats a part more than 200 times"],
    [String.raw`^\B.+`, String.raw`has \B that is not beside a character`],
    ["(?P<a>x)(?P<a>y)", "has two groups with the name a"],
    [String.raw`\é`, String.raw`has \é, which is not supported`],
    [String.raw`\Z`, String.raw`has \Z, which is not supported`],
    [String.raw`[a-\d]`, String.raw`has \d, which is not supported`],
    [String.raw`\pL`, String.raw`has \p, which is not supported`],
    [String.raw`\C`, String.raw`has \C, which is not supported`],
    ["[[:foo:]]", "has [:foo:], which is not supported"],
    ["[a", "has an unclosed bracket"],
    [String.raw`\x{110000}`, "has an escape for a character that does not exist"]
  ])("%s is refused with a reason", (source, why) => {
    expect(goPattern(source)).toEqual({ ok: false, why })
  })

  it("finds what JavaScript finds, where both have the same syntax", async () => {
    const part = fc.constantFrom(
      "a",
      "b",
      "\\.",
      "[ab]",
      "[^a-c]",
      "\\d",
      "\\w",
      "(a|b)",
      "(?:ab)*",
      "^",
      "$",
      "\\b",
      "x+?"
    )
    const text = fc.string({ unit: fc.constantFrom("a", "b", "c", "x", ".", "1", "_", "-"), maxLength: 10 })
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 6 }), text, async (parts, line) => {
        const source = parts.join("")
        expect(await matches(source, line)).toBe(new RegExp(source, "u").test(line))
      }),
      { numRuns: 500 }
    )
  })

  it("is translated or refused, whatever it is", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(..."ab(){}[]|*+?^$\\.-,:<>=!PQEAzxims01😀"), maxLength: 20 }),
        (source) => {
          goPattern(source)
        }
      ),
      { numRuns: 5_000 }
    )
  })
})

describe("a template of Go", () => {
  it.each([
    ["PONG ${1}", "PONG :x"],
    ["$1 $name ${name}", ":x y y"],
    ["$1x", ""],
    ["${1}x $$1", ":xx $1"],
    ["$0", "PING :x y"],
    ["$ $- ${} ${1", "$ $- ${} ${1"],
    ["$9 ${nobody}", " "],
    ["$$$$", "$$"]
  ])("%j becomes %j", (template, expected) => {
    const read = goPattern("PING (:[a-z]) (?P<name>[a-z])")
    if (!read.ok) throw new Error(read.why)
    const groups = matchGroups(read.pattern, "PING :x y")
    expect(expandTemplate(template, groups ?? [], read.groups)).toBe(expected)
  })
})
