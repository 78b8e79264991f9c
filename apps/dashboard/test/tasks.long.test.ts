import { describe, expect, it } from "vitest"
import { hasBrowser, isTooWide, shoot, type View, violationsOf } from "./Browser.ts"
import type { Site } from "./records.ts"
import { makeSite } from "./StandIn.ts"
import { someSites, useVisits } from "./Visits.ts"

if (!hasBrowser) console.warn("No /usr/bin/chromium: the tasks of the dashboard are not tested.")

const hostile = [
  "<img src=x onerror=alert(1)>",
  "</script><script>alert(1)</script>",
  "\u202Eevil\u202C{{constructor}}",
  "javascript:alert(1)",
  `"'><svg onload=alert(1)>`,
  "x".repeat(200)
]

describe.skipIf(!hasBrowser)("everyday tasks", () => {
  const open = useVisits()
  const visit = (sites: Array<Site>, path: string, view: View = {}) => open(path, { sites, view })

  it("adds pasted sites and shows the first verdict", async () => {
    const { context, page, server } = await visit([], "/app")
    await page.getByText("Paste your sites").waitFor()
    await page.getByRole("link", { name: "Add monitors" }).first().click()
    await page.fill("#sites", "shop.example\nrefused.example, shop.example")
    await page.getByRole("button", { name: "Add 2 domains" }).click()
    await page.getByText("The host must be a public name.").waitFor()
    await page.getByText("Running the first check…").waitFor()
    server.settle("shop.example", "up")
    server.settle("bakken-legal.example", "up")
    await page.getByRole("link", { name: "Show all domains" }).click()
    await page.getByRole("link", { name: "shop.example" }).waitFor()
    expect(new Set(server.idempotencyKeys).size).toBe(server.idempotencyKeys.length)
    await context.close()
  }, 60_000)

  it.each([1_280, 390])(
    "adds the sites of a table with their names, and shows all that is none, in %d px",
    async (width) => {
      const sites: Array<Site> = []
      const { context, page } = await visit(sites, "/app/add", { width, dark: width === 390 })
      await page.fill("#sites", "Name,url\nOur shop,shop.example\nMail,one@a.example\nB,none\nC,nothing")
      await page.getByText("1 new domain · 1 with its name · 6 entries are not sites").waitFor()
      await page.getByText("Show entries that are not sites").click()
      const unclear = await page.getByLabel("Show entries that are not sites").inputValue()
      expect(unclear.split("\n")).toEqual(["Mail", "one@a.example", "B", "none", "C", "nothing"])
      await shoot(page, `paste-${width}`)
      expect(await violationsOf(page)).toEqual([])
      expect(await isTooWide(page)).toBe(false)
      await page.getByRole("button", { name: "Add 1 domain" }).click()
      await page.getByRole("link", { name: "Our shop" }).waitFor()
      expect(sites.map(({ name }) => name)).toEqual(["Our shop"])
      await context.close()
    },
    60_000
  )

  it.each([1_280, 390])(
    "gives tags to all sites that are pasted, in %d px",
    async (width) => {
      const sites: Array<Site> = []
      const { context, page, server } = await visit(sites, "/app/add", { width, dark: width === 390 })
      await page.fill("#sites", "shop.example\noffice.example")
      await page.getByText("Tags for all of them").click()
      await page.getByRole("checkbox", { name: "Care plan" }).check()
      await page.getByLabel("New tag").fill("Spring")
      await page.getByText("Tags for all of them (2)").waitFor()
      await shoot(page, `paste-tags-${width}`)
      expect(await violationsOf(page)).toEqual([])
      expect(await isTooWide(page)).toBe(false)
      await page.getByRole("button", { name: "Add 2 domains" }).click()
      await expect.poll(() => sites.map(({ tags }) => tags.length)).toEqual([2, 2])
      expect(server.account.tags.map(({ name }) => name)).toContain("Spring")
      await context.close()
    },
    60_000
  )

  it("says to a new person once that the account is ready, and then how to begin", async () => {
    const { context, page, problems, server } = await visit([], "/app?done=welcome")
    await page.getByText("Welcome. Your account is ready.").waitFor()
    await page.getByRole("heading", { name: "Monitor your first sites" }).waitFor()
    expect(new URL(page.url()).search).toBe("")
    await expect.poll(() => server.account.timezone).toBe("Europe/Oslo")
    await page.getByRole("main").getByRole("link", { name: "Add monitors" }).click()
    await page.locator("#sites").waitFor()
    await page.goto("/app?done=constructor")
    await page.getByRole("heading", { name: "Monitor your first sites" }).waitFor()
    expect(await page.getByText("Welcome. Your account is ready.").count()).toBe(0)
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("says for which times the percentiles of a long period are known", async () => {
    const { context, page } = await visit(someSites(20), "/app/domains/id-12")
    await page.getByText("p50 112 ms · p95 214 ms · p99 251 ms").waitFor()
    for (const [range, key, caption] of [
      ["7d", "p95 per hour", "Slowest hour: p50 118 ms · p95 231 ms · p99 240 ms."],
      ["90d", "p95 per day", "Slowest day: p50 118 ms · p95 231 ms · p99 240 ms."]
    ] as const) {
      await page.getByRole("combobox", { name: "Period" }).selectOption(range)
      await page.getByText(key, { exact: true }).waitFor()
      await page.getByRole("figure").getByText(caption).waitFor()
      expect(await page.getByText("p95 214 ms").count()).toBe(0)
      await shoot(page, `chart-${range}`)
    }
    await context.close()
  }, 60_000)

  it("filters, keeps the filter in the URL, and opens a domain", async () => {
    const { context, page } = await visit(someSites(300), "/app/domains")
    await page.fill("#filter", "garage 291")
    await page.waitForURL(/q=garage/u)
    await page.reload()
    await page.getByRole("row").nth(1).getByRole("link").click()
    await page.waitForURL(/\/app\/domains\/id-/u)
    await page.goBack()
    expect(await page.inputValue("#filter")).toBe("garage 291")
    await page.fill("#filter", "no such name")
    await page.getByText("The filters hide 300 domains.").waitFor()
    await page.getByRole("button", { name: "Clear the filters" }).click()
    await page.locator("[data-row='3']").waitFor()
    await context.close()
  }, 60_000)

  it("pauses two domains with the keyboard alone and takes it back", async () => {
    const sites = someSites(40).filter(({ state }) => state === "up")
    const { context, page } = await visit(sites, "/app/domains")
    await page.locator("[data-row='2']").waitFor()
    for (const key of ["j", "x", "j", "x"]) await page.keyboard.press(key)
    const bar = page.getByRole("toolbar")
    await bar.getByText("2 selected").waitFor()
    await shoot(page, "bulk")
    expect(await violationsOf(page)).toEqual([])
    await bar.getByRole("button", { name: "Pause" }).focus()
    await page.keyboard.press("Enter")
    await page.getByText("2 domains are paused.").first().waitFor()
    expect(sites.filter(({ state }) => state === "paused")).toHaveLength(2)
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole("button", { name: "Undo" }).click()
    await page.getByText("Undone.").first().waitFor()
    expect(sites.filter(({ state }) => state === "paused")).toHaveLength(0)
    await context.close()
  }, 60_000)

  it("deletes many only after a typed word", async () => {
    const sites = someSites(30)
    const { context, page } = await visit(sites, "/app/domains")
    await page.getByLabel("Select all shown").check()
    await page.getByRole("button", { name: "Delete…" }).click()
    const dialog = page.getByRole("dialog")
    expect(await dialog.getByRole("button", { name: "Delete" }).isDisabled()).toBe(true)
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByLabel("Type DELETE to confirm").fill("DELETE")
    await dialog.getByRole("button", { name: "Delete" }).click()
    await page.getByText("Monitor your first sites").waitFor()
    expect(sites).toHaveLength(0)
    await context.close()
  }, 60_000)

  it("goes anywhere by the palette, and Escape returns", async () => {
    const { context, page } = await visit(someSites(200), "/app")
    await page.getByText("Needs your attention now").waitFor()
    await page.keyboard.press("Control+k")
    await page.getByRole("combobox").fill("fjord dental")
    await shoot(page, "palette")
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { level: 1, name: "Fjord Dental" }).waitFor()
    await page.keyboard.press("?")
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor()
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await context.close()
  }, 60_000)

  it("changes the settings that the model declares", async () => {
    const sites = someSites(3)
    const { context, page } = await visit(sites, "/app/domains/id-2/settings")
    await page.getByLabel("Check interval").selectOption("2 min")
    await page.getByLabel("Copies of alerts").fill("a@example.com\nb@example.com")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Saved.").first().waitFor()
    expect(sites[2]?.settings).toEqual({ checkInterval: 120, ccEmails: ["a@example.com", "b@example.com"] })
    await context.close()
  }, 60_000)

  it("keeps the last data and says so when the service stops to answer", async () => {
    const { context, page, server } = await visit(someSites(20), "/app/domains")
    await page.locator("[data-row='3']").waitFor()
    server.goDown(true)
    await page.getByText("The service is not responding.").waitFor({ timeout: 40_000 })
    expect(await page.locator("[data-row='3']").isVisible()).toBe(true)
    server.goDown(false)
    await page.getByText("The service is not responding.").waitFor({ state: "detached", timeout: 40_000 })
    await context.close()
  }, 100_000)

  it("shows a new state at once in every tab, over one connection", async () => {
    const { context, page, server } = await visit(someSites(20), "/app/domains")
    const second = await context.newPage()
    await second.goto("/app/domains")
    for (const tab of [page, second]) await tab.locator("[data-row='3']").waitFor()
    expect(server.streams()).toBe(1)
    const reason = "connect_refused"
    server.send({ name: "domain", data: { id: "id-7", state: "down", since: 1_790_000_000, reason } })
    for (const tab of [page, second]) await tab.getByText("refused").first().waitFor()
    await page.getByRole("img", { name: /down/iu }).first().waitFor()
    // The event connection moves to the remaining tab.
    await page.close()
    server.send({ name: "domain", data: { id: "id-7", state: "up", since: 1_790_000_100, reason: null } })
    await second.waitForFunction(() => !document.body.textContent.includes("refused"))
    expect(server.streams()).toBe(1)
    await context.close()
  }, 60_000)

  it("speaks the language that the person chose in another browser", async () => {
    const { context, page, server } = await visit(someSites(3), "/app/more")
    await page.getByRole("heading", { level: 1 }).waitFor()
    expect(await page.getAttribute("html", "lang")).toBe("en")
    server.account.language = "de"
    await page.reload()
    await page.locator("html[lang='de']").waitFor()
    await page.getByRole("button", { name: "English" }).click()
    await page.locator("html[lang='en']").waitFor()
    expect(server.account.language).toBe("en")
    await context.close()
  }, 60_000)

  it("shows on every screen that alerts are paused", async () => {
    const { context, page, server } = await visit(someSites(3), "/app/more")
    server.pauseAlerts()
    await page.reload()
    await page.getByText("Alerts have been paused since").waitFor()
    await page.getByRole("heading", { level: 1 }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole("button", { name: "Resume alerts" }).click()
    await page.getByText("Alerts have been paused since").waitFor({ state: "detached" })
    await context.close()
  }, 60_000)

  it("speaks German", async () => {
    const { context, page } = await visit(someSites(20), "/app/domains", { locale: "de-DE" })
    await page.getByRole("heading", { level: 1 }).waitFor()
    expect(await page.getAttribute("html", "lang")).toBe("de")
    await page.getByText("Verbindung innerhalb der Frist").first().waitFor()
    expect(await violationsOf(page)).toEqual([])
    await context.close()
  }, 60_000)

  it("shows hostile names as text", async () => {
    const sites = hostile.map((name, number): Site => ({ ...makeSite(number), id: `h${number}`, name, state: "down" }))
    const { context, page, problems } = await visit(sites, "/app/domains")
    let alerts = 0
    page.on("dialog", (dialog) => {
      alerts += 1
      void dialog.dismiss()
    })
    for (const path of ["/app", "/app/domains", "/app/incidents", "/app/domains/h0", "/app/incidents/incident-h1"]) {
      await page.goto(path)
      await page
        .getByText(hostile[path.endsWith("h1") ? 1 : 0] ?? "")
        .first()
        .waitFor()
      expect(await page.locator("img, svg[onload]").count(), path).toBe(0)
    }
    expect(alerts).toBe(0)
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)
})
