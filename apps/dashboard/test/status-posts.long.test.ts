import { describe, expect, it } from "vitest"
import { hasBrowser, isTooWide, shoot, type View, violationsOf } from "./Browser.ts"
import { someSites, useVisits } from "./Visits.ts"

const isFocused = (element: Element) => element === document.activeElement

describe.skipIf(!hasBrowser)("the posts of status pages in the dashboard", () => {
  const open = useVisits()
  const visit = (path: string, view: View = {}) => open(path, { sites: someSites(6), view })

  it("begin on the list of pages, in the form of a new incident, with limits on what can be typed", async () => {
    const { context, page, problems } = await visit("/app/status-pages")
    await page.getByRole("link", { name: "Report an incident on Fjord Shop" }).click()
    await page.waitForURL("**/app/status-pages/s1/posts/new/incident")
    const title = page.getByLabel("Title")
    await title.fill("x".repeat(200))
    expect([await title.getAttribute("maxlength"), await title.getAttribute("required")]).toEqual(["150", ""])
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("ask who will be notified before anything is published", async () => {
    const { context, page, problems, server } = await visit("/app/status-pages/s1/posts/new/incident")
    await page.getByLabel("Title").fill("Slow search")
    await page.getByLabel("Text").fill("We investigate.")
    await page.getByRole("checkbox", { name: "Search" }).check()
    await page.getByRole("button", { name: "Publish…" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByText("This notifies 11 people by email and 1 webhook.").waitFor()
    expect(await violationsOf(page)).toEqual([])
    // Neither the key that opened the dialog nor a double click publishes the post.
    await expect.poll(() => dialog.getByRole("button", { name: "Cancel" }).evaluate(isFocused)).toBe(true)
    for (const name of ["Publish and notify 12 subscribers", "Publish without notifying"])
      await dialog.getByRole("button", { name }).dispatchEvent("click", { detail: 2 })
    expect(server.account.savedPosts).toEqual([])
    await dialog.getByRole("button", { name: "Publish without notifying" }).click()
    await page.getByText("The post is published.").waitFor()
    expect(server.account.savedPosts).toMatchObject([
      { kind: "incident", title: "Slow search", componentIds: ["p2"], notifySubscribers: false }
    ])
    await page.getByText("Not sent to subscribers").waitFor()
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("can begin with what Mon writes about an incident, which nobody sees before it is published", async () => {
    const { context, page, problems, server } = await visit("/app/status-pages/s1/posts/new/incident")
    await page.getByRole("button", { name: "Use the draft" }).click()
    await page.getByText("The form now contains the draft.").waitFor()
    await page.getByText("The post says that the incident started at").waitFor()
    expect(await violationsOf(page)).toEqual([])
    expect(await isTooWide(page)).toBe(false)
    expect(server.account.savedPosts).toEqual([])
    await page.getByRole("button", { name: "Save as draft" }).click()
    await page.getByText("The draft is saved.").waitFor()
    expect(server.account.savedPosts).toMatchObject([
      {
        kind: "incident",
        title: "Problem with Search",
        state: "identified",
        impact: "major",
        body: expect.stringContaining("a problem with our domain name"),
        startedAt: "2026-11-23T05:53:00.000Z",
        componentIds: ["p2"],
        isDraft: true
      }
    ])
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("get the text of an update from the incident of their components, or from another one", async () => {
    const { context, page, problems } = await visit("/app/status-pages/s1/posts/o1")
    const use = page.getByRole("button", { name: "Use the draft" })
    await use.click()
    const text = page.getByLabel("Text")
    expect(await text.inputValue()).toContain("The problem with Checkout is resolved.")
    expect(await page.getByLabel("State", { exact: true }).inputValue()).toBe("resolved")
    await page.getByLabel("Start from a draft").selectOption("incident-id-1")
    await use.click()
    expect(await text.inputValue()).toContain("There has been a problem with Search")
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("publish a draft, and add an update that lets a component follow its monitors again", async () => {
    const { context, page, problems, server } = await visit("/app/status-pages/s1/posts/o1")
    await page.getByRole("button", { name: "Publish this draft…" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Publish and notify 12 subscribers" }).click()
    await page.getByText("Draft", { exact: true }).waitFor({ state: "detached" })
    await page.getByLabel("State", { exact: true }).selectOption("resolved")
    await page.getByLabel("Text").fill("Over.")
    await page.getByText("Set component states").click()
    await page.getByLabel("State of Checkout").selectOption({ label: "Automatic" })
    await page.getByRole("button", { name: "Save as draft" }).click()
    await page.getByText("The draft is saved.").waitFor()
    expect(server.account.savedPosts).toEqual([
      { isDraft: false, notifySubscribers: true },
      { state: "resolved", body: "Over.", components: [{ componentId: "p1", state: null }], isDraft: true }
    ])
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("plan maintenance in the time zone of the page, which ends after it begins", async () => {
    const { context, page, problems, server } = await visit("/app/status-pages/s1/posts/new/maintenance")
    await page.getByText("Time zone: Europe/Oslo").waitFor()
    await page.getByLabel("Title").fill("New disks")
    await page.getByLabel("Text").fill("We replace disks.")
    await page.getByLabel("Start", { exact: true }).fill("2027-01-03T02:00")
    await page.getByLabel("End").fill("2027-01-03T01:00")
    await page.getByRole("button", { name: "Save as draft" }).click()
    await page.getByText("Maintenance must end after it starts.").waitFor()
    await page.getByLabel("End").fill("2027-01-03T04:00")
    await page.getByRole("button", { name: "Save as draft" }).click()
    await page.getByText("The draft is saved.").waitFor()
    expect(server.account.savedPosts).toMatchObject([
      {
        kind: "maintenance",
        startedAt: "2027-01-03T01:00:00.000Z",
        endsAt: "2027-01-03T03:00:00.000Z",
        movesItself: true,
        isDraft: true
      }
    ])
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("are edited: title, impact, begin and components, and only what differs is sent", async () => {
    const { context, page, problems, server } = await visit("/app/status-pages/s1/posts/o1")
    const edit = page.getByRole("button", { name: "Edit the post" })
    await edit.click()
    const dialog = page.getByRole("form", { name: "Edit the post" })
    await dialog.getByText("Nobody is notified.").waitFor()
    // An update of the post sets the state of this component.
    expect(await dialog.getByRole("checkbox", { name: "Checkout" }).isDisabled()).toBe(true)
    await dialog.getByLabel("Title").fill("Payments fail")
    await dialog.getByRole("checkbox", { name: "Search" }).check()
    await dialog.getByRole("button", { name: "Save the changes" }).click()
    await page.getByRole("heading", { name: "Payments fail" }).waitFor()
    expect(await edit.evaluate(isFocused)).toBe(true)
    await edit.click()
    await dialog.getByLabel("Impact").selectOption("Major")
    await dialog.getByLabel("Started (Europe/Oslo)").fill("2027-01-03T02:00")
    await dialog.getByLabel("Title").press("Enter")
    await dialog.waitFor({ state: "detached" })
    expect(server.account.savedPosts).toEqual([
      { title: "Payments fail", componentIds: ["p1", "p2"] },
      { impact: "major", startedAt: "2027-01-03T01:00:00.000Z" }
    ])
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("of planned maintenance move to other times, which are in order", async () => {
    const { context, page, problems, server } = await visit("/app/status-pages/s1/posts/o3")
    await page.getByRole("button", { name: "Edit the post" }).click()
    const edited = page.getByRole("form", { name: "Edit the post" })
    await edited.getByLabel("Start", { exact: true }).fill("2027-01-03T02:00")
    await edited.getByLabel("End").fill("2027-01-03T01:00")
    await edited.getByRole("button", { name: "Save the changes" }).click()
    await page.getByText("Maintenance must end after it starts.").waitFor()
    await edited.getByLabel("End").fill("2027-01-03T04:00")
    await edited.getByRole("checkbox", { name: "Change to" }).uncheck()
    await edited.getByRole("button", { name: "Save the changes" }).click()
    await edited.waitFor({ state: "detached" })
    expect(server.account.savedPosts).toEqual([
      { startedAt: "2027-01-03T01:00:00.000Z", endsAt: "2027-01-03T03:00:00.000Z", movesItself: false }
    ])
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("have updates whose text, state and time are corrected, and whose drafts set other states", async () => {
    const { context, page, problems, server } = await visit("/app/status-pages/s1/posts/o1")
    await page.getByRole("button", { name: "Edit the update “Investigating”" }).click()
    const edited = page.getByRole("form", { name: "Edit this update" })
    expect(await edited.getByText("Set component states").count()).toBe(0)
    await edited.getByLabel("Text").fill("Payments are slow.")
    await edited.getByLabel("Time shown to readers (Europe/Oslo)").fill("2026-11-20T09:30")
    await edited.getByRole("button", { name: "Save the changes" }).click()
    await page.getByText("Payments are slow.").waitFor()
    await page.getByRole("button", { name: "Edit the update “Identified”" }).click()
    await edited.getByText("Set component states").click()
    expect(await edited.getByLabel("State of Checkout").inputValue()).toBe("degraded_performance")
    await edited.getByLabel("State of Checkout").selectOption({ label: "Major outage" })
    await edited.getByLabel("State", { exact: true }).selectOption("Monitoring")
    await edited.getByRole("button", { name: "Save the changes" }).click()
    await page.getByText("Checkout: Major outage").waitFor()
    expect(server.account.savedPosts).toEqual([
      { body: "Payments are slow.", displayAt: "2026-11-20T08:30:00.000Z" },
      { state: "monitoring", components: [{ componentId: "p1", state: "major_outage" }] }
    ])
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("lose an update after a question, but not the only one that is published", async () => {
    const { context, page, problems } = await visit("/app/status-pages/s1/posts/o1")
    await page.getByRole("button", { name: "Edit the update “Investigating”" }).waitFor()
    expect(await page.getByRole("button", { name: "Delete the update “Investigating”" }).count()).toBe(0)
    await page.getByRole("button", { name: "Delete the update “Identified”" }).click()
    await page.getByRole("dialog").getByText("Nobody has seen this update.").waitFor()
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click()
    await page.getByText("The update was deleted.").waitFor()
    await page.getByText("A provider answers slowly.").waitFor({ state: "detached" })
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it.each<readonly [string, View]>([
    ["light", {}],
    ["dark", { dark: true }],
    ["phone", { width: 390 }],
    ["german", { locale: "de-DE" }]
  ])(
    "have no violation while they are edited: %s",
    async (name, view) => {
      const { context, page, problems } = await visit("/app/status-pages/s1/posts/o1", view)
      const isGerman = name === "german"
      await page.getByRole("button", { name: isGerman ? "Beitrag bearbeiten" : "Edit the post" }).click()
      await page
        .getByRole("button", { name: isGerman ? /^Meldung .* bearbeiten$/u : /^Edit the update/u })
        .first()
        .click()
      await page.locator("form").nth(2).waitFor()
      expect(await violationsOf(page)).toEqual([])
      expect(await isTooWide(page)).toBe(false)
      await shoot(page, `status-post-edited-${name}`)
      await page.locator("textarea").last().fill("x")
      await page.getByRole("button", { name: isGerman ? "Veröffentlichen…" : "Publish…", exact: true }).click()
      await page.getByRole("dialog").getByText("12").waitFor()
      expect(await violationsOf(page)).toEqual([])
      await shoot(page, `status-publish-${name}`)
      expect(problems).toEqual([])
      await context.close()
    },
    60_000
  )
})
