import type { PageChange } from "@mon/model"
import { patternFault, textPattern } from "@mon/uptime-probe"
import { describe, expect, it } from "vitest"
import { changedLinesOf, ignoredOf, testedLinesOf } from "../src/pages/changedLines.ts"
import { suggestPatterns } from "../src/pages/linePattern.ts"
import { matchLines } from "../src/pages/matchLines.ts"
import { changeRecord, makePage } from "./pageRecords.ts"

type Line = PageChange["hunks"][number]["lines"][number]

/** Coprime with the number of pieces, so that every piece occurs in every place. */
const STEP = 7

const added = (text: string): Line => ({ op: "insert", text, spans: null })
const best = (text: string): string | undefined => suggestPatterns(added(text), null)[0]?.pattern

/**
 * Lines, each with a line of another visit that the first suggested pattern must match, and a line that this pattern
 * must not match.
 */
const visits: ReadonlyArray<readonly [line: string, like: string, other: string]> = [
  ["1,024 visitors today", "7 visitors today", "1,024 buyers today"],
  ["Visitors: 12 345", "Visitors: 999", "Visitors: none"],
  ["12’345.50 CHF", "99.00 CHF", "99.00 EUR"],
  ["Updated 2026-11-21", "Updated 2027-01-02", "Created 2026-11-21"],
  ["Stand: 21.11.2026", "Stand: 3.12.2026", "Stand: heute"],
  ["Sat, 21 Nov 2026", "Sunday, 2 December 2027", "Sat, 21 Nov"],
  ["Montag, 23. November 2026", "Dienstag, 1. März 2027", "Montag, im November"],
  ["November 21st, 2026", "May 2nd, 2027", "November, 2026"],
  ["Duration 72:15", "Duration 9:05:59", "Duration unknown"],
  ["Build 3f9c21ab", "Build 77d01ce2", "Build failed!"],
  ["Order 0198-4421-X", "Order 0199-1-X", "Order 0198-4421-Y"],
  ["Request 01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e", "Request 01981f6e-2a7b-7c31-9d1e-000000000000", "Request none"],
  ["items[3].views: 41", "items[12].views: 1024", "items[3].price: 41"],
  ["Read at <time-of-day>, session <uuid>", "Read at 08:15, session 01981f6e", "Written at 08:15, session 5"],
  ["$15 per month (3 left)", "$19.50 per month (12 left)", "$15 per year (3 left)"],
  ["Price*: 5+ | 3?", "Price*: 7+ | 9?", "Price: 5+ | 3?"]
]

describe("the pattern that is suggested for a line", () => {
  it.each(visits)("of %j matches %j but not %j", (line, like, other) => {
    const pattern = best(line)
    expect(pattern).toBeDefined()
    const { test } = textPattern(pattern ?? "")
    expect([line, like, other].map(test), pattern).toEqual([true, true, false])
  })

  it("has the words that stayed, if other values do not explain the change", () => {
    const [line] = changedLinesOf({
      hunks: [
        {
          oldStart: 1,
          oldLines: 1,
          newStart: 1,
          newLines: 1,
          lines: [
            {
              op: "delete",
              text: "Person of the day: Ann Berg",
              spans: [
                { op: "equal", text: "Person of the day: " },
                { op: "delete", text: "Ann Berg" }
              ]
            },
            {
              op: "insert",
              text: "Person of the day: Tom",
              spans: [
                { op: "equal", text: "Person of the day: " },
                { op: "insert", text: "Tom" }
              ]
            }
          ]
        }
      ]
    })
    expect(line && suggestPatterns(line.line, line.other)).toEqual([
      { kind: "words", pattern: "^Person of the day: .*$" },
      { kind: "line", pattern: "^Person of the day: Ann Berg$" }
    ])
  })

  it("is the line itself, if it has neither values nor a version that it replaces", () => {
    expect(suggestPatterns(added("Now with phone support."), null)).toEqual([
      { kind: "line", pattern: String.raw`^Now with phone support\.$` }
    ])
  })

  it("ends before a line becomes too long, and then matches its beginning", () => {
    const pattern = best(`Ticker: ${"WORD (1) ".repeat(2_000)}`) ?? ""
    expect(pattern.length).toBeLessThan(450)
    expect(pattern.endsWith("$")).toBe(false)
    expect(textPattern(pattern).test(`Ticker: ${"WORD (2) ".repeat(100)}`)).toBe(true)
  })

  it("is none for a line that says nothing", () => {
    for (const text of ["", " ", "\t", "<time-of-day>", "<date-time> <uuid>"]) expect(best(text)).toBeUndefined()
  })

  /** Pieces of text that are difficult for patterns. Each tested line consists of three pieces. */
  const pieces = [
    "word",
    "Ünïcode",
    "漢字",
    "😀",
    "\uD83D",
    "12",
    "1.5",
    "1 000 000",
    "2026-11-21",
    "a1b2c3d4",
    "08:15",
    "<time-of-day>",
    "^.*$",
    "\\",
    "[a-z]{2}(?=x)|",
    "/",
    "\t",
    " ",
    "\u2028",
    "\u0000",
    "'",
    "-"
  ]
  const lines = pieces
    .flatMap((one) => pieces.flatMap((two) => pieces.map((three) => `${one}${two} ${three}`)))
    .filter((_, index) => index % STEP === 0)

  it("can be searched in linear time, matches its line, never every line, and means the same to every engine", () => {
    const wrong: Array<string> = []
    for (const [index, text] of lines.entries()) {
      const before = lines[(index * 7 + 1) % lines.length] ?? ""
      for (const other of [null, { ...added(before), op: "delete" } as const]) {
        for (const { pattern } of suggestPatterns(added(text), other)) {
          const fault = patternFault(pattern)
          if (fault !== null) {
            wrong.push(`${pattern} ${fault}`)
            continue
          }
          const { test } = textPattern(pattern)
          const tested = [text, before, "", "\u0001\u0002"]
          const expected = tested.map(test)
          if (expected[0] !== true || expected[2] || expected[3]) wrong.push(`${pattern} of ${text}`)
          if (matchLines({ pattern, ignoreCase: false, lines: tested })?.join() !== expected.join())
            wrong.push(`${pattern} differs for ${text}`)
        }
      }
    }
    expect(wrong).toEqual([])
  })
})

describe("what a pattern would have ignored", () => {
  const page = makePage(0)
  const change = changeRecord(page, 0)

  it("is counted for each change, and says which change would not have been reported", () => {
    const counted: PageChange = {
      ...change,
      id: "counted",
      addedLines: 1,
      removedLines: 1,
      hunks: [
        {
          oldStart: 1,
          oldLines: 2,
          newStart: 1,
          newLines: 2,
          lines: [
            { op: "equal", text: "$1 is not much", spans: null },
            { op: "delete", text: "$1 per month", spans: null },
            { op: "insert", text: "$2 per month", spans: null }
          ]
        }
      ]
    }
    const tested = testedLinesOf([change, counted])
    const matched = matchLines({ pattern: String.raw`^\$\d+`, ignoreCase: false, lines: tested.texts })
    const { changes, isEverything, unchanged } = ignoredOf(tested, matched ?? [])
    expect(
      changes.map(({ ignored, isUnreported }) => [ignored.filter(Boolean).length, ignored.length, isUnreported])
    ).toEqual([
      [4, 7, false],
      [2, 2, true]
    ])
    expect(unchanged).toEqual(["$1 is not much"])
    expect(isEverything).toBe(false)
  })

  it("does not claim that a change is not reported when some of its lines are not stored", () => {
    const tested = testedLinesOf([{ ...change, addedLines: 5 }])
    const all = tested.texts.map(() => true)
    const ignored = ignoredOf(tested, all)
    expect(ignored.changes[0]?.isUnreported).toBe(false)
    expect(ignored.isEverything).toBe(true)
  })

  it("is unknown for a pattern that is not valid", () => {
    expect(matchLines({ pattern: "(", ignoreCase: false, lines: ["a"] })).toBeNull()
  })
})
