import type { Domain, IncidentDetails } from "@mon/model"
import { describe, expect, it } from "vitest"
import { keys, queryClient } from "../../src/api/queries.ts"
import DomainDns from "../../src/domain/dns/DomainDns.tsx"
import { Checks } from "../../src/monitors/Checks.tsx"
import DomainPage from "../../src/domain/DomainPage.tsx"
import { Incidents } from "../../src/monitors/Incidents.tsx"
import IncidentPage from "../../src/incident/IncidentPage.tsx"
import { dnsOf } from "../dnsRecords.ts"
import { checksOf, domainOf, incidentOf, type Site, timelineOf } from "../records.ts"
import { render } from "./render.tsx"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()

const site: Site = {
  id: "d1",
  name: "Shop",
  host: "shop.example",
  state: "up",
  since: 0,
  grade: "A",
  certDays: 40,
  regDays: 100,
  tags: [],
  settings: {}
}
const known = domainOf(site)
const timeline = timelineOf(site)
const seconds = Math.floor(Date.now() / 1_000)

/** Opens the page of a domain, with its data in the cache. */
const open = async (domain: Partial<Domain>, incidents: typeof timeline.incidents = [], buckets = timeline.buckets) => {
  const key = keys.domain("d1")
  queryClient.setQueryData(key, { ...known, ...domain })
  queryClient.setQueryData([...key, "timeline", "24h"], { ...timeline, buckets })
  queryClient.setQueryData([...key, "timeline", "90d"], { ...timeline, incidents })
  queryClient.setQueryData([...key, "advisories"], [])
  queryClient.setQueryData([...key, "events", ""], { pages: [[]], pageParams: [null] })
  queryClient.setQueryData(keys.monitors, { fields: [], tags: [], rows: [] })
  return (await render(<DomainPage id="d1" tab={undefined} />)).screen
}

describe("the page of a domain", () => {
  it("says its state, since when, and when it was checked", async () => {
    const screen = await open({
      statusChangedAt: ago(2 * HOUR + MINUTE),
      lastCheckedAt: ago(12_000),
      checkInterval: 300
    })
    await expect.element(screen.getByText(/^Up for 2 hr 1 min/u)).toBeVisible()
    await expect.element(screen.getByText(/checked \d+ sec\.? ago, every 5 min/u)).toBeVisible()
  })

  it.each([
    [null, "The first check is running."],
    [ago(MINUTE), "No result yet"]
  ])("with an unknown state says whether a check has ended: %s", async (lastCheckedAt, sentence) => {
    const screen = await open({ status: "unknown", statusChangedAt: null, lastError: null, lastCheckedAt })
    await expect.element(screen.getByText(sentence).first()).toBeVisible()
  })

  it.each([
    [23 * 3_600, true],
    [25 * 3_600, false]
  ])("names the last incident, if it ended within 24 hours: %d s ago", async (ended, isNamed) => {
    const end = seconds - ended
    const screen = await open({}, [{ id: "i1", start: end - 600, end, reason: "connect_timeout" }])
    await expect.element(screen.getByText("Incidents", { exact: true }).first()).toBeVisible()
    expect(/Was down .* for 10 min\./u.test(screen.element().textContent ?? "")).toBe(isNamed)
  })

  it.each([
    [DAY, true],
    [31 * DAY, false]
  ])("says since when uptime is measured, if that is no month: %d ms", async (age, isSaid) => {
    const screen = await open({ createdAt: ago(age) })
    await expect.element(screen.getByText("99.12%")).toBeVisible()
    expect((screen.element().textContent ?? "").includes("measured since")).toBe(isSaid)
  })

  it("has no response times, if no part of the period has a check", async () => {
    const screen = await open({}, [], [])
    await expect.element(screen.getByText("No response times yet.")).toBeVisible()
  })

  it("marks incidents that last", async () => {
    const screen = await open({}, [
      { id: "i1", start: seconds - 90_000, end: seconds - 89_000, reason: "connect_timeout" },
      { id: "i2", start: seconds - 600, end: null, reason: "connect_timeout" }
    ])
    await expect.element(screen.getByText("Incidents", { exact: true }).first()).toBeVisible()
    const states = [...screen.element().querySelectorAll("li[data-state]")].map((item) =>
      item.getAttribute("data-state")
    )
    expect(states).toEqual(["open", "resolved"])
  })
})

it.each([
  ["default", "default", 0],
  ["oslo", "oslo", 3],
  ["oslo", "nyc", 3]
])("checks name their location, unless there is only one without a name: %s, %s", async (one, other, named) => {
  const checks = checksOf(site).slice(0, 3)
  const placed = checks.map((check, index) => ({ ...check, location: index === 0 ? other : one }))
  queryClient.setQueryData([...keys.domain("d1"), "history"], placed)
  const { screen } = await render(<Checks id="d1" />)
  await expect.element(screen.getByRole("table")).toBeVisible()
  expect(screen.getByRole("cell", { name: /^(?:default|oslo|nyc)$/u }).elements()).toHaveLength(named)
})

it("no incident is known, if none is stored", async () => {
  queryClient.setQueryData([...keys.domain("d1"), "incidents"], [])
  const { screen } = await render(<Incidents kind="domain" id="d1" />)
  await expect.element(screen.getByText("No known incidents.")).toBeVisible()
})

it("DNS says when it was checked and will be, and that no change is stored", async () => {
  const watch = { ...dnsOf(site), checkedAt: ago(2 * MINUTE), nextCheckAt: ago(-3 * MINUTE), changes: [] }
  queryClient.setQueryData([...keys.domain("d1"), "dns"], watch)
  queryClient.setQueryData([...keys.domain("d1"), "repairs"], [])
  const { screen } = await render(<DomainDns domain={known} />)
  await expect.element(screen.getByText(/^Checked 2 min\.? ago · again in [23] min/u)).toBeVisible()
  await expect.element(screen.getByText("No known changes.")).toBeVisible()
})

describe("the page of an incident", () => {
  const details = (more: Partial<IncidentDetails>): IncidentDetails =>
    ({
      ...incidentOf({ ...site, state: "down" }),
      evidence: [],
      diagnosis: null,
      repair: null,
      sharedCause: null,
      suppressedBy: null,
      silence: null,
      deliveries: [],
      ...more
    }) as IncidentDetails

  it.each<[Partial<IncidentDetails>, string, string | null]>([
    [{ status: "open", startedAt: ago(5 * MINUTE + 5_000) }, "Shop has been down for 5 min", null],
    [
      { status: "resolved", resolution: "recovered", startedAt: ago(HOUR), resolvedAt: ago(55 * MINUTE) },
      "Shop was down for 5 min",
      "It recovered."
    ],
    [
      { status: "resolved", resolution: "paused", startedAt: ago(HOUR), resolvedAt: ago(55 * MINUTE) },
      "Shop was down for 5 min",
      "The incident ended because the monitor was paused."
    ],
    [
      { status: "resolved", resolution: "deleted", startedAt: ago(HOUR), resolvedAt: ago(55 * MINUTE) },
      "Shop was down for 5 min",
      "The incident ended because the monitor was deleted."
    ]
  ])("says how long the site was down, and why it ended: %j", async (more, heading, end) => {
    queryClient.setQueryData(["incident", "i1"], details({ id: "i1", ...more }))
    const { screen } = await render(<IncidentPage id="i1" />)
    await expect.element(screen.getByRole("heading", { name: heading })).toBeVisible()
    if (end !== null) await expect.element(screen.getByText(end)).toBeVisible()
  })

  it("says of a check without a verdict that it has no result, and not that it passed", async () => {
    const [check] = checksOf(site)
    const evidence =
      check === undefined ? [] : [{ ...check, status: "unknown" as const, statusCode: null, error: null }]
    queryClient.setQueryData(["incident", "i1"], details({ id: "i1", evidence }))
    const { screen } = await render(<IncidentPage id="i1" />)
    await expect.element(screen.getByText("No result")).toBeVisible()
    await expect.element(screen.getByText("Passed")).not.toBeInTheDocument()
  })
})
