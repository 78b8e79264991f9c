import { describe, expect, it } from "vitest"
import { hasBrowser, isTooWide, shoot, type View, violationsOf } from "./Browser.ts"
import { TOKEN } from "./sourceRecords.ts"
import { someSites, useVisits } from "./Visits.ts"

describe.skipIf(!hasBrowser)("alerts of other tools in the dashboard", () => {
  const open = useVisits()
  const visit = (path: string, view: View = {}) => open(path, { sites: someSites(2), view })

  it("come from a source that is created with the keyboard, shows its token once, and says when an alert arrives", async () => {
    const { context, page, problems, server } = await visit("/app/alert-sources")
    await page.getByRole("button", { name: "Add a source" }).press("Enter")
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Name").fill("Cron jobs")
    await dialog.getByLabel("What the tool sends").selectOption("pagerduty")
    await dialog.getByLabel("Name").press("Enter")
    await dialog.getByText("Cron jobs was added").waitFor()
    await dialog.getByText("Waiting for an alert.").waitFor()
    expect(await dialog.locator("pre").first().textContent()).toContain(`"routing_key":"${TOKEN}"`)
    expect(await dialog.getByText(`https://mon.example.com/in/${TOKEN}/v2/enqueue`).count()).toBe(1)
    server.account.sources = server.account.sources.map((source) =>
      source.name === "Cron jobs" ? { ...source, lastReceivedAt: new Date().toISOString() } : source
    )
    await dialog.getByText("Mon has received an alert:").waitFor()
    const stored: string = await page.evaluate(
      () => JSON.stringify({ ...localStorage, ...sessionStorage }) + globalThis.location.href
    )
    expect(stored).not.toContain(TOKEN)
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "detached" })
    expect(await page.content()).not.toContain(TOKEN)
    await page.getByRole("listitem").filter({ hasText: "Cron jobs" }).getByText("Received").waitFor()
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("stop with their source, which can be switched, get a new token and be deleted", async () => {
    const { context, page, problems, server } = await visit("/app/alert-sources")
    const row = page.getByRole("listitem").filter({ hasText: "Prometheus" })
    await row.getByRole("button", { name: "Switch off Prometheus" }).click()
    await row.getByText("Switched off").waitFor()
    expect(server.account.sources[0]?.isActive).toBe(false)
    await page.getByRole("button", { name: "Undo" }).click()
    await row.getByRole("button", { name: "Switch off Prometheus" }).waitFor()
    await row.getByRole("button", { name: "New token for Prometheus" }).click()
    await page.getByRole("dialog", { name: "Give Prometheus" }).getByRole("button", { name: "New token" }).click()
    const shown = page.getByRole("dialog", { name: "New token of Prometheus" })
    await shown.getByText("Waiting for an alert.").waitFor()
    await shown.getByRole("button", { name: "Close" }).click()
    await row.getByRole("button", { name: "Delete Prometheus" }).click()
    await page.getByRole("dialog", { name: "Delete the source" }).getByRole("button", { name: "Delete" }).click()
    await page.getByText("Prometheus was deleted.").waitFor()
    const stopped = page.getByRole("listitem").filter({ hasText: "Grafana of the client" })
    await stopped.getByText("Stopped: not in your plan").waitFor()
    expect(await stopped.getByRole("button").allTextContents()).toEqual(["Delete…"])
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("need a plan that allows one more source", async () => {
    const { context, page, server } = await visit("/app/alert-sources")
    await page.getByRole("button", { name: "Add a source" }).click()
    await page.getByRole("dialog").getByLabel("Name").fill("One too many")
    await page.getByRole("dialog").getByLabel("Name").press("Enter")
    await page.getByRole("alert").getByText("Maximum number of alert sources (5)").waitFor()
    expect(server.account.sources).toHaveLength(3)
    await context.close()
  }, 60_000)

  it("are in the overview and the list of incidents, and the link in a message leads to them", async () => {
    const { context, page, problems } = await visit("/app")
    await page.getByRole("heading", { name: "Open alerts from other tools" }).waitFor()
    await page.goto("/app/incidents")
    await page.getByText("Alerts from other tools that are over").click()
    await page.getByRole("link", { name: "Load too high" }).waitFor()
    await page.getByRole("link", { name: "Disk almost full on db1 <b>now</b>" }).click()
    await page.getByText("What the tool reported").waitFor()
    expect(problems).toEqual([])
    await page.goto("/app/incidents/tool-1")
    await page.getByRole("button", { name: "Acknowledge" }).waitFor()
    await page.keyboard.press("a")
    await page.locator("input[name=note]:focus").waitFor()
    await page.keyboard.type("I add a disk.")
    await page.keyboard.press("Enter")
    await page.getByText("I add a disk.").waitFor()
    await page.getByRole("button", { name: "Withdraw" }).click()
    await page.getByText("The acknowledgement was withdrawn.").waitFor()
    // The browser reports that the first request, for an incident of a monitor, found nothing.
    expect(problems.filter((text) => !text.includes("404"))).toEqual([])
    await page.goto("/app/incidents/unknown")
    await page.getByText("Members see the alerts of other tools only").waitFor()
    await context.close()
  }, 60_000)

  it("are taken only by routes for all monitors, as the form says", async () => {
    const { context, page, problems, server } = await visit("/app/routes/new")
    await page.getByLabel("Name", { exact: true }).fill("Tools")
    await page.getByRole("checkbox", { name: "Alert from another tool" }).check()
    await page.getByText("Emails about alerts from other tools go to").waitFor()
    await page.getByRole("radio", { name: "Chosen monitors and tags" }).check()
    await page.getByText("This route does not take alerts from other tools").waitFor()
    await page.getByRole("radio", { name: "All monitors" }).check()
    await page.getByRole("button", { name: "Save the route" }).click()
    await page.getByText("Tools was saved.").waitFor()
    expect(server.account.savedRoutes).toMatchObject([{ scope: "all", kinds: ["down", "external_alert"] }])
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
      const { context, page, problems } = await visit("/app/alert-sources", view)
      for (const [screen, path, sign] of [
        ["list", "/app/alert-sources", "text=Backup jobs"],
        ["incident", "/app/incidents/tool-1?from=tool", "main dl"],
        ["incidents", "/app/incidents", "a[href*='tool-1']"],
        ["overview", "/app", "a[href*='tool-1']"]
      ] as const) {
        await page.goto(path)
        await page.locator(sign).first().waitFor()
        await shoot(page, `alert-sources-${screen}-${name}`)
        expect(await violationsOf(page), screen).toEqual([])
        expect(await isTooWide(page), screen).toBe(false)
      }
      await page.goto("/app/alert-sources")
      await page.locator("main header button").last().click()
      await page.getByRole("dialog").locator("input[name=name]").fill("Cluster")
      await shoot(page, `alert-sources-form-${name}`)
      expect(await violationsOf(page)).toEqual([])
      await page.getByRole("dialog").locator("input[name=name]").press("Enter")
      await page.getByRole("dialog").locator("pre").first().waitFor()
      await shoot(page, `alert-sources-token-${name}`)
      expect(await violationsOf(page)).toEqual([])
      expect(await isTooWide(page)).toBe(false)
      expect(problems).toEqual([])
      await context.close()
    },
    120_000
  )
})
