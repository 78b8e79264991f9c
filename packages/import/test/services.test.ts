import { readYaml } from "@mon/api-contract/config-file"
import { expect, it } from "vitest"
import { importMonitors } from "../src/index.ts"
import { robot, robotApi, robotOld, better, updown, cake, openStatus, summary } from "./fixtures/services.ts"
import { linesOf, silentPaths, worked } from "./imported.ts"

it("imports answers of UptimeRobot", async () => {
  const records = [
    robot,
    robotApi,
    robotOld,
    { id: 4, friendlyName: "Ping", type: "PING", url: "example.org" },
    { id: 5, friendly_name: "Beat", type: 5 }
  ]
  const result = await worked(
    importMonitors("uptimerobot", JSON.stringify({ nextLink: null, data: records }), { provenHosts: true })
  )
  expect(result.document.domains).toEqual({
    "robot-800000001": {
      url: "https://shop.example.org",
      name: "Shop",
      checkInterval: 300,
      timeoutSeconds: 30,
      request: {
        method: "POST",
        headers: { "X-Probe": "${env:ROBOT_800000001_HEADERS_X_PROBE}", "content-type": "application/json" },
        body: "${env:ROBOT_800000001_BODY}",
        auth: { username: "ann", password: "${env:ROBOT_800000001_AUTH_PASSWORD}" }
      },
      expect: [{ status: "200-299, 404" }, { text: "In stock", ignoreCase: true }],
      degradedAfterMs: 3_000,
      tags: ["robot-web"],
      paused: true
    },
    "robot-2": {
      url: "https://api.example.org",
      name: "API",
      checkInterval: 300,
      expect: [{ json: "$.ok", equals: true }]
    },
    "robot-3": {
      url: "https://old.example.org",
      name: "Old",
      checkInterval: 60,
      request: { method: "HEAD", headers: { a: "${env:ROBOT_3_HEADERS_A}" } }
    }
  })
  for (const record of [robot, robotApi, robotOld])
    expect([record.id, silentPaths(record, result, "monitor", String(record.id))]).toEqual([record.id, []])
  expect(linesOf(result, "monitor", "800000001").filter((line) => line.startsWith("authType"))).toEqual([
    "authType: carried request.auth"
  ])
  expect(result.report.missingKinds.map(({ kind }) => kind)).toEqual(["heartbeat", "ping"])
  expect(linesOf(result, "monitor", "2")).toContain(
    "config.apiAssertions.checks[1].property: left_out - Mon does not have this comparison."
  )
})

it("imports answers of Better Stack", async () => {
  const pages = [
    {
      data: [better, { id: "13", type: "monitor", attributes: { monitor_type: "tcp", url: "example.org" } }],
      pagination: { next: "…" }
    },
    { data: [{ id: "12", type: "heartbeat", attributes: { name: "Backup", period: 60 } }] }
  ]
  const result = await worked(importMonitors("better-stack", JSON.stringify(pages)))
  expect(result.document.domains).toEqual({
    "better-12": {
      url: "https://shop.example.org",
      name: "Shop",
      checkInterval: 180,
      timeoutSeconds: 15,
      request: { headers: { "X-Probe": "${env:BETTER_12_HEADERS_X_PROBE}" } },
      expect: [{ status: "200-299" }, { text: "Error", absent: true }],
      paused: true
    }
  })
  expect(result.document.heartbeats).toEqual({ "better-heartbeat-12": { name: "Backup", schedule: { every: 60 } } })
  expect(silentPaths(better, result, "monitor", "12")).toEqual([])
  expect(result.report.missingKinds.map(({ kind }) => kind)).toEqual(["tcp"])
})

it("imports the answer of updown.io", async () => {
  const result = await worked(
    importMonitors(
      "updown",
      JSON.stringify([
        updown,
        { token: "b", url: "tcp://example.org:25", period: 60 },
        { token: "c", url: "https://c.example.org", string_match: "401" }
      ])
    )
  )
  expect(result.document.domains).toEqual({
    "updown-ngg8": {
      url: "https://shop.example.org/health",
      name: "Shop",
      checkInterval: 60,
      request: { headers: { "X-Probe": "${env:UPDOWN_NGG8_HEADERS_X_PROBE}" } },
      expect: [{ text: "In stock" }],
      degradedAfterMs: 2_000,
      paused: true,
      timeoutSeconds: undefined
    },
    "updown-c": { url: "https://c.example.org", expect: [{ status: "401" }] }
  })
  expect(silentPaths(updown, result, "monitor", "ngg8")).toEqual([])
  expect(result.report.missingKinds).toEqual([{ kind: "tcp", count: 1 }])
})

it("imports answers of StatusCake, whose statuses are those that alert", async () => {
  const result = await worked(
    importMonitors(
      "statuscake",
      JSON.stringify({
        data: [cake, { id: "2", name: "Mail", test_type: "SMTP", website_url: "example.org" }],
        metadata: { page: 1 }
      }),
      { provenHosts: true }
    )
  )
  expect(result.document.domains).toEqual({
    "cake-6000001": {
      url: "https://shop.example.org",
      name: "Shop",
      checkInterval: 300,
      timeoutSeconds: 30,
      request: {
        method: "POST",
        headers: { "X-Probe": "${env:CAKE_6000001_HEADERS_X_PROBE}" },
        body: "${env:CAKE_6000001_BODY}"
      },
      expect: [{ status: "100-203, 205-499, 501-598" }, { text: "Error", absent: true }],
      tags: ["cake-web"]
    }
  })
  expect(silentPaths(cake, result, "monitor", "6000001")).toEqual([])
  expect(result.report.missingKinds).toEqual([{ kind: "smtp", count: 1 }])
})

it("imports openstatus.yaml", async () => {
  const result = await worked(importMonitors("openstatus", openStatus))
  expect(result.document.domains).toEqual({
    "openstatus-shop": {
      url: "https://shop.example.org",
      name: "Shop",
      checkInterval: 600,
      timeoutSeconds: 15,
      request: { headers: { "X-Probe": "${env:OPENSTATUS_SHOP_HEADERS_X_PROBE}" } },
      expect: [
        { status: "200-599" },
        { status: "100-299" },
        { header: "content-type", equals: "text/html" },
        { text: "Error", absent: true }
      ],
      degradedAfterMs: 2_000,
      paused: true
    }
  })
  const reading = readYaml(openStatus)
  if (!reading.ok) throw new Error("It was refused.")
  expect(silentPaths((reading.text.value as { readonly shop: object }).shop, result, "monitor", "shop")).toEqual([])
  expect(result.report.missingKinds).toEqual([{ kind: "tcp", count: 1 }])
})

it("imports the public JSON of a status page", async () => {
  const result = await worked(importMonitors("statuspage", JSON.stringify(summary)))
  expect(result.document.statusPages).toEqual({
    "page-kctbh9vrtdwd": {
      name: "Example",
      slug: "example",
      timezone: "Europe/Berlin",
      links: [{ label: "Earlier page", url: "https://status.example.org" }],
      groups: { "group-g1": { name: "Shops", description: "All" } },
      components: {
        "component-c1": { name: "Checkout", group: "group-g1", description: "Pay" },
        "component-c2": { name: "Cart", group: "group-g1" },
        "component-c3": { name: "API" }
      }
    }
  })
  expect(silentPaths(summary, result, "statusPage", "kctbh9vrtdwd")).toEqual([])
})

it("refuses files of other kinds", async () => {
  for (const source of ["uptimerobot", "better-stack", "updown", "statuscake"] as const) {
    expect(await importMonitors(source, '{"error": "Unauthorized"}')).toEqual({
      ok: false,
      message: "The text has no list of monitors."
    })
    expect(await importMonitors(source, "[1]")).toEqual({
      ok: false,
      message: "The text has a value that is not an object."
    })
  }
  expect(await importMonitors("statuspage", "{}")).toMatchObject({ ok: false })
  expect(await importMonitors("openstatus", "a: 1")).toEqual({ ok: false, message: "The text has no monitors." })
})
