import { readdirSync, readFileSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import * as dns from "@mon/dns"
import * as publicNet from "@mon/public-net"
import type { Behaviour } from "@mon/testbed"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as expiryDoor from "../src/domain-expiry.ts"
import * as effectDoor from "../src/effect.ts"
import * as door from "../src/index.ts"
import { type Lab, makeLab } from "./lab.ts"
import { makeRegistryLab, type RegistryLab } from "./registryLab.ts"

const behaviour: Behaviour = ({ path }) =>
  path === "/status.json"
    ? { headers: { "content-type": "application/json" }, body: JSON.stringify({ checks: [{ state: "green" }] }) }
    : {}

let lab: Lab
let registry: RegistryLab
let port: number
beforeAll(async () => {
  lab = await makeLab()
  registry = await makeRegistryLab()
  registry.rdap.list(["com"], [registry.rdap.base])
  registry.rdap.register("example.com", {
    expiresAt: "2026-08-13T04:00:00Z",
    registrar: "Names Inc.",
    statuses: ["client transfer prohibited"]
  })
  port = (await lab.open("example.com", { secure: true, behaviour })).site.port
})
afterAll(async () => {
  await Promise.all([lab.close(), registry.close()])
})

/** The internet of the examples is the testbed: https://example.com is a site of ours. */
const local = (request: door.LookRequest): door.LookRequest => ({
  ...request,
  url: request.url.replace(/^https:\/\/example\.com(?=\/|$)/, `https://example.com:${port}`)
})
const lookHere = (request: door.LookRequest) => lab.probe.look(local(request))

/** What the imports of an example mean here. */
const modules = (): Readonly<Record<string, object>> => ({
  "@mon/dns": dns,
  "@mon/public-net": publicNet,
  "@mon/uptime-probe": { ...door, look: lookHere },
  "@mon/uptime-probe/domain-expiry": { ...expiryDoor, makeDomainExpiry: () => registry.expiryWith() },
  "@mon/uptime-probe/effect": {
    ...effectDoor,
    DomainExpiry: Object.create(effectDoor.DomainExpiry, {
      layer: {
        value: () =>
          Layer.succeed(effectDoor.DomainExpiry, {
            look: (request) => Effect.promise(() => registry.expiryWith().look(request))
          })
      }
    }) as object,
    UptimeProbe: Object.create(effectDoor.UptimeProbe, {
      layer: {
        value: () =>
          Layer.succeed(effectDoor.UptimeProbe, { look: (request) => Effect.promise(() => lookHere(request)) })
      }
    }) as object
  },
  "effect/Effect": Effect
})

const IMPORT = /^import (?:\* as (\w+)|\{ (.+) \}) from "(.+)"$/gm
const CLAIM = /^(.+) \/\/ => (.+)$/gm

const run = async (fence: string, given: Readonly<Record<string, unknown>> = {}) => {
  const bound = new Map<string, unknown>(Object.entries(given))
  for (const [, whole, names, source = ""] of fence.matchAll(IMPORT)) {
    const module = modules()[source] as Readonly<Record<string, unknown>>
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

const FENCE = /^```ts\n([\s\S]*?)^```$/gm
const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8")
const fencesOf = (text: string) => [...text.matchAll(FENCE)].map(([, fence = ""]) => fence)

const sources = ["", "dns-watch/", "expiry/"].flatMap((folder) =>
  readdirSync(new URL(`../src/${folder}`, import.meta.url)).map((file) => `${folder}${file}`)
)

const documented = sources
  .filter((file) => file.endsWith(".ts"))
  .flatMap((file) =>
    [...read(`../src/${file}`).matchAll(/^\/\*\*\n((?: \*.*\n)+?) \*\/$/gm)]
      .flatMap(([, block = ""]) => fencesOf(block.replaceAll(/^ \* ?/gm, "")))
      .map((fence) => [file, fence] as const)
  )

describe("the README", () => {
  it.each(fencesOf(read("../README.md")))("example %#: %s", async (fence) => {
    const claims = await run(fence)
    expect(claims.length).toBeGreaterThan(0)
    for (const [actual, told] of claims) expect(actual).toEqual(told)
  })

  it("lists every outcome", () => {
    for (const outcome of Object.keys(door.outcomes)) expect(read("../README.md")).toContain(`\`${outcome}\``)
  })
})

describe("the examples in the sources", () => {
  it.each(documented)("%s: %s", async (file, fence) => {
    const module = (await import(/* @vite-ignore */ new URL(`../src/${file}`, import.meta.url).href)) as Readonly<
      Record<string, unknown>
    >
    const here = {
      look: lookHere,
      makeProbe: () => ({ look: lookHere }),
      makeDomainExpiry: () => registry.expiryWith()
    }
    const outside = { makeNodeClient: () => dns.makeNodeClient({ servers: [registry.dns.address] }) }
    const known = Object.entries(here).filter(([name]) => name in module)
    for (const [actual, told] of await run(fence, { ...outside, ...module, ...Object.fromEntries(known) }))
      expect(actual).toEqual(told)
  })

  it("are found", () => {
    expect(documented.map(([file]) => file)).toEqual(
      expect.arrayContaining([
        "JsonPath.ts",
        "Probe.ts",
        "RedirectKind.ts",
        "expiry/DomainExpiry.ts",
        "expiry/WhoisAnswer.ts"
      ])
    )
  })
})
