import { describe, expect, it } from "vitest"
import { hasBrowser } from "./Browser.ts"
import { makeSite } from "./StandIn.ts"
import { useStandIn } from "./Visits.ts"

describe.skipIf(!hasBrowser)("the filter of a list", () => {
  const open = useStandIn(100)

  it("shows the rows of each letter before the address changes, and goes on with it", async () => {
    const { context, page, problems } = await open()
    await page.clock.install()
    await page.goto("/app/domains")
    await page.locator("[data-row='5']").waitFor()
    // From here on, the timers of the page run only when the test advances the clock.
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await page.fill("#filter", makeSite(57).name)
    await page.clock.runFor(20)
    await expect.poll(() => page.locator("[data-row]").count()).toBe(1)
    expect(new URL(page.url()).search).toBe("")
    await page.clock.runFor(1_000)
    await page.waitForURL(/q=/u)
    await page.fill("#filter", "no such site")
    await page.clock.runFor(20)
    await page.getByRole("button", { name: "Clear the filters" }).click()
    await expect.poll(() => page.locator("#filter").inputValue()).toBe("")
    expect(new URL(page.url()).search).toBe("")
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)
})
