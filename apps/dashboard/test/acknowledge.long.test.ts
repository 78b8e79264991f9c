import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { hasBrowser, isTooWide, shoot, type View, violationsOf } from "./Browser.ts"
import type { Site } from "./records.ts"
import { someSites, useVisits } from "./Visits.ts"

const INCIDENT = "/app/incidents/incident-id-1"
const HOSTILE = "<img src=x onerror=alert(1)> \u202Eevil {{constructor}}"

const acknowledged = (by: string, note: string | null = null) => ({
  at: new Date().toISOString(),
  by,
  via: "dashboard" as const,
  channel: null,
  note
})

const card = (page: Page) => page.locator("section", { has: page.getByRole("heading", { name: "Acknowledgement" }) })

describe.skipIf(!hasBrowser)("an open incident in the dashboard", () => {
  const open = useVisits()
  const visit = (sites: Array<Site>, path: string, view: View = {}) => open(path, { sites, view })

  it("is acknowledged with a note by the keyboard, and that can be undone", async () => {
    const { context, page, problems } = await visit(someSites(6), INCIDENT)
    await page.getByRole("button", { name: "Acknowledge" }).waitFor()
    await page.keyboard.press("a")
    await page.locator("input[name=note]:focus").waitFor()
    await page.keyboard.type("The provider is informed.")
    await page.keyboard.press("Enter")
    await card(page).getByText("The provider is informed.").waitFor()
    expect(await card(page).getByText("Maria").count()).toBe(1)
    await page.locator("h1:focus").waitFor()
    await page.getByText("The incident is acknowledged.").waitFor()
    await page.getByRole("button", { name: "Undo" }).click()
    await page.getByRole("button", { name: "Acknowledge" }).waitFor()
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("loses its acknowledgement when somebody takes it back", async () => {
    const sites = someSites(6).map((site) => ({ ...site, acknowledgement: acknowledged("Ann Berg") }))
    const { context, page } = await visit(sites, INCIDENT)
    await card(page).getByText("Ann Berg").waitFor()
    await page.getByRole("button", { name: "Withdraw" }).click()
    await page.getByRole("button", { name: "Acknowledge" }).waitFor()
    expect(await card(page).getByText("Ann Berg").count()).toBe(0)
    await page.locator("h1:focus").waitFor()
    await context.close()
  }, 60_000)

  it("is calm in the overview and comes after what nobody takes care of", async () => {
    const sites = someSites(6).map((site, index) => ({
      ...site,
      state: index < 3 ? ("down" as const) : ("up" as const),
      acknowledgement: index === 1 ? acknowledged(HOSTILE) : null
    }))
    const { context, page, problems } = await visit(sites, "/app")
    const rows = page.locator("li", { has: page.locator("a[href='/app/domains/id-1']") })
    await rows.first().getByText("acknowledged by <img").waitFor()
    const names = await page
      .locator("li > a[href^='/app/domains/id-']")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")))
    expect(names.slice(0, 3).at(-1)).toBe("/app/domains/id-1")
    expect(await page.locator("img").count()).toBe(0)
    await page.goto("/app/incidents")
    await page.getByText("acknowledged by <img").first().waitFor()
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it.each<readonly [string, View]>([
    ["light", {}],
    ["dark", { dark: true }],
    ["phone", { width: 390 }],
    ["german", { locale: "de-DE" }]
  ])(
    "shows its form and its note without a violation: %s",
    async (name, view) => {
      const { context, page } = await visit(someSites(6), INCIDENT, view)
      await page.locator("button[aria-keyshortcuts=a]").click()
      await page.locator("input[name=note]").waitFor()
      await shoot(page, `acknowledge-dialog-${name}`)
      expect(await violationsOf(page)).toEqual([])
      await page.fill("input[name=note]", `${HOSTILE} ${"x".repeat(200)}`)
      await page.keyboard.press("Enter")
      await page.getByText("<img").first().waitFor()
      await shoot(page, `acknowledged-${name}`)
      expect(await violationsOf(page)).toEqual([])
      expect(await isTooWide(page)).toBe(false)
      await context.close()
    },
    60_000
  )
})
