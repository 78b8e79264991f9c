import { describe, expect, it } from "vitest"
import { hasBrowser, hiddenTabs, isTooWide, shoot, violationsOf } from "./Browser.ts"
import { screens } from "./screenTable.ts"
import { useStandIn } from "./Visits.ts"

if (!hasBrowser) console.warn("No /usr/bin/chromium: the screens of the dashboard are not checked.")

const views = [
  ["light", { dark: false, width: 1_280 }],
  ["dark", { dark: true, width: 1_280 }],
  ["phone-dark", { dark: true, width: 390 }],
  ["phone-light", { dark: false, width: 390 }]
] as const

describe.skipIf(!hasBrowser)("the screens", () => {
  const open = useStandIn(1_000, 12, 6)

  it.each(views)(
    "are accessible, fit the window and keep the policy: %s",
    async (name, view) => {
      const { context, page, problems } = await open(view)
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
    480_000
  )
})
