import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hasBrowser, hiddenTabs, isTooWide, openBrowser, openPage, shoot, violationsOf, windowOf } from "./Browser.ts"
import { screens } from "./screenTable.ts"
import { makeSite, somePages, startStandIn } from "./StandIn.ts"

if (!hasBrowser) console.warn("No /usr/bin/chromium: the screens of the dashboard are not checked.")

const views = [
  ["light", { dark: false, width: 1_280 }],
  ["dark", { dark: true, width: 1_280 }],
  ["phone-dark", { dark: true, width: 390 }],
  ["phone-light", { dark: false, width: 390 }]
] as const

describe.skipIf(!hasBrowser)("the screens", () => {
  let browser: Browser
  let server: Awaited<ReturnType<typeof startStandIn>>
  beforeAll(async () => {
    browser = await openBrowser()
    server = await startStandIn(
      Array.from({ length: 1_000 }, (_, number) => makeSite(number)),
      somePages(12)
    )
  })
  afterAll(async () => {
    await browser?.close()
    server?.close()
  })

  it.each(views)(
    "are accessible, fit the window and keep the policy: %s",
    async (name, view) => {
      const context = await windowOf(browser, server.origin, view)
      const { page, problems } = await openPage(context, server.origin)
      const found: Array<string> = []
      for (const [screen, path, sign] of screens) {
        await page.goto(path)
        await page.locator(sign).first().waitFor()
        await shoot(page, `${screen}-${name}`)
        for (const violation of await violationsOf(page)) found.push(`${screen}: ${violation}`)
        for (const tab of await hiddenTabs(page)) found.push(`${screen}: the tab ${tab} is cut off`)
        if (await isTooWide(page)) found.push(`${screen} is too wide`)
      }
      expect(found).toEqual([])
      expect(problems.filter((text) => !text.includes("404"))).toEqual([])
      await context.close()
    },
    240_000
  )
})
