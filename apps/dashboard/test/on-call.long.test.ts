import { describe, expect, it } from "vitest"
import { hasBrowser, isTooWide, shoot, type View, violationsOf } from "./Browser.ts"
import { someSites, useVisits } from "./Visits.ts"

describe.skipIf(!hasBrowser)("on-call schedules in the dashboard", () => {
  const open = useVisits()
  const visit = (path: string, view: View = {}) => open(path, { sites: someSites(2), view })

  it("are created with a preview, from everybody in turn", async () => {
    const { context, page, problems, server } = await visit("/app/on-call/new")
    await page.getByLabel("Name", { exact: true }).fill("Night")
    await page.getByRole("group", { name: "Turn 1" }).getByRole("checkbox", { name: "Grace Hopper" }).waitFor()
    await page.getByRole("button", { name: "Show the preview" }).click()
    await page.getByText("Clocks go forward").waitFor()
    await page.getByRole("button", { name: "Save the schedule" }).click()
    await page.getByText("Night was saved.").waitFor()
    expect(server.account.savedOnCall).toMatchObject([
      { name: "Night", layers: [{ groups: [["p1"], ["p2"]], handOff: { every: 1, unit: "weeks" } }] }
    ])
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it.each([
    ["light", {}],
    ["dark on a phone", { width: 390, dark: true }]
  ])(
    "are on the overview with who is on call now: %s",
    async (name, view) => {
      const { context, page, problems } = await visit("/app/", view)
      const card = page.getByRole("region", { name: "On call now" })
      await card
        .getByText(/Grace Hopper|Ada Lovelace/u)
        .first()
        .waitFor()
      expect(await violationsOf(page)).toEqual([])
      expect(await isTooWide(page)).toBe(false)
      await shoot(page, `overview-on-call ${name}`)
      await card.getByRole("link").first().click()
      await page.getByRole("heading", { name: "Operations" }).waitFor()
      expect(problems).toEqual([])
      await context.close()
    },
    60_000
  )

  it("keep what the form does not show", async () => {
    const { context, page, server } = await visit("/app/on-call/o1/edit")
    await page.getByLabel("Name", { exact: true }).fill("Operations 2")
    await page.getByRole("button", { name: "Save the schedule" }).click()
    await page.getByText("Operations 2 was saved.").waitFor()
    expect(server.account.savedOnCall).toMatchObject([
      { layers: [{ groups: [["p1"], ["p2"], []] }, { until: "2030-01-01T00:00:30.000Z" }] }
    ])
    await context.close()
  }, 60_000)

  it("get overrides by keyboard, and a shift is taken over with one button", async () => {
    const { context, page, problems, server } = await visit("/app/on-call/o1")
    await page
      .getByRole("button", { name: /^Override the shift/u })
      .first()
      .press("Enter")
    const dialog = page.getByRole("dialog")
    await dialog.getByRole("checkbox", { name: "Ada Lovelace" }).press("Space")
    await dialog.getByRole("button", { name: "Save" }).press("Enter")
    await page.getByText("The override was saved.").waitFor()
    expect(server.account.savedOverrides).toMatchObject([{ people: ["p2"], replaces: "p1" }])
    await page
      .getByRole("button", { name: /^Take over the shift/u })
      .first()
      .press("Enter")
    await page.getByText("You have taken over the shift.").waitFor()
    expect(server.account.savedOverrides[1]).toMatchObject({ people: ["p1"] })
    await page
      .getByRole("button", { name: /^Delete the override/u })
      .first()
      .press("Enter")
    await page.getByText("The override was deleted.").waitFor()
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("have requests to take over a shift, which are answered and sent by keyboard", async () => {
    const { context, page, problems, server } = await visit("/app/on-call/o1")
    const part = page.getByRole("region", { name: "Requests" })
    await part.getByText("Ada Lovelace asks Grace Hopper to take over").waitFor()
    await part.getByText("At the dentist <b>").waitFor()
    await part.getByText("accepted by Ada Lovelace").waitFor()
    await part.getByRole("button", { name: /^Take over from Ada Lovelace/u }).press("Enter")
    await page.getByText("You have taken over the shift.").waitFor()
    await part.getByText("accepted by Grace Hopper").waitFor()
    await page
      .getByRole("button", { name: /^Ask somebody to take over the shift/u })
      .first()
      .press("Enter")
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Who is asked").selectOption("Ada Lovelace")
    await dialog.getByLabel("Note for the email").fill("Holiday")
    expect(await violationsOf(page)).toEqual([])
    await shoot(page, "on-call-ask")
    await dialog.getByRole("button", { name: "Ask" }).press("Enter")
    await page.getByText("The request was sent.").waitFor()
    expect(server.account.shiftRequests[0]).toMatchObject({ asked: { membershipId: "p2" }, note: "Holiday" })
    await part.getByRole("button", { name: /^Withdraw the request of Grace Hopper/u }).press("Enter")
    await page.getByText("The request was withdrawn.").waitFor()
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("get overrides by a drag over the result", async () => {
    const { context, page } = await visit("/app/on-call/o1")
    const row = page.locator("[class*=result]").last()
    const box = await row.boundingBox()
    if (box === null) throw new Error("There is no calendar.")
    await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2, { steps: 4 })
    await page.mouse.up()
    const dialog = page.getByRole("dialog")
    const [start, end] = [dialog.getByLabel("Start"), dialog.getByLabel("End")]
    const days = (Date.parse(await end.inputValue()) - Date.parse(await start.inputValue())) / 86_400_000
    expect(Math.abs(days - 14 * 0.3)).toBeLessThan(0.2)
    await context.close()
  }, 60_000)

  it("have a secret address for calendar programs, which can be replaced and removed", async () => {
    const { context, page, problems } = await visit("/app/on-call/o1")
    const all = page.getByRole("region", { name: "All shifts of this schedule" })
    await all.getByRole("button", { name: "Make an address" }).click()
    await all.getByText("https://mon.example.com/calendar/first-o1.ics").waitFor()
    await all.getByRole("button", { name: "Replace the address" }).press("Enter")
    const dialog = page.getByRole("dialog")
    await dialog.getByText("The present address stops at once.").waitFor()
    await dialog.getByRole("button", { name: "Replace address" }).press("Enter")
    await all.getByText("https://mon.example.com/calendar/second-o1.ics").waitFor()
    await all.getByRole("button", { name: "Remove the address" }).click()
    await dialog.getByRole("button", { name: "Remove" }).click()
    await all.getByRole("button", { name: "Make an address" }).waitFor()
    const own = page.getByRole("region", { name: "Your shifts in all schedules" })
    await own.getByRole("button", { name: "Make an address" }).click()
    await own.getByText("https://mon.example.com/calendar/first-own.ics").waitFor()
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("get overrides from a calendar, after a preview", async () => {
    const { context, page, problems } = await visit("/app/on-call/o1")
    const buffer = Buffer.from("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")
    const part = page.getByRole("region", { name: "Import a calendar" })
    await part.getByLabel("iCalendar file").setInputFiles({ name: "on-call.ics", mimeType: "text/calendar", buffer })
    await part.getByText("One override would be added. The schedule already has 2.").waitFor()
    await part.getByText("Carol <b>").waitFor()
    await part.getByText("7: The date or time is not valid.").waitFor()
    await part.getByRole("button", { name: "Add the overrides" }).press("Enter")
    await page.getByText("One override was added.").waitFor()
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it.each([
    ["light", { width: 1_280 }],
    ["dark", { width: 1_280, dark: true }],
    ["phone", { width: 390, dark: true }],
    ["german", { width: 1_280, locale: "de-DE" }]
  ] as const)(
    "are accessible and fit the window: %s",
    async (name, view) => {
      const { context, page, problems } = await visit("/app/on-call", view)
      for (const [screen, path, sign] of [
        ["list", "/app/on-call", "main li"],
        ["schedule", "/app/on-call/o1", "table >> nth=1"],
        ["new", "/app/on-call/new", "main form"],
        ["edit", "/app/on-call/o1/edit", "main form"]
      ] as const) {
        await page.goto(path)
        await page.locator(sign).first().waitFor()
        await shoot(page, `on-call-${screen}-${name}`)
        expect(await violationsOf(page), screen).toEqual([])
        expect(await isTooWide(page), screen).toBe(false)
      }
      expect(problems).toEqual([])
      await context.close()
    },
    120_000
  )
})
