import { readdirSync, readFileSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import * as core from "../src/core.ts"
import * as embeddedApi from "../src/embedded.ts"
import * as effectApi from "../src/effect.ts"
import * as api from "../src/index.ts"
import * as listApi from "../src/list.ts"
import * as onlineApi from "../src/online.ts"

const modules: Readonly<Record<string, object>> = {
  "@mon/disposable-check": api,
  "@mon/disposable-check/core": core,
  "@mon/disposable-check/embedded": embeddedApi,
  "@mon/disposable-check/effect": effectApi,
  "@mon/disposable-check/list": listApi,
  "@mon/disposable-check/online": onlineApi,
  "effect/Effect": Effect,
  "effect/Layer": Layer
}

/** The DNS server that the example in the README queries over HTTPS. */
const fetch = async () => Response.json({ Status: 0, Answer: [{ type: 15, data: "10 mail.mailinator.com." }] })

const IMPORT = /^import (?:\* as (\w+)|\{ (.+) \}) from "(.+)"$/gm
const CLAIM = /^(.+) \/\/ => (.+)$/gm

const run = async (fence: string, given: Readonly<Record<string, unknown>> = {}) => {
  const bound = new Map<string, unknown>(Object.entries({ fetch, ...given }))
  for (const [, whole, names, source = ""] of fence.matchAll(IMPORT)) {
    const module = modules[source] as Readonly<Record<string, unknown>>
    if (whole !== undefined) bound.set(whole, module)
    const values = names?.split(", ").filter((name) => !name.startsWith("type ")) ?? []
    for (const name of values) bound.set(name, module[name])
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

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8")
const fences = [...read("../README.md").matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, fence = ""]) => fence)

const bytes = readFileSync(new URL("../table/disposable.bin", import.meta.url))
const known = { ...core, ...api, ...listApi, ...onlineApi, bytes, verdict: api.checkDisposable("bob@new.example") }
const documented = readdirSync(new URL("../src/", import.meta.url))
  .filter((file) => file.endsWith(".ts"))
  .flatMap((file) =>
    [...read(`../src/${file}`).matchAll(/^ \* @example\n((?: \* .*\n)+)/gm)].map(
      ([, block = ""]) => [file, block.replaceAll(/^ \* /gm, "")] as const
    )
  )

describe("the README", () => {
  it.each(fences)("example %#: %s", async (fence) => {
    const claims = await run(fence)
    expect(claims.length).toBeGreaterThan(0)
    for (const [actual, expected] of claims) expect(actual).toEqual(expected)
  })

  it("names every reason, class and file size", () => {
    const text = read("../README.md")
    for (const reason of Object.keys(core.INVALID_MESSAGES)) expect(text).toContain(`\`${reason}\``)
    expect(text).toContain(`a single ${Math.round(bytes.length / 1000)} KB binary`)
    expect(api.checker().info.rules).toBeGreaterThan(72_000)
  })
})

describe("the examples in the sources", () => {
  it.each(documented)("%s: %s", async (_, example) => {
    const declares = /^const verdict = /m.test(example)
    const { verdict, ...rest } = known
    const claims = await run(example, declares ? rest : { ...rest, verdict })
    expect(claims.length).toBeGreaterThan(0)
    for (const [actual, expected] of claims) expect(actual).toEqual(expected)
  })

  it("are found", () => {
    expect(documented.map(([file]) => file)).toEqual(
      expect.arrayContaining(["Checker.ts", "checksum.ts", "embedded.ts", "classifyByMx.ts", "loadList.ts", "node.ts"])
    )
  })
})
