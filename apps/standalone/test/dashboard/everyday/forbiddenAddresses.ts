import { expect, it } from "vitest"
import { signedIn } from "../Browsing.ts"
import type { Everyday } from "./Everyday.ts"

export const forbiddenAddresses = (everyday: Everyday): void => {
  it("the plan of an import names the monitor whose address is not public, and cannot be applied", async () => {
    const { browser, demo } = everyday
    const context = await signedIn(browser, demo)
    const page = await context.newPage()
    const { insideUrl, spareUrl } = demo.internet
    const monitors = [
      { id: 1, type: "HTTP", url: spareUrl("imported"), friendlyName: "Public shop" },
      { id: 2, type: "HTTP", url: insideUrl, friendlyName: "Wiki of the office" }
    ]
    await page.goto("/app/import")
    await page.getByLabel("Choose files").setInputFiles({
      name: "robot.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify({ data: monitors }))
    })
    await page.getByRole("button", { name: "Show what would change" }).click()
    await page.getByRole("heading", { name: "What would change" }).waitFor()
    const refusals = page.getByRole("listitem").filter({ hasText: "URL must point to a public domain." })
    expect(await refusals.allInnerTexts()).toEqual([expect.stringContaining("Wiki of the office")])
    expect(await refusals.innerText()).toContain("domains.robot-2")
    expect(await page.getByRole("button", { name: "Apply the plan" }).count()).toBe(0)

    const response = await fetch(`${demo.baseUrl}/api/v1/domains?search=imported`, {
      headers: { "X-API-Key": demo.apiKey }
    })
    expect(await response.text()).not.toContain("Public shop")
    await context.close()
  })
}
