import { parseEnv } from "node:util"
import { describe, expect, it } from "vitest"
import { envFile, fillSecrets, importMonitors } from "../src/index.ts"
import { betterHeartbeat, cronitorFile, cronitorJob, hcCheck } from "./fixtures/heartbeats.ts"
import { kumaMonitor } from "./fixtures/kumaTables.ts"
import { linesOf, silentPaths, worked } from "./imported.ts"

const UUID = "31365bce-8da9-4729-8ff3-aaa71d56b712"

const imported = (...checks: ReadonlyArray<object>) =>
  worked(importMonitors("healthchecks", JSON.stringify({ checks })))

describe("checks of Healthchecks", () => {
  it("become heartbeats with their schedule, their limits and their ping URL", async () => {
    const result = await imported(hcCheck)
    expect(result.document.heartbeats).toEqual({
      [`hc-${UUID}`]: {
        name: "Nightly backup",
        slug: "nightly-backup",
        schedule: { cron: "0 2 * * *", timeZone: "Europe/Berlin" },
        lateAfter: 900,
        maxRuntime: 900,
        filters: { method: "POST", failure: "ERROR", httpBody: true },
        paused: true,
        tags: ["hc-prod", "hc-db"],
        token: "${env:HC_31365BCE_8DA9_4729_8FF3_AAA71D56B712_TOKEN}"
      }
    })
    expect([...result.secrets.values()]).toEqual([UUID])
    expect(silentPaths(hcCheck, result, "monitor", UUID)).toEqual([])
    expect(linesOf(result, "monitor", UUID)).toEqual([
      "name: carried name",
      "slug: carried slug",
      "schedule: carried schedule.cron",
      "tz: carried schedule.timeZone",
      "grace: carried lateAfter",
      "(grace after a start): carried maxRuntime",
      "methods: carried filters.method",
      "failure_kw: carried filters.failure",
      "filter_http_body: carried filters.httpBody",
      "status: changed paused In Healthchecks, a ping ends the pause. In Mon, a person does.",
      "tags: carried tags",
      "desc: left_out - Monitors in Mon have no description.",
      "channels: left_out - Add channels and routes: they are not part of the response.",
      "ping_url: carried token"
    ])
  })

  it("can have a period, or lines of OnCalendar", async () => {
    const { document } = await imported(
      { name: "", slug: "hourly", timeout: 3_600, grace: 60, status: "grace", uuid: UUID, ping_url: `/ping/${UUID}` },
      { name: "Timer", schedule: "Mon..Fri 03:00\nSat 04:00", tz: "UTC", grace: 60, status: "up", unique_key: "a1" }
    )
    expect(Object.values(document.heartbeats ?? {})).toMatchObject([
      { name: "hourly", schedule: { every: 3_600 } },
      { name: "Timer", schedule: { onCalendar: "Mon..Fri 03:00\nSat 04:00", timeZone: "UTC" } }
    ])
    expect(Object.values(document.heartbeats ?? {}).map(({ paused }) => paused)).toEqual([undefined, undefined])
  })

  it("of a read-only key keep no URL, and the report says so", async () => {
    const result = await imported({ name: "Backup", unique_key: "a1", timeout: 60, grace: 60 })
    expect(result.document.heartbeats?.["hc-a1"]).not.toHaveProperty("token")
    expect(linesOf(result, "monitor", "a1")).toContain(
      "(ping URL): left_out - The response to a read-only key has no ping URLs. Use another key."
    )
  })

  it("keep all their filters, and the report names them once", async () => {
    const filters = { start_kw: "begins", success_kw: "done", filter_subject: true, filter_body: true }
    const check = { ...hcCheck, ...filters, subject: "done", subject_fail: "ERROR", filter_default_fail: true }
    const result = await imported(check)
    expect(result.document.heartbeats?.[`hc-${UUID}`]).toMatchObject({
      filters: {
        method: "POST",
        failure: "ERROR",
        success: "done",
        start: "begins",
        subject: true,
        body: true,
        httpBody: true,
        defaultFail: true
      }
    })
    expect(linesOf(result, "monitor", UUID).join("\n")).not.toContain("left_out - Mon has no")
    const none = { methods: "", failure_kw: "", filter_http_body: false }
    expect((await imported({ ...hcCheck, ...none })).document.heartbeats?.[`hc-${UUID}`]).not.toHaveProperty("filters")
  })

  it("are left out with the reason if Mon cannot read their schedule", async () => {
    const result = await imported({ ...hcCheck, schedule: "0 25 * * *" })
    expect(result.document.heartbeats).toBeUndefined()
    expect(result.report.groups.find(({ id }) => id === UUID)?.reason).toBe(
      "Mon rejects it: schedule.cron must be a cron expression: hour takes 0 to 23; got 25."
    )
    expect(result.secrets.size).toBe(0)
  })
})

describe("monitors of Cronitor", () => {
  it("become heartbeats with the same key, and limits of the run time", async () => {
    const result = await worked(importMonitors("cronitor", JSON.stringify({ monitors: [cronitorJob] })))
    expect(result.document.heartbeats).toEqual({
      "cronitor-nightly-backup": {
        name: "Nightly backup",
        slug: "nightly-backup",
        schedule: { cron: "0 2 * * *", timeZone: "Europe/Berlin" },
        lateAfter: 300,
        maxRuntime: 300,
        minRuntime: 10,
        paused: true,
        tags: ["cronitor-prod", "cronitor-databases"]
      }
    })
    expect(silentPaths(cronitorJob, result, "monitor", "Nightly Backup")).toEqual([])
    const lines = linesOf(result, "monitor", "Nightly Backup")
    expect(lines).toContain("key: changed slug Pings with the key Nightly Backup reach the heartbeat too.")
    expect(lines).toContain("assertions[2]: left_out - Mon can only limit the run time.")
    expect(lines).toContain(
      "(API key in the ping URL): left_out - Replace it with the ping key of your Mon account: POST /heartbeats/ping-key returns it."
    )
  })

  it("can be in a YAML file, with intervals, times of day and no schedule", async () => {
    const { document, report } = await worked(importMonitors("cronitor", cronitorFile))
    expect(document.heartbeats).toEqual({
      "cronitor-reindex": { name: "reindex", slug: "reindex", schedule: { cron: "30 17 * * *" } },
      "cronitor-cpu": { name: "CPU", slug: "cpu", schedule: { every: 90 }, lateAfter: 1 },
      "cronitor-deploys": { name: "deploys", slug: "deploys", lateAfter: null }
    })
    expect(report.groups.find(({ id }) => id === "shop")?.reason).toBe(
      "Only jobs and heartbeats are imported from Cronitor. Add the address to the file."
    )
  })

  it.each([
    ["every 5 minutes", { every: 300 }],
    ["every hour", { every: 3_600 }],
    ["every 1.5 h", { every: 5_400 }],
    ["every 2 days", { every: 172_800 }],
    ["every 5 seconds", { every: 10 }],
    ["0:05", { cron: "5 0 * * *" }],
    ["*/5 * * * *", { cron: "*/5 * * * *" }]
  ])("have the schedule %j", async (schedule, expected) => {
    const { document } = await worked(
      importMonitors("cronitor", JSON.stringify({ monitors: [{ key: "a", type: "job", schedule }] }))
    )
    expect(document.heartbeats?.["cronitor-a"]?.schedule).toEqual(expected)
  })
})

it("a push monitor of Uptime Kuma becomes a heartbeat that keeps its token", async () => {
  const push = kumaMonitor(7, {
    type: "push",
    name: "Backup",
    interval: 600,
    maxretries: 2,
    retry_interval: 300,
    push_token: "kuma10char",
    active: 0
  })
  const twin = { ...push, id: 8, maxretries: 0, active: 1 }
  const result = await worked(importMonitors("uptime-kuma", { tables: { monitor: [push, twin] } }))
  expect(result.document.heartbeats).toEqual({
    "kuma-7": {
      name: "Backup",
      schedule: { every: 600 },
      lateAfter: 600,
      paused: true,
      token: "${env:KUMA_7_TOKEN}"
    },
    "kuma-8": { name: "Backup", schedule: { every: 600 }, lateAfter: 1 }
  })
  expect(result.report.secrets).toEqual([{ name: "KUMA_7_TOKEN", path: "heartbeats.kuma-7.token" }])
  expect(parseEnv(envFile(result.secrets).text)).toEqual({ KUMA_7_TOKEN: "kuma10char" })
  expect(silentPaths(push, result, "monitor", "7")).toEqual([])
  expect(linesOf(result, "monitor", "7")).toEqual([
    "name: carried name",
    "interval: carried schedule",
    "active: carried paused",
    "maxretries: changed lateAfter 2 retries with 300 s between them.",
    "user_id: left_out - The account's owner owns the monitors.",
    "created_date: left_out - Uptime Kuma calculates this value.",
    "push_token: carried token"
  ])
  expect(linesOf(result, "monitor", "8")).toContain(
    "push_token: left_out - heartbeats.kuma-7 in the file has the same token. The job needs the pingUrl of the heartbeat."
  )
})

it("a push monitor of Uptime Kuma alerts through its channels, but has no addresses of its own", async () => {
  const tables = {
    monitor: [kumaMonitor(1, { type: "push", push_token: "a".repeat(32) })],
    notification: [
      {
        id: 1,
        name: "Team",
        config: JSON.stringify({ type: "slack", slackwebhookURL: "https://hooks.slack.com/services/T/B/x" })
      },
      { id: 2, name: "Mail", config: JSON.stringify({ type: "smtp", smtpTo: "ops@example.org" }) }
    ],
    monitor_notification: [
      { monitor_id: 1, notification_id: 1 },
      { monitor_id: 1, notification_id: 2 }
    ]
  }
  const result = await worked(importMonitors("uptime-kuma", { tables }))
  expect(result.document.channels?.["kuma-1"]?.inDefaultRoute).toBe(true)
  expect(linesOf(result, "monitor", "1")).toContain(
    "monitor_notification[2]: left_out - Heartbeats and services in Mon have no ccEmails: use routes."
  )
})

it("an external endpoint of Gatus becomes a heartbeat that keeps its token", async () => {
  const file = `
external-endpoints:
  - { name: backup, group: jobs, token: potato-of-the-jobs, heartbeat: { interval: 30m } }
  - { name: deploys, token: short }
  - { name: sync, token: "\${SYNC}", enabled: false }
`
  const result = await worked(importMonitors("gatus", file))
  expect(result.document.heartbeats).toEqual({
    "gatus-external-jobs-backup": {
      name: "backup",
      schedule: { every: 1_800 },
      lateAfter: 1_800,
      tags: ["gatus-jobs"],
      token: "${env:GATUS_EXTERNAL_JOBS_BACKUP_TOKEN}"
    },
    "gatus-external-deploys": { name: "deploys", lateAfter: null },
    "gatus-external-sync": { name: "sync", lateAfter: null, paused: true }
  })
  expect(linesOf(result, "monitor", "external _deploys")).toEqual([
    "name: carried name",
    "(no heartbeat.interval): changed lateAfter The source expects no runs at certain times, so no run is late.",
    "token: left_out - A token in Mon has 10 to 128 letters, digits, - and _, but not exactly 22. The job needs the pingUrl of the heartbeat."
  ])
  expect(linesOf(result, "monitor", "external _sync").at(-1)).toMatch(/^token: left_out/u)
})

it("a heartbeat of Better Stack keeps the token in its URL", async () => {
  const result = await worked(importMonitors("better-stack", JSON.stringify({ data: [betterHeartbeat] })))
  expect(result.document.heartbeats).toEqual({
    "better-heartbeat-14": {
      name: "Backup",
      schedule: { every: 3_600 },
      lateAfter: 300,
      paused: true,
      token: "${env:BETTER_HEARTBEAT_14_TOKEN}"
    }
  })
  expect([...result.secrets.values()]).toEqual(["notArealTokenOf24chars00"])
  expect(silentPaths(betterHeartbeat, result, "monitor", "14")).toEqual([])
})

it("a heartbeat without the value of its token gets a new URL", async () => {
  const { document } = await worked(importMonitors("healthchecks", JSON.stringify({ checks: [hcCheck] })))
  const filled = fillSecrets(document, new Map())
  if (!filled.ok) throw new Error(filled.message)
  expect(filled.leftOut).toEqual([`heartbeats.hc-${UUID}.token`])
  expect(filled.document.heartbeats?.[`hc-${UUID}`]).not.toHaveProperty("token")
})
