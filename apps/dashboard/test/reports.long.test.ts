import { describe, expect, it } from "vitest"
import { hasBrowser, isTooWide, shoot, type View, violationsOf } from "./Browser.ts"
import { someSites, useVisits } from "./Visits.ts"

const views: ReadonlyArray<readonly [name: string, view: View]> = [
  ["light", {}],
  ["dark", { dark: true }],
  ["phone", { width: 390 }],
  ["german-phone-dark", { width: 360, dark: true, locale: "de-DE" }]
]

describe.skipIf(!hasBrowser)("reports in the dashboard", () => {
  const open = useVisits()
  const visit = (path: string, view: View = {}) => open(path, { sites: someSites(12), view })

  it("are chosen by the keyboard, and the URL has what is chosen", async () => {
    const { context, page, problems } = await visit("/app/reports")
    await page.getByRole("region", { name: "Domains" }).waitFor()
    expect(await page.getByText(/Target (?:met|missed)/u).count()).toBe(0)
    await page.getByLabel("Target in percent").focus()
    await page.keyboard.type("99.9")
    await page.getByText("Target missed").first().waitFor()
    await page.getByLabel("Tag", { exact: true }).selectOption("Care plan")
    await page.getByLabel("Period").selectOption("days")
    await page.getByLabel("First day").fill("2026-10-05")
    await page.getByLabel("Last day").fill("2026-10-11")
    await page.waitForURL(/from=2026-10-05&to=2026-10-11/u)
    const csv = page.getByRole("link", { name: "Download as CSV" })
    await expect
      .poll(() => csv.getAttribute("href"), { timeout: 20_000 })
      .toBe("/api/v1/reports/availability/export?from=2026-10-05&to=2026-10-11&tag=Care+plan&target=99.9")
    await page.reload()
    expect(await page.getByLabel("Target in percent").inputValue()).toBe("99.9")
    expect(problems).toEqual([])
    await context.close()
  }, 90_000)

  it("are downloaded as PDF, or say why not", async () => {
    const { context, page, problems, server } = await visit("/app/reports?target=99.9")
    const saved = page.waitForEvent("download")
    await page.getByRole("button", { name: "Download as PDF" }).click()
    expect((await saved).suggestedFilename()).toBe("availability.pdf")
    server.account.hasBrowser = false
    await page.getByRole("button", { name: "Download as PDF" }).click()
    await page.getByText("This service has no Chromium.").waitFor()
    expect(problems.filter((problem) => !problem.includes("503"))).toEqual([])
    const tags = await page.getByRole("link", { name: "Tags as CSV" }).getAttribute("href")
    expect(tags).toContain("by=tag")
    await context.close()
  }, 90_000)

  it("are scheduled, changed and deleted", async () => {
    const { context, page, problems } = await visit("/app/reports?target=99.5")
    const list = page.getByRole("list", { name: "Reports by email" })
    await list.getByText("customer@example.com").waitFor()
    await page.getByRole("button", { name: "Schedule a report" }).click()
    const dialog = page.getByRole("dialog")
    expect(await dialog.getByLabel("Target in percent").inputValue()).toBe("99.5")
    await dialog.getByLabel("Name").fill("For the board")
    await dialog.getByLabel("How often").selectOption("week")
    await dialog.getByLabel("Recipients").fill("board@example.com, chair@example.com")
    await shoot(page, "report-schedule")
    await dialog.getByRole("button", { name: "Schedule a report" }).click()
    await list.getByText("chair@example.com: asked to confirm").waitFor()
    await list.getByRole("button", { name: "Change For the board…" }).click()
    await dialog.getByLabel("Name").fill("For everybody")
    await dialog.getByRole("button", { name: "Save" }).click()
    await list.getByText("For everybody", { exact: true }).waitFor()
    await shoot(page, "report-scheduled")
    await list.getByRole("button", { name: "Delete For everybody…" }).click()
    await page.getByRole("button", { name: "Delete", exact: true }).click()
    await expect.poll(() => list.getByText("For everybody").count(), { timeout: 20_000 }).toBe(0)
    expect(problems).toEqual([])
    await context.close()
  }, 90_000)

  it("are printed without what leads elsewhere", async () => {
    const { context, page } = await visit("/app/reports?target=99.9")
    await page.getByRole("region", { name: "Domains" }).waitFor()
    await page.emulateMedia({ media: "print" })
    expect(await page.getByRole("navigation", { name: "Main" }).isVisible()).toBe(false)
    expect(await page.getByLabel("Period").isVisible()).toBe(false)
    expect(await page.getByRole("heading", { name: "Reports", exact: true }).isVisible()).toBe(true)
    expect(await page.getByText("Target missed").first().isVisible()).toBe(true)
    await shoot(page, "report-print")
    await context.close()
  }, 90_000)

  it("say what a wrong target takes, and that there is no domain", async () => {
    const { context, page } = await visit("/app/reports")
    await page.route("**/api/v1/reports/**", (route) =>
      route.fulfill({ status: 400, json: { success: false, message: "target must be a number above 0." } })
    )
    await page.goto("/app/reports?target=x")
    await expect
      .poll(() => page.getByRole("alert").innerText(), { timeout: 20_000 })
      .toContain("“Target in percent” must be a number above 0.")
    await page.unrouteAll()
    await page.goto("/app/reports?tag=Empty")
    await page.getByText("No domains in this report").waitFor()
    await context.close()
  }, 90_000)

  it.each(views)(
    "have no violation and no sideways scroll (%s)",
    async (name, view) => {
      const { context, page, problems } = await visit("/app/reports?target=99.9", view)
      await page.locator("table").nth(1).waitFor()
      expect(await violationsOf(page)).toEqual([])
      expect(await isTooWide(page)).toBe(false)
      expect(problems).toEqual([])
      await shoot(page, `report-${name}`)
      await context.close()
    },
    90_000
  )
})
