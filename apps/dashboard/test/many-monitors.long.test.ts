import { describe, expect, it } from "vitest"
import { hasBrowser } from "./Browser.ts"
import { useStandIn } from "./Visits.ts"

const MANY = 10_000
/** The limit for the rows of a window of 900 px, including the rows just beyond its edges. */
const ROWS = 60

describe.skipIf(!hasBrowser)("10,000 monitors", () => {
  const open = useStandIn(MANY)

  it("are listed, scrolled, filtered and selected with few rows in the document", async () => {
    const { context, page, problems } = await open()
    await page.goto("/app/domains")
    await page.locator("[data-row='5']").waitFor()
    const rows = page.locator("[data-row]")
    expect(await rows.count()).toBeLessThan(ROWS)
    expect(await page.getByRole("table").getAttribute("aria-rowcount")).toBe(String(MANY + 1))
    await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    await page.locator(`[data-row='${MANY - 1}']`).waitFor()
    expect(await rows.count()).toBeLessThan(ROWS)
    await page.fill("#filter", "hotel 9999")
    await page.fill("#filter", "9999")
    await page.getByRole("row").nth(1).getByRole("link").waitFor()
    await expect.poll(() => rows.count()).toBe(1)
    await page.fill("#filter", "")
    await page.locator("[data-row='5']").waitFor()
    await page.getByLabel("Select all shown").check()
    await page.getByText("10000 selected").or(page.getByText("10,000 selected")).waitFor()
    expect(problems).toEqual([])
    await context.close()
  }, 120_000)

  it("do not slow the search of the palette down to nothing found", async () => {
    const { context, page } = await open()
    await page.goto("/app")
    await page.getByText("Needs your attention now").waitFor()
    await page.keyboard.press("Control+k")
    await page.getByRole("combobox").fill("bakken legal 7040")
    await page.getByRole("option").first().waitFor()
    await page.keyboard.press("Enter")
    const heading = page.getByRole("heading", { level: 1, name: "Bakken Legal 7040" })
    await heading.waitFor()
    expect(await heading.isVisible()).toBe(true)
    await context.close()
  }, 120_000)
})
