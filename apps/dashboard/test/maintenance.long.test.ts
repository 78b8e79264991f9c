import { describe, expect, it } from "vitest"
import { instantOf, ruleOf, shownTime, whenOf } from "../src/form/zonedTime.ts"
import { hasBrowser, isTooWide, shoot, type View, violationsOf } from "./Browser.ts"
import { someSites, useVisits } from "./Visits.ts"

const PATH = "/app/maintenance"

describe("the time of a maintenance window", () => {
  it("is that of its time zone, also when its clocks change", () => {
    expect(instantOf("Europe/Berlin", "2026-11-29T02:30")).toBe("2026-11-29T01:30:00.000Z")
    expect(instantOf("Europe/Berlin", "2026-03-29T02:30")).toBe("2026-03-29T01:30:00.000Z")
    expect(instantOf("Europe/Berlin", "2026-10-25T02:30")).toBe("2026-10-25T00:30:00.000Z")
    expect(instantOf("Asia/Kolkata", "2026-11-29T02:30")).toBe("2026-11-28T21:00:00.000Z")
    expect(instantOf("UTC", "")).toBeNull()
    expect(shownTime("Asia/Kolkata", Date.parse("2026-11-28T21:00:00Z"))).toBe("2026-11-29T02:30")
  })

  it("becomes a rule, and back", () => {
    const sunday = "2026-11-29T02:30"
    expect(ruleOf("weekly", sunday, "")).toBe("FREQ=WEEKLY;BYDAY=SU")
    expect(ruleOf("monthly", sunday, "")).toBe("FREQ=MONTHLY;BYMONTHDAY=29")
    expect(ruleOf("once", sunday, "")).toBeNull()
    for (const when of ["daily", "weekly", "monthly", "once"] as const)
      expect(whenOf(ruleOf(when, sunday, ""), sunday)).toBe(when)
    expect(whenOf("FREQ=YEARLY", sunday)).toBe("custom")
  })
})

describe.skipIf(!hasBrowser)("maintenance windows in the dashboard", () => {
  const open = useVisits()
  const visit = (path: string, view: View = {}) => open(path, { sites: someSites(12), view })

  it("are named where they suppressed an alert", async () => {
    const { context, page, problems } = await visit("/app")
    const maintenanceWindow = { id: "w1", name: "<img src=x> Weekly deployment" }
    await page.route("**/api/v1/incidents/incident-id-1", async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as { data: object }
      const data = { ...answer.data, maintenanceWindow, isAnnounced: false, silence: "maintenance", deliveries: [] }
      await route.fulfill({ response, json: { ...answer, data } })
    })
    await page.route("**/api/v1/notifications?**", async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as { data: Array<object> }
      const [first, ...others] = answer.data
      const outcome = { status: "suppressed", outcome: "suppressed", reason: "maintenance" }
      const suppressed = { ...first, ...outcome, channels: [], maintenanceWindow }
      await route.fulfill({ response, json: { ...answer, data: [suppressed, ...others] } })
    })
    await page.goto("/app/incidents/incident-id-1")
    await page
      .getByText("Nobody was notified: the maintenance window “<img src=x> Weekly deployment” was active.")
      .waitFor()
    await page.goto("/app/notifications")
    await page.getByText("suppressed: the maintenance window “<img src=x> Weekly deployment” was active").waitFor()
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("are planned by the keyboard, with the next times shown while typing", async () => {
    const { context, page, problems } = await visit(PATH)
    await page.getByRole("button", { name: "Plan maintenance…" }).press("Enter")
    await page.getByLabel("Name").fill("Release")
    await page.getByRole("group", { name: "Monitors", exact: true }).getByRole("checkbox").nth(3).check()
    await page.getByLabel("When").selectOption("weekly")
    await page.getByLabel("Start").fill("2027-01-03T02:30")
    await page.getByLabel("Time zone").selectOption("Europe/Berlin")
    const times = page.getByRole("region", { name: "Next times (Europe/Berlin)" }).getByRole("listitem")
    await times.filter({ hasText: /31 January 2027.*02:30/u }).waitFor()
    expect(await times.count()).toBe(5)
    await page.getByLabel("Start").fill("2027-03-28T02:30")
    await page.getByText("Clocks in Europe/Berlin skip 02:30 on 28 Mar 2027, so 03:30 counts instead.").waitFor()
    await page.getByLabel("When").selectOption("custom")
    await page.getByLabel("Rule", { exact: true }).fill("FREQ=MINUTELY")
    await page.getByText("FREQ must be DAILY").waitFor()
    await page.getByLabel("When").selectOption("now")
    await page.getByLabel("Length in minutes").fill("30")
    await page.getByRole("button", { name: "Plan maintenance", exact: true }).press("Enter")
    await page.getByText("“Release” is planned.").waitFor()
    await page.getByRole("listitem").filter({ hasText: "Release" }).first().waitFor()
    expect(problems.filter((problem) => !problem.includes("status of 400"))).toEqual([])
    await context.close()
  }, 60_000)

  it("are ended, changed and deleted", async () => {
    const { context, page, problems } = await visit(PATH)
    await page.getByText("Database move <b>tonight</b>").waitFor()
    await page.getByText("every Sunday, 14:00–16:00").waitFor()
    await page.getByText(/Next: .+ \(Europe\/Berlin\)/u).waitFor()
    await page.getByText("the monitors tagged Care plan, the monitors tagged No contract").waitFor()
    await page.getByRole("button", { name: /^End now: Database/u }).click()
    await page.getByText(/has ended\. You will now get alerts/u).waitFor()
    await page.getByRole("button", { name: "Change Weekly deployment" }).click()
    expect(await page.getByLabel("When").inputValue()).toBe("custom")
    await page.getByLabel("Name").fill("Sunday deployment")
    await page.getByLabel("Show on public status pages").uncheck()
    await page.getByRole("button", { name: "Save" }).click()
    const unpublished = page.getByRole("listitem").filter({ hasText: "Not shown on public status pages." })
    await unpublished.filter({ hasText: "Sunday deployment" }).waitFor()
    await page.getByRole("button", { name: "Delete Sunday deployment" }).click()
    await page.getByRole("button", { name: "Delete", exact: true }).click()
    await page.getByText("“Sunday deployment” was deleted.").waitFor()
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("begin now from the page of a domain", async () => {
    const { context, page, problems } = await visit("/app/domains/id-5")
    await page.getByRole("button", { name: "Start maintenance…" }).click()
    await page.getByRole("button", { name: "1 hour" }).click()
    await page.getByText(/has started\. It ends in 60 minutes\./u).waitFor()
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it.each<readonly [string, View]>([
    ["light", {}],
    ["dark", { dark: true }],
    ["phone", { width: 390 }],
    ["german", { locale: "de-DE" }]
  ])(
    "show no violation: %s",
    async (name, view) => {
      const { context, page } = await visit(PATH, view)
      await page.getByText("Shop release").waitFor()
      expect(await isTooWide(page)).toBe(false)
      expect(await violationsOf(page)).toEqual([])
      await shoot(page, `maintenance-${name}`)
      await page.getByRole("button", { name: /^(?:Plan maintenance|Wartung planen)…$/u }).click()
      await page.locator("input[name=name]").waitFor()
      await page.getByRole("listitem").first().waitFor()
      await shoot(page, `maintenance-form-${name}`)
      expect(await isTooWide(page)).toBe(false)
      expect(await violationsOf(page)).toEqual([])
      await context.close()
    },
    60_000
  )
})
