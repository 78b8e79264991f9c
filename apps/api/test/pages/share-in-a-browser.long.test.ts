import { mkdirSync } from "node:fs"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"
import { hasBrowser, openBrowser, see, windowOf } from "./Browser.ts"
import { codeFor, sharedSimulation } from "./SharedSimulation.ts"

/** The folder for screenshots of the pages. Default: no screenshots. */
const shots = process.env["MON_TEST_SHOTS"]

/** The printable size of a sheet with margins of one centimetre, in CSS pixels. */
const A4 = { width: 718, height: 1_047 }

if (!hasBrowser) console.warn("No /usr/bin/chromium: the page of a shared simulation is not checked with a browser.")

describe.skipIf(!hasBrowser)("the page of a shared simulation in a browser", () => {
  let world: World
  let api: TestApi
  let browser: Browser
  let owner: TestAccount
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
    browser = await openBrowser()
    owner = await world.account("agency")
  })
  afterAll(async () => {
    await browser?.close()
    await world.close()
  })

  it.each([
    ["light", 1_280],
    ["dark", 390]
  ] as const)(
    "asks for the code, shows errors and results, and prints: %s at %i",
    async (mode, width) => {
      const { path } = await sharedSimulation(world, api, owner, "Spring campaign of Example Ltd")
      const context = await windowOf(browser, api.origin, null, { dark: mode === "dark", width })
      const { problems, page, violations } = await see(context, path, api.origin)
      const check = async (name: string) => {
        if (shots !== undefined) {
          mkdirSync(shots, { recursive: true })
          await page.screenshot({ path: join(shots, `share-${name}-${mode}-${width}.png`), fullPage: true })
        }
        expect(await violations(), name).toEqual([])
        expect(
          await page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"),
          `${name} is wider than ${width}`
        ).toBe(false)
      }
      await check("ask")
      await page.click("text=Send a code to the owner")
      await check("code")
      const code = codeFor(world, owner.email)
      await page.fill("#code", code === "0000" ? "0001" : "0000")
      await page.keyboard.press("Enter")
      await page.waitForSelector(".summary")
      expect(await page.title()).toBe("Problem: A shared campaign simulation · Mon")
      await check("wrong")
      await page.fill("#code", code)
      await page.keyboard.press("Enter")
      await page.waitForSelector("#suggestions")
      await check("results")
      // Every chart has a table with the same data.
      expect(await page.locator(".chart[aria-hidden=true]").count()).toBe(
        await page.locator("section:has(.chart) table caption").count()
      )
      await page.emulateMedia({ media: "print" })
      await page.setViewportSize(A4)
      expect(await page.locator(".top").isVisible()).toBe(false)
      expect(await page.evaluate("getComputedStyle(document.querySelector('#senders ~ table th')).display")).toBe(
        "table-cell"
      )
      expect(
        await page.evaluate(
          "getComputedStyle(document.body).color + getComputedStyle(document.documentElement).colorScheme"
        )
      ).toBe("rgb(0, 0, 0)light")
      await check("print")
      expect(problems.filter((text) => !text.includes("403"))).toEqual([])
      await context.close()
    },
    60_000
  )

  it("works without scripts", async () => {
    const { path } = await sharedSimulation(world, api, owner)
    const context = await windowOf(browser, api.origin, null, { scripts: false })
    const { page } = await see(context, path, api.origin)
    await page.click("text=Send a code to the owner")
    await page.fill("#code", codeFor(world, owner.email))
    await page.keyboard.press("Enter")
    await page.waitForSelector("#suggestions")
    expect(await page.locator(".suggestions > li").count()).toBeGreaterThan(0)
    await context.close()
  }, 60_000)
})
