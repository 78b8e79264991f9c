import { readFileSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { expect, test } from "vitest"
import * as door from "../src/index.ts"

const modules: Readonly<Record<string, object>> = { "@mon/model": door, "effect/Effect": Effect, "effect/Schema": Schema }

const IMPORT = /^import (?:\* as (\w+)|\{ (.+) \}) from "(.+)"$/gm
const CLAIM = /^(.+) \/\/ => (.+)$/gm

/** Runs an example as printed, with its imports taken from here, and gives what it claims beside what it found. */
const run = async (fence: string): Promise<ReadonlyArray<readonly [unknown, unknown]>> => {
  const bound = new Map<string, unknown>()
  for (const [, whole, names, source = ""] of fence.matchAll(IMPORT)) {
    const module = modules[source] as Readonly<Record<string, unknown>>
    if (whole !== undefined) bound.set(whole, module)
    for (const name of names?.split(", ") ?? []) bound.set(name, module[name])
  }
  const body = fence.replaceAll(IMPORT, "").replaceAll(CLAIM, (_, expression: string, value: string) => `__claims.push([${expression}, ${value}])`)
  const claims: Array<readonly [unknown, unknown]> = []
  const wrapped = stripTypeScriptTypes(`async function __example() {\n${body}\n}`)
  const make = new Function("__claims", ...bound.keys(), `${wrapped}\nreturn __example()`) as (...values: ReadonlyArray<unknown>) => Promise<void>
  await make(claims, ...bound.values())
  return claims
}

const fences = [...readFileSync(new URL("../README.md", import.meta.url), "utf8").matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, fence = ""]) => fence)

test.each(fences)("example %# of the README runs as printed", async (fence) => {
  const claims = await run(fence)
  expect(claims.length).toBeGreaterThan(0)
  for (const [found, told] of claims) expect(found).toEqual(told)
})
