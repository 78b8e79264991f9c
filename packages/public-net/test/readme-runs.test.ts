import { readFileSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import { type AddressInfo, createServer } from "node:net"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, expect, test } from "vitest"
import * as effectDoor from "../src/effect.ts"
import * as door from "../src/index.ts"

/** The example.com of the examples is a server of ours. */
const site = createServer((socket) => socket.end())
beforeAll(() => new Promise<void>((resolve) => {
  site.listen(0, "127.0.0.1", resolve)
}))
afterAll(() => new Promise<void>((resolve) => {
  site.close(() => resolve())
}))

class Resolver {
  resolve4(): Promise<ReadonlyArray<string>> {
    return Promise.resolve(["127.0.0.1"])
  }
}

const dialHere = (options: door.DialOptions) =>
  door.dial({ ...options, port: (site.address() as AddressInfo).port, policy: door.makeAddressPolicy({ allow: ["127.0.0.0/8"] }) })

const modules: Readonly<Record<string, object>> = {
  "@mon/public-net": { ...door, dial: dialHere },
  "@mon/public-net/effect": effectDoor,
  "effect/Effect": Effect,
  "node:dns": { promises: { Resolver } }
}

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
