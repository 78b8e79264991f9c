import { expect, it } from "vitest"
import { importMonitors, reportText } from "../src/index.ts"
import { kumaMonitor, kumaTables } from "./fixtures/kumaTables.ts"
import { linesOf, silentPaths, worked } from "./imported.ts"

const today = "2026-11-23"
const imported = () => worked(importMonitors("uptime-kuma", { tables: kumaTables }, { today, provenHosts: true }))

it("imports monitors with their requests, expectations and tags", async () => {
  const { document } = await imported()
  expect(document.domains).toEqual({
    "kuma-2": {
      url: "https://shop.example.org",
      name: "Shop",
      paused: true,
      checkInterval: 300,
      timeoutSeconds: 10,
      ccEmails: ["ops@example.org", "dev@example.org"],
      request: {
        method: "POST",
        headers: {
          "X-Probe": "${env:KUMA_2_HEADERS_X_PROBE}",
          Accept: "application/json",
          "content-type": "application/json"
        },
        body: "${env:KUMA_2_BODY}",
        auth: { username: "monitor", password: "${env:KUMA_2_AUTH_PASSWORD}" }
      },
      expect: [{ status: "200-299, 401" }],
      tags: ["kuma-shops", "kuma-production", "kuma-team-web"]
    },
    "kuma-3": {
      url: "https://status.example.org",
      name: "Monitor 3",
      checkInterval: 60,
      timeoutSeconds: 30,
      paused: true,
      expect: [{ status: "200-299" }, { text: "broken", absent: true }],
      tags: ["kuma-production"]
    },
    "kuma-4": {
      url: "https://api.example.org/health",
      name: "Monitor 4",
      checkInterval: 60,
      timeoutSeconds: 30,
      request: { auth: { token: "${env:KUMA_4_AUTH_TOKEN}" } },
      expect: [{ status: "200-299" }, { json: "$.data[0].status", equals: "ok" }]
    },
    "kuma-5": {
      url: "https://sum.example.org",
      name: "Monitor 5",
      checkInterval: 60,
      timeoutSeconds: 30,
      expect: [{ status: "200-299" }]
    },
    "kuma-12": {
      url: "https://login.example.org",
      name: "In the address",
      checkInterval: 60,
      timeoutSeconds: 30,
      request: { auth: { username: "ann", password: "${env:KUMA_12_AUTH_PASSWORD}" } },
      expect: [{ status: "200-299" }]
    },
    "kuma-13": {
      url: "https://names.example.org",
      name: "Line break",
      checkInterval: 60,
      timeoutSeconds: 30,
      expect: [{ status: "200-299" }]
    }
  })
  expect(document.urls).toEqual({
    "kuma-6": {
      url: "https://shop.example.org/cart",
      name: "Second path",
      checkInterval: 3_600,
      timeoutSeconds: 30,
      screenshotEnabled: false,
      minimumChange: { percent: 100 },
      expect: [{ status: "200-299" }]
    }
  })
  expect(document.tags).toMatchObject({
    "kuma-production": { name: "Production", color: "#DC2626" },
    "kuma-team-web": { name: "Team: Web" }
  })
})

it("counts the kinds that Mon does not have first", async () => {
  const { report } = await imported()
  expect(report.missingKinds).toEqual([{ kind: "docker", count: 1 }])
  expect(report.counts.find(({ kind }) => kind === "monitor")).toEqual({ kind: "monitor", imported: 9, leftOut: 4 })
})

it("says of every column what became of it", async () => {
  const result = await imported()
  for (const row of kumaTables.monitor)
    expect([row.id, silentPaths(row, result, "monitor", String(row.id))]).toEqual([row.id, []])
  for (const row of kumaTables.maintenance)
    expect([row.id, silentPaths(row, result, "maintenanceWindow", String(row.id))]).toEqual([row.id, []])
  for (const row of kumaTables.status_page) expect(silentPaths(row, result, "statusPage", String(row.id))).toEqual([])
  for (const row of kumaTables.tag) expect(silentPaths(row, result, "tag", String(row.id))).toEqual([])
  for (const row of kumaTables.notification) {
    expect([row.id, silentPaths(row, result, "channel", String(row.id))]).toEqual([row.id, []])
    if (row.id !== 5)
      expect(silentPaths({ config: JSON.parse(row.config) }, result, "channel", String(row.id))).toEqual([])
  }
  const headers = { headers: JSON.parse(String(kumaTables.monitor[1]?.headers)) as unknown }
  expect(silentPaths(headers, result, "monitor", "2")).toEqual([])
  for (const { id, monitor_id } of kumaTables.monitor_group)
    expect([
      monitor_id,
      linesOf(result, "statusPage", "1").some((line) => line.startsWith(`monitor_group[${id}]`))
    ]).toEqual([monitor_id, true])
})

it("says why values changed and were left out", async () => {
  const result = await imported()
  const lines = linesOf(result, "monitor", "2")
  expect(lines).toContain("interval: changed checkInterval 20 s became 300 s: Mon sends POST at most every 300 s.")
  expect(lines).toContain("url: changed url A domain monitor cannot have a query or a fragment, so both are removed.")
  expect(lines).toContain(
    "headers.Host: left_out - Mon rejects the value: The headers must not contain Host, which the connection sets."
  )
  expect(lines).toContain("headers.User-Agent: left_out - Mon sends its own User-Agent.")
  expect(lines).toContain(
    "upside_down: changed paused Mon does not have monitors that are up while the target is down. The monitor is paused, because it would be down all the time."
  )
  expect(linesOf(result, "monitor", "5")).toContain(
    "json_path: left_out - Only plain paths such as data[0].status can be translated from JSONata to JSONPath."
  )
  expect(linesOf(result, "monitor", "11")).toEqual([
    ': left_out - Mon monitors host names, not IP addresses. The address is "http://192.168.1.10:8080".'
  ])
  expect(linesOf(result, "monitor", "7")).toEqual([
    ": left_out - Mon checks each address only once. urls.kuma-6 in the file has the same address."
  ])
  expect(linesOf(result, "monitor", "4")).toContain(
    "monitor_notification[4]: left_out - The channel Hook is not imported. Mon's messages have a different format. Add a webhook, or a channel with a template that produces the body you need."
  )
})

it("gives each set of channels a route", async () => {
  const { document } = await imported()
  expect(Object.keys(document.channels ?? {})).toEqual(["kuma-1", "kuma-2", "kuma-6"])
  expect(document.channels?.["kuma-1"]).toEqual({
    kind: "slack",
    name: "Slack",
    settings: { url: "${env:KUMA_1_URL}" },
    inDefaultRoute: false
  })
  expect(Object.values(document.routes ?? {})).toEqual([
    {
      name: "Slack",
      scope: "chosen",
      monitors: ["kuma-2"],
      steps: [{ afterMinutes: 0, targets: ["email", "whatsapp", "webhooks", "kuma-1"] }]
    },
    {
      name: "Slack, ntfy",
      scope: "chosen",
      monitors: ["kuma-3"],
      steps: [{ afterMinutes: 0, targets: ["email", "whatsapp", "webhooks", "kuma-1", "kuma-2"] }]
    }
  ])
})

it("names the monitors whose notifications are not imported", async () => {
  const { report } = await imported()
  expect(report.lostChannels).toEqual([
    {
      name: "Hook",
      reason:
        "Mon's messages have a different format. Add a webhook, or a channel with a template that produces the body you need.",
      monitors: ["Monitor 4"]
    }
  ])
  expect(reportText(report)).toContain(
    "Alerts no longer go to Hook, for: Monitor 4. Mon's messages have a different format."
  )
})

it.each([
  [
    "whose secret is empty",
    [{ id: 1, name: "Slack", active: 1, config: '{"type":"slack","slackwebhookURL":""}' }],
    "Slack"
  ],
  ["that the export does not contain", [], "1"]
])("makes no route for a notification %s, and says so", async (_, notification, name) => {
  const tables = {
    monitor: kumaTables.monitor.slice(1, 3),
    notification,
    monitor_notification: [{ monitor_id: 2, notification_id: 1 }]
  }
  const { document, report } = await worked(importMonitors("uptime-kuma", { tables }))
  expect([document.channels, document.routes]).toEqual([undefined, undefined])
  expect(report.lostChannels).toEqual([{ name, reason: expect.stringMatching(/\.$/u), monitors: ["Shop"] }])
})

it("says nothing of a notification that was turned off", async () => {
  const tables = {
    monitor: kumaTables.monitor.slice(1, 3),
    notification: kumaTables.notification.slice(0, 1).map((row) => ({ ...row, active: 0 })),
    monitor_notification: [{ monitor_id: 2, notification_id: 1 }]
  }
  expect((await worked(importMonitors("uptime-kuma", { tables }))).report.lostChannels).toEqual([])
})

it("names the channels that a route has no room for", async () => {
  const notification = Array.from({ length: 19 }, (_, index) => ({
    id: index + 1,
    name: `Team ${index + 1}`,
    active: 1,
    config: JSON.stringify({ type: "ntfy", ntfyserverurl: "https://ntfy.example.org", ntfytopic: `topic-${index + 1}` })
  }))
  const tables = {
    monitor: kumaTables.monitor.slice(1, 2),
    notification,
    monitor_notification: notification.map(({ id }) => ({ monitor_id: 2, notification_id: id }))
  }
  const { report } = await worked(importMonitors("uptime-kuma", { tables }))
  expect(report.lostChannels).toEqual(
    ["Team 18", "Team 19"].map((name) => ({
      name,
      reason: "A route in Mon notifies at most 17 channels at once.",
      monitors: ["Shop"]
    }))
  )
})

it("counts what is in the file, and not the notifications that became addresses", async () => {
  const { report } = await imported()
  expect(report.counts.find(({ kind }) => kind === "channel")).toEqual({ kind: "channel", imported: 3, leftOut: 3 })
  expect(reportText(report)).toContain("3 of 6 channels imported.")
})

it.each([
  [20, 60],
  [59, 59],
  [60, 60],
  [61, 61]
])("turns an interval of %i s into %i s", async (interval, seconds) => {
  const tables = { monitor: [kumaMonitor(1, { url: "https://shop.example.org", interval })] }
  const { document } = await worked(importMonitors("uptime-kuma", { tables }))
  expect(document.domains?.["kuma-1"]?.checkInterval).toBe(seconds)
})

it("uses the default route if all monitors have the same channels", async () => {
  const tables = {
    monitor: kumaTables.monitor.slice(1, 3),
    notification: kumaTables.notification.slice(0, 1),
    monitor_notification: [2, 3].map((monitor_id) => ({ monitor_id, notification_id: 1 }))
  }
  const { document } = await worked(importMonitors("uptime-kuma", { tables }))
  expect(document.routes).toBeUndefined()
  expect(document.channels?.["kuma-1"]?.inDefaultRoute).toBe(true)
})

it("puts secrets into the map and nowhere else", async () => {
  const { document, report, secrets } = await imported()
  expect(secrets.get("KUMA_2_AUTH_PASSWORD")).toBe("not-a-real-one")
  expect(secrets.get("KUMA_2_TOKEN")).toBe("ann:not-a-real-one")
  expect([...secrets.keys()].toSorted()).toEqual(report.secrets.map(({ name }) => name).toSorted())
  const shown = JSON.stringify([document, report])
  expect(shown).not.toContain("not-a-real-one")
  expect(shown).not.toContain("hooks.slack.com")
  expect(shown).not.toContain("abcdefghijklmnop")
})

it("translates maintenance windows", async () => {
  const result = await imported()
  expect(result.document.maintenanceWindows).toEqual({
    "kuma-1": {
      name: "Night",
      startsAt: "2026-01-05T22:30:00.000Z",
      minutes: 90,
      timezone: "Europe/Berlin",
      recurrence: "FREQ=WEEKLY;BYDAY=MO,FR,SU",
      monitors: ["kuma-2"]
    },
    "kuma-2": {
      name: "Once",
      startsAt: "2027-03-28T00:00:00.000Z",
      minutes: 120,
      timezone: "Europe/Berlin",
      recurrence: null,
      monitors: ["kuma-2"]
    },
    "kuma-3": {
      name: "Cron",
      startsAt: "2026-11-23T09:15:00.000Z",
      minutes: 60,
      timezone: "America/New_York",
      recurrence: "FREQ=MONTHLY;BYMONTHDAY=1",
      monitors: ["kuma-2"]
    },
    "kuma-6": {
      name: "Month end",
      startsAt: "2026-01-01T02:00:00.000Z",
      minutes: 60,
      timezone: "UTC",
      recurrence: "FREQ=MONTHLY;BYMONTHDAY=1,-1",
      monitors: ["kuma-2"]
    }
  })
  expect(linesOf(result, "maintenanceWindow", "4")[0]).toContain("cannot be written as a recurrence rule")
})

it("translates status pages with their groups in order", async () => {
  const { document } = await imported()
  expect(document.statusPages).toEqual({
    "kuma-1": {
      name: "Example",
      slug: "main-page",
      description: "All of it",
      groups: { "group-1": { name: "Shops" }, "group-2": { name: "Other" } },
      components: {
        "component-1-2": { name: "Shop", group: "group-1", monitors: ["kuma-2"] },
        "component-2-8": { name: "Monitor 8", group: "group-2", monitors: ["kuma-8"] }
      }
    }
  })
})

it("makes the same file of the same database, whatever the order of its rows", async () => {
  const first = await imported()
  const tables = {
    ...kumaTables,
    monitor: kumaTables.monitor.toReversed(),
    notification: kumaTables.notification.toReversed()
  }
  const second = await worked(importMonitors("uptime-kuma", { tables }, { today, provenHosts: true }))
  expect(second.document).toEqual(first.document)
})
