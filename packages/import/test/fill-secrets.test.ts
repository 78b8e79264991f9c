import { expect, it } from "vitest"
import { fillSecrets, importMonitors } from "../src/index.ts"
import { kumaTables } from "./fixtures/kumaTables.ts"
import { robot } from "./fixtures/services.ts"
import { worked } from "./imported.ts"

const worksWith = (document: Parameters<typeof fillSecrets>[0], values: ReadonlyMap<string, string>) => {
  const filled = fillSecrets(document, values)
  if (!filled.ok) throw new Error(filled.message)
  return filled
}

it("puts values in the place of variables, and leaves out what has none", async () => {
  const { document } = await worked(
    importMonitors("uptimerobot", JSON.stringify({ data: [robot] }), { provenHosts: true })
  )
  const { document: sent, leftOut } = worksWith(document, new Map([["ROBOT_800000001_HEADERS_X_PROBE", "$&"]]))
  expect(sent.domains?.["robot-800000001"]?.request).toEqual({
    method: "POST",
    headers: { "X-Probe": "$&", "content-type": "application/json" }
  })
  expect(leftOut).toEqual(["domains.robot-800000001.request.body", "domains.robot-800000001.request.auth"])
})

it("makes the same document as the import if all values are given", async () => {
  const { document, secrets } = await worked(importMonitors("uptime-kuma", { tables: kumaTables }))
  const { document: sent, leftOut } = worksWith(document, secrets)
  expect(leftOut).toEqual([])
  expect(JSON.stringify(sent)).not.toContain("${env:")
  expect(Object.keys(sent.channels ?? {})).toEqual(Object.keys(document.channels ?? {}))
})

it("leaves out channels without their secrets, and keeps what remains valid", async () => {
  const { document } = await worked(importMonitors("uptime-kuma", { tables: kumaTables }))
  const { document: sent, leftOut } = worksWith(document, new Map())
  expect(JSON.stringify(sent)).not.toContain("${env:")
  expect(leftOut.some((path) => path.startsWith("channels."))).toBe(true)
  expect(Object.keys(sent.domains ?? {})).toEqual(Object.keys(document.domains ?? {}))
  const left = new Set(["email", "whatsapp", "webhooks", ...Object.keys(sent.channels ?? {})])
  for (const { steps } of Object.values(sent.routes ?? {}))
    for (const { targets } of steps) for (const target of targets) expect(left).toContain(target)
})

it("makes no route without its channels, and names the monitors whose alerts go elsewhere", async () => {
  const { document, secrets } = await worked(importMonitors("uptime-kuma", { tables: kumaTables }))
  const withoutSlack = worksWith(document, new Map([...secrets].filter(([name]) => name !== "KUMA_1_URL")))
  expect(Object.values(withoutSlack.document.routes ?? {})).toEqual([
    {
      name: "Slack, ntfy",
      scope: "chosen",
      monitors: ["kuma-3"],
      steps: [{ afterMinutes: 0, targets: ["email", "whatsapp", "webhooks", "kuma-2"] }]
    }
  ])
  const reason = "The channel's secret has no value."
  expect(withoutSlack.lostChannels).toEqual([{ name: "Slack", reason, monitors: ["Shop", "Monitor 3"] }])
  const withoutAny = worksWith(document, new Map())
  expect(withoutAny.document.routes).toBeUndefined()
  expect(withoutAny.lostChannels).toEqual([
    { name: "Slack", reason, monitors: ["Shop", "Monitor 3"] },
    { name: "ntfy", reason, monitors: ["Monitor 3"] }
  ])
})

it("names the monitors of a channel in the default route", () => {
  const settings = { url: "${env:SLACK}" }
  const document = {
    version: 1,
    project: "acme",
    domains: { shop: { url: "shop.example.org", name: "Shop" }, api: { url: "api.example.org" } },
    heartbeats: { backup: {} },
    channels: { slack: { kind: "slack", name: "Team", settings } }
  } as const
  expect(worksWith(document, new Map()).lostChannels).toEqual([
    { name: "Team", reason: "The channel's secret has no value.", monitors: ["Shop", "api.example.org", "backup"] }
  ])
})

it("says which value is wrong", () => {
  const request = { headers: { "x-probe": "${env:PROBE}" } }
  const document = { version: 1, project: "acme", domains: { shop: { url: "shop.example.org", request } } } as const
  const filled = fillSecrets(document, new Map([["PROBE", "a\nb"]]))
  expect(filled).toMatchObject({ ok: false, message: expect.stringMatching(/^domains\.shop\.request/u) })
})
