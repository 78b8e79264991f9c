import { describe, expect, it } from "vitest"
import { hasBrowser } from "./Browser.ts"
import { useStandIn } from "./Visits.ts"

/** What a screen may ask the API before it is complete, beside what the shell has asked. */
const MOST = 6

describe.skipIf(!hasBrowser)("a domain page", () => {
  const open = useStandIn(40)

  it("needs few requests, none of them twice", async () => {
    const { context, page } = await open()
    await page.goto("/app/domains")
    await page.locator("[data-row='3']").waitFor()
    await page.waitForLoadState("networkidle")
    const paths: Array<string> = []
    page.on("request", (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.startsWith("/api/")) paths.push(pathname + search)
    })
    await page.locator("[data-row='3']").getByRole("link").first().click()
    await page.locator("canvas").waitFor()
    await page.getByRole("group", { name: "Uptime of the last 90 days" }).waitFor()
    await page.waitForLoadState("networkidle")
    expect(paths.toSorted()).toEqual([...new Set(paths)].toSorted())
    expect(paths.length, paths.join("\n")).toBeLessThanOrEqual(MOST)
    await context.close()
  }, 60_000)
})
