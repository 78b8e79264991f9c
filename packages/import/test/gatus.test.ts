import { readYaml } from "@mon/api-contract/config-file"
import { expect, it } from "vitest"
import { importMonitors } from "../src/index.ts"
import { gatusFile as file } from "./fixtures/gatus.ts"
import { linesOf, silentPaths, worked } from "./imported.ts"

const imported = () => worked(importMonitors("gatus", file, { today: "2026-11-23", provenHosts: true }))

it("translates endpoints, conditions, alerts and windows of Gatus", async () => {
  const { document, report, secrets } = await imported()
  expect(document.domains).toEqual({
    "gatus-core-front-end": {
      url: "https://example.org/health",
      name: "front-end",
      checkInterval: 300,
      timeoutSeconds: 20,
      ccEmails: ["ops@example.org", "dev@example.org"],
      request: {
        method: "POST",
        headers: {
          Authorization: "${env:GATUS_CORE_FRONT_END_HEADERS_AUTHORIZATION}",
          "Content-Type": "application/json"
        },
        body: "${env:GATUS_CORE_FRONT_END_BODY}"
      },
      expect: [
        { json: "$.status", equals: "UP" },
        { json: "$.items[0].count", atLeast: 3 },
        { text: "In stock" },
        { matches: String.raw`^a[\s\S]b[\s\S]*$`, absent: true },
        { json: "$.errors", absent: true },
        { responseTimeMs: 150 },
        { certificate: "valid", minimumDays: 3 },
        { status: "200" }
      ],
      tags: ["gatus-core"]
    },
    "gatus-off": {
      url: "https://off.example.org",
      name: "off",
      checkInterval: 60,
      timeoutSeconds: 10,
      paused: true,
      expect: [{ status: "100-599" }]
    }
  })
  expect(document.maintenanceWindows).toEqual({
    "gatus-core-front-end-1": {
      name: "front-end",
      startsAt: "2026-11-23T01:00:00.000Z",
      minutes: 30,
      timezone: "UTC",
      recurrence: "FREQ=DAILY",
      monitors: ["gatus-core-front-end"]
    },
    "gatus-maintenance": {
      name: "Maintenance",
      startsAt: "2026-11-23T22:00:00.000Z",
      minutes: 60,
      timezone: "Europe/Berlin",
      recurrence: "FREQ=WEEKLY;BYDAY=MO,TH",
      monitors: ["gatus-core-front-end", "gatus-off", "gatus-dns", "gatus-ping", "gatus-external-jobs-backup"]
    }
  })
  expect(Object.values(document.routes ?? {})).toMatchObject([{ name: "slack", monitors: ["gatus-core-front-end"] }])
  expect(report.missingKinds.map(({ kind }) => kind)).toEqual(["suite"])
  expect(secrets.get("GATUS_SLACK_URL")).toContain("https://hooks.slack.com/")
  expect(JSON.stringify([document, report])).not.toContain("not-a-real-one")
})

it("says of every field of Gatus what became of it", async () => {
  const result = await imported()
  const reading = readYaml(file)
  if (!reading.ok) throw new Error("It was refused.")
  const root = reading.text.value as {
    readonly endpoints: ReadonlyArray<Record<string, unknown>>
    readonly alerting: Record<string, object>
    readonly maintenance: object
  }
  for (const endpoint of root.endpoints) {
    const id =
      endpoint["group"] === undefined
        ? String(endpoint["name"])
        : `${String(endpoint["group"])}_${String(endpoint["name"])}`
    expect([id, silentPaths(endpoint, result, "monitor", id)]).toEqual([id, []])
  }
  for (const [name, provider] of Object.entries(root.alerting))
    expect([name, silentPaths(provider, result, "channel", name)]).toEqual([name, []])
  expect(silentPaths(root.maintenance, result, "maintenanceWindow", "maintenance")).toEqual([])
  expect(silentPaths({ metrics: 1, storage: 1 }, result, "file", "The text")).toEqual([])
  const lines = linesOf(result, "monitor", "core_front-end")
  expect(lines).toContain("conditions[7]: left_out - Mon does not compare lengths.")
  expect(lines).toContain("conditions[13]: left_out - It cannot be read.")
  expect(lines).toContain(
    "headers.X-Env: left_out - The value refers to a Gatus environment variable. Set the value in the Mon file."
  )
  expect(linesOf(result, "channel", "discord")[0]).toContain("refers to a Gatus environment variable")
})

it("reads endpoints that share values by anchors and merge keys", async () => {
  const { document } = await worked(
    importMonitors(
      "gatus",
      `default-endpoint: &defaults
  group: core
  interval: 5m
  conditions: ["[STATUS] == 200"]
endpoints:
  - { name: one, <<: *defaults, url: "https://one.example.org" }
  - { name: two, <<: [{ interval: 10m }, *defaults], url: "https://two.example.org", group: other }
`
    )
  )
  const one = { checkInterval: 300, expect: [{ status: "200" }], tags: ["gatus-core"] }
  expect(document.domains).toMatchObject({
    "gatus-core-one": one,
    "gatus-other-two": { ...one, checkInterval: 600, tags: ["gatus-other"] }
  })
})

it("merges several files, and refuses YAML that can grow", async () => {
  const files = new Map([
    ["a.yaml", "alerting:\n  ntfy: { topic: alerts-k3v9 }\n"],
    [
      "b.yaml",
      "endpoints:\n  - { name: a, url: https://a.example.org, conditions: ['[STATUS] == 200'], alerts: [{ type: ntfy }] }\n"
    ]
  ])
  const { document } = await worked(importMonitors("gatus", files))
  expect(document.channels?.["gatus-ntfy"]?.inDefaultRoute).toBe(true)
  const letters = [..."abcdefgh"]
  const bomb = letters.map((letter, at) => `${letter}: &${letter} [${`*${letters[at - 1]}, `.repeat(at && 10)}x]`)
  expect(await importMonitors("gatus", `${bomb.join("\n")}\nendpoints: [*h]\n`)).toEqual({
    ok: false,
    message: "The text, line 1, column 1: The file must have at most 100000 names and values."
  })
  expect(await importMonitors("gatus", "endpoints: !!js/function 'x'\n")).toMatchObject({ ok: false })
  expect(await importMonitors("gatus", "a: 1\n")).toEqual({
    ok: false,
    message: "There are no endpoints: the file is not a Gatus configuration."
  })
})

const settingOf = async (word: string) => {
  const { document, report } = await worked(
    importMonitors(
      "gatus",
      `
alerting: { slack: { webhook-url: "https://hooks.slack.com/services/T00000000/B00000000/notarealone" } }
maintenance: { enabled: ${word}, start: "22:00", duration: 1h }
endpoints:
  - name: shop
    url: https://shop.example.org
    enabled: ${word}
    client: { insecure: ${word} }
    alerts: [{ type: slack, enabled: ${word} }]
    maintenance-windows: [{ enabled: ${word}, start: "01:00", duration: 1h }]
    conditions: ["[STATUS] == 200"]
  - { name: silent, url: "https://silent.example.org", conditions: [] }
`,
      { today: "2026-11-23" }
    )
  )
  return {
    paused: document.domains?.["gatus-shop"]?.paused ?? false,
    routes: Object.keys(document.routes ?? {}).length,
    windows: Object.keys(document.maintenanceWindows ?? {}).length,
    report
  }
}

// The words of YAML 1.1 that Gatus's YAML reader accepts as booleans.
it.each(["n", "N", "no", "No", "NO", "off", "Off", "OFF", "false", "False", "FALSE", '"no"', "!!bool no"])(
  "takes %s for off",
  async (word) => {
    expect(await settingOf(word)).toMatchObject({ paused: true, routes: 0, windows: 0 })
  }
)

it.each(["y", "Y", "yes", "Yes", "YES", "on", "On", "ON", "true", "True", "TRUE", "'on'", "!!bool yes"])(
  "takes %s for on",
  async (word) => {
    expect(await settingOf(word)).toMatchObject({ paused: false, routes: 1, windows: 2 })
  }
)

it.each(["maybe", "5", "enabled!"])("does not take %s for on", async (word) => {
  const { paused, report, windows } = await settingOf(word)
  expect([paused, windows]).toEqual([true, 0])
  expect(JSON.stringify(report)).toContain(`Mon does not know the state \\"${word}\\", so the monitor is paused.`)
})

it.each([
  ["[BODY].code == 200", { json: "$.code", equals: 200 }, "changed"],
  ["[BODY].code != 200", { json: "$.code", differs: 200 }, "changed"],
  ["[BODY].count > 3", { json: "$.count", above: 3 }, "changed"],
  ["[BODY].ok == true", { json: "$.ok", equals: true }, "changed"],
  ["[BODY].last == null", { json: "$.last", equals: null }, "changed"],
  ["[BODY].state == UP", { json: "$.state", equals: "UP" }, "carried"],
  ["[BODY].version == 1.2.3", { json: "$.version", equals: "1.2.3" }, "carried"],
  ["[BODY].id == 007", { json: "$.id", equals: "007" }, "carried"]
])("reports what becomes of the condition %s", async (condition, expectation, outcome) => {
  const result = await worked(
    importMonitors(
      "gatus",
      JSON.stringify({ endpoints: [{ name: "a", url: "https://shop.example.org", conditions: [condition] }] })
    )
  )
  expect(Object.values(result.document.domains ?? {})[0]?.expect).toContainEqual(expectation)
  expect(linesOf(result, "monitor", "a").find((line) => line.startsWith("conditions[0]"))).toContain(`: ${outcome}`)
})

it.each([
  ["0123456", "0123456"],
  ["1.10", "1.10"],
  ["0x1F", "0x1F"],
  ["1_000", "1_000"],
  ["12345678901234567890", "12345678901234567890"],
  ["7", "7"],
  ["1.5", "1.5"]
])("reads %s as a text where Gatus wants one", async (written, text) => {
  const { secrets } = await worked(
    importMonitors(
      "gatus",
      `{ endpoints: [{ name: a, url: "https://shop.example.org", headers: { X-Key: ${written} }, conditions: [] }] }`
    )
  )
  expect([...secrets.values()]).toEqual([text])
})
