import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hasBrowser, hiddenTabs, isTooWide, openBrowser, openPage, shoot, violationsOf, windowOf } from "./Browser.ts"
import { makeSite, somePages, startStandIn } from "./StandIn.ts"

if (!hasBrowser) console.warn("No /usr/bin/chromium: the screens of the dashboard are not checked.")

const views = [
  ["light", { dark: false, width: 1_280 }],
  ["dark", { dark: true, width: 1_280 }],
  ["phone-dark", { dark: true, width: 390 }],
  ["phone-light", { dark: false, width: 390 }]
] as const

const screens = [
  ["overview", "/app", "text=Needs you now"],
  ["domains", "/app/domains", "[data-row='5']"],
  ["add", "/app/add", "#sites"],
  ["domain", "/app/domains/id-1", "canvas"],
  ["domain-up", "/app/domains/id-12", "canvas"],
  ["checks", "/app/domains/id-1/checks", "table"],
  ["domain-incidents", "/app/domains/id-1/incidents", "text=No connection"],
  ["mail", "/app/domains/id-1/mail", "text=Turn on DKIM"],
  ["settings", "/app/domains/id-1/settings", "#checkInterval"],
  ["incidents", "/app/incidents", "text=Open"],
  ["incident", "/app/incidents/incident-id-1", "text=What to do"],
  ["notifications", "/app/notifications", "text=DOWN Shop 0"],
  ["webhooks", "/app/webhooks", "text=Chat of the team"],
  ["team", "/app/team", "text=Ann Berg"],
  ["tags", "/app/tags", "text=Care plan"],
  ["profile", "/app/settings", "text=Time zone of reports"],
  ["alerts", "/app/settings/alerts", "text=Your number"],
  ["keys", "/app/settings/keys", "text=You have no API key"],
  ["billing", "/app/billing", "text=Spring campaign"],
  ["pages", "/app/pages", "[data-row='3']"],
  ["page", "/app/pages/page-0", "canvas"],
  ["page-error", "/app/pages/page-2", "text=The page cannot be read"],
  ["page-changes", "/app/pages/page-0/changes", "text=Mark all as seen"],
  ["page-pictures", "/app/pages/page-0/pictures", "figure"],
  ["page-settings", "/app/pages/page-0/settings", "#screenshotWaitMs"],
  ["change", "/app/pages/page-0/changes/change-0-0", "svg rect"],
  ["change-inline", "/app/pages/page-0/changes/change-0-0?text=changed&picture=side", "figcaption"],
  ["add-pages", "/app/add?kind=page", "#sites"],
  ["mail-health", "/app/mail", "[data-row='5']"],
  ["mail-fixes", "/app/mail?view=fix", "text=DKIM missing"],
  ["mail-domain", "/app/mail/id-1", "text=Turn on DKIM"],
  ["mail-any", "/app/mail/example.org", "text=Watch this domain"],
  ["simulations", "/app/simulations", "text=Spring campaign"],
  ["simulation-new", "/app/simulations/new", "text=Choose senders and prospects"],
  ["simulation-running", "/app/simulations/job-2", "text=Looking up domains"],
  ["simulation", "/app/simulations/job-1", "text=+54 inboxes"],
  ["more", "/app/more", "text=Sign out"],
  ["absent", "/app/incidents/none", "text=Not found"]
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
        await page
          .locator(sign.split(", ").at(-1) ?? sign)
          .first()
          .waitFor()
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
