import { describe, expect, it } from "vitest"
import { hasBrowser, isTooWide, shoot, violationsOf } from "./Browser.ts"
import { someSites, useVisits } from "./Visits.ts"

const sites = someSites(3).map((site) => ({ ...site, isDnsChanged: true }))
const [{ id } = { id: "" }] = sites

describe.skipIf(!hasBrowser)("the repair of changed DNS records in the dashboard", () => {
  const open = useVisits()

  it.each([
    ["dns-repair", undefined],
    ["dns-repair-phone", { width: 390 }],
    ["dns-repair-phone-dark", { width: 390, dark: true }]
  ] as const)(
    "stands above the records, and takes what a person says: %s",
    async (picture, view) => {
      const { context, page, problems } = await open(`/app/domains/${id}/dns`, { sites, ...(view && { view }) })
      const card = page.locator("section", {
        has: page.getByRole("heading", { name: "Was this DNS change intended?" })
      })
      await card.getByText("open", { exact: true }).waitFor()
      await card.scrollIntoViewIfNeeded()
      expect(await isTooWide(page)).toBe(false)
      expect(await violationsOf(page)).toEqual([])
      await shoot(page, picture)
      await card.getByRole("button", { name: "I have restored the records" }).click()
      await page.getByText("Mon has queried the servers.").waitFor()
      await card.getByRole("button", { name: "The change is intended" }).click()
      await page.getByText("Marked as intended.").waitFor()
      expect(problems).toEqual([])
      await context.close()
    },
    120_000
  )
})
