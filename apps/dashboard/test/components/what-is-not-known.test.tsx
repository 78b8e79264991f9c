import type { CheckRecord, Domain, TimelineEvent, PageMonitor } from "@mon/model"
import { describe, expect, it } from "vitest"
import { keys, queryClient } from "../../src/api/queries.ts"
import { CertificateCard } from "../../src/monitors/CertificateCard.tsx"
import { Checks } from "../../src/monitors/Checks.tsx"
import DomainEvents from "../../src/domain/DomainEvents.tsx"
import { RegistrationCard } from "../../src/domain/DomainFacts.tsx"
import { FirstFix, Groups } from "../../src/mail/MailList.tsx"
import { Expiries, Needs } from "../../src/overview/Overview.tsx"
import { LatestChanges } from "../../src/pages/PageOverview.tsx"
import { changesKey } from "../../src/pages/pageQueries.ts"
import { ReportView } from "../../src/reports/Report.tsx"
import { GradeMark, IncidentMark, StateMark } from "../../src/ui/StateMark.tsx"
import { monitor } from "../aMonitor.ts"
import { eventsOf } from "../eventRecords.ts"
import { standingOf } from "../mailRecords.ts"
import { makePage, pageRecord } from "../pageRecords.ts"
import { checksOf, domainOf, type Site } from "../records.ts"
import { availabilityOf } from "../reportRecords.ts"
import { render } from "./render.tsx"

const site: Site = {
  id: "d1",
  name: "Shop",
  host: "shop.example",
  state: "down",
  since: 0,
  grade: "A",
  certDays: 40,
  regDays: 100,
  tags: [],
  settings: {}
}

/** Returns whether a mark has the colour of a monitored object without problems. */
const isGreen = (mark: Element): boolean => {
  const probe = document.createElement("span")
  probe.style.background = "var(--good)"
  document.body.append(probe)
  const good = getComputedStyle(probe).backgroundColor
  probe.remove()
  return getComputedStyle(mark).backgroundColor === good
}

it.each(["up", "active", "degraded", "refused", "down", "error", "changed", "unknown", "paused", "later"] as const)(
  "a mark is green only for what is watched and good: %s",
  async (state) => {
    const { screen } = await render(<StateMark state={state as "up"} />)
    expect(isGreen(screen.element().querySelector("span") as Element)).toBe(state === "up" || state === "active")
    if (state === "unknown") await expect.element(screen.getByRole("img", { name: "No result yet" })).toBeVisible()
  }
)

it.each([
  ["A", "--good"],
  ["B", "--good"],
  ["C", "--warn"],
  ["D", "--bad"],
  ["F", "--bad"],
  [null, "--ink"]
])("a mail grade has the colour of its meaning, and none without a check: %s", async (grade, colour) => {
  const { screen } = await render(
    <>
      <GradeMark grade={grade} />
      <i style={{ color: `var(${colour})` }} />
    </>
  )
  const [mark, expected] = [...screen.element().children].map((element) => getComputedStyle(element).color)
  expect(mark).toBe(expected)
})

it.each([
  ["open", null, "Down", "Nicht erreichbar"],
  ["resolved", "recovered", "Recovered", "Behoben"],
  ["resolved", "paused", "Ended", "Beendet"],
  ["resolved", "deleted", "Ended", "Beendet"],
  ["resolved", undefined, "Ended", "Beendet"]
] as const)("an incident is green only after a recovery: %s, %s", async (status, resolution, english, german) => {
  const incident = resolution === undefined ? { status } : { status, resolution }
  const { screen } = await render(<IncidentMark incident={incident} />)
  const mark = screen.getByRole("img").element()
  expect(mark.getAttribute("aria-label")).toBe(english)
  expect(isGreen(mark)).toBe(resolution === "recovered")
  const other = await render(<IncidentMark incident={incident} />, "de")
  await expect.element(other.screen.getByRole("img", { name: german })).toBeVisible()
})

it.each([
  ["recovered", "good"],
  ["paused", null],
  ["deleted", null]
] as const)("an event that ended an incident is green only for a recovery: %s", async (code, tone) => {
  const pages = [eventsOf("incident_closed").map((event): TimelineEvent => ({ ...event, code }))]
  const query = { data: { pages }, error: null, hasNextPage: false } as never
  const { screen } = await render(<DomainEvents kind="" onKind={() => undefined} query={query} />)
  const chip = screen.getByText("Incident ended").last()
  expect(chip.element().getAttribute("data-state")).toBe(tone)
})

it("a check that Mon could not make has no result, and is no failed check", async () => {
  const [failed, , , passed] = checksOf(site) as [CheckRecord, CheckRecord, CheckRecord, CheckRecord]
  const unmade: CheckRecord = {
    ...failed,
    id: "unmade",
    status: "unknown",
    error: { code: "prober_fault", message: "The service was busy." }
  }
  queryClient.setQueryData([...keys.domain("d1"), "history"], [unmade, failed, passed])
  const { screen } = await render(<Checks id="d1" />)
  await expect.element(screen.getByRole("img", { name: "No result" })).toBeVisible()
  expect(screen.getByRole("row").elements()).toHaveLength(4)
  await screen.getByRole("checkbox", { name: "Only failed checks" }).click()
  expect(screen.getByRole("row").elements()).toHaveLength(2)
  await expect.element(screen.getByRole("img", { name: "Down" })).toBeVisible()
})

describe("the overview", () => {
  const paused = monitor({ name: "paused", state: "paused" })
  const fresh = monitor({ name: "fresh", state: "unknown", certDays: null, regDays: null })

  it.each([
    ["all", [monitor({}), monitor({ name: "b" })], ["2 monitors have no known problems."]],
    ["one of two", [monitor({}), paused], ["1 monitor has no known problems.", "1 monitor is paused."]],
    ["none", [paused, fresh], ["1 monitor has no result yet.", "1 monitor is paused."]]
  ])("counts as fine only what is watched: %s", async (_, monitors, sentences) => {
    const { screen } = await render(<Needs monitors={monitors} />)
    await expect.element(screen.getByText("Nothing to do")).toBeVisible()
    expect([...screen.element().querySelectorAll("p")].map(({ textContent }) => textContent)).toEqual(sentences)
  })

  it("says of dates that nobody knows only that none is known", async () => {
    const { screen } = await render(<Expiries monitors={[fresh]} />)
    await expect.element(screen.getByText("No known expiry in the next 30 days.")).toBeVisible()
  })
})

it.each([
  [100, "Valid"],
  [-2, "Not valid, ends"],
  [null, "Ends"]
])("a registration is valid only before its end: %s", async (daysRemaining, term) => {
  const domain = domainOf(site)
  const expiry = domain.domainExpiry as NonNullable<Domain["domainExpiry"]>
  const { screen } = await render(
    <RegistrationCard domain={{ ...domain, domainExpiry: { ...expiry, daysRemaining } }} />
  )
  await expect.element(screen.getByRole("term").first()).toHaveTextContent(term)
})

it.each([
  [40, [], "Valid"],
  [-2, [], "Not valid, ends"],
  [40, ["wrong_host"], "Not valid, ends"]
])("a certificate is valid only before its end and without a problem: %s %j", async (daysRemaining, problems, term) => {
  const domain = domainOf(site)
  const ssl = domain.ssl as NonNullable<Domain["ssl"]>
  const { screen } = await render(<CertificateCard ssl={{ ...ssl, daysRemaining, problems }} />)
  await expect.element(screen.getByRole("term").first()).toHaveTextContent(term)
})

it.each<readonly [string, Partial<PageMonitor>, RegExp]>([
  ["read", { status: "active", changeCount: 0 }, /^No check has found a change since /u],
  ["not readable", { status: "error", changeCount: 0 }, /^No known changes\.$/u],
  ["with purged changes", { status: "active", changeCount: 3 }, /^No known changes\.$/u],
  ["new", { status: "unknown", changeCount: 0, lastCheckedAt: null }, /^The first check is running\./u]
])("a page without changes says what is known: %s", async (_, changes, sentence) => {
  const page = { ...pageRecord(makePage(0)), lastCheckedAt: "2026-11-20T10:00:00.000Z", ...changes }
  queryClient.setQueryData(changesKey(page.id), [])
  const { screen } = await render(<LatestChanges page={page} />)
  await expect.element(screen.getByText(sentence)).toBeVisible()
})

describe("email health", () => {
  const fine = standingOf({ ...site, state: "up" })
  const silent = { ...fine, score: null, grade: null, incomplete: true }

  it.each([
    [fine, "Nothing to fix"],
    [{ ...fine, incomplete: true }, "Nothing known to fix, because DNS did not respond to all queries"],
    [silent, "No score, because DNS did not respond"],
    [{ ...silent, components: null }, "The first check is pending"],
    [{ ...fine, emailHealthEnabled: false }, "The check is switched off"]
  ])("has nothing to fix only if every query was answered: %#", async (standing, sentence) => {
    const { screen } = await render(<FirstFix standing={standing} />)
    expect(screen.element().textContent).toBe(sentence)
  })

  it.each([
    [[fine, silent], "Nothing to fixThe checks of these domains found nothing to fix."],
    [[silent], "No results yet"]
  ])("groups no fixes without a claim about what was not checked: %#", async (standings, sentence) => {
    const { screen } = await render(<Groups standings={standings} />)
    expect(screen.element().textContent).toBe(sentence)
  })
})

describe("a report", () => {
  const report = availabilityOf([site], new URLSearchParams())

  it("has all of its times in its own zone", async () => {
    queryClient.setQueryData(keys.branding, { name: null, logo: null })
    const late = report.domains.map((domain) => ({ ...domain, certificateExpiresAt: "2026-12-30T22:30:00.000Z" }))
    const { screen } = await render(
      <ReportView hasTag={false} parameters="" report={{ ...report, timezone: "Asia/Tokyo", domains: late }} />
    )
    await expect.element(screen.getByText("1 Oct 2026 to 1 Nov 2026 (Asia/Tokyo)")).toBeVisible()
    await expect.element(screen.getByText("31 Dec 2026")).toBeVisible()
    await expect.element(screen.getByText("10 Oct 2026, 19:00:00")).toBeVisible()
  })

  it("claims nothing about time that nobody watched", async () => {
    queryClient.setQueryData(keys.branding, { name: null, logo: null })
    const nothing = { uptimePercent: null, watchedSeconds: 0, downSeconds: 0, incidents: 0, isTargetMet: null }
    const { screen } = await render(
      <ReportView
        hasTag={false}
        parameters=""
        report={{
          ...report,
          total: { ...report.total, ...nothing },
          tags: [],
          domains: report.domains.map((domain) => ({ ...domain, ...nothing })),
          incidents: []
        }}
      />
    )
    expect(screen.getByText("Not measured").elements()).toHaveLength(2)
    await expect.element(screen.getByText("No known incidents.")).toBeVisible()
    expect(screen.element().textContent).not.toContain("%")
  })
})
