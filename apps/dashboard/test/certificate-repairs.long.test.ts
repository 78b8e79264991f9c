import { describe, expect, it } from "vitest"
import { hasBrowser, isTooWide, shoot, violationsOf } from "./Browser.ts"
import { someSites, useVisits } from "./Visits.ts"

const sites = someSites(3).map((site) => ({ ...site, state: "up" as const, certProblem: "expired" }))
const [{ id } = { id: "" }] = sites

describe.skipIf(!hasBrowser)("the repair of a certificate in the dashboard", () => {
  const open = useVisits()

  it.each([
    ["certificate-repair", undefined],
    ["certificate-repair-phone", { width: 390, dark: true }]
  ] as const)(
    "stands beside the certificate, and makes Mon check it: %s",
    async (picture, view) => {
      const { context, page, problems } = await open(`/app/domains/${id}`, { sites, ...(view && { view }) })
      const card = page.locator("section", {
        has: page.getByRole("heading", { name: "Certificate repair", exact: true })
      })
      await card.getByText("open", { exact: true }).waitFor()
      await card.scrollIntoViewIfNeeded()
      expect(await isTooWide(page)).toBe(false)
      expect(await violationsOf(page)).toEqual([])
      await shoot(page, picture)
      await card.getByRole("button", { name: "I have repaired it" }).click()
      await page.getByText("Mon is checking the certificate now.").waitFor()
      expect(problems).toEqual([])
      await context.close()
    },
    120_000
  )
})
