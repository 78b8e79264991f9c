import { describe, expect, it } from "vitest"
import {
  type CompareOptions,
  comparePages,
  explainPage,
  type PageOptions,
  readPage,
  selectorFault
} from "../src/index.ts"

const source = (text: string, contentType = "text/html") => ({
  body: new TextEncoder().encode(text),
  contentType,
  statusCode: 200
})
const reading = (lines: ReadonlyArray<string>) =>
  ({ state: "ok", kind: "text", title: null, text: lines.join("\n"), hash: "", configuration: "c" }) as const

const compare = (before: ReadonlyArray<string>, after: ReadonlyArray<string>, options: CompareOptions) => {
  const compared = comparePages(reading(before), reading(after), options)
  return compared.result === "ignored" ? compared.rule : compared.result
}

describe("a difference counts", () => {
  it("when a text appears, not when it stays or disappears", () => {
    const trigger = { appears: "In stock" }
    expect(compare(["Sold out"], ["In stock"], { trigger })).toBe("changed")
    expect(compare(["In stock", "39"], ["In stock", "49"], { trigger })).toBe("trigger")
    expect(compare(["In stock"], ["Sold out"], { trigger })).toBe("trigger")
    expect(compare(["Sold out"], ["IN STOCK"], { trigger })).toBe("trigger")
    expect(compare(["Sold out"], ["IN STOCK"], { trigger: { ...trigger, ignoreCase: true } })).toBe("changed")
  })

  it("when a text disappears", () => {
    const trigger = { disappears: "Sold out" }
    expect(compare(["Sold out"], ["In stock"], { trigger })).toBe("changed")
    expect(compare(["In stock"], ["Sold out"], { trigger })).toBe("trigger")
  })

  it("when lines are added, or removed; lines that move are neither", () => {
    expect(compare(["a"], ["a", "b"], { onlyLines: "added" })).toBe("changed")
    expect(compare(["a", "b"], ["a"], { onlyLines: "added" })).toBe("onlyLines")
    expect(compare(["a", "b"], ["a"], { onlyLines: "removed" })).toBe("changed")
    expect(compare(["a", "b", "c"], ["c", "a", "b"], { onlyLines: "added" })).toBe("onlyLines")
    expect(compare(["a", "b", "c"], ["c", "a", "b"], { onlyLines: "removed" })).toBe("onlyLines")
    expect(compare(["39 EUR"], ["49 EUR"], { onlyLines: "added" })).toBe("changed")
  })

  it("when enough lines change; a replaced line counts once", () => {
    const minimumChange = { lines: 2 }
    expect(compare(["a", "b"], ["a", "c"], { minimumChange })).toBe("minimumChange")
    expect(compare(["a", "b"], ["x", "c"], { minimumChange })).toBe("changed")
    expect(compare(["a"], ["a", "b", "c"], { minimumChange })).toBe("changed")
    expect(compare(["a", "b"], ["a", "c", "d"], { minimumChange, onlyLines: "removed" })).toBe("minimumChange")
  })

  it("when a large enough share of the characters changes", () => {
    const lines = Array.from({ length: 100 }, (_, index) => `line ${100 + index}`)
    const changed = (count: number) => lines.map((line, index) => (index < count ? line.replace("line", "LINE") : line))
    expect(compare(lines, changed(4), { minimumChange: { percent: 5 } })).toBe("minimumChange")
    expect(compare(lines, changed(6), { minimumChange: { percent: 5 } })).toBe("changed")
    expect(compare(lines, lines.slice(2), { minimumChange: { percent: 5 }, onlyLines: "removed" })).toBe(
      "minimumChange"
    )
    expect(compare(lines, lines.slice(6), { minimumChange: { percent: 5 }, onlyLines: "removed" })).toBe("changed")
  })

  it("by all of a changed line, also if most of its words stay", () => {
    const [before, after] = [39, 49].map((price) => [
      `The price of this plan is ${price} EUR in each month`,
      "Free for a month"
    ])
    expect(compare(before ?? [], after ?? [], { minimumChange: { percent: 73 } })).toBe("changed")
    expect(compare(before ?? [], after ?? [], { minimumChange: { percent: 74 } })).toBe("minimumChange")
  })

  it("never without a difference, and never for another configuration", () => {
    expect(compare(["a"], ["a"], { onlyLines: "added" })).toBe("same")
    const other = { text: "b", configuration: "other" }
    expect(comparePages(other, reading(["a"]), { trigger: { appears: "a" } }).result).toBe("baseline")
  })
})

describe("another order of the items of an option", () => {
  const page = source('<p class=b>39 EUR</p><p class=a>49 EUR</p><a href="/x" title="y">z</a>')
  it.each<[string, PageOptions, PageOptions]>([
    ["include", { include: [".a", ".b"] }, { include: [".b", ".a"] }],
    ["exclude", { exclude: [".a", ".b"] }, { exclude: [".b", ".a"] }],
    ["ignoreLines", { ignoreLines: ["39", "49"] }, { ignoreLines: ["49", "39"] }],
    ["masks", { masks: ["uuid", "hex"] }, { masks: ["hex", "uuid"] }]
  ])("is the same configuration in %s", async (_option, options, reordered) => {
    const before = await readPage(page, options)
    expect(before.state === "ok" && comparePages(before, await readPage(page, reordered)).result).toBe("same")
  })

  it("is another configuration in attributes, because the text has their order", async () => {
    const before = await readPage(page, { attributes: ["href", "title"] })
    const after = await readPage(page, { attributes: ["title", "href"] })
    expect(before.state === "ok" && comparePages(before, after).result).toBe("baseline")
  })
})

describe("lines to ignore", () => {
  const lines = async (options: PageOptions) => {
    const read = await readPage(source("<p>39 EUR<p>1,024 visitors<p>Visitors today: 7"), options)
    return read.state === "ok" ? read.text.split("\n") : read.state
  }

  it("contain a text, or match a pattern", async () => {
    expect(await lines({ ignoreLines: ["visitors"] })).toEqual(["39 EUR", "Visitors today: 7"])
    expect(await lines({ ignoreLines: [/visitors/iu] })).toEqual(["39 EUR"])
    const pattern = { source: "visitors$", test: (line: string) => line.endsWith("visitors") }
    expect(await lines({ ignoreLines: [pattern] })).toEqual(["39 EUR", "Visitors today: 7"])
  })

  it("belong to the configuration: a text is not a pattern", async () => {
    const configurations = new Set<string>()
    for (const ignoreLines of [[], ["a"], [/a/u], ["b"], [{ source: "a", flags: "i", test: () => false }]]) {
      const read = await readPage(source("<p>x"), { ignoreLines })
      configurations.add(read.state === "ok" ? read.configuration : read.state)
    }
    expect(configurations.size).toBe(5)
  })
})

describe("what the options leave out", () => {
  const shop = "<main><p>39 EUR<p class=ad>Buy now<p>7 visitors</main><footer>2026</footer>"

  it("is named for each option, in the order in which they apply", async () => {
    const options = { include: ["main"], exclude: [".ad"], ignoreLines: ["visitors"] }
    const { cause, leftOut, reading: read } = await explainPage(source(shop), options)
    expect(read.state === "ok" && read.text).toBe("39 EUR")
    expect(cause).toBe(null)
    expect(leftOut).toEqual([
      { option: "exclude", lines: ["Buy now"] },
      { option: "include", lines: ["2026"] },
      { option: "ignoreLines", lines: ["7 visitors"] }
    ])
    expect(read).toEqual(await readPage(source(shop), options))
  })

  it("names the option that makes the page unreadable", async () => {
    const missing = await explainPage(source(shop), { include: ["#price"], ignoreLines: ["x"] })
    expect(missing).toMatchObject({ cause: "include", reading: { state: "filter_not_found" } })
    const empty = await explainPage(source(shop), { ignoreLines: [/./u] })
    expect(empty).toMatchObject({ cause: "ignoreLines", reading: { state: "empty" } })
    expect(empty.leftOut[0]?.lines).toHaveLength(4)
    const wrong = await explainPage(source("{}", "application/json"), { exclude: [".ad"] })
    expect(wrong).toMatchObject({ cause: "exclude", reading: { state: "not_applicable" } })
    expect(await explainPage(source(""), { ignoreLines: ["x"] })).toMatchObject({
      cause: null,
      reading: { state: "empty" }
    })
  })

  it("is read like the page itself, also if the first option leaves nothing for the others", async () => {
    const options = { include: ["#price"], exclude: ["main", "footer"] }
    const { cause, reading: read } = await explainPage(source(shop), options)
    expect(cause).toBe("exclude")
    expect(read).toEqual(await readPage(source(shop), options))
  })

  it("is read like the page itself, also sorted", async () => {
    const { reading: read } = await explainPage(source("<p>b<p>a<p>a"), {
      ignoreLines: ["c"],
      sort: true,
      dedupe: true
    })
    expect(read.state === "ok" && read.text).toBe("a\nb")
  })
})

describe("selectors", () => {
  it.each([
    ["#price", null],
    ["$.items[*].price", null],
    ["p[[", '"p[[" is not a CSS selector.'],
    ["$.items[", '"$.items[" is not a JSONPath (expected a selector at character 9).'],
    [":nonsense(1)", '":nonsense(1)" is not a CSS selector.'],
    [" ", "A selector must have at least one character."],
    ["x".repeat(501), "A selector can have at most 500 characters."]
  ])("%s", async (selector, fault) => {
    expect(await selectorFault(selector)).toBe(fault)
  })
})
