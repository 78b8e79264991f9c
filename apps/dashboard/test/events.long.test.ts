import { timelineEventKinds } from "@mon/model"
import { describe, expect, it } from "vitest"
import { hasBrowser, isTooWide, shoot, type View, violationsOf } from "./Browser.ts"
import { someSites, useVisits } from "./Visits.ts"

const DOMAIN = "/app/domains/id-12"

describe.skipIf(!hasBrowser)("the events of a domain", () => {
  const open = useVisits()

  it("are listed with links to incidents, page changes and markers, and filtered with the keyboard", async () => {
    const { context, page, problems } = await open(DOMAIN, { sites: someSites(13) })
    const list = page.getByRole("list", { name: "Events" })
    await list.getByText("Deployed 4.2.0").waitFor()
    // The four events of the incident are one row, which is collapsed.
    expect(await list.getByRole("listitem").count()).toBe(timelineEventKinds.length - 3)
    await list.getByText("Lasted 6 hr").waitFor()
    await list.getByText("What happened (4)").click()
    await list.getByText("Rolling back.").waitFor()
    expect(await list.getByText("Wait: 120 ms → 340 ms").count()).toBe(1)
    const link = list.getByRole("link", { name: /Open the marker's page/u })
    expect(await link.getAttribute("href")).toBe("https://ci.example.com/runs/1234")
    expect(await list.locator("a[href='/app/pages/page-0/changes/change-0-0']").count()).toBe(1)
    const filter = page.getByRole("combobox", { name: "Event type" })
    await filter.focus()
    await filter.selectOption("marker")
    await list.getByText("Monitor edited").waitFor({ state: "detached" })
    await expect.poll(() => list.getByRole("listitem").count()).toBe(1)
    await filter.selectOption("")
    await list.locator("a[href='/app/incidents/incident-id-1']").first().click()
    await page.waitForURL("**/app/incidents/incident-id-1")
    expect(problems).toEqual([])
    await context.close()
  }, 120_000)

  it.each<readonly [string, View, string]>([
    ["light", {}, "Deployed 4.2.0"],
    ["dark", { dark: true }, "Deployed 4.2.0"],
    ["phone", { width: 390 }, "Deployed 4.2.0"],
    ["german", { locale: "de-DE" }, "Ab dieser Stunde langsamer."]
  ])(
    "appear without a violation: %s",
    async (name, view, sign) => {
      const { context, page } = await open(DOMAIN, { sites: someSites(13), view })
      await page.getByText(/^(?:What happened|Was geschah) \(4\)$/u).click()
      await page.getByText(sign).scrollIntoViewIfNeeded()
      await page.locator("canvas").waitFor()
      await shoot(page, `events-${name}`)
      expect(await violationsOf(page)).toEqual([])
      expect(await isTooWide(page)).toBe(false)
      await context.close()
    },
    120_000
  )
})
