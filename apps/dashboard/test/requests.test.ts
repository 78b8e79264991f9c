import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hasBrowser, openBrowser, openPage, windowOf } from "./Browser.ts"
import { makeSite, startStandIn } from "./StandIn.ts"

/** What a screen may ask the API before it is complete, beside what the shell has asked. */
const MOST = 6

describe.skipIf(!hasBrowser)("a domain page", () => {
  let browser: Browser
  let server: Awaited<ReturnType<typeof startStandIn>>
  beforeAll(async () => {
    browser = await openBrowser()
    server = await startStandIn(Array.from({ length: 40 }, (_, number) => makeSite(number)))
  })
  afterAll(async () => {
    await browser?.close()
    server?.close()
  })

  it("needs few requests, none of them twice", async () => {
    const context = await windowOf(browser, server.origin)
    const { page } = await openPage(context, server.origin)
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
