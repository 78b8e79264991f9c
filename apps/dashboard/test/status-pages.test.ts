import { describe, expect, it } from "vitest"
import { hasBrowser, isTooWide, shoot, type View, violationsOf } from "./Browser.ts"
import { someSites, useVisits } from "./Visits.ts"

describe.skipIf(!hasBrowser)("the status pages in the dashboard", () => {
  const open = useVisits()
  const visit = (path: string, view: View = {}) => open(path, { sites: someSites(6), view })

  it("are listed with what is open and what the plan stops, and deleted", async () => {
    const { context, page, problems } = await visit("/app/status-pages")
    await page.getByText("Stopped: not in your plan").waitFor()
    await page.getByText("1 open post", { exact: true }).waitFor()
    await page.getByText("1 draft", { exact: true }).waitFor()
    expect(await page.getByRole("link", { name: "Edit Old page" }).count()).toBe(0)
    await page.getByRole("button", { name: "Delete Old page" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click()
    await page.getByText("Old page was deleted.").waitFor()
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("are made by keyboard and pointer with groups and components, beside their preview", async () => {
    const { context, page, problems, server } = await visit("/app/status-pages/new")
    await page.getByLabel("Name", { exact: true }).fill("Viken Legal")
    await page.getByLabel("Address", { exact: true }).fill("Viken-Legal")
    await page.getByRole("button", { name: "Add a group" }).click()
    await page.getByLabel("Name of group 1").fill("Website")
    await page.getByRole("button", { name: "Add a component" }).click()
    const first = page.getByRole("group", { name: "Component 1" })
    await first.getByLabel("Name", { exact: true }).fill("Pages")
    const component = page.getByRole("group", { name: "Pages", exact: true })
    await component.getByLabel("Group").selectOption("Website")
    await component.getByText("only you set its state").click()
    await component.getByRole("group", { name: "Monitors" }).getByRole("checkbox").first().check()
    await page.frameLocator("iframe").getByRole("heading", { name: "Viken Legal" }).waitFor()
    await page.frameLocator("iframe").getByText("Pages").waitFor()
    await page.getByRole("radio", { name: "Write no post" }).check()
    await page.getByLabel("Name", { exact: true }).first().press("Enter")
    await page.getByText("Viken Legal was saved.").waitFor()
    const [saved] = server.account.savedPages
    const groups = saved?.["groups"] as ReadonlyArray<{ readonly id: string }>
    expect(saved).toMatchObject({
      name: "Viken Legal",
      slug: "viken-legal",
      access: "public",
      automaticPosts: "off",
      groups: [{ name: "Website" }],
      components: [{ name: "Pages", groupId: groups[0]?.id, monitorIds: [expect.any(String)], tagIds: [] }]
    })
    expect(saved).not.toHaveProperty("logo")
    expect(saved).not.toHaveProperty("password")
    // A preview leaves no entry in the history: one step back is the form of the new page.
    await page.goBack()
    await page.getByRole("heading", { name: "Add a status page" }).waitFor()
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("have states that people set at once, and a password that is asked for once", async () => {
    const { context, page, problems, server } = await visit("/app/status-pages/s1")
    await page.getByLabel("State of Search").selectOption("under_maintenance")
    await page.getByText("Fjord Shop was saved.").waitFor()
    expect(server.account.statusPages.find(({ id }) => id === "s1")?.components[1]?.override?.state).toBe(
      "under_maintenance"
    )
    await page.getByRole("radio", { name: "Whoever knows the password" }).check()
    await page.getByLabel("Password of readers").fill("correct horse")
    await page.getByRole("button", { name: "Save the page" }).click()
    await page.waitForFunction(() => document.querySelector('input[type="password"]')?.getAttribute("value") === "")
    expect(server.account.savedPages).toMatchObject([{ access: "password", password: "correct horse" }])
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("refuse a logo that is too large before it is sent", async () => {
    const { context, page, problems } = await visit("/app/status-pages/s1")
    const file = { name: "logo.png", mimeType: "image/png", buffer: Buffer.alloc(262_145) }
    await page.getByLabel("Logo").setInputFiles(file)
    await page.getByText("The logo is larger than 256 KiB.").waitFor()
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
    await dialog.getByText("It would notify 11 people by email and 1 webhook.").waitFor()
    expect(await violationsOf(page)).toEqual([])
    const publish = dialog.getByRole("button", { name: "Publish", exact: true })
    expect(await publish.isDisabled()).toBe(true)
    await dialog.getByRole("radio", { name: "Notify nobody" }).check()
    await publish.click()
    await page.getByText("It is published.").waitFor()
    expect(server.account.savedPosts).toMatchObject([
      { kind: "incident", title: "Slow search", componentIds: ["p2"], notifySubscribers: false }
    ])
    await page.getByText("Nobody was notified").waitFor()
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("list subscribers with their state, and remove one", async () => {
    const { context, page, problems } = await visit("/app/status-pages/s1/subscribers")
    await page.getByText("Address does not exist").waitFor()
    await page.getByText("Not notified: the plan allows fewer subscribers of a page.").waitFor()
    await page.getByRole("button", { name: "Remove reader@kunde.example" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click()
    await page.getByText("The subscriber was removed.").waitFor()
    await page.getByText("reader@kunde.example", { exact: true }).waitFor({ state: "detached" })
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("publish a draft, and add an update that lets a component follow its monitors again", async () => {
    const { context, page, problems, server } = await visit("/app/status-pages/s1/posts/o1")
    await page.getByRole("button", { name: "Publish this draft…" }).click()
    await page.getByRole("dialog").getByRole("radio", { name: "Notify subscribers" }).check()
    await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click()
    await page.getByText("Draft", { exact: true }).waitFor({ state: "detached" })
    await page.getByLabel("State", { exact: true }).selectOption("resolved")
    await page.getByLabel("Text").fill("Over.")
    await page.getByText("Set the states of components").click()
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
    await page.getByLabel("Begin").fill("2027-01-03T02:00")
    await page.getByLabel("End").fill("2027-01-03T01:00")
    await page.getByRole("button", { name: "Save as draft" }).click()
    await page.getByText("Maintenance must end after it begins.").waitFor()
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

  it.each<readonly [string, View]>([
    ["light", {}],
    ["dark", { dark: true }],
    ["phone", { width: 390 }],
    ["german", { locale: "de-DE" }]
  ])(
    "have no violation: %s",
    async (name, view) => {
      const { context, page, problems } = await visit("/app/status-pages", view)
      for (const [part, path, sign] of [
        ["list", "/app/status-pages", "text=Fjord Shop"],
        ["form", "/app/status-pages/s1", "main form input"],
        ["posts", "/app/status-pages/s1/posts", "text=Slow payments"],
        ["subscribers", "/app/status-pages/s1/subscribers", "text=reader@kunde.example"],
        ["post", "/app/status-pages/s1/posts/o1", "textarea"],
        ["post-new", "/app/status-pages/s1/posts/new/maintenance", "textarea"]
      ] as const) {
        await page.goto(path)
        await page.locator(sign).first().waitFor()
        expect(await violationsOf(page), part).toEqual([])
        expect(await isTooWide(page), part).toBe(false)
        await shoot(page, `status-${part}-${name}`)
      }
      expect(problems).toEqual([])
      await context.close()
    },
    120_000
  )
})
