import { nextOccurrences } from "@mon/alerts/maintenance"
import { expect, it } from "vitest"
import { importMonitors } from "../src/index.ts"
import { kumaTables } from "./fixtures/kumaTables.ts"
import { worked } from "./imported.ts"

/** On this day, the clocks in Berlin skip 02:30. */
const today = "2027-03-28"
const DAY_MS = 86_400_000

const kuma = (changes: object) => ({
  tables: {
    ...kumaTables,
    maintenance: [{ ...kumaTables.maintenance[0]!, timezone: "Europe/Berlin", start_date: null, ...changes }]
  }
})
const gatus = (every: string) => `
maintenance: { start: "02:30", duration: 1h, timezone: Europe/Berlin, every: [${every}] }
endpoints: [{ name: shop, url: "https://shop.example.org", conditions: ["[STATUS] == 200"] }]
`

it.each([
  ["uptime-kuma", kuma({ strategy: "cron", cron: "30 2 * * *", duration: 3_600 }), 1],
  ["uptime-kuma", kuma({ strategy: "cron", cron: "30 2 * * 0", duration: 3_600 }), 7],
  ["uptime-kuma", kuma({ weekdays: "[0]", start_time: "02:30", end_time: "03:30" }), 7],
  [
    "uptime-kuma",
    kuma({ strategy: "recurring-interval", start_date: "2027-03-28 00:00:00", start_time: "02:30", end_time: "03:30" }),
    1
  ],
  ["gatus", gatus(""), 1],
  ["gatus", gatus("Sunday"), 7]
] as const)("a window of %s that begins at a skipped time is late only once: %#", async (source, input, days) => {
  const { document } = await worked(importMonitors(source, input, { today }))
  const [window] = Object.values(document.maintenanceWindows ?? {})
  const { minutes = 0, recurrence = null, startsAt = "", timezone = "" } = window ?? {}
  const schedule = { startsAt: Date.parse(startsAt), minutes, timeZone: timezone, recurrence }
  const second = Date.parse("2027-03-28T00:30:00Z") + days * DAY_MS
  expect(nextOccurrences(schedule, schedule.startsAt, 2).map((one) => new Date(one.startsAt).toISOString())).toEqual([
    "2027-03-28T01:30:00.000Z",
    new Date(second).toISOString()
  ])
})
