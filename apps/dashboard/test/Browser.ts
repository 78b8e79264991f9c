import { existsSync, mkdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core"

export const CHROMIUM = "/usr/bin/chromium"

export const hasBrowser = existsSync(CHROMIUM)

/** The folder for screenshots. If it is not set, the tests take no screenshots. */
const shots = process.env["MON_TEST_SHOTS"]

const axe = (): string => readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

interface Violation {
  readonly id: string
  readonly nodes: ReadonlyArray<{ readonly html: string; readonly failureSummary?: string }>
}

export const openBrowser = (): Promise<Browser> => chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] })

/** The appearance of the dashboard for a viewer. Default: light, 1280 px wide, English. */
export interface View {
  readonly dark?: boolean
  readonly width?: number
  readonly locale?: string
}

const ZONE = "Europe/Oslo"

/** Opens the window of a viewer. The viewer has declined the offer to use the browser's time zone. */
export const windowOf = async (browser: Browser, origin: string, view: View = {}): Promise<BrowserContext> => {
  const context = await browser.newContext({
    baseURL: origin,
    colorScheme: view.dark === true ? "dark" : "light",
    viewport: { width: view.width ?? 1_280, height: 900 },
    locale: view.locale ?? "en-GB",
    timezoneId: ZONE,
    reducedMotion: "reduce",
    bypassCSP: false
  })
  // A sandboxed frame, whose origin is `null`, has no storage.
  await context.addInitScript((zone) => {
    if (globalThis.origin !== "null") localStorage.setItem("mon.declinedZone", zone)
  }, ZONE)
  return context
}

/**
 * Opens a page and collects the problems that the browser reports: requests to other origins, errors, and violations of
 * the content security policy.
 */
export const openPage = async (context: BrowserContext, origin: string) => {
  const page = await context.newPage()
  const problems: Array<string> = []
  page.on("request", (request) => {
    if (!/^(?:data|blob):/u.test(request.url()) && !request.url().startsWith(origin)) {
      problems.push(`request to ${request.url()}`)
    }
  })
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") problems.push(message.text())
  })
  page.on("pageerror", (error) => problems.push(error.message))
  return { page, problems }
}

/** Returns the accessibility violations that axe finds on a page. */
export const violationsOf = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.evaluate(axe())
  const found = await page.evaluate(async (tags) => {
    const checker = (
      globalThis as unknown as {
        axe: { run: (context: object, options: object) => Promise<{ violations: ReadonlyArray<Violation> }> }
      }
    ).axe
    return (await checker.run({ exclude: [] }, { runOnly: tags })).violations
  }, TAGS)
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ failureSummary, html }) => `${id}: ${html} ${failureSummary ?? ""}`)
  )
}

export const shoot = async (page: Page, name: string): Promise<void> => {
  if (shots === undefined) return
  mkdirSync(shots, { recursive: true })
  await page.screenshot({ path: join(shots, `${name}.png`) })
}

/** Returns the tabs that a viewer sees only after scrolling sideways. */
export const hiddenTabs = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(`[...document.querySelectorAll("main nav a")]
    .filter((tab) => tab.getBoundingClientRect().right > tab.parentElement.getBoundingClientRect().right + 1)
    .map((tab) => tab.textContent)`)

export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
