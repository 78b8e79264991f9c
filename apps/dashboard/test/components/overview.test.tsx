import type { Incident } from "@mon/model"
import { expect, it } from "vitest"
import { keys, queryClient } from "../../src/api/queries.ts"
import { DayStrip } from "../../src/overview/DayStrip.tsx"
import { Bars } from "../../src/shell/Bars.tsx"
import { Shell } from "../../src/shell/Shell.tsx"
import { makePage, pageRow } from "../pageRecords.ts"
import { incidentOf, monitorFieldNames, monitorRow, type Site } from "../records.ts"
import { render } from "./render.tsx"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()

const siteOf = (id: string, state: Site["state"]): Site => ({
  id,
  name: `Site ${id}`,
  host: `${id}.example`,
  state,
  since: 0,
  grade: "A",
  certDays: 40,
  regDays: 100,
  tags: [],
  settings: {}
})

const ended = (id: string, from: number, until: number): Incident => ({
  ...incidentOf(siteOf("a", "down")),
  id,
  status: "resolved",
  resolution: "recovered",
  startedAt: ago(from),
  resolvedAt: ago(until),
  durationSeconds: (from - until) / 1_000
})

const monitors = (rows: ReadonlyArray<unknown>) =>
  queryClient.setQueryData(keys.monitors, { fields: monitorFieldNames, tags: [], rows })

it("no incident of the last 24 hours is known, if the last one ended before them", async () => {
  monitors([])
  queryClient.setQueryData(keys.incidents, [ended("old", DAY + 2 * HOUR, DAY + HOUR)])
  const { screen } = await render(<DayStrip />)
  await expect.element(screen.getByText("No known incidents in the last 24 hours.")).toBeVisible()
})

it("the last 24 hours have an incident that began before them and ended within them", async () => {
  monitors([])
  queryClient.setQueryData(keys.incidents, [ended("long", DAY + 2 * HOUR, DAY - HOUR)])
  const { screen } = await render(<DayStrip />)
  await expect.element(screen.getByRole("link", { name: "Site a" })).toBeVisible()
})

it("several incidents of a domain have the sum of their times", async () => {
  monitors([])
  queryClient.setQueryData(keys.incidents, [ended("b", 90 * MINUTE, 60 * MINUTE), ended("a", 5 * HOUR, 4 * HOUR)])
  const { screen } = await render(<DayStrip />)
  await expect.element(screen.getByText("2 incidents · 1 hr 30 min")).toBeVisible()
})

it("the navigation counts domains that are down and changes that this person has not seen", async () => {
  monitors([
    monitorRow(siteOf("a", "down")),
    monitorRow(siteOf("b", "up")),
    monitorRow(siteOf("c", "unknown")),
    monitorRow(siteOf("d", "paused")),
    pageRow(makePage(0))
  ])
  queryClient.setQueryData(["account"], { role: "owner", email: "ann@example.com", planExpiresAt: null })
  queryClient.setQueryData(["status"], { notificationsPausedAt: null, service: { networkInDoubt: [] } })
  queryClient.setQueryData(keys.branding, { logo: null, name: null })
  const { screen } = await render(<Shell>{null}</Shell>)
  await expect.element(screen.getByRole("img", { name: "1 down" })).toBeInTheDocument()
  await expect.element(screen.getByRole("img", { name: "2 unseen changes" })).toBeInTheDocument()
})

it.each([
  [14 * DAY - MINUTE, "Your plan ends in 14 days."],
  [DAY + MINUTE, "Your plan ends in 2 days."],
  [DAY - MINUTE, "Your plan ends in 1 day."],
  [15 * DAY, null]
])("a plan that ends in %d ms is named with the days that have begun", async (left, sentence) => {
  queryClient.setQueryData(["account"], { role: "owner", email: "ann@example.com", planExpiresAt: ago(-left) })
  queryClient.setQueryData(["status"], { notificationsPausedAt: null, service: { networkInDoubt: [] } })
  monitors([])
  const { screen } = await render(<Bars />)
  if (sentence === null) expect(screen.element().textContent).not.toContain("Your plan")
  else await expect.element(screen.getByText(sentence)).toBeVisible()
})
