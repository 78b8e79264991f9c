import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { hasBrowser, isTooWide, shoot, violationsOf } from "./Browser.ts"
import type { Site } from "./records.ts"
import { someSites, useVisits } from "./Visits.ts"

const INCIDENT = "/app/incidents/incident-id-1"

const down = (): Array<Site> =>
  someSites(6).map((site, index) => (index < 3 ? { ...site, state: "down" as const } : site))

const card = (page: Page) =>
  page.locator("section", { has: page.getByRole("heading", { name: "Repair", exact: true }) })

describe.skipIf(!hasBrowser)("the repair of an incident in the dashboard", () => {
  const open = useVisits()

  it("comes with commands to copy, without the marks around them", async () => {
    const { context, page, problems } = await open(INCIDENT, { sites: down() })
    await page.locator("code", { hasText: /^systemctl status nginx$/u }).waitFor()
    expect(await page.getByText("`").count()).toBe(0)
    expect(problems).toEqual([])
    await context.close()
  }, 120_000)

  it("makes Mon check when somebody says that it is done", async () => {
    const { context, page, problems } = await open(INCIDENT, { sites: down() })
    await card(page).getByText("open", { exact: true }).waitFor()
    await card(page).getByText("The problem came back once.").waitFor()
    await card(page).getByRole("link", { name: "The earlier incident with this cause" }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await shoot(page, "incident-repair")
    await card(page).getByRole("button", { name: "I have fixed it" }).click()
    await card(page).getByText("Reported by Maria.").waitFor()
    expect(problems).toEqual([])
    await context.close()
  }, 120_000)

  it("says what it ended, and has no button then, also on a phone in the dark", async () => {
    const sites = someSites(6).map((site) => ({ ...site, state: "up" as const }))
    const { context, page } = await open(INCIDENT, { sites, view: { width: 390, dark: true } })
    await card(page).getByText("finished", { exact: true }).waitFor()
    await card(page).getByText("Downtime", { exact: true }).waitFor()
    expect(await card(page).getByRole("button").count()).toBe(0)
    expect(await isTooWide(page)).toBe(false)
    await shoot(page, "incident-repair-phone")
    await context.close()
  }, 120_000)
})
