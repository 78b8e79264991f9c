import { prototypeWords } from "@mon/tooling/prototypeWords"
import { describe, expect, it } from "vitest"
import {
  isDeeperThan,
  isSingular,
  parseJson,
  parseJsonPath,
  PathSelection,
  PathSyntaxError,
  PathTooCostly,
  singularValue
} from "../../src/json-path/index.ts"

const LIMIT = { maximumSteps: 10_000 }

const valuesAt = (document: unknown, path: string): ReadonlyArray<unknown> =>
  new PathSelection(document, LIMIT).select(parseJsonPath(path)).map(({ value }) => value)

const deep = (depth: number): unknown => JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`)

/** The document of RFC 9535 figure 1. */
const store = {
  store: {
    book: [
      { category: "reference", author: "Nigel Rees", title: "Sayings of the Century", price: 8.95 },
      { category: "fiction", author: "Evelyn Waugh", title: "Sword of Honour", price: 12.99 },
      { category: "fiction", author: "Herman Melville", title: "Moby Dick", isbn: "0-553-21311-3", price: 8.99 },
      {
        category: "fiction",
        author: "J. R. R. Tolkien",
        title: "The Lord of the Rings",
        isbn: "0-395-19395-8",
        price: 22.99
      }
    ],
    bicycle: { color: "red", price: 399 }
  }
}

describe("a JSON path", () => {
  const [first, second, third, fourth] = store.store.book
  // RFC 9535 table 2. The RFC does not specify the order of the members of objects.
  it.each([
    ["$.store.book[*].author", ["Nigel Rees", "Evelyn Waugh", "Herman Melville", "J. R. R. Tolkien"]],
    ["$..author", ["Nigel Rees", "Evelyn Waugh", "Herman Melville", "J. R. R. Tolkien"]],
    ["$.store.*", [store.store.book, store.store.bicycle]],
    ["$.store..price", [399, 8.95, 12.99, 8.99, 22.99]],
    ["$..book[2]", [third]],
    ["$..book[2].author", ["Herman Melville"]],
    ["$..book[2].publisher", []],
    ["$..book[-1]", [fourth]],
    ["$..book[0,1]", [first, second]],
    ["$..book[:2]", [first, second]],
    ["$..book[?@.isbn]", [third, fourth]],
    ["$..book[?@.price<10]", [first, third]]
  ])("selects what the table of the RFC says: %s", (path, values) => {
    const found = valuesAt(store, path)
    expect(found).toHaveLength(values.length)
    expect(found).toEqual(expect.arrayContaining([...values]))
  })

  // RFC 9535 section 2.5.2.2: earlier items come before later items, and every value comes before its children.
  it.each([
    ["$..p", [{ p: 1 }, { p: 2 }, { p: 3 }], [1, 2, 3]],
    ["$..[0]", [[[1, 2], 3], [4]], [[[1, 2], 3], [1, 2], 1, 4]],
    ["$..*", [[1, [2]], 3], [[1, [2]], 3, 1, [2], 2]],
    ["$..[?@.p].p", [{ p: { p: 1 } }, { p: 2 }], [{ p: 1 }, 2, 1]],
    ["$..p", [[{ p: 1 }], { p: 2 }], [1, 2]]
  ])("selects items in their order: %s", (path, document, values) => {
    expect(valuesAt(document, path)).toEqual(values)
  })

  // RFC 9535 section 2.3.5.3.
  it.each([
    ["$[?@.a == 'b']", [{ a: "b" }]],
    ["$[?@.a > 3.5]", [{ a: 4 }, { a: 5 }]],
    ["$[?(@.a > 3 && @.a < 5) || @.a == 'b']", [{ a: 4 }, { a: "b" }]],
    ["$[?!@.a]", [{ b: 1 }]],
    ["$[?@.a == null]", []],
    ["$[?@.a == @.z]", [{ b: 1 }]],
    ["$[?count(@.*) == 1]", [{ a: 4 }, { a: 5 }, { a: "b" }, { b: 1 }]],
    ["$[?value(@.a) == 4]", [{ a: 4 }]],
    ["$[?length(@.a) == 1]", [{ a: "b" }]]
  ])("filters and compares: %s", (path, values) => {
    expect(valuesAt([{ a: 4 }, { a: 5 }, { a: "b" }, { b: 1 }], path)).toEqual(values)
  })

  it("compares numbers by their value, whatever their notation", () => {
    const json = parseJson('[{"a":1.0},{"a":10e-1},{"a":2}]')
    expect(valuesAt(json?.root, "$[?@.a == 1]")).toHaveLength(2)
  })

  it.each([
    "",
    "a",
    "$.",
    "$..",
    "$[",
    "$['a'",
    "$[1:2:3:4]",
    "$[?@.a = 1]",
    "$[?@.*==1]",
    "$ .a b",
    "$[?match(@.a,'b')]",
    "$[?search(@.a,'b')]",
    `$[?${"(".repeat(60)}@.a${")".repeat(60)}]`
  ])("that is none is refused: %j", (path) => {
    expect(() => parseJsonPath(path)).toThrow(PathSyntaxError)
  })

  it("for one value is found without a selection", () => {
    const query = parseJsonPath("$.store.book[-1]['title']")
    expect(isSingular(query)).toBe(true)
    expect(singularValue(store, query)).toEqual({ found: true, value: "The Lord of the Rings" })
    for (const path of ["$.store.book[4]", "$.store.book[-5]", "$.store.book.title", "$.store[0]", "$.toString"])
      expect(singularValue(store, parseJsonPath(path))).toEqual({ found: false })
    for (const path of ["$..a", "$[*]", "$[0,1]", "$[?@.a]", "$[1:2]"])
      expect(isSingular(parseJsonPath(path))).toBe(false)
  })

  it("costs at most as many steps as allowed, for all paths together", () => {
    const list = Array.from({ length: 400 }, (_, index) => index)
    const selection = new PathSelection(list, { maximumSteps: 1_000 })
    expect(selection.select(parseJsonPath("$[*]"))).toHaveLength(400)
    expect(selection.select(parseJsonPath("$[*]"))).toHaveLength(400)
    expect(() => selection.select(parseJsonPath("$[*]"))).toThrow(PathTooCostly)
    expect(() => valuesAt(list, "$[?@ == count($[?@ < 9])]")).toThrow(PathTooCostly)
  })

  it("compares values at most 512 levels deep, and finds deeper ones", () => {
    const equal = (depth: number) => valuesAt([{ a: deep(depth), b: deep(depth) }], "$[?@.a == @.b]").length
    expect(equal(500)).toBe(1)
    expect(() => equal(600)).toThrow(PathTooCostly)
    const far = new PathSelection(deep(100_000), { maximumSteps: 400_000 })
    expect(far.select(parseJsonPath("$..*"))).toHaveLength(99_999)
    expect(isDeeperThan(deep(600), 512)).toBe(true)
    expect(isDeeperThan(deep(600), 600)).toBe(false)
  })
})

describe.each(prototypeWords)("the word %j", (word) => {
  const own: unknown = { [word]: { x: 1 } }

  it("is found only in an object that has it", () => {
    for (const path of [`$[0].${word}`, `$[0]['${word}'].x`, `$..${word}`, `$[?@.${word}]`]) {
      expect([path, valuesAt([{ a: {} }], path)]).toEqual([path, []])
      expect([path, valuesAt([own], path)]).toHaveProperty("1.length", 1)
    }
    expect(singularValue({}, parseJsonPath(`$.${word}`))).toEqual({ found: false })
  })

  it("in a text changes no object", () => {
    const read = parseJson(`{"${word}": {"x": "1"}}`)?.root
    expect(Reflect.get({}, "x")).toBeUndefined()
    expect(valuesAt(read, `$.${word}.x`)).toEqual(["1"])
    expect(valuesAt([read, {}], "$[?@ == $[1]]")).toEqual([{}])
  })
})
