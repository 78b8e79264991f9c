import type { Page, Request } from "playwright-core"
import { describe, expect, it } from "vitest"
import { hasBrowser } from "./Browser.ts"
import { useStandIn } from "./Visits.ts"

/** The largest number of requests that a screen may send to the API, in addition to the requests of the shell. */
const MOST = 6

/**
 * Disables all timers of a second or more. After seconds, the page reloads its data, which would add requests on a busy
 * machine.
 */
const NOTHING_LATER = `for (const name of ["setTimeout", "setInterval"]) {
  const real = globalThis[name]
  globalThis[name] = (run, ms = 0, ...values) => (ms < 1_000 ? real(run, ms, ...values) : 0)
}`

/** Records the requests of a page from now on, except event streams, which never end. */
const follow = (page: Page) => {
  const paths: Array<string> = []
  const running = new Set<Request>()
  page.on("request", (request) => {
    if (request.resourceType() === "eventsource") return
    const { pathname, search } = new URL(request.url())
    paths.push(pathname + search)
    running.add(request)
  })
  const ended = (request: Request) => void running.delete(request)
  page.on("requestfinished", ended).on("requestfailed", ended)
  return {
    paths,
    /** Waits until every request has a response and the page is idle, so that no further request follows. */
    end: async () => {
      for (let seen = -1; seen !== paths.length;) {
        seen = paths.length
        await expect.poll(() => running.size).toBe(0)
        await page.evaluate("new Promise((done) => requestIdleCallback(() => done()))")
      }
    }
  }
}

describe.skipIf(!hasBrowser)("the requests", () => {
  const open = useStandIn(40)

  it("for what every screen shows begin with the index file, and are made once", async () => {
    const { context, page, problems } = await open()
    await page.addInitScript(NOTHING_LATER)
    const requests = follow(page)
    await page.goto("/app/domains")
    await page.locator("[data-row='3']").waitFor()
    await requests.end()
    const paths = requests.paths.map((path) => path.replace(/\?.*/u, ""))
    for (const path of ["/api/v1/monitors", "/api/v1/account", "/api/v1/status"]) {
      expect(paths.filter((one) => one === path)).toEqual([path])
      // The scripts request the settings as soon as they run. Earlier requests come from the preloads of the index
      // file.
      expect(paths.indexOf(path)).toBeLessThan(paths.indexOf("/api/v1/settings"))
    }
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("of a domain page are few, none of them twice", async () => {
    const { context, page, server } = await open()
    await page.addInitScript(NOTHING_LATER)
    await expect.poll(() => server.streams()).toBe(0)
    const first = follow(page)
    await page.goto("/app/domains")
    await page.locator("[data-row='3']").waitFor()
    // An event stream that begins late would make the page reload its data.
    await expect.poll(() => server.streams()).toBe(1)
    await first.end()
    const requests = follow(page)
    await page.locator("[data-row='3']").getByRole("link").first().click()
    await page.locator("canvas").waitFor()
    await page.getByRole("group", { name: "Uptime over the last 90 days" }).waitFor()
    await requests.end()
    const paths = requests.paths.filter((path) => path.startsWith("/api/"))
    expect(paths.toSorted()).toEqual([...new Set(paths)].toSorted())
    expect(paths.length, paths.join("\n")).toBeLessThanOrEqual(MOST)
    await context.close()
  }, 60_000)
})
