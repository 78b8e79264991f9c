import type { ConfigDocument } from "@mon/api-contract/config-file"
import {
  domainDefaults,
  isUnsafeMethod,
  paidChannelKinds,
  type PlanLimits,
  type PlanName,
  planTable,
  requestLimits,
  pageDefaults
} from "@mon/model"
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { importMonitors, importSources, type ImportSource } from "../src/index.ts"
import { oldBackup } from "./fixtures/changedetection.ts"
import { gatusFile } from "./fixtures/gatus.ts"
import { kumaMonitor, kumaTables } from "./fixtures/kumaTables.ts"
import { prometheusFiles } from "./fixtures/prometheus.ts"
import { better, cake, openStatus, robot, robotApi, robotOld, summary, updown } from "./fixtures/services.ts"
import { cronitorFile, hcCheck } from "./fixtures/heartbeats.ts"
import { linesOf, worked } from "./imported.ts"

type Input = Parameters<typeof importMonitors>[1]

const fixture = (name: string): string => readFileSync(new URL(`fixtures/${name}`, import.meta.url), "utf8")

const inputs: ReadonlyArray<readonly [ImportSource, Input]> = [
  ["list", "https://shop.example.org web\nhttps://shop.example.org/cart\n"],
  ["csv", fixture("uptimerobot.csv")],
  ["csv", "url,interval\nshop.example.org,5\nshop.example.org/cart,5\n"],
  ["curl", "curl -d a=1 https://shop.example.org/login\ncurl https://shop.example.org/orders"],
  ["curl", "curl -d a=1 https://shop.example.org/login"],
  [
    "har",
    JSON.stringify({ log: { entries: [{ _resourceType: "xhr", request: { url: "https://shop.example.org" } }] } })
  ],
  ["uptime-kuma", { tables: kumaTables }],
  ["uptime-kuma", fixture("kuma-backup.json")],
  ["gatus", gatusFile],
  ["blackbox", prometheusFiles],
  ["changedetection", oldBackup],
  ["uptimerobot", JSON.stringify({ data: [robot, robotApi, robotOld] })],
  ["better-stack", JSON.stringify({ data: [better] })],
  ["healthchecks", JSON.stringify({ checks: [hcCheck] })],
  ["cronitor", cronitorFile],
  ["updown", JSON.stringify([updown])],
  ["statuscake", JSON.stringify({ data: [cake] })],
  ["openstatus", openStatus],
  ["statuspage", JSON.stringify(summary)]
]

type Monitor = NonNullable<ConfigDocument["domains"]>[string] & { readonly render?: boolean }

/** Returns the faults for which the service refuses a monitor in an empty account. */
const refusalsOf = (
  { checkInterval, expect: expectations = [], render, request, timeoutSeconds }: Monitor,
  { interval: usual, minimum }: { readonly interval: number; readonly minimum: number },
  limits: PlanLimits
): ReadonlyArray<string> => {
  const interval = checkInterval ?? Math.max(usual, minimum)
  const method = request?.method ?? "GET"
  const rules: ReadonlyArray<readonly [string, boolean]> = [
    ["interval", interval >= minimum],
    ["interval of the method", !isUnsafeMethod(method) || interval >= requestLimits.unsafeIntervalSeconds],
    ["timeout", (timeoutSeconds ?? domainDefaults.timeoutSeconds) < interval],
    ["method", limits.requestMethods.includes(method)],
    ["proof of the host", !isUnsafeMethod(method)],
    ["expectations", expectations === null || expectations.length <= limits.expectations],
    ["render", render !== true || limits.pageRendering]
  ]
  return rules.flatMap(([rule, holds]) => (holds ? [] : [rule]))
}

const refusedOf = ({ channels = {}, domains = {}, urls = {} }: ConfigDocument, limits: PlanLimits) => [
  ...Object.entries(domains).flatMap(([key, monitor]) =>
    refusalsOf(
      monitor,
      { interval: domainDefaults.checkInterval, minimum: limits.minDomainIntervalSeconds },
      limits
    ).map((rule) => `domains.${key}: ${rule}`)
  ),
  ...Object.entries(urls).flatMap(([key, monitor]) =>
    refusalsOf(
      monitor as Monitor,
      { interval: pageDefaults.checkInterval, minimum: limits.minUrlIntervalSeconds },
      limits
    ).map((rule) => `urls.${key}: ${rule}`)
  ),
  ...Object.entries(channels).flatMap(([key, { kind }]) =>
    limits.paidChannels || !paidChannelKinds.includes(kind) ? [] : [`channels.${key}: kind`]
  )
]

it("has an input of every source", () => {
  expect(new Set(inputs.map(([source]) => source))).toEqual(new Set(importSources.map(({ name }) => name)))
})

describe.each<PlanName>(["free", "pro", "agency"])("a file for the %s plan", (plan) => {
  it.each(inputs)("has nothing of %s that an empty account refuses", async (source, input) => {
    const { document } = await worked(importMonitors(source, input, { plan, today: "2026-11-23" }))
    expect(refusedOf(document, planTable[plan])).toEqual([])
  })
})

it("is for the largest plan by default", async () => {
  for (const [source, input] of inputs) {
    const { document } = await worked(importMonitors(source, input))
    expect([source, refusedOf(document, planTable.agency)]).toEqual([source, []])
  }
})

it("says which interval became longer, and why", async () => {
  const monitor = [
    kumaMonitor(1, { url: "https://shop.example.org", interval: 20 }),
    kumaMonitor(2, { url: "https://shop.example.org/cart", interval: 60 })
  ]
  const result = await worked(importMonitors("uptime-kuma", { tables: { monitor } }))
  expect(linesOf(result, "monitor", "1")).toContain(
    "interval: changed checkInterval 20 s became 60 s: the Agency plan does not allow shorter intervals."
  )
  expect(linesOf(result, "monitor", "2")).toContain(
    "interval: changed checkInterval 60 s became 3600 s: the Agency plan does not allow shorter intervals."
  )
})

it("pauses a monitor whose method needs a proof, and says so", async () => {
  const monitor = [kumaMonitor(1, { url: "https://shop.example.org", method: "POST", body: "{}" })]
  const result = await worked(importMonitors("uptime-kuma", { tables: { monitor } }))
  expect(result.document.domains?.["kuma-1"]).toMatchObject({ paused: true })
  expect(result.document.domains?.["kuma-1"]?.request).toBeUndefined()
  const note =
    "Mon rejects the value: POST needs proof that the host is yours. Set the method once you have proved this. The monitor is paused."
  expect(linesOf(result, "monitor", "1")).toEqual(
    expect.arrayContaining([`method: left_out - ${note}`, `body: left_out - ${note}`])
  )
})
