import { describe, expect, it } from "vitest"
import { hasBrowser, isTooWide, shoot, type View, violationsOf } from "./Browser.ts"
import { someSites, useVisits } from "./Visits.ts"

const INCIDENT = "/app/incidents/incident-id-1"
/** Matches the beginning of an id (UUID version 7). Ids are for programs, so the screens must not show them. */
const AN_ID = /[0-9a-f]{8}-[0-9a-f]{4}-7/u

describe.skipIf(!hasBrowser)("who got a message", () => {
  const open = useVisits()

  it.each<readonly [string, View]>([
    ["light", {}],
    ["dark", { dark: true }],
    ["phone", { width: 390 }]
  ])(
    "is named on the page of an incident with service and name: %s",
    async (name, view) => {
      const { context, page, problems } = await open(INCIDENT, { sites: someSites(6), view })
      const card = page.locator("section", { has: page.getByRole("heading", { name: "Who was notified" }) })
      await card.getByText("Slack").waitFor()
      const lines = await card.locator("li").allInnerTexts()
      expect(lines.map((line) => line.split("\n")[0]?.trim())).toEqual([
        "Email owner@example.com",
        "Slack Chat of operations",
        "Channel since deleted",
        "Webhook Ticket system",
        "Email another member"
      ])
      expect(await card.innerText()).not.toMatch(AN_ID)
      expect(await violationsOf(page)).toEqual([])
      expect(await isTooWide(page)).toBe(false)
      await shoot(page, `recipients-${name}`)
      expect(problems).toEqual([])
      await context.close()
    },
    60_000
  )

  it("is named in the list of notifications", async () => {
    const { context, page, problems } = await open("/app/notifications", { sites: someSites(6) })
    await page.locator("main details summary").first().click()
    await page.locator("main details[open]").getByText("Ticket system").waitFor()
    expect(await page.locator("main").innerText()).not.toMatch(AN_ID)
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("is named by the simulator with the service of each channel", async () => {
    const { context, page, problems } = await open("/app/routes", { sites: someSites(6) })
    await page.locator("main select").first().selectOption({ index: 1 })
    for (const recipient of ["Slack: Chat of operations", "ntfy: Phone of Ann", "email: maria@example.com"])
      await page.getByText(recipient).first().waitFor()
    await page.getByText("Slack: Chat of operations, email: maria@example.com").waitFor()
    await page.getByText("no messages have arrived there since").first().waitFor()
    await page.goto("/app")
    const warning = page.getByText("Alerts are not arriving on these channels").locator("..")
    await warning.getByRole("link", { name: "Phones <img src=x onerror=alert(1)>" }).waitFor()
    await shoot(page, "failing-channels")
    expect(await violationsOf(page)).toEqual([])
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)
})
