import { describe, expect, it } from "vitest"
import { changesBetween, changesetOf, doubt, summaryOf } from "../builder/changes.ts"

const many = (count: number, name = "d") => Array.from({ length: count }, (_, n) => `disposable ${name}${n}.example`)

describe("the changes of a table", () => {
  it("are the rules that came and went, and those whose class changed", () => {
    const changes = changesBetween(
      ["disposable a.example", "disposable b.example", "free c.example"],
      ["disposable a.example", "typo b.example", "free c.example", "disposable d.example"]
    )
    expect(changes).toEqual({
      before: 3,
      after: 4,
      added: ["typo b.example", "disposable d.example"],
      removed: ["disposable b.example"]
    })
    expect(changesetOf(changes)).toBe(
      '---\n"@mon/disposable-check": patch\n---\n\nUse the lists of this week: 2 rules are new, and 1 are gone.\n'
    )
  })

  it("need no release when there are none", () => {
    expect(changesetOf(changesBetween(many(3), many(3).toReversed()))).toBeNull()
  })

  it("need a person when more than a twentieth of the rules goes", () => {
    expect(doubt(changesBetween(many(100), many(95)))).toBeNull()
    expect(doubt(changesBetween(many(100), many(94)))).toBe(
      "6 of 100 rules would go, more than 5 %. Check the lists before you publish."
    )
    expect(doubt(changesBetween(many(100), many(200)))).toBeNull()
  })

  it("are listed shortly", () => {
    const text = summaryOf(changesBetween(many(10), many(2_000)))
    expect(text).toContain("The table had 10 rules and has 2000 now.")
    expect(text).toContain("## Added: 1990")
    expect(text).toContain("- and 1950 more")
    expect(text.split("\n").length).toBeLessThan(60)
  })
})
