import { describe, expect, it } from "vitest"
import { hasBrowser, isTooWide, openPage, violationsOf } from "./Browser.ts"
import { screens } from "./screenTable.ts"
import { someSites, useStandIn, useVisits } from "./Visits.ts"

const MINUTES = 60_000
const TABS = 10
const OFFLINE = "You are offline."
const STALE = "The service is not responding."

/** Returns a response of the API without the entries of its list. */
const emptied = (body: unknown): unknown => {
  const { data } = body as { readonly data?: unknown }
  if (Array.isArray(data)) return { success: true, data: [] }
  if (data !== null && typeof data === "object" && "rows" in data) return { success: true, data: { ...data, rows: [] } }
  return body
}

/** The screens that list something. Every other screen reports that its object does not exist. */
const lists = new Set([
  "overview",
  "domains",
  "incidents",
  "notifications",
  "channels",
  "routes",
  "on-call",
  "status-pages",
  "status-posts",
  "webhooks",
  "team",
  "maintenance",
  "tags",
  "keys",
  "pages",
  "heartbeats",
  "services",
  "mail-health",
  "mail-fixes",
  "simulations",
  "billing"
])

describe.skipIf(!hasBrowser)("every screen", { timeout: 6 * MINUTES }, () => {
  const open = useStandIn(60, 12, 6)

  const visit = async (work: (visit: Awaited<ReturnType<typeof open>>) => Promise<void>) => {
    const opened = await open()
    await work(opened)
    await opened.context.close()
  }

  it("shows rows while it loads, or what needs no data", () =>
    visit(async ({ page }) => {
      await page.route(/\/api\/v1\//u, () => {})
      for (const [, path, sign] of screens) {
        await page.goto(path, { waitUntil: "commit" })
        await page.locator("[aria-busy=true]").or(page.locator(sign)).or(page.getByRole("heading")).first().waitFor()
        expect(await page.getByRole("alert").count(), path).toBe(0)
        expect(await page.locator("main").innerText(), path).not.toMatch(/undefined|NaN|\bnull\b/u)
      }
    }))

  it("says that the service does not answer when there is nothing to show yet", () =>
    visit(async ({ context, server }) => {
      server.goDown(true)
      try {
        // A screen retries several times before it shows an error. The tabs therefore wait simultaneously.
        for (let first = 0; first < screens.length; first += TABS)
          await Promise.all(
            screens.slice(first, first + TABS).map(async ([, path, sign]) => {
              const { page } = await openPage(context, server.origin)
              await page.goto(path)
              await page.getByRole("alert").or(page.locator(sign)).first().waitFor()
              // The parts of a screen fail one after the other, and the first-level heading moves with them.
              const headings = page.getByRole("heading", { level: 1 })
              await expect.poll(() => headings.count(), { message: path, timeout: 30_000 }).toBe(1)
              const alert = page.getByRole("alert").first()
              if ((await alert.count()) > 0) await alert.getByRole("button", { name: "Try again" }).waitFor()
              await page.close()
            })
          )
      } finally {
        server.goDown(false)
      }
    }))

  it("says how to begin when a list is empty", () =>
    visit(async ({ page, problems }) => {
      await page.route(/\/api\/v1\//u, async (route) => {
        if (route.request().url().endsWith("/events")) return route.continue()
        const answer = await route.fetch()
        const body: unknown = await answer.json().catch(() => null)
        await (body === null
          ? route.fulfill({ response: answer })
          : route.fulfill({ response: answer, json: emptied(body) }))
      })
      const found: Array<string> = []
      for (const [screen, path] of screens) {
        if (!lists.has(screen)) continue
        await page.goto(path)
        await page.getByRole("heading", { level: 1 }).first().waitFor()
        await page.waitForLoadState("networkidle")
        if ((await page.locator("main").innerText()).split("\n").length < 3) found.push(`${screen} says nothing`)
        for (const violation of await violationsOf(page)) found.push(`${screen}: ${violation}`)
        if (await isTooWide(page)) found.push(`${screen} is too wide`)
      }
      expect(found).toEqual([])
      expect(problems).toEqual([])
    }))

  it("keeps its data offline, and says so", () =>
    visit(async ({ context, page }) => {
      for (const [screen, path, sign] of screens) {
        await page.goto(path)
        await page.locator(sign).first().waitFor()
        await page.waitForLoadState("networkidle")
        await context.setOffline(true)
        await page.getByText(OFFLINE).waitFor()
        expect(await page.locator(sign).first().isVisible(), screen).toBe(true)
        await context.setOffline(false)
        await page.getByText(OFFLINE).waitFor({ state: "detached" })
      }
    }))

  it("keeps its data when the service stops to answer, says so, and goes on when it answers again", async () => {
    for (let first = 0; first < screens.length; first += TABS) {
      // The screen of an object that does not exist has no data to keep.
      const some = screens.slice(first, first + TABS).filter(([screen]) => screen !== "absent")
      const { context, server } = await open()
      const tabs = []
      for (const [screen, path, sign] of some) {
        const { page } = await openPage(context, server.origin)
        await page.goto(path)
        await page.locator(sign).first().waitFor()
        tabs.push({ page, screen, sign })
      }
      server.goDown(true)
      try {
        for (const { page, screen, sign } of tabs) {
          await page.getByText(STALE).first().waitFor({ timeout: MINUTES })
          expect(await page.locator(sign).first().isVisible(), screen).toBe(true)
        }
      } finally {
        server.goDown(false)
      }
      for (const { page } of tabs) await page.getByText(STALE).first().waitFor({ state: "detached", timeout: MINUTES })
      await context.close()
    }
  })
})

describe.skipIf(!hasBrowser)("a site whose certificate browsers refuse", { timeout: MINUTES }, () => {
  const visit = useVisits()

  it.each([
    ["the overview", "/app"],
    ["the list of domains", "/app/domains"],
    ["its own screen", "/app/domains/id-2"],
    ["the search", "/app"],
    ["the simulator of routes", "/app/routes"]
  ])("has a state of its own on %s", async (screen, path) => {
    const sites = someSites(3).map((site) => (site.id === "id-2" ? { ...site, certProblem: "expired" } : site))
    const { context, page } = await visit(path, { sites })
    if (screen === "the search") {
      await page.getByRole("heading", { level: 1 }).waitFor()
      await page.keyboard.press("Control+k")
      await page.getByRole("combobox").fill(sites[2]?.name ?? "")
    }
    if (path === "/app/routes") await page.locator("select:has(option[value=id-2])").selectOption("id-2")
    const mark = page.getByRole("img", { name: "Up, certificate rejected by browsers" })
    await mark.first().waitFor()
    expect(
      await page.getByText(/Browsers refuse the certificate: expired|^expired$|Current state/u).count()
    ).toBeGreaterThan(0)
    expect(await violationsOf(page)).toEqual([])
    await context.close()
  })
})
