import { describe, expect, it } from "vitest"
import { hasBrowser } from "./Browser.ts"
import { useVisits } from "./Visits.ts"

if (!hasBrowser) console.warn("No /usr/bin/chromium: the screen of the audit log is not tested.")

describe.skipIf(!hasBrowser)("the screen of the audit log", () => {
  const open = useVisits()

  it("shows who changed what, filters it, and downloads what it shows", async () => {
    const { context, page } = await open("/app/settings/audit")
    const main = page.getByRole("main")
    const rows = main.getByRole("listitem")
    await main.getByText("Domains: changed").waitFor()
    expect(await rows.count()).toBe(5)
    const [first] = await rows.all()
    expect(await first?.innerText()).toMatch(/ann@agency\.example · .* · 203\.0\.113\.9/u)
    expect(await rows.filter({ hasText: "outcome unknown" }).count()).toBe(1)
    await first?.getByText("2 fields").click()
    const table = first?.getByRole("table")
    expect(await table?.locator("tbody tr").allInnerTexts()).toEqual(["Check interval\t300\t60", "Request\t***\t***"])

    const csv = main.getByRole("link", { name: "Download as CSV" })
    expect(await csv.getAttribute("href")).toBe("/api/v1/audit/export")
    await main.getByRole("combobox").selectOption({ label: "Alert channels" })
    await expect.poll(() => rows.count()).toBe(1)
    expect(await rows.first().innerText()).toContain("Deployment")
    expect(await csv.getAttribute("href")).toBe("/api/v1/audit/export?action=channels")
    await main.getByRole("searchbox").fill("nobody@agency.example")
    await main.getByText("No changes match these filters.").waitFor()
    await expect.poll(() => rows.count()).toBe(0)
    await main.getByRole("combobox").selectOption("")
    await main.getByRole("searchbox").fill("ann@agency.example")
    await expect.poll(() => rows.count()).toBe(2)
    await main.locator("input[type=date]").fill("2026-11-01")
    const href = new URL((await csv.getAttribute("href")) ?? "", "http://localhost")
    expect(href.searchParams.get("email")).toBe("ann@agency.example")
    expect(href.searchParams.get("since")).toBe("2026-11-01")
    await context.close()
  }, 60_000)
})
