import { describe, expect, it } from "vitest"
import { hasBrowser, shoot, violationsOf } from "./Browser.ts"
import { UNREADY } from "./mailRecords.ts"
import { makeSite, somePages } from "./StandIn.ts"
import { someSites, useVisits } from "./Visits.ts"

if (!hasBrowser) console.warn("No /usr/bin/chromium: the screens of pages, mail health and simulations are not tested.")

const hostile = "</script><img src=x onerror=alert(1)>\u202Eevil\u202C"

describe.skipIf(!hasBrowser)("pages, mail health and simulations", () => {
  const open = useVisits()
  const visit = (path: string, pages = somePages(8), sites = someSites(40)) => open(path, { sites, pages })

  it("adds a page, and says what an empty list is for", async () => {
    const { context, page, server } = await visit("/app/pages", [])
    await page.getByRole("heading", { name: "Watch a page for changes" }).waitFor()
    await page.getByRole("main").getByRole("link", { name: "Add pages" }).click()
    await page.fill("#sites", "https://example.com/pricing?plan=a\nhttps://refused.example/x")
    await page.getByRole("button", { name: "Add 2 pages" }).click()
    await page.getByText("The host must be a public name.").waitFor()
    await page.getByText("Running the first check…").waitFor()
    const added = server.pages[0]
    if (added !== undefined) added.state = "active"
    await page.getByText("will compare later versions with this one").waitFor()
    expect(added?.url).toBe("https://example.com/pricing?plan=a")
    await context.close()
  }, 60_000)

  it("says why a page cannot be read, and what to do, also after its settings are changed", async () => {
    const { context, page, problems, server } = await visit("/app/pages/page-2")
    const cause = page.locator("section", { has: page.getByRole("heading", { name: "Likely cause" }) })
    await cause.getByText("Nothing is listening on the port").waitFor()
    await cause.locator("code", { hasText: /^systemctl status nginx$/u }).waitFor()
    await cause.getByText("The check failed: the server refused the connection.").waitFor()
    expect(await violationsOf(page)).toEqual([])
    await shoot(page, "page-cause")
    await page.getByRole("link", { name: "Settings", exact: true }).last().click()
    await page.fill("#name", "Plans")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByRole("heading", { name: "Plans", level: 1 }).waitFor()
    await page.getByRole("link", { name: "Overview", exact: true }).last().click()
    await cause.waitFor()
    // A paused page needs no action, so the likely cause disappears.
    await page.getByRole("button", { name: "Pause" }).click()
    await cause.waitFor({ state: "detached" })
    expect(server.pages[2]?.name).toBe("Plans")
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("leads from the unseen mark to the change, marks it with E, and goes to the older one with J", async () => {
    const { context, page, problems, server } = await visit("/app/pages?seen=no")
    await page.getByRole("link", { name: "2 unseen", exact: true }).click()
    await page.waitForURL(/\/pages\/page-0\/changes\/change-0-0$/u)
    await page.locator("ins", { hasText: "19" }).first().waitFor()
    expect(await page.locator("del").first().textContent()).toBe("15")
    await page.locator("svg rect").first().waitFor()
    await page.keyboard.press("e")
    await page.getByRole("button", { name: "Mark as unseen" }).waitFor()
    expect(server.pages[0]?.changes.map(({ isSeen }) => isSeen)).toEqual([true, false, true])
    await page.keyboard.press("j")
    await page.waitForURL(/change-0-1$/u)
    await page.getByRole("button", { name: "Changed lines" }).click()
    await page.waitForURL(/text=changed/u)
    expect(await page.getByText("Audit log").count()).toBe(0)
    await page.keyboard.press("k")
    await page.waitForURL(/change-0-0\?text=changed/u)
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it.each([1_280, 390])(
    "shows each place under its frame in both pictures, in %d px",
    async (width) => {
      const { context, page } = await open("/app/pages/page-0/changes/change-0-0", {
        pages: somePages(8),
        view: { width }
      })
      const slider = page.getByRole("slider", { name: "Slider position" })
      const chosen = page.locator("svg rect[data-chosen=true]")
      const rects = page.locator("svg rect")
      await rects.nth(2).waitFor()
      for (const place of [0, 1, 2, 0]) {
        await page.getByText(`Place ${place + 1} of 3`).waitFor()
        const { x, width: wide } = await chosen.evaluate((rect) => {
          const full = Number(rect.parentElement?.getAttribute("viewBox")?.split(" ")[2])
          return { x: Number(rect.getAttribute("x")) / full, width: Number(rect.getAttribute("width")) / full }
        })
        expect(Math.abs(Number(await slider.inputValue()) - (x + wide / 2) * 100)).toBeLessThan(1)
        await shoot(page, `place-${place}-${width}`)
        await page.getByRole("button", { name: "Next place" }).click()
      }
      // The frames follow both pictures in the document, so no picture covers a frame.
      const isOnTop = await rects
        .first()
        .evaluate((rect) =>
          [...document.querySelectorAll("main img")].every(
            (picture) => (picture.compareDocumentPosition(rect) & Node.DOCUMENT_POSITION_FOLLOWING) > 0
          )
        )
      expect(isOnTop).toBe(true)
      expect(await violationsOf(page)).toEqual([])
      await context.close()
    },
    60_000
  )

  it.each([1_280, 390])(
    "says which parts of the page were compared, and how much of them changed, in %d px",
    async (width) => {
      const pages = somePages(8)
      Object.assign(pages[0] ?? {}, { settings: { include: ["#prices"] } })
      const { context, page, server } = await open("/app/pages/page-0/changes/change-0-0", { pages, view: { width } })
      await page.getByText("70.4% of the compared text is unchanged").waitFor()
      await page.getByText("The visible text of #prices, line by line.").waitFor()
      const note = page.getByText("The picture shows the whole page, so it can also differ outside of #prices.")
      await note.waitFor()
      await note.scrollIntoViewIfNeeded()
      await shoot(page, `compared-parts-${width}`)
      expect(await violationsOf(page)).toEqual([])
      Object.assign(server.pages[0] ?? {}, { settings: {} })
      await page.reload()
      await page.getByText("The page's visible text, line by line.").waitFor()
      expect(await page.getByText("The picture shows the whole page").count()).toBe(0)
      await context.close()
    },
    60_000
  )

  it("moves the slider over the pictures with the keyboard", async () => {
    const { context, page } = await visit("/app/pages/page-0/changes/change-0-0")
    const slider = page.getByRole("slider", { name: "Slider position" })
    await slider.focus()
    await page.keyboard.press("Home")
    expect(await slider.inputValue()).toBe("0")
    await page.getByRole("button", { name: "Blink" }).click()
    await page.getByRole("button", { name: "Show the other one" }).click()
    await page.getByText("Before", { exact: true }).last().waitFor()
    await context.close()
  }, 60_000)

  it("pauses several pages and takes it back, and changes the settings of one", async () => {
    const { context, page, server } = await visit("/app/pages")
    await page.locator("[data-row='3']").waitFor()
    for (const key of ["j", "x", "j", "x"]) await page.keyboard.press(key)
    const bar = page.getByRole("toolbar")
    await bar.getByText("2 selected").waitFor()
    await bar.getByRole("button", { name: "Pause" }).click()
    await page.getByText("2 pages are paused.").first().waitFor()
    await page.getByRole("button", { name: "Undo" }).click()
    await page.getByText("Undone.").first().waitFor()
    expect(server.pages.filter(({ state }) => state === "paused")).toHaveLength(1)
    await page.goto("/app/pages/page-1/settings")
    await page.getByLabel("Wait before the picture").fill("5000")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Saved.").first().waitFor()
    expect(server.pages[1]?.settings).toEqual({ screenshotWaitMs: 5_000 })
    await context.close()
  }, 60_000)

  it("lists a page in what needs somebody until its changes are seen", async () => {
    const { context, page } = await visit("/app")
    const needs = page.getByRole("listitem").filter({ hasText: "changes you have not seen" })
    await needs.getByRole("link", { name: "Competitor One: prices" }).click()
    await page.waitForURL("**/app/pages/page-0")
    await page.goto("/app/pages/page-0/changes")
    await page.getByRole("button", { name: "Mark all as seen" }).click()
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Overview" }).click()
    await page.getByRole("heading", { name: "Needs your attention now" }).waitFor()
    await needs.waitFor({ state: "detached" })
    expect(await page.getByText("Competitor One: prices").count()).toBe(0)
    await context.close()
  }, 60_000)

  it.each(["/app/domains/id-1/mail", "/app/mail/example.org"])(
    "proposes a stricter DMARC policy once the reports are reviewed: %s",
    async (path) => {
      const { context, page, problems } = await visit(path)
      const reviewed = page.getByRole("checkbox", { name: "I have reviewed the DMARC reports" })
      await page.getByRole("heading", { name: "Read the DMARC reports before you make the policy stricter" }).waitFor()
      await reviewed.check()
      await page.getByRole("heading", { name: "Publish a stricter DMARC policy" }).waitFor()
      await page.getByRole("button", { name: "Check again" }).click()
      await page.getByText("cached").waitFor({ state: "detached" })
      await page.getByRole("heading", { name: "Publish a stricter DMARC policy" }).waitFor()
      await reviewed.uncheck()
      await page.getByRole("heading", { name: "Publish one DMARC record" }).waitFor()
      expect(problems).toEqual([])
      await context.close()
    },
    60_000
  )

  it("says why reviewed reports do not lead to a stricter policy yet", async () => {
    const { context, page } = await visit(`/app/mail/${UNREADY}`)
    await page.getByRole("checkbox", { name: "I have reviewed the DMARC reports" }).check()
    await page.getByText("Not yet: a stricter policy needs working SPF and DKIM.").waitFor()
    expect(await page.getByRole("heading", { name: "Publish a stricter DMARC policy" }).count()).toBe(0)
    await context.close()
  }, 60_000)

  it("groups domains by what to fix, and shows the records to publish", async () => {
    const { context, page, problems } = await visit("/app/mail")
    await page.getByRole("button", { name: "By fix" }).click()
    await page.getByRole("heading", { name: "DKIM missing" }).waitFor()
    await page.getByRole("heading", { name: "DKIM missing" }).locator("xpath=../..").getByRole("link").first().click()
    await page.getByText("First fix:").waitFor()
    await page.getByText("_dmarc", { exact: true }).waitFor()
    await page.getByText("6 of 10 DNS lookups").waitFor()
    await page.getByText("From 68 to 74 in 20 checks").first().waitFor()
    await page.getByText(/^The scoring rules changed before the check on/u).waitFor()
    await page.getByText("cached").waitFor()
    await page.getByRole("button", { name: "Check again" }).click()
    await page.getByText("cached").waitFor({ state: "detached" })
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("checks a domain that is not monitored", async () => {
    const { context, page, problems } = await visit("/app/mail")
    await page.getByLabel("Domain", { exact: true }).fill("example.org")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { level: 1, name: "example.org" }).waitFor()
    await page.getByText("example.org publishes no DKIM keys.").first().waitFor()
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("reads a CSV off the main thread, shows the price, and starts once", async () => {
    const { context, page, problems, server } = await visit("/app/simulations")
    await page.getByRole("main").getByRole("link", { name: "New simulation" }).click()
    await page.getByLabel("bakken-legal.example").check()
    const rows = Array.from({ length: 40 }, (_, index) => `"Person, ${index}",person${index}@firm${index % 30}.example`)
    await page.setInputFiles("input[type=file]", {
      name: "list.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(["name,mail", ...rows, "x,not an address", "y,someone@gmail.com"].join("\r\n"))
    })
    await page.getByText("42 entries").waitFor()
    await page.getByText("1 invalid").waitFor()
    expect(await page.getByLabel("Column with addresses").inputValue()).toBe("1")
    await page.getByText("32 credits, you have 6,907").waitFor()
    await page.getByText("1 at public mailbox providers (free)").waitFor()
    await page.getByLabel("Campaign name").fill("Autumn")
    await page.getByRole("button", { name: "Start for 32 credits" }).click()
    await page.getByText("Looking up domains").waitFor()
    const job = server.jobs[0]
    expect([job?.name, job?.entries, job?.senders]).toEqual(["Autumn", 42, ["bakken-legal.example"]])
    if (job !== undefined) job.status = "completed"
    await page.getByText("+54 inboxes").waitFor()
    expect(new Set(server.idempotencyKeys).size).toBe(server.idempotencyKeys.length)
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("says what is missing if there are too few credits", async () => {
    const { context, page } = await visit("/app/simulations/new")
    await page.getByLabel("Other domains").fill("sender.example")
    const entries = Array.from({ length: 7_000 }, (_, index) => `a@firm${index}.example`).join("\n")
    await page.getByLabel("Paste addresses or domains").evaluate((field, list) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData("text/plain", list)
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }))
    }, entries)
    await page.getByText("The pasted list").waitFor()
    await page.getByText("You need 94 more credits.").waitFor()
    expect(await page.getByRole("link", { name: "Buy credits" }).getAttribute("href")).toBe("/app/billing")
    expect(await page.getByRole("button", { name: /^Start/u }).isDisabled()).toBe(true)
    await context.close()
  }, 60_000)

  it("sorts senders, shares by link, and fills in an earlier simulation", async () => {
    const { context, page } = await visit("/app/simulations/job-1")
    await page.getByRole("button", { name: "Sort by Inbox rate" }).click()
    await page.getByRole("button", { name: "Sort by Inbox rate" }).click()
    const table = page.getByRole("region", { name: "Senders" })
    expect(await table.getByRole("row").nth(1).textContent()).toContain("offers.fjord.example")
    await page.getByRole("button", { name: "Share" }).click()
    await page.getByRole("button", { name: "Create a link" }).click()
    expect(await page.getByLabel("Link", { exact: true }).inputValue()).toContain("/share/job-1")
    await page.keyboard.press("Escape")
    await page.getByRole("link", { name: "Run again" }).click()
    await page.getByText("2 entries").waitFor()
    expect(await page.getByLabel("Other domains").inputValue()).toContain("news.fjord.example")
    await context.close()
  }, 60_000)

  it("shows hostile names as text", async () => {
    const pages = somePages(2)
    for (const watched of pages) watched.name = hostile
    const { context, page, problems, server } = await visit("/app/pages", pages, [{ ...makeSite(1), name: hostile }])
    let alerts = 0
    page.on("dialog", (dialog) => {
      alerts += 1
      void dialog.dismiss()
    })
    server.jobs.unshift({
      id: "job-x",
      name: hostile,
      status: "completed",
      senders: [hostile],
      entries: 1,
      shareUrl: null
    })
    for (const path of [
      "/app/pages",
      "/app/pages/page-0",
      "/app/pages/page-0/changes/change-0-0",
      "/app/mail",
      "/app/mail/id-1",
      "/app/simulations",
      "/app/simulations/job-x"
    ]) {
      await page.goto(path)
      await page.getByText(hostile).first().waitFor()
    }
    expect(alerts).toBe(0)
    expect(problems).toEqual([])
    await context.close()
  }, 90_000)
})
