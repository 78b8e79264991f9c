import { type Browser, chromium } from "playwright-core"
import { existsSync, mkdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { pageFiles, type StatusPageDocument } from "../src/index.ts"
import { fullPage, idOf, largePage, makePage } from "./examplePage.ts"

const CHROMIUM = process.env["MON_CHROMIUM_PATH"] ?? "/usr/bin/chromium"
const hasBrowser = existsSync(CHROMIUM)
if (!hasBrowser) console.warn(`Pages are not rendered: there is no Chromium at ${CHROMIUM}`)

/** If the variable names a folder, the test writes a screenshot of every page into the folder. */
const FOLDER = process.env["MON_STATUS_PAGES_FOLDER"]

const pages: Readonly<Record<string, readonly [StatusPageDocument, string]>> = {
  index: [fullPage, ""],
  "index-de": [{ ...fullPage, language: "de", colors: { accent: "#ffffff", header: null } }, ""],
  "index-large": [largePage(50, 0.1), ""],
  "index-empty": [makePage({ colors: { accent: "#000000", header: "#808080" } }), ""],
  history: [fullPage, "history/"],
  maintenance: [fullPage, "maintenance/"],
  incident: [fullPage, `incidents/${idOf(3, 2)}/`],
  embed: [fullPage, "embed/"]
}

const views = [
  { name: "light", colorScheme: "light", width: 1_000 },
  { name: "dark", colorScheme: "dark", width: 1_000 },
  { name: "phone", colorScheme: "light", width: 320 }
] as const

interface Violation {
  readonly id: string
  readonly nodes: ReadonlyArray<{ readonly html: string; readonly failureSummary?: string }>
}

const axe = (): string => readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

describe.runIf(hasBrowser)("status pages in a browser", () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] })
    if (FOLDER !== undefined) mkdirSync(FOLDER, { recursive: true })
  })
  afterAll(() => browser.close())

  const open = async (name: string, { colorScheme, width }: Omit<(typeof views)[number], "name">) => {
    const [document, path] = pages[name] ?? [fullPage, ""]
    const tab = await browser.newPage({ colorScheme, viewport: { width, height: 800 } })
    await tab.setContent(pageFiles(document).get(path)?.().body ?? "")
    return tab
  }

  for (const { name: view, ...settings } of views) {
    it.each(Object.keys(pages))(`have no faults for axe, and fit: %s, ${view}`, async (name) => {
      const tab = await open(name, settings)
      if (FOLDER !== undefined) await tab.screenshot({ path: join(FOLDER, `${name}-${view}.png`), fullPage: true })
      await tab.addScriptTag({ content: axe() })
      const violations = (await tab.evaluate(
        "axe.run().then(({ violations }) => violations)"
      )) as ReadonlyArray<Violation>
      expect(violations.map(({ id, nodes }) => ({ id, first: nodes[0]?.html, why: nodes[0]?.failureSummary }))).toEqual(
        []
      )
      const overflow = await tab.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
      expect(overflow).toBe(0)
      await tab.close()
    })
  }

  it("show what they say without a style sheet", async () => {
    const tab = await open("index", views[0])
    await tab.evaluate("document.querySelector('style').remove()")
    const text = await tab.innerText("body")
    for (const part of ["Minor Service Outage", "Checkout", "Degraded Performance", "% uptime in the last 90 days"])
      expect(text).toContain(part)
    await tab.close()
  })

  it("print the days that are folded on the screen", async () => {
    const tab = await open("index", views[0])
    await tab.emulateMedia({ media: "print" })
    expect(await tab.locator("details li").first().isVisible()).toBe(true)
    if (FOLDER !== undefined) await tab.screenshot({ path: join(FOLDER, "index-print.png"), fullPage: true })
    await tab.close()
  })
})
