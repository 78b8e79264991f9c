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
    await component.getByText("nothing watches it: it is shown as not monitored until you set its state").click()
    await component.getByRole("group", { name: "Monitors" }).getByRole("checkbox").first().check()
    await page.frameLocator("iframe").getByRole("heading", { name: "Viken Legal" }).waitFor()
    await page.frameLocator("iframe").getByText("Pages").waitFor()
    await page.getByRole("radio", { name: "Do not write a post" }).check()
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
    // A preview adds no entry to the browser's history, so one step back leads to the form of the new page.
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
    await page.getByRole("radio", { name: "People who know the password" }).check()
    await page.getByLabel("Password for readers").fill("correct horse")
    await page.getByRole("button", { name: "Save the page" }).click()
    await page.waitForFunction(() => document.querySelector('input[type="password"]')?.getAttribute("value") === "")
    expect(server.account.savedPages).toMatchObject([{ access: "password", password: "correct horse" }])
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("say before the access is saved how many subscribers are still notified", async () => {
    const { context, page, problems, server } = await visit("/app/status-pages/s1")
    await page.getByRole("radio", { name: "People who know the password" }).check()
    await page.getByText("new posts notify 0 of 12 subscribers").waitFor()
    await page.getByRole("radio", { name: "People with an email address" }).check()
    await page.getByLabel("Email domains").fill("fjord.example")
    await page
      .getByText("new posts notify 2 of 12 subscribers. Subscribers who cannot read the page are paused")
      .waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByText("new posts notify 2").scrollIntoViewIfNeeded()
    await shoot(page, "status-access-notice")
    await page.getByRole("radio", { name: "Everyone" }).check()
    await page.getByText("new posts notify").waitFor({ state: "detached" })
    server.account.statusPages = server.account.statusPages.map((one) =>
      one.id === "s1" ? { ...one, access: "password", hasPassword: true, subscribers: 3, pausedSubscribers: 9 } : one
    )
    await page.reload()
    await page.getByText("new posts notify 3 of 12 subscribers").waitFor()
    await page.getByRole("radio", { name: "Everyone" }).check()
    await page.getByText("new posts notify all 12 subscribers").waitFor()
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("have an own host name with records to copy, which is set, checked and removed", async () => {
    const { context, page, problems, server } = await visit("/app/status-pages/s1")
    const section = page.getByRole("region", { name: "Custom host name" })
    const hostOf = () => server.account.statusPages.find(({ id }) => id === "s1")?.host
    await section.getByText("Waiting for the TXT record").waitFor()
    await section.getByText("_mon.status.fjord.example").waitFor()
    await section.getByRole("button", { name: "Copy: Value of the TXT record" }).click()
    await page.getByText("Copied").waitFor()
    await section.getByRole("button", { name: "Check now" }).click()
    await section.getByText("Active", { exact: true }).waitFor()
    await section.getByText("Use another host name").click()
    await section.getByLabel("Host name", { exact: true }).fill("help.fjord.example")
    await section.getByLabel("Host name", { exact: true }).press("Enter")
    await page.getByText("help.fjord.example was set.").waitFor()
    await section.getByText("_mon.help.fjord.example").waitFor()
    await section.getByRole("button", { name: "Remove" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click()
    await page.getByText("help.fjord.example was removed.").waitFor()
    expect(hostOf()).toBeNull()
    await section.getByRole("button", { name: "Set the host name" }).waitFor()
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("describe each state of an own host name in German, and fit on a phone", async () => {
    const { context, page, problems, server } = await visit("/app/status-pages/s1", {
      locale: "de-DE",
      width: 390
    })
    const section = page.getByRole("region", { name: "Eigener Hostname" })
    const states = ["waiting_for_txt", "waiting_for_address", "active", "failing", "taken", "released"] as const
    const english = /\b(?:the|your|you|with|is|are|this|not|to|publish|record|readers|page)\b/iu
    for (const state of states) {
      server.account.statusPages = server.account.statusPages.map((one) =>
        one.host === null
          ? one
          : {
              ...one,
              host: {
                ...one.host,
                state,
                stoppedBy: state === "released" ? "plan" : null,
                releasesAt: state === "failing" ? new Date().toISOString() : null
              }
            }
      )
      await page.reload()
      await section.getByRole("status").waitFor()
      const text = (await section.innerText()).replaceAll(/\S*fjord\.example\S*|mon\S+/gu, "")
      expect([state, english.exec(text)?.[0]]).toEqual([state, undefined])
      expect(await isTooWide(page)).toBe(false)
    }
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

  it("list subscribers with their state, and remove one", async () => {
    const { context, page, problems } = await visit("/app/status-pages/s1/subscribers")
    await page.getByText("Address does not exist").waitFor()
    await page.getByText("Paused", { exact: true }).waitFor()
    await page.getByText("Not notified, because the plan allows fewer subscribers per page.").waitFor()
    await page.getByRole("button", { name: "Remove reader@kunde.example" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click()
    await page.getByText("The subscriber was removed.").waitFor()
    await page.getByText("reader@kunde.example", { exact: true }).waitFor({ state: "detached" })
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
