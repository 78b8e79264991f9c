import { readdirSync, readFileSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import * as dns from "@mon/dns"
import * as publicNet from "@mon/public-net"
import type { Behaviour } from "@mon/tooling/testbed"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as expiryEntry from "../src/domain-expiry.ts"
import * as effectEntry from "../src/effect.ts"
import * as mainEntry from "../src/index.ts"
import { startExampleServices } from "./exampleServices.ts"
import { type Lab, makeLab } from "./lab.ts"
import { makeRegistryLab, type RegistryLab } from "./registryLab.ts"

const behaviour: Behaviour = ({ path }) =>
  path === "/status.json"
    ? { headers: { "content-type": "application/json" }, body: JSON.stringify({ checks: [{ state: "green" }] }) }
    : {}

let lab: Lab
let services: Awaited<ReturnType<typeof startExampleServices>>
let registry: RegistryLab
let port: number
beforeAll(async () => {
  lab = await makeLab()
  services = await startExampleServices()
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
  await Promise.all([lab.close(), registry.close(), services.close()])
})

/** In the examples, https://example.com is a site of the testbed. */
const localUrl = (url: string): string => url.replace(/^https:\/\/example\.com(?=\/|$)/, `https://example.com:${port}`)
const localCheck = (request: mainEntry.CheckRequest | string) =>
  lab.probe.check(typeof request === "string" ? localUrl(request) : { ...request, url: localUrl(request.url) })

/** Returns the modules that the imports of an example stand for. */
const modules = (): Readonly<Record<string, object>> => ({
  "@mon/dns": dns,
  "@mon/public-net": publicNet,
  "@mon/uptime-probe": { ...mainEntry, check: localCheck, makeServiceProbe: () => services.probe },
  "@mon/uptime-probe/domain-expiry": { ...expiryEntry, makeDomainExpiry: () => registry.expiryWith() },
  "@mon/uptime-probe/effect": {
    ...effectEntry,
    DomainExpiry: Object.create(effectEntry.DomainExpiry, {
      layer: {
        value: () =>
          Layer.succeed(effectEntry.DomainExpiry, {
            lookup: (request) => Effect.promise(() => registry.expiryWith().lookup(request))
          })
      }
    }) as object,
    ServiceProbe: Object.create(effectEntry.ServiceProbe, {
      layer: {
        value: () =>
          effectEntry.ServiceProbe.layerMemory({
            tls: (request) => Effect.promise(() => services.probe.tls(request))
          })
      }
    }) as object,
    UptimeProbe: Object.create(effectEntry.UptimeProbe, {
      layer: {
        value: () =>
          Layer.succeed(effectEntry.UptimeProbe, { check: (request) => Effect.promise(() => localCheck(request)) })
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

const documented = readdirSync(new URL("../src/", import.meta.url), { encoding: "utf8", recursive: true })
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
    for (const [actual, claimed] of claims) expect(actual).toEqual(claimed)
  })

  it("lists every outcome", () => {
    for (const outcome of Object.keys(mainEntry.outcomes)) expect(read("../README.md")).toContain(`\`${outcome}\``)
  })
})

describe("the examples in the sources", () => {
  it.each(documented)("%s: %s", async (file, fence) => {
    const module = (await import(/* @vite-ignore */ new URL(`../src/${file}`, import.meta.url).href)) as Readonly<
      Record<string, unknown>
    >
    const here = {
      check: localCheck,
      makeProbe: () => ({ check: localCheck }),
      makeServiceProbe: () => services.probe,
      makeDomainExpiry: () => registry.expiryWith()
    }
    const outside = { makeNodeClient: () => dns.makeNodeClient({ servers: [registry.dns.address] }) }
    const known = Object.entries(here).filter(([name]) => name in module)
    for (const [actual, claimed] of await run(fence, { ...outside, ...module, ...Object.fromEntries(known) }))
      expect(actual).toEqual(claimed)
  })

  it("exist", () => {
    expect(documented.map(([file]) => file)).toEqual(
      expect.arrayContaining([
        "expect/JsonPath.ts",
        "Probe.ts",
        "http/RedirectKind.ts",
        "expiry/DomainExpiry.ts",
        "expiry/WhoisAnswer.ts"
      ])
    )
  })
})
