import { describe, expect, it } from "vitest"
import { hasBrowser } from "./Browser.ts"
import { useStandIn } from "./Visits.ts"

/** What a screen may ask the API before it is complete, beside what the shell has asked. */
const MOST = 6

describe.skipIf(!hasBrowser)("the requests", () => {
  const open = useStandIn(40)

  it("for what every screen shows begin with the index file, and are made once", async () => {
    const { context, page, problems } = await open()
    const paths: Array<string> = []
    page.on("request", (request) => paths.push(new URL(request.url()).pathname))
    await page.goto("/app/domains")
    await page.locator("[data-row='3']").waitFor()
    await page.waitForLoadState("networkidle")
    for (const path of ["/api/v1/monitors", "/api/v1/account", "/api/v1/status"]) {
      expect(paths.filter((one) => one === path)).toEqual([path])
      // The scripts ask for the settings as soon as they run.
      expect(paths.indexOf(path)).toBeLessThan(paths.indexOf("/api/v1/settings"))
    }
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("of a domain page are few, none of them twice", async () => {
    const { context, page, server } = await open()
    await page.goto("/app/domains")
    await page.locator("[data-row='3']").waitFor()
    // A stream that begins late makes the page read again what it has read before.
    await expect.poll(() => server.streams()).toBe(1)
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
