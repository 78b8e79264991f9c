import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type ComparedJson, diffJson, type JsonDiffOptions, type JsonOperation } from "../src/index.ts"

type Parent = Array<unknown> | Record<string, unknown>

const isArray = (value: unknown): value is Array<unknown> => Array.isArray(value)

const namesIn = (path: string): ReadonlyArray<string> =>
  path === ""
    ? []
    : path
        .slice(1)
        .split("/")
        .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"))

const copy = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown

const at = (document: unknown, path: string): unknown => {
  let value = document
  for (const name of namesIn(path)) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name))
      throw new Error(`No value at ${path}`)
    value = (value as Record<string, unknown>)[name]
  }
  return value
}

const put = (object: Record<string, unknown>, name: string, value: unknown): void => {
  // An assignment to __proto__ would change the prototype.
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
}

/** Applies a patch, and rejects every operation that RFC 6902 rejects. */
const applied = (document: unknown, patch: ReadonlyArray<JsonOperation>): unknown => {
  let whole = copy(document)
  for (const operation of patch) {
    const names = namesIn(operation.path)
    const name = names.at(-1)
    if (name === undefined) {
      if (operation.op !== "replace") throw new Error("Only a replacement may concern the whole document")
      whole = copy(operation.value)
      continue
    }
    const parent = at(whole, operation.path.slice(0, operation.path.lastIndexOf("/"))) as Parent
    const exists = isArray(parent)
      ? /^(?:0|[1-9]\d*)$/u.test(name) && Number(name) < parent.length
      : Object.hasOwn(parent, name)
    if (operation.op !== "add" && !exists) throw new Error(`There is no ${operation.path}`)
    if (isArray(parent)) {
      if (operation.op === "add" && Number(name) > parent.length) throw new Error(`${operation.path} is beyond the end`)
      if (operation.op === "remove") parent.splice(Number(name), 1)
      else parent.splice(Number(name), operation.op === "add" ? 0 : 1, copy(operation.value))
    } else if (operation.op === "remove") Reflect.deleteProperty(parent, name)
    else put(parent, name, copy(operation.value))
  }
  return whole
}

/** Sorts the members, because their order does not count. */
const canonical = (value: unknown): string => {
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  if (isArray(value)) return `[${value.map(canonical).join()}]`
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`)
  return `{${members.toSorted().join()}}`
}

const count = (patch: ReadonlyArray<JsonOperation>, op: JsonOperation["op"]): number =>
  patch.filter((operation) => operation.op === op).length

const nested = (depth: number): unknown => JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`)

const numbersFrom = (first: number) => Array.from({ length: 30_000 }, (_, n) => n * 2 + first)

const compared = (before: unknown, after: unknown, options?: JsonDiffOptions): ComparedJson => {
  const diff = diffJson(before, after, options)
  if (diff.state !== "ok") throw new Error(diff.reason)
  return diff
}

const names = fc.constantFrom(
  "a",
  "b",
  "c",
  "id",
  "",
  "a/b",
  "m~n",
  "~1",
  "0",
  "-",
  "__proto__",
  "constructor",
  "toString"
)
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<unknown>(null, true, false, 0, -0, 1, 2, 1.5, "", "1", "true", "null", "x"),
    fc.array(tie("json"), { maxLength: 6 }),
    fc.uniqueArray(fc.tuple(names, tie("json")), { selector: ([name]) => name, maxLength: 5 }).map((members) => {
      const object: Record<string, unknown> = {}
      for (const [name, value] of members) put(object, name, value)
      return object
    })
  )
}))

describe("the patch between two JSON documents", () => {
  it.each([{}, { keys: ["id", "a"] }, { maxOperations: 2 }])(
    "makes the later one of the earlier one, with %o",
    (options) => {
      fc.assert(
        fc.property(json, json, (before, after) => {
          const { changed, changes, patch } = compared(before, after, options)
          expect(canonical(applied(before, patch))).toBe(canonical(after))
          expect(changed).toBe(canonical(before) !== canonical(after))
          expect(changes).toHaveLength(patch.length)
        }),
        { numRuns: 1_000 }
      )
    }
  )

  it("says for each change where the value is in each document", () => {
    fc.assert(
      fc.property(json, json, (before, after) => {
        for (const change of compared(before, after).changes) {
          if (change.kind !== "added") expect(at(before, change.oldPath)).toBe(change.oldValue)
          if (change.kind !== "removed") expect(at(after, change.newPath)).toBe(change.newValue)
        }
      }),
      { numRuns: 500 }
    )
  })

  it("is empty for equal documents, whatever the order of their members", () => {
    expect(diffJson({ a: 1, b: { c: [1, 2], d: -0 } }, { b: { d: 0, c: [1, 2] }, a: 1 })).toEqual({
      state: "ok",
      changed: false,
      changes: [],
      patch: [],
      approximate: false
    })
  })

  it("names values by JSON Pointers", () => {
    // The examples of RFC 6901, section 5.
    const before = { "a/b": 1, "m~n": 8, "": 0, foo: ["bar", "baz"] }
    const after = { "a/b": 2, "m~n": 9, "": 1, foo: ["bar", "bat"] }
    expect(compared(before, after).patch.map(({ path }) => path)).toEqual(["/a~1b", "/m~0n", "/", "/foo/1"])
  })

  it("adds one item at the front of an array with one operation", () => {
    const items = Array.from({ length: 500 }, (_, n) => ({ n, text: `item ${n}` }))
    expect(compared(items, [{ n: -1 }, ...items]).patch).toEqual([{ op: "add", path: "/0", value: { n: -1 } }])
  })

  it("needs as few operations for a list of texts as the shortest edit script", () => {
    const list = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 12 })
    fc.assert(
      fc.property(list, list, (before, after) => {
        const { patch } = compared(before, after)
        const lengths = [
          count(patch, "remove") + count(patch, "replace"),
          count(patch, "add") + count(patch, "replace")
        ]
        let row = Array.from({ length: after.length + 1 }, () => 0)
        for (const item of before) {
          const next = [0]
          for (const [j, other] of after.entries())
            next.push(item === other ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0))
          row = next
        }
        const common = row.at(-1) ?? 0
        expect(lengths).toEqual([before.length - common, after.length - common])
      }),
      { numRuns: 300 }
    )
  })
})

describe("items with a key", () => {
  const before = [
    { id: 1, price: 39, name: "Starter" },
    { id: 2, price: 99, name: "Team" }
  ]

  it("are the same items when all their other members changed", () => {
    const after = [
      { id: 3, price: 0, name: "Free" },
      { id: 1, price: 49, name: "Basic" },
      { id: 2, price: 99, name: "Team" }
    ]
    expect(compared(before, after, { keys: ["id"] }).patch).toEqual([
      { op: "add", path: "/0", value: { id: 3, price: 0, name: "Free" } },
      { op: "replace", path: "/1/price", value: 49 },
      { op: "replace", path: "/1/name", value: "Basic" }
    ])
  })

  it("are compared as whole items if two have the same key, or one has none", () => {
    const twice = [{ id: 1 }, { id: 1, a: 2 }]
    expect(compared(before, twice, { keys: ["id"] }).patch).toEqual(compared(before, twice).patch)
    const none = [{ id: 1 }, { a: 2 }]
    expect(compared(before, none, { keys: ["id"] }).patch).toEqual(compared(before, none).patch)
  })

  it("never are other items", () => {
    expect(compared([{ id: "1", a: 1 }], [{ id: 1, a: 1 }], { keys: ["id"] }).patch).toEqual([
      { op: "remove", path: "/0" },
      { op: "add", path: "/0", value: { id: 1, a: 1 } }
    ])
  })
})

describe("hostile JSON", () => {
  it("changes no prototype", () => {
    const before = JSON.parse('{"a": {"__proto__": {"x": 1}, "constructor": {"prototype": 1}}}') as object
    const after = JSON.parse('{"a": {"__proto__": {"x": 2}}, "__proto__": {"polluted": true}}') as object
    const { patch } = compared(before, after)
    expect(patch.map(({ op, path }) => [op, path])).toEqual([
      ["replace", "/a/__proto__/x"],
      ["remove", "/a/constructor"],
      ["add", "/__proto__"]
    ])
    expect(Reflect.get({}, "polluted")).toBeUndefined()
    expect(canonical(applied(before, patch))).toBe(canonical(after))
  })

  it("is too large if it is nested too deep, or refers to itself", () => {
    expect(compared(nested(512), nested(500)).patch).toHaveLength(1)
    const deep = { state: "too_large", reason: "A document is nested more than 512 levels deep." }
    expect(diffJson(nested(100_000), 1)).toEqual(deep)
    const circle: Array<unknown> = []
    circle.push(circle)
    expect(diffJson(1, { circle })).toEqual(deep)
  })

  it("is too large if it has too many values, also if few objects are shared", () => {
    const reason = "The documents have more values than the limit of 1000."
    expect(
      diffJson(
        [],
        Array.from({ length: 1_000 }, () => 0),
        { maxValues: 1_000 }
      )
    ).toEqual({ state: "too_large", reason })
    let shared: unknown = 0
    for (let n = 0; n < 200; n++) shared = [shared, shared, shared]
    expect(diffJson(shared, 0, { maxValues: 1_000 })).toEqual({ state: "too_large", reason })
    const sparse: Array<number> = []
    sparse.length = 2 ** 32 - 1
    expect(diffJson(1, { sparse })).toMatchObject({ state: "too_large" })
  })

  it("has a patch of a limited size", () => {
    const many = compared(numbersFrom(0), numbersFrom(1))
    expect([many.approximate, many.patch.map(({ path }) => path)]).toEqual([true, [""]])
    const name = "n".repeat(1_000_000)
    const long = compared({ [name]: [1, 2, 3, 4, 5] }, { [name]: [6, 7, 8, 9, 10] })
    expect([long.approximate, long.patch.map(({ path }) => path)]).toEqual([true, [""]])
  })

  it("has a correct patch when the search in its arrays is cut short", () => {
    let seed = 5
    const list = () =>
      Array.from({ length: 6_000 }, () => ((seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff) % 97) % 8)
    const [before, after] = [list(), list()]
    const { approximate, patch } = compared(before, after)
    expect(approximate).toBe(true)
    expect(applied(before, patch)).toEqual(after)
  })
})

describe("a value that is no JSON", () => {
  it.each([
    [{ a: [1, { "b/c": undefined }] }, '"/a/1/b~1c" it is undefined'],
    [[() => 1], '"/0" it is function'],
    [{ n: Number.NaN }, '"/n" it is NaN'],
    [{ n: 1n }, '"/n" it is bigint'],
    [{ at: new Date(0) }, '"/at" it is an instance of a class']
  ])("is refused with its place: %o", (value, place) => {
    const message = `diffJson: after must be a JSON value, as JSON.parse returns, but at ${place}.`
    expect(() => diffJson({}, value)).toThrow(expect.objectContaining({ name: "TypeError", message }))
  })
})
