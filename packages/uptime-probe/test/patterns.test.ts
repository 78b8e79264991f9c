import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { matchesPattern, matchGroups, patternFault, textPattern } from "../src/pattern/TextPattern.ts"

describe("a pattern", () => {
  it.each([
    ["", ""],
    ["abc", "xxabcxx"],
    ["a|b|", "c"],
    ["^abc$", "abc"],
    ["^abc$", "abcd"],
    ["a.c", "a\nc"],
    ["a[^b]c", "a\nc"],
    ["[a-f\\d-]+z", "12-afz"],
    ["(?:ab){2,3}c", "abababc"],
    ["(ab){2}c", "abc"],
    ["x{0}y", "y"],
    ["a{2,}", "aba"],
    ["\\bstock\\b", "in stock."],
    ["\\bstock\\b", "stocks"],
    ["\\Btock", "stock"],
    ["\\$\\d+\\.\\d{2}", "now $49.90"],
    ["\\u0041\\x42", "AB"],
    ["Größe", "Schuhgröße Größe"],
    ["a+?b", "aab"],
    ["(a*)*b", "aaaaac"],
    ["[\\s\\S]", "\u2028"],
    ["$^", ""],
    ["a\\b", "a"]
  ])("%j finds in %j what a regular expression finds", async (pattern, text) => {
    expect(await matchesPattern(pattern, text)).toBe(new RegExp(pattern).test(text))
  })

  it("finds in each of many lines what a regular expression finds", () => {
    const lines = ["", "visits: 7", "Visits: 1024", "39 EUR", "visits: none", "7 visits: 7"]
    for (const source of ["^visits: \\d+$", "\\d+", "$", "(?:a|b)*c", "\\bEUR\\b"]) {
      for (const ignoreCase of [false, true]) {
        const pattern = textPattern(source, ignoreCase)
        const expected = new RegExp(source, ignoreCase ? "i" : "")
        expect(lines.map(pattern.test)).toEqual(lines.map((line) => expected.test(line)))
        expect(pattern).toMatchObject({ source, flags: ignoreCase ? "i" : "" })
      }
    }
  })

  it("builds its states anew when there are too many, and still finds the same", () => {
    const source = "[ab]*a[ab]{11}$"
    const pattern = textPattern(source)
    const expected = new RegExp(source)
    for (let line = 0; line < 3_000; line += 1) {
      const text = (line * 2_654_435_761).toString(2).replaceAll("0", "a").replaceAll("1", "b").slice(0, 16)
      expect(pattern.test(text)).toBe(expected.test(text))
    }
  })

  const atom = fc.constantFrom(
    "a",
    "b",
    "c",
    ".",
    "\\d",
    "\\w",
    "\\W",
    "[ab]",
    "[^a]",
    "^",
    "$",
    "\\b",
    "\\B",
    "1",
    " "
  )
  const tree = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 3 },
      atom,
      fc.tuple(tie("node"), tie("node")).map(([one, other]) => one + other),
      fc.tuple(tie("node"), tie("node")).map(([one, other]) => `(?:${one}|${other})`),
      fc
        .tuple(tie("node"), fc.constantFrom("*", "+", "?", "{2}", "{1,3}", "{2,}", "*?"))
        .map(([one, count]) => `(?:${one})${count}`)
    )
  })).node

  it("finds what a regular expression finds, with and without regard to case", async () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "c", "A", "1", " ", "\n"), maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(tree, text, fc.boolean(), async (pattern, subject, ignoreCase) => {
        expect(await matchesPattern(pattern, subject, ignoreCase)).toBe(
          new RegExp(pattern, ignoreCase ? "i" : "").test(subject)
        )
      }),
      { numRuns: 2_000 }
    )
  })

  it("has the groups of a regular expression", () => {
    const group = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom("a", "b", ".", "[ab]", "\\b", "1"),
        fc.tuple(tie("node"), tie("node")).map(([one, other]) => one + other),
        fc.tuple(tie("node"), tie("node")).map(([one, other]) => `(${one}|${other})`),
        tie("node").map((one) => `(${one})`),
        // For a repeated group that matches nothing, JavaScript and Go report different texts.
        fc.tuple(tie("node"), fc.constantFrom("?", "??", "{0,1}")).map(([one, count]) => `(a${one})${count}`),
        fc.constantFrom("a*", "b+?", "[ab]{1,2}", "(a)+", ".*", ".*?", "(a|b)*", "(ab){2}")
      )
    })).node
    const text = fc.string({ unit: fc.constantFrom("a", "b", "1", " "), maxLength: 12 })
    fc.assert(
      fc.property(group, text, (pattern, subject) => {
        const expected = new RegExp(pattern).exec(subject)
        expect(matchGroups(pattern, subject)).toEqual(expected === null ? null : [...expected])
      }),
      { numRuns: 2_000 }
    )
  })

  it.each([
    [
      "^SSH-2.0-([^ -]+)(?: (.*))?$",
      "SSH-2.0-OpenSSH_9.2 Debian",
      ["SSH-2.0-OpenSSH_9.2 Debian", "OpenSSH_9.2", "Debian"]
    ],
    ["^SSH-2.0-([^ -]+)(?: (.*))?$", "SSH-2.0-OpenSSH_9.2", ["SSH-2.0-OpenSSH_9.2", "OpenSSH_9.2", undefined]],
    ["(a*)*", "b", ["", undefined]],
    ["(x)", "y", null]
  ])("the groups of %s in %s are %j", (pattern, text, groups) => {
    expect(matchGroups(pattern, text)).toEqual(groups)
  })

  it("gives up the groups when they would take too long", () => {
    expect(matchGroups("(a?){200}b", "a".repeat(100_000))).toBe(null)
  })

  it.each([
    ["(a)\\1", "has \\1, which is not supported"],
    ["a(?=b)", "has a lookahead, a lookbehind or a named group"],
    ["(?<name>a)", "has a lookahead, a lookbehind or a named group"],
    ["(", "has an unclosed group"],
    [")", "has one closing bracket too many"],
    ["[a", "ends too early"],
    ["[z-a]", "has an invalid range"],
    ["*a", "repeats nothing"],
    ["a\\", "ends too early"],
    ["a{3,2}", "has a repetition with reversed limits"],
    ["a{201}", "repeats a part more than 200 times"],
    ["(?:a{100}){100}", "is too large"],
    ["((((((((((((((((((((((((((((((((a))))))))))))))))))))))))))))))))", "is nested too deeply"],
    ["a".repeat(501), "is longer than 500 characters"],
    ["\\q", "has \\q, which is not supported"],
    ["\\u00", "has an invalid \\u"]
  ])("%s is refused with a reason", (pattern, reason) => {
    expect(patternFault(pattern)).toBe(reason)
  })

  it("never throws", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(..."ab(){}[]|*+?^$\\.-,0123:=!<>dwsbBux"), maxLength: 20 }),
        (pattern) => {
          patternFault(pattern)
        }
      ),
      { numRuns: 5_000 }
    )
  })

  it("gives up when a search would need too many states", async () => {
    const text = Array.from({ length: 60_000 }, (_, index) => (Math.sin(index * index) > 0 ? "a" : "b")).join("")
    expect(await matchesPattern("a[ab]{150}c", text)).toBe(null)
  })
})
