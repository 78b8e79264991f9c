import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { hasBrowser } from "./Browser.ts"
import { useVisits } from "./Visits.ts"

if (!hasBrowser) console.warn("No /usr/bin/chromium: the billing screen is not tested.")

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })

describe.skipIf(!hasBrowser)("the billing screen", () => {
  const open = useVisits()
  const visit = async (path: string) => {
    const opened = await open(path)
    return { ...opened, account: opened.server.account }
  }

  it("shows plan, credits and invoices, and buys", async () => {
    const { account, context, page } = await visit("/app/billing")
    await page.getByText("2 × 50 more domains").waitFor()
    await page.getByText("-5,093").waitFor()
    expect(await page.getByRole("link", { name: "Open", exact: true }).count()).toBe(1)
    await button(page, "Buy for $9.50").click()
    await page.waitForURL(/paid=1/u)
    await page.getByText("2 × 50 more domains").waitFor()
    await button(page, "Buy for $49").click()
    await expect.poll(() => account.bought.length).toBe(2)
    expect(account.bought).toEqual([
      { type: "credits_1000" },
      { type: "agency", isAddon: true, addonType: "domains_10" }
    ])
    await context.close()
  }, 60_000)

  it("shows no price and no button where nothing can be bought, and says who changes the plan", async () => {
    const { account, context, page } = await visit("/app/billing")
    account.canBuy = false
    await page.reload()
    await page.getByText("mon-server accounts plan").waitFor()
    const text = await page.locator("main").innerText()
    expect(text).toContain("API keys per person")
    expect(text).not.toMatch(/Buy|Renew|\$|Free of charge|invoices/u)
    await context.close()
  }, 60_000)
})
