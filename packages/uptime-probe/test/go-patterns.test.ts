import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { matchesPattern, matchGroups, patternFault } from "../src/pattern/TextPattern.ts"
import { expandTemplate, goPattern } from "../src/serve/goPattern.ts"

const matches = async (source: string, text: string) => {
  const read = goPattern(source)
  if (!read.ok) throw new Error(read.why)
  expect(patternFault(read.pattern, read.ignoreCase)).toBe(null)
  return matchesPattern(read.pattern, text, read.ignoreCase)
}

describe("a pattern of Go", () => {
  // What https://github.com/google/re2/wiki/Syntax says of each.
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
    ["(?P<name>a)(?<other>b)", "ab", true]
  ])("%s in %j: %s", async (source, text, expected) => {
    expect(await matches(source, text)).toBe(expected)
  })

  it.each([
    ["(?m)^a$", "has the flag m"],
    ["a(?i)b", "has flags within it"],
    ["(?i:a)b", "has flags within it"],
    ["a(?=b)", "has flags within it"],
    [String.raw`\pL`, String.raw`has \p, which is not supported`],
    [String.raw`\C`, String.raw`has \C, which is not supported`],
    ["[[:foo:]]", "has [:foo:], which is not supported"],
    ["[a", "has an unclosed bracket"],
    ["[😀]", "has a character beyond U+FFFF in brackets"],
    [String.raw`\x{110000}`, "has a character that does not exist"]
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
      fc.asyncProperty(fc.array(part, { maxLength: 6 }), text, async (parts, subject) => {
        const source = parts.join("")
        expect(await matches(source, subject)).toBe(new RegExp(source, "u").test(subject))
      }),
      { numRuns: 500 }
    )
  })

  it("is translated or refused, whatever it is", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(..."ab(){}[]|*+?^$\\.-,:<>=!PQEAzxims01😀"), maxLength: 20 }),
        (source) => {
          const read = goPattern(source)
          if (read.ok) patternFault(read.pattern, read.ignoreCase)
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
