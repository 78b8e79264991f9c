import { globSync, readFileSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as effectApi from "../src/effect.ts"
import * as api from "../src/index.ts"

const modules: Readonly<Record<string, object>> = {
  "@mon/diff-engine": api,
  "@mon/diff-engine/effect": effectApi,
  "effect/Effect": Effect
}

const IMPORT = /^import (?:\* as (\w+)|\{ (.+) \}) from "(.+)"$/gm
const CLAIM = /^(.+) \/\/ => (.+)$/gm

const run = async (fence: string, given: Readonly<Record<string, unknown>> = {}) => {
  const bound = new Map<string, unknown>(Object.entries(given))
  for (const [, whole, names, source = ""] of fence.matchAll(IMPORT)) {
    const module = modules[source] as Readonly<Record<string, unknown>>
    if (whole !== undefined) bound.set(whole, module)
    for (const name of names?.split(", ") ?? []) bound.set(name, module[name])
  }
  const body = fence
    .replaceAll(IMPORT, "")
    .replaceAll(CLAIM, (_, expression: string, value: string) => `__claims.push([${expression}, ${value}])`)
  const claims: Array<readonly [unknown, unknown]> = []
  const wrapped = stripTypeScriptTypes(`async function __example() {\n${body}\n}`)
  const make = new Function("__claims", ...bound.keys(), `${wrapped}\nreturn __example()`) as (
    ...values: ReadonlyArray<unknown>
  ) => Promise<void>
  await make(claims, ...bound.values())
  return claims
}

const expectClaims = async (fence: string, given?: Readonly<Record<string, unknown>>) => {
  const claims = await run(fence, given)
  expect(claims.length).toBeGreaterThan(0)
  for (const [actual, expected] of claims) expect(actual).toEqual(expected)
}

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8")
const fences = [...read("../README.md").matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, fence = ""]) => fence)
const documented = globSync("**/*.ts", { cwd: new URL("../src/", import.meta.url) }).flatMap((file) =>
  [...read(`../src/${file}`).matchAll(/^ \* @example\n((?: \* .*\n)+)/gm)].map(
    ([, block = ""]) => [file, block.replaceAll(/^ \* /gm, "")] as const
  )
)

describe("the README", () => {
  it.each(fences)("runs example %# as printed", async (fence) => {
    await expectClaims(fence)
  })

  it("names every option, mask and state", () => {
    const text = read("../README.md")
    const options = [...read("../src/page/PageOptions.ts").matchAll(/^ {2}readonly (\w+)\?:/gm)].map(
      ([, name = ""]) => name
    )
    expect(options.length).toBeGreaterThan(8)
    for (const name of [
      ...options,
      ...Object.keys(api.noiseMasks),
      "filter_not_found",
      "not_applicable",
      "empty",
      "blocked",
      "too_large"
    ])
      expect(text).toContain(`\`${name}\``)
  })
})

describe("the examples in the sources", () => {
  it.each(documented)("%s: %s", async (_file, example) => {
    await expectClaims(example, api)
  })
})
