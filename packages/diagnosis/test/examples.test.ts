import { globSync, readFileSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import { describe, expect, it } from "vitest"
import { causeClassNames } from "../src/CauseClass.ts"
import * as faults from "../src/faults.ts"
import * as api from "../src/index.ts"

const modules: Readonly<Record<string, object>> = { "@mon/diagnosis": api, "@mon/diagnosis/faults": faults }

const IMPORT = /^import (?:type )?\{ (.+) \} from "(.+)"$/gm
const CLAIM = /^(.+) \/\/ => (.+)$/gm

const expectClaims = (fence: string, given: Readonly<Record<string, unknown>> = {}) => {
  const bound = new Map<string, unknown>(Object.entries(given))
  for (const [, names = "", source = ""] of fence.matchAll(IMPORT))
    for (const name of names.split(", ")) bound.set(name, Reflect.get(modules[source] ?? {}, name))
  const body = fence
    .replaceAll(IMPORT, "")
    .replaceAll(CLAIM, (_, expression: string, value: string) => `__claims.push([${expression}, ${value}])`)
  const claims: Array<readonly [unknown, unknown]> = []
  const wrapped = stripTypeScriptTypes(`function __example() {\n${body}\n}`)
  new Function("__claims", ...bound.keys(), `${wrapped}\nreturn __example()`)(claims, ...bound.values())
  expect(claims.length).toBeGreaterThan(0)
  for (const [actual, expected] of claims) expect(actual).toEqual(expected)
}

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8")
const readme = read("../README.md")
const fences = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, fence = ""]) => fence)
const documented = globSync("**/*.ts", { cwd: new URL("../src/", import.meta.url) }).flatMap((file) =>
  [...read(`../src/${file}`).matchAll(/^ \* @example\n((?: \* .*\n)+)/gm)].map(
    ([, block = ""]) => [file, block.replaceAll(/^ \* /gm, "").replaceAll(/^```(?:ts)?$/gm, "")] as const
  )
)

describe("the README", () => {
  it.each(fences)("runs example %# as printed", (fence) => {
    expectClaims(fence)
  })

  it("names every class", () => {
    for (const name of causeClassNames) expect(readme).toContain(`\`${name}\``)
  })
})

describe("the examples in the sources", () => {
  it.each(documented)("%s: %s", (_file, example) => {
    expectClaims(example, { ...api, ...faults })
  })
})
