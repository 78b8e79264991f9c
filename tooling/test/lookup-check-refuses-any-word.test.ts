import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const script = fileURLToPath(new URL("../../scripts/check-lookups.mjs", import.meta.url))

const declared = `
declare const word: string
declare const anything: any
declare const known: "x" | "y"
declare const open: "x" | (string & {})
declare const table: Readonly<Record<string, number>>
declare const point: { readonly x: number; readonly y: number }
declare const own: { readonly [name: string]: number; readonly __proto__: never }
declare const list: ReadonlyArray<number>
declare const process: { readonly env: Readonly<Record<string, string>> }
const found: Record<string, number> = {}
`

const MEMBER = "the word may be the name of a member of Object.prototype; use a Map, or check Object.hasOwn first"
const WRITE = "the word may be __proto__; use a Map, or collect entries for Object.fromEntries"
const CAST = "a cast checks nothing; use a Map, or check Object.hasOwn first"

const refused: ReadonlyArray<readonly [name: string, text: string, lookup: string, advice: string]> = [
  ["a lookup of any text", "table[word]", "table[word]", MEMBER],
  [
    "an optional lookup",
    "(table as typeof table | undefined)?.[word]",
    "(table as typeof table | undefined)[word]",
    MEMBER
  ],
  ["a lookup of a word that may be any", "table[open]", "table[open]", MEMBER],
  ["a template that can be any word", "table[`${word}`]", "table[`${word}`]", MEMBER],
  ["a lookup in what has any type", "anything[word]", "anything[word]", MEMBER],
  ["a lookup of what has any type", "table[anything]", "table[anything]", MEMBER],
  ["a lookup in a literal", "({ x: 1 } as Readonly<Record<string, number>>)[word]", "{ x: 1 }", MEMBER],
  [
    "a lookup of a parameter of a type",
    "(<Name extends string>(name: Name, of: Record<Name, 1>) => of[name])",
    "of[name]",
    MEMBER
  ],
  ["the operator in", "word in point", "word in point", MEMBER],
  ["a cast to a key", "point[word as keyof typeof point]", "point[word as keyof typeof point]", CAST],
  ["a cast before", "{ const key = word as keyof typeof point; void point[key] }", "point[key]", CAST],
  ["a write", "found[word] = 1", "found[word]", WRITE],
  ["a write if there is nothing", "found[word] ??= 1", "found[word]", WRITE],
  ["a destructuring", "(({ [word]: one }: typeof table) => one)(table)", "[word]: one", MEMBER],
  ["Reflect.get", "Reflect.get(point, word)", "Reflect.get(point, word)", MEMBER],
  ["Object.assign", "Object.assign(found, table)", "table", "a source with the name __proto__ changes"],
  ["a copy of an object without a prototype", "({ ...own })", "...own", "a copy of an object without a prototype"],
  ["a check of another object", "Object.hasOwn(point, word) ? table[word] : 0", "table[word]", MEMBER],
  ["a check of another word", 'Object.hasOwn(table, "x") ? table[word] : 0', "table[word]", MEMBER],
  ["the branch of a failed check", "Object.hasOwn(table, word) ? 0 : table[word]", "table[word]", MEMBER],
  ["keys of another object", "Object.keys(point).map((name) => table[name])", "table[name]", MEMBER]
]

const accepted: ReadonlyArray<readonly [name: string, text: string]> = [
  ["a Map", "new Map([['x', 1]]).get(word)"],
  ["a known name", "point[known]"],
  ["a name of the table", "(<Name extends keyof typeof point>(name: Name) => point[name])('x')"],
  ["a position", "list[list.length - 1]"],
  ["a template that no member has", "table[`kuma-${word}`]"],
  ["a check before", "Object.hasOwn(table, word) ? table[word] : 0"],
  ["a check among others", "word !== '' && (Object.hasOwn(table, word) && table[word])"],
  ["a check that ends", "{ (() => { if (!Object.hasOwn(table, word)) return 0; return table[word] })() }"],
  ["a check with a cast", "Object.hasOwn(point, word) ? point[word as keyof typeof point] : 0"],
  [
    "a check with a cast before",
    "{ const key = word as keyof typeof point; void (Object.hasOwn(point, word) && point[key]) }"
  ],
  ["keys of the object", "Object.keys(table).filter((name) => name !== '').map((name) => table[name])"],
  ["keys of the object in a loop", "for (const name of Object.keys(table)) list.includes(table[name] ?? 0)"],
  [
    "keys of the object with a name",
    "(() => { const names = Object.keys(table); return names.map((name) => table[name]) })()"
  ],
  ["an object without a prototype", "own[word]"],
  ["the environment", "process.env[word]"],
  ["deletion", "delete found[word]"],
  ["an object of entries", "({ [word]: 1 })"],
  ["the spread syntax", "({ ...found, ...table })"]
]

let folder: string
let printed: string
let status: number | null
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "mon-lookups-"))
  const src = join(folder, "packages", "sample", "src")
  mkdirSync(src, { recursive: true })
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: { target: "ES2024", module: "NodeNext", strict: true, types: [] },
      include: ["packages"]
    })
  )
  const write = (name: string, text: string) => writeFileSync(join(src, name), `${declared}${text}\nexport {}\n`)
  for (const [index, [, text]] of refused.entries()) write(`refused${index}.ts`, text)
  for (const [index, [, text]] of accepted.entries()) write(`accepted${index}.ts`, text)
  const run = spawnSync(process.execPath, [script, folder], { encoding: "utf8" })
  printed = run.stderr
  status = run.status
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const linesOf = (file: string): ReadonlyArray<string> =>
  printed.split("\n").filter((line) => line.startsWith(`packages/sample/src/${file}:`))

describe("the check of lookups", () => {
  it.each(refused.map(([name, , lookup, advice], index) => [name, index, lookup, advice] as const))(
    "refuses %s",
    (_, index, lookup, advice) => {
      const [line, ...others] = linesOf(`refused${index}.ts`)
      expect(others).toEqual([])
      expect(line).toContain(lookup)
      expect(line).toContain(advice)
    }
  )

  it.each(accepted.map(([name], index) => [name, index] as const))("accepts %s", (_, index) => {
    expect(linesOf(`accepted${index}.ts`)).toEqual([])
  })

  it("ends with 1 if it refuses something, and has read all files", () => {
    expect(status).toBe(1)
    // The process of the compiler sometimes adds a line, such as "context canceled", when it is closed.
    expect(printed.split("\n").filter((line) => line.startsWith("packages/"))).toHaveLength(refused.length)
  })
})
