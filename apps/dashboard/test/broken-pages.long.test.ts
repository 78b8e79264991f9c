import type { PageMonitor } from "@mon/model"
import { describe, expect, it } from "vitest"
import { hasBrowser, isTooWide, shoot, type View, violationsOf } from "./Browser.ts"
import { somePages } from "./StandIn.ts"
import { someSites, useVisits } from "./Visits.ts"

const HOSTILE = `</script><img src=x onerror=alert(1)>\u202Eevil\u202C${"x".repeat(120)}`
const FAULT = { code: "application_error", family: "wordpress", line: HOSTILE, certain: true }

/** Returns sites and pages that show an error, which only counts as a remark. */
const broken = () => {
  const settings = { contentFaults: "remark", contentFault: FAULT }
  const sites = someSites(4)
  const [site] = sites
  if (site !== undefined) site.state = "up"
  for (const one of sites) Object.assign(one.settings, settings)
  return { sites, pages: somePages(1).map((page) => ({ ...page, settings: settings as Partial<PageMonitor> })) }
}

describe.skipIf(!hasBrowser)("pages that are broken although their status is fine", () => {
  const open = useVisits()

  it.each<readonly [string, View]>([
    ["light", {}],
    ["dark", { dark: true }],
    ["phone", { width: 390 }],
    ["german", { locale: "de-DE" }]
  ])(
    "are named on the overview and on their screens without a violation: %s",
    async (name, view) => {
      const { sites, pages } = broken()
      const { context, page, problems, server } = await open("/app/tags", { sites, pages, view })
      await page.route("**/api/v1/settings", async (route) => {
        const response = await route.fetch()
        const body = (await response.json()) as { readonly data: object }
        await route.fulfill({ json: { ...body, data: { ...body.data, contentFaultsOffer: true } } })
      })
      for (const path of ["/app", `/app/domains/${sites[0]?.id}`, `/app/pages/${server.pages[0]?.id}`]) {
        await page.goto(path)
        await page.getByText("onerror").first().waitFor()
        await shoot(page, `broken-${path.split("/")[2] ?? "overview"}-${name}`)
        expect(await violationsOf(page), path).toEqual([])
        expect(await isTooWide(page), path).toBe(false)
        expect(await page.locator("img[src=x]").count()).toBe(0)
      }
      expect(problems).toEqual([])
      await context.close()
    },
    60_000
  )
})
