import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { hasBrowser } from "./Browser.ts"
import type { Site } from "./records.ts"
import { makeSite } from "./StandIn.ts"
import { someSites, useVisits } from "./Visits.ts"

const MOST_TABS = 120

/** Presses Tab until the element with a role and a name has the focus. */
const tabTo = async (
  page: Page,
  role: "button" | "link" | "textbox" | "combobox" | "spinbutton",
  name: string | RegExp
) => {
  const target = page.getByRole(role, { name }).first()
  await target.waitFor()
  for (let presses = 0; presses < MOST_TABS; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press("Tab")
  }
  throw new Error(`Tab does not lead to the ${role} ${String(name)}.`)
}

/** The ten most common tasks. The tests use only the keyboard, and the pointer stays outside the page. */
describe.skipIf(!hasBrowser)("with the keyboard alone", () => {
  const open = useVisits()
  const visit = async (sites: Array<Site>, path: string) => {
    const opened = await open(path, { sites })
    await opened.context.grantPermissions(["clipboard-read", "clipboard-write"])
    await opened.page.getByRole("heading", { level: 1 }).waitFor()
    return opened
  }

  it("one adds a site", async () => {
    const { context, page, server } = await visit(someSites(5), "/app")
    await page.keyboard.press("n")
    await page.locator("#sites:focus").waitFor()
    await page.keyboard.type("keyboard-shop.example")
    await page.keyboard.press("Control+Enter")
    await page.getByText("Running the first check…").waitFor()
    server.settle("keyboard-shop.example", "up")
    const verdict = page.getByText(/^Up/u).first()
    await verdict.waitFor()
    expect(await verdict.isVisible()).toBe(true)
    await context.close()
  }, 60_000)

  it("one opens the worst site and reads why", async () => {
    const { context, page } = await visit(someSites(40), "/app/domains")
    await page.locator("[data-row='0']").waitFor()
    // The rows appear before the file with the keys has been loaded.
    await page.waitForLoadState("networkidle")
    await page.keyboard.press("j")
    await page.keyboard.press("Enter")
    await page.getByText("Down now:").waitFor()
    expect(await page.getByText("Down now:").isVisible()).toBe(true)
    await context.close()
  }, 60_000)

  it("one opens the evidence of an incident", async () => {
    const { context, page } = await visit(someSites(40), "/app/domains/id-1")
    await tabTo(page, "link", "See the evidence")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "What to do" }).waitFor()
    expect(await page.getByRole("heading", { name: "What to do" }).isVisible()).toBe(true)
    await context.close()
  }, 60_000)

  it("one filters the list and clears the filter", async () => {
    const { context, page } = await visit(someSites(100), "/app/domains")
    await page.locator("[data-row='5']").waitFor()
    await page.keyboard.press("/")
    await page.keyboard.type(makeSite(57).name)
    await expect.poll(() => page.locator("[data-row]").count()).toBe(1)
    await page.keyboard.press("Control+a")
    await page.keyboard.press("Delete")
    await page.locator("[data-row='5']").waitFor()
    await context.close()
  }, 60_000)

  it("one goes to a domain by its name", async () => {
    const { context, page } = await visit(someSites(100), "/app")
    await page.keyboard.press("Control+k")
    await page.getByRole("combobox").waitFor()
    await page.keyboard.type("viken clinic")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { level: 1, name: "Viken Clinic" }).waitFor()
    expect(await page.getByRole("heading", { level: 1, name: "Viken Clinic" }).isVisible()).toBe(true)
    await context.close()
  }, 60_000)

  it("one pauses several sites and takes it back", async () => {
    const sites = someSites(20).filter(({ state }) => state === "up")
    const { context, page } = await visit(sites, "/app/domains")
    await page.locator("[data-row='2']").waitFor()
    for (const key of ["j", "x", "j", "x"]) await page.keyboard.press(key)
    await tabTo(page, "button", "Pause")
    await page.keyboard.press("Enter")
    await page.getByText("2 domains are paused.").first().waitFor()
    await tabTo(page, "button", "Undo")
    await page.keyboard.press("Enter")
    await page.getByText("Undone.").first().waitFor()
    expect(sites.filter(({ state }) => state === "paused")).toHaveLength(0)
    await context.close()
  }, 60_000)

  it("one changes the interval of selected sites", async () => {
    const sites = someSites(10).filter(({ state }) => state === "up")
    const { context, page } = await visit(sites, "/app/domains")
    await page.locator("[data-row='2']").waitFor()
    for (const key of ["j", "x", "j", "x"]) await page.keyboard.press(key)
    await tabTo(page, "button", "Interval…")
    await page.keyboard.press("Enter")
    await page.getByRole("dialog").waitFor()
    await tabTo(page, "combobox", "Interval")
    await page.keyboard.press("ArrowDown")
    await tabTo(page, "button", "Apply")
    await page.keyboard.press("Enter")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await expect.poll(() => sites.filter(({ settings }) => "checkInterval" in settings).length).toBe(2)
    await context.close()
  }, 60_000)

  it("one tags selected sites", async () => {
    const sites = someSites(10).filter(({ state }) => state === "up")
    const { context, page } = await visit(sites, "/app/domains")
    await page.locator("[data-row='1']").waitFor()
    for (const key of ["j", "x"]) await page.keyboard.press(key)
    await tabTo(page, "button", "Tags…")
    await page.keyboard.press("Enter")
    await page.getByRole("dialog").waitFor()
    await tabTo(page, "button", "Care plan")
    await page.keyboard.press("Enter")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    expect(await page.getByRole("dialog").count()).toBe(0)
    await context.close()
  }, 60_000)

  it("one copies the record that fixes the mail of a domain", async () => {
    const { context, page } = await visit(someSites(5), "/app/domains/id-1/mail")
    await tabTo(page, "button", /^Copy (?:Value|Content)$/u)
    await page.keyboard.press("Enter")
    await page.getByText("Copied.").first().waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^v=DMARC1; p=/u)
    await context.close()
  }, 60_000)

  it("one changes a setting and moves along the days of the history", async () => {
    const sites = someSites(5)
    const { context, page } = await visit(sites, "/app/domains/id-2/settings")
    await tabTo(page, "combobox", "Check interval")
    await page.keyboard.press("ArrowDown")
    await tabTo(page, "button", "Save")
    await page.keyboard.press("Enter")
    await page.getByText("Saved.").first().waitFor()
    expect(sites[2]?.settings).toMatchObject({ checkInterval: 120 })
    await page.goto("/app/domains/id-2")
    const bars = page.getByRole("group", { name: "Uptime over the last 90 days" }).getByRole("button")
    await bars.first().waitFor()
    for (let presses = 0; presses < MOST_TABS; presses++) {
      if (await bars.last().evaluate((element) => element === document.activeElement)) break
      await page.keyboard.press("Tab")
    }
    await page.keyboard.press("ArrowLeft")
    const name = await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))
    expect(name).toMatch(/^\S.*: /u)
    await page.keyboard.press("Enter")
    await page.waitForURL(/\/incidents$/u)
    await context.close()
  }, 60_000)
})
