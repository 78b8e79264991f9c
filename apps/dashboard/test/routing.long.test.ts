import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { hasBrowser, isTooWide, shoot, type View, violationsOf } from "./Browser.ts"
import { someSites, useVisits } from "./Visits.ts"

const names = (page: Page) => page.locator("main li b, main li [class*=strong]").allInnerTexts()

describe.skipIf(!hasBrowser)("the routes of alerts in the dashboard", () => {
  const open = useVisits()
  const visit = (path: string, view: View = {}) => open(path, { sites: someSites(6), view })

  it("are listed in plain words, with the default route at the end", async () => {
    const { context, page, problems } = await visit("/app/routes")
    await page.getByText("When a monitor tagged Care plan goes down:").waitFor()
    for (const part of [
      "after 10 min email and WhatsApp",
      "a reminder every 1 hr while it lasts",
      "Stopped: not in your plan",
      "Any alert that matches no route above"
    ])
      await page.getByText(part).first().waitFor()
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("are moved and deleted", async () => {
    const { context, page, problems } = await visit("/app/routes")
    await page.getByRole("button", { name: "Move down: Care plans at night" }).click()
    await page.getByRole("button", { name: "Move up: Care plans at night", disabled: false }).waitFor()
    await page.locator("[aria-label='Move down: Care plans at night']:focus").waitFor()
    expect((await names(page)).slice(0, 2)).toEqual(["Certificates", "Care plans at night"])
    await page.getByRole("button", { name: "Delete Certificates" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click()
    await page.getByText("Certificates was deleted.").waitFor()
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("are made with steps and a reminder, and refuse a step without a target", async () => {
    const { context, page, problems, server } = await visit("/app/routes/new")
    await page.getByLabel("Name").fill("Shops")
    await page.getByRole("radio", { name: "Chosen monitors and tags" }).check()
    await page.getByRole("button", { name: "Add a step" }).click()
    await page.getByRole("spinbutton", { name: "Reminder every … minutes" }).fill("30")
    await page.getByRole("button", { name: "Save the route" }).click()
    await page.getByText("Choose at least one monitor or tag.").waitFor()
    await page.getByRole("checkbox", { name: "Care plan" }).check()
    await page.getByRole("button", { name: "Save the route" }).click()
    await page.getByText("Choose a recipient for step 2.").waitFor()
    await page.getByRole("group", { name: "Step 2" }).getByRole("checkbox", { name: "WhatsApp" }).check()
    const grace = { name: "Email to Grace Hopper (grace@example.org)" }
    await page.getByRole("group", { name: "Step 2" }).getByRole("checkbox", grace).check()
    await page.getByRole("button", { name: "Save the route" }).click()
    await page.getByText("Shops was saved.").waitFor()
    await page.getByText(/after 10 min\w* WhatsApp and Grace Hopper \(grace@example\.org\)/u).waitFor()
    expect(server.account.savedRoutes).toEqual([
      {
        name: "Shops",
        kinds: ["down"],
        severities: [],
        scope: "chosen",
        monitorIds: [],
        tagIds: ["0"],
        steps: [
          { afterMinutes: 0, targets: ["email", "webhooks"] },
          { afterMinutes: 10, targets: ["whatsapp", "p1"] }
        ],
        reminderMinutes: 30,
        repeat: null,
        fallback: []
      }
    ])
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("have steps with hours, repetitions, and a fallback if a step asks who is on call", async () => {
    const { context, page, problems, server } = await visit("/app/routes/new", { width: 390 })
    await page.getByLabel("Name").fill("Night")
    const step = page.getByRole("group", { name: "Step 1" })
    expect(await page.getByRole("group", { name: "If nobody on call can be reached" }).count()).toBe(0)
    await step.getByRole("checkbox", { name: "whoever is on call in" }).first().check()
    await page
      .getByRole("group", { name: "If nobody on call can be reached" })
      .getByRole("checkbox", { name: "WhatsApp" })
      .check()
    await step.getByRole("checkbox", { name: "Only in certain hours." }).check()
    await step.getByLabel("From", { exact: true }).fill("18:00")
    await step.getByLabel("To", { exact: true }).fill("08:00")
    await step.getByLabel("Time zone").fill("Europe/Berlin")
    await page.getByRole("checkbox", { name: "Repeat the steps" }).check()
    await page.getByRole("spinbutton", { name: "How many more times" }).fill("5")
    expect(await violationsOf(page)).toEqual([])
    expect(await isTooWide(page)).toBe(false)
    await shoot(page, "route-on-call-phone")
    await page.getByRole("button", { name: "Save the route" }).click()
    await page.getByText("Night was saved.").waitFor()
    const [saved] = server.account.savedRoutes
    expect(saved).toMatchObject({
      steps: [{ hours: { start: "18:00", end: "08:00", days: [1, 2, 3, 4, 5], timezone: "Europe/Berlin" } }],
      repeat: { rounds: 5, fromStep: 1, waitMinutes: 10 },
      fallback: ["whatsapp"]
    })
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("say before a change who receives alerts then, and change nothing without a yes", async () => {
    const { context, page, problems, server } = await visit("/app/routes", { width: 390 })
    const routes = server.account.routes.length
    server.account.receiversOfTrials = [
      { monitors: ["Shop", "Docs"], kinds: [], before: ["email"], after: [], message: "Nobody." },
      { monitors: ["Blog"], kinds: ["down"], before: ["email"], after: ["email", "Night duty"], message: "Also." }
    ]
    const sentences = [
      "Nobody will receive alerts about Shop and Docs. Until now: email.",
      "Also to Night duty: alerts about Blog (Down)."
    ]
    const dialog = page.getByRole("dialog")
    const says = async () => expect(await dialog.getByRole("listitem").allInnerTexts()).toEqual(sentences)
    await page.getByRole("button", { name: "Move down: Care plans at night" }).click()
    await dialog.getByText("Change who receives alerts?").waitFor()
    await says()
    expect(await violationsOf(page)).toEqual([])
    expect(await isTooWide(page)).toBe(false)
    await shoot(page, "route-receivers-phone")
    await dialog.getByRole("button", { name: "Cancel" }).click()
    await dialog.waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Delete Certificates" }).click()
    await dialog.getByText("Until now: email.").waitFor()
    await says()
    await dialog.getByRole("button", { name: "Cancel" }).click()
    await dialog.waitFor({ state: "detached" })
    await page.getByRole("link", { name: "Edit Care plans at night" }).click()
    await page.getByLabel("Name").fill("Care plans")
    await page.getByRole("button", { name: "Save the route" }).click()
    await dialog.getByText("Until now: email.").waitFor()
    await says()
    await dialog.getByRole("button", { name: "Cancel" }).click()
    await dialog.waitFor({ state: "detached" })
    expect(server.account.savedRoutes).toEqual([])
    expect(server.account.routes).toHaveLength(routes)
    await page.getByRole("button", { name: "Save the route" }).click()
    await dialog.getByRole("button", { name: "Change" }).click()
    await page.getByText("Care plans was saved.").waitFor()
    expect(server.account.savedRoutes).toHaveLength(1)
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("have channels with quiet hours", async () => {
    const { context, page, problems, server } = await visit("/app/channels/c2", { width: 390 })
    await page.getByRole("checkbox", { name: "Use quiet hours for this channel" }).check()
    await page.getByLabel("From").fill("21:30")
    await page.getByRole("checkbox", { name: "Sun" }).uncheck()
    expect(await violationsOf(page)).toEqual([])
    expect(await isTooWide(page)).toBe(false)
    await shoot(page, "quiet-hours-phone")
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await page.getByText("was saved.").waitFor()
    await page.getByText(/^Quiet hours 21:30–07:00, Mon–Sat/u).waitFor()
    const saved = server.account.channels.find(({ id }) => id === "c2")
    expect(saved?.quietHours).toEqual({
      start: "21:30",
      end: "07:00",
      days: [1, 2, 3, 4, 5, 6],
      timezone: expect.any(String)
    })
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("are simulated at a chosen time", async () => {
    const { context, page, problems } = await visit("/app/routes")
    await page.getByLabel("Monitor", { exact: true }).selectOption({ index: 1 })
    const at = page.waitForRequest((request) => request.url().includes("at=2027-01-03T21%3A30%3A00.000Z"))
    await page.getByLabel("Start of the alert (Europe/Oslo)").fill("2027-01-03T22:30")
    await at
    await page.getByText("in a summary when quiet hours end").waitFor()
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it.each<readonly [string, View]>([
    ["light", {}],
    ["dark", { dark: true }],
    ["phone", { width: 390 }],
    ["german", { locale: "de-DE" }]
  ])(
    "and their simulation and form have no violation: %s",
    async (name, view) => {
      const { context, page, problems } = await visit("/app/routes", view)
      const monitor = page.locator("main select").first()
      await monitor.selectOption({ index: 1 })
      await page.getByText("maria@example.com").first().waitFor()
      expect(await violationsOf(page)).toEqual([])
      expect(await isTooWide(page)).toBe(false)
      await shoot(page, `routes-${name}`)
      await page.goto("/app/routes/r1")
      await page.locator("main form input").first().waitFor()
      expect(await violationsOf(page)).toEqual([])
      expect(await isTooWide(page)).toBe(false)
      await shoot(page, `route-form-${name}`)
      expect(problems).toEqual([])
      await context.close()
    },
    120_000
  )
})
