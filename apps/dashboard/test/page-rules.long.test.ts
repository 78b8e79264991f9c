import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hasBrowser, isTooWide, openBrowser, openPage, shoot, type View, violationsOf, windowOf } from "./Browser.ts"
import { makeSite, somePages, startStandIn } from "./StandIn.ts"

if (!hasBrowser) console.warn("No /usr/bin/chromium: the preview of pages and lines to ignore are not tested.")

const views: ReadonlyArray<readonly [string, View]> = [
  ["light", {}],
  ["dark", { dark: true }],
  ["phone", { width: 390 }],
  ["dark phone", { width: 390, dark: true }],
  ["German", { locale: "de-DE" }],
  ["German phone", { width: 390, locale: "de-DE" }]
]

const panel = (page: Page) => page.getByRole("region", { name: /^(?:Preview|Vorschau)$/u })
const show = (page: Page) =>
  panel(page)
    .getByRole("button", { name: /preview|vorschau/iu })
    .first()
    .click()
const dialog = (page: Page) => page.getByRole("dialog", { name: /^(?:Ignore lines like this|Zeilen wie diese)/u })

describe.skipIf(!hasBrowser)("the rules of a page", () => {
  let browser: Browser
  const closing: Array<() => void> = []
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    for (const close of closing) close()
  })

  const visit = async (path: string, view: View = {}) => {
    const server = await startStandIn([makeSite(0)], somePages(3))
    closing.push(server.close)
    const context = await windowOf(browser, server.origin, view)
    const opened = await openPage(context, server.origin)
    await opened.page.goto(path)
    await opened.page.getByRole("heading", { level: 1 }).waitFor()
    return { ...opened, server, context }
  }

  it("are previewed beside the settings before they are saved, and the preview says when it is outdated", async () => {
    const { context, page, problems, server } = await visit("/app/pages/page-0/settings")
    await show(page)
    await panel(page).getByText("Active · HTTP 200 · 184 ms · 5 lines are compared").waitFor()
    await panel(page).getByText("text/html; charset=utf-8").waitFor()
    await panel(page).getByText("Times and generated values are replaced").waitFor()
    await page.getByRole("textbox", { name: "Parts to ignore" }).fill(".other")
    await panel(page).getByText("You have made changes since this preview.").waitFor()
    await page.getByRole("textbox", { name: "Parts to compare" }).fill("main")
    await show(page)
    await panel(page).getByText("Parts to ignore: 1 line is excluded").click()
    await panel(page).getByText("Buy our other products").waitFor()
    await panel(page).getByText("Parts to compare: no lines are currently excluded").waitFor()
    expect(server.pages[0]?.settings).toEqual({})
    await page.getByRole("textbox", { name: "Parts to ignore" }).fill("")
    await panel(page).getByText("You have made changes since this preview.").waitFor()
    await page.getByRole("textbox", { name: "Parts to ignore" }).fill(".other")
    await panel(page).getByText("You have made changes since this preview.").waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Saved.").first().waitFor()
    expect(await panel(page).getByText("4 lines are compared").isVisible()).toBe(true)
    expect(server.pages[0]?.settings).toEqual({ include: ["main"], exclude: [".other"] })
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("are named when the preview refuses them, or when they leave nothing of the page", async () => {
    const { context, page } = await visit("/app/pages/page-0/settings")
    const include = page.getByRole("textbox", { name: "Parts to compare" })
    await include.fill("p[[")
    await show(page)
    await panel(page).getByText('“Parts to compare”, entry 1: "p[[" is not a CSS selector.').waitFor()
    expect(await page.getByRole("alert").textContent()).toContain("is not a CSS selector")
    await panel(page).getByRole("button", { name: "Go to “Parts to compare”" }).click()
    expect(await include.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press("Control+a")
    await page.keyboard.type("#none")
    await show(page)
    await panel(page).getByText("To compare the page, remove “Parts to compare”.").waitFor()
    await panel(page).getByText("A chosen part is not on the page · HTTP 200").waitFor()
    expect(await page.getByRole("alert").count()).toBe(0)
    await context.close()
  }, 60_000)

  it("are previewed with the request and the expectations of the monitor, whose secrets hide the text", async () => {
    const { context, page, server } = await visit("/app/pages")
    const watched = server.pages[0]
    if (watched !== undefined) watched.settings["request"] = { headers: { Cookie: "***" } }
    const bodies: Array<unknown> = []
    page.on("request", (request) => {
      if (request.url().endsWith("/preview")) bodies.push(request.postDataJSON())
    })
    await page.goto("/app/pages/page-0/settings")
    await show(page)
    await panel(page).getByText("5 lines are compared").waitFor()
    await panel(page).getByText("The page's text is not shown because the request has headers").waitFor()
    await page.getByRole("textbox", { name: "Parts to ignore" }).fill(".other")
    await show(page)
    await panel(page).getByText("Parts to ignore: 1 line is excluded").waitFor()
    expect(bodies).toEqual([{}, { exclude: [".other"] }])
    await context.close()
  }, 60_000)

  it("are previewed for one of the pages that are added", async () => {
    const { context, page, server } = await visit("/app/add?kind=page")
    await panel(page).getByText("Enter the address of a page first.").waitFor()
    const button = panel(page).getByRole("button", { name: "Show preview" })
    expect(await button.getAttribute("aria-disabled")).toBe("true")
    await page.fill(
      "#sites",
      "https://one.example/a\nhttps://large.example/b\nhttps://limited.example/\nbusy.example/c"
    )
    await page.getByText("Options for all selected monitors").click()
    await page
      .getByRole("group", { name: "Lines to ignore" })
      .getByRole("button", { name: /contain text/u })
      .click()
    await page.getByRole("textbox", { name: "Lines that contain text" }).fill("visitors")
    await show(page)
    await panel(page).getByText("Lines to ignore: 1 line is excluded").waitFor()
    await page
      .getByRole("group", { name: "Lines to ignore" })
      .getByRole("button", { name: /^Remove/u })
      .click()
    await panel(page).getByText("You have made changes since this preview.").waitFor()
    await panel(page).getByLabel("Page").selectOption("https://large.example/b")
    await show(page)
    await panel(page).getByText("The first 500 of 12,345 lines.").waitFor()
    await panel(page).getByLabel("Page").selectOption("https://limited.example/")
    await show(page)
    await panel(page).getByText("You have reached the limit for this minute").waitFor()
    await panel(page).getByLabel("Page").selectOption({ index: 3 })
    await show(page)
    await panel(page).getByText("Mon is too busy to read the page. Try again in a minute.").waitFor()
    server.goDown(true)
    await show(page)
    await panel(page).getByText("The service is not responding.").waitFor()
    server.goDown(false)
    await context.close()
  }, 60_000)

  it.each(views)(
    "have a preview for everybody: %s",
    async (name, view) => {
      const { context, page, problems } = await visit("/app/pages/page-0/settings", view)
      const found: Array<string> = []
      await page.locator("[name=include]").locator("xpath=..").getByRole("textbox").fill("#none")
      await page.locator("[name=exclude]").locator("xpath=..").getByRole("textbox").fill(".other")
      for (const picture of ["refused", "shown"]) {
        await show(page)
        await panel(page)
          .locator("p", { hasText: /#none|text\/html/u })
          .first()
          .waitFor()
        await shoot(page, `preview ${picture} ${name}`)
        for (const violation of await violationsOf(page)) found.push(`${picture}: ${violation}`)
        if (await isTooWide(page)) found.push(`${picture} is too wide`)
        await page.locator("[name=include]").locator("xpath=..").getByRole("textbox").fill("main")
      }
      expect(found).toEqual([])
      expect(problems).toEqual([])
      await context.close()
    },
    60_000
  )

  const change = "/app/pages/page-0/changes/change-0-0"

  it("get a pattern from a line that changed, which can be taken back", async () => {
    const { context, page, problems, server } = await visit(change)
    await page.getByRole("button", { name: "Ignore lines like this: $59 per month" }).click()
    const pattern = dialog(page).getByLabel("Pattern", { exact: true })
    expect(await pattern.inputValue()).toBe(String.raw`^\$[\d.,]+ per month$`)
    await dialog(page).getByText("In this change: 4 of 7 changed lines").waitFor()
    await dialog(page).getByRole("button", { name: "Only this text" }).click()
    expect(await pattern.inputValue()).toBe(String.raw`^\$59 per month$`)
    await dialog(page).getByText("In this change: 1 of 7 changed lines").waitFor()
    await dialog(page).getByLabel("Changed line").selectOption({ label: "+ SSO now included" })
    expect(await pattern.inputValue()).toBe("^SSO now included$")
    await pattern.fill("^S(S")
    await dialog(page).getByText("This pattern cannot be used yet.").waitFor()
    await pattern.fill("sso")
    await dialog(page).getByText("The pattern does not match the chosen line.").waitFor()
    await dialog(page).getByLabel("Ignore case").check()
    await dialog(page).getByText("In this change: 1 of 7 changed lines").waitFor()
    await dialog(page).getByRole("button", { name: "Ignore these lines" }).click()
    await page.getByText("Lines like this will be ignored starting with the next check.").first().waitFor()
    expect(server.pages[0]?.settings).toEqual({ ignoreLines: [{ matches: "sso", ignoreCase: true }] })
    await page.getByRole("button", { name: "Undo" }).click()
    await page.getByText("Undone.").first().waitFor()
    expect(server.pages[0]?.settings).toEqual({ ignoreLines: [] })
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("get a pattern with the keyboard alone, and warn of one that leaves nothing", async () => {
    const { context, page, server } = await visit(change)
    const open = page.getByRole("button", { name: "Ignore lines…" })
    await open.focus()
    await page.keyboard.press("Enter")
    await dialog(page).getByText("In this change: 4 of 7 changed lines").waitFor()
    const pattern = dialog(page).getByLabel("Pattern", { exact: true })
    while (!(await pattern.evaluate((element) => element === document.activeElement))) await page.keyboard.press("Tab")
    await page.keyboard.press("Control+a")
    await page.keyboard.type(".*")
    await dialog(page).getByText("The pattern matches every line shown here.").waitFor()
    await page.keyboard.press("Escape")
    await dialog(page).waitFor({ state: "detached" })
    expect(await open.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press("Enter")
    await dialog(page).getByText("In this change: 4 of 7 changed lines").waitFor()
    await pattern.focus()
    await page.keyboard.press("Enter")
    await dialog(page).waitFor({ state: "detached" })
    await expect.poll(() => server.pages[0]?.settings["ignoreLines"]).toHaveLength(1)
    await context.close()
  }, 60_000)

  it("say when a browser needs too long for a pattern, and go on with the next one", async () => {
    const { context, page, server } = await visit("/app/pages")
    await page.route(/\/changes\/change-0-0$/u, async (route) => {
      const answer = await route.fetch()
      const text = (await answer.text()).replaceAll("SSO now included", "a".repeat(40))
      await route.fulfill({ response: answer, body: text })
    })
    expect(server.pages.length).toBe(3)
    await page.goto(change)
    await page.getByRole("button", { name: "Ignore lines…" }).click()
    const pattern = dialog(page).getByLabel("Pattern", { exact: true })
    await pattern.fill("^(a+)+b")
    await dialog(page).getByText("This pattern takes too long to run here").waitFor()
    await pattern.fill("^a+$")
    await dialog(page).getByText("In this change: 1 of 7 changed lines").waitFor()
    expect(await pattern.inputValue()).toBe("^a+$")
    await context.close()
  }, 60_000)

  it.each(views)(
    "have a dialog for everybody: %s",
    async (name, view) => {
      const { context, page, problems } = await visit(`${change}?text=inline`, view)
      await page.getByRole("button", { name: /^(?:Ignore lines|Zeilen ignorieren)…$/u }).click()
      await dialog(page)
        .getByText(/4 (?:of|von) 7/u)
        .first()
        .waitFor()
      await shoot(page, `ignore ${name}`)
      expect(await violationsOf(page)).toEqual([])
      expect(await isTooWide(page)).toBe(false)
      expect(problems).toEqual([])
      await context.close()
    },
    60_000
  )
})
