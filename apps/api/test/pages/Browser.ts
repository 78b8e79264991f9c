import { createRequire } from "node:module"
import { existsSync, readFileSync } from "node:fs"
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core"
import type { Visitor } from "./Visitor.ts"

const CHROMIUM = "/usr/bin/chromium"

export const hasBrowser = existsSync(CHROMIUM)

const axe = (): string => readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** The rules of WCAG 2.2 up to level AA, and axe-core's best practices. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

interface Violation {
  readonly id: string
  readonly nodes: ReadonlyArray<{ readonly html: string; readonly failureSummary?: string }>
}

/** An opened page, with the problems that the browser reported. */
export interface Seen {
  readonly page: Page
  readonly violations: () => Promise<ReadonlyArray<string>>
  /** Requests to other origins, script errors, and violations of the content security policy. */
  readonly problems: ReadonlyArray<string>
}

export const openBrowser = (): Promise<Browser> => chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] })

/** Opens a browser window with the cookies of a visitor. Default: light colours, 1280 px wide, with scripts. */
export const windowOf = async (
  browser: Browser,
  origin: string,
  person: Visitor | null,
  options: { readonly dark?: boolean; readonly width?: number; readonly scripts?: boolean } = {}
): Promise<BrowserContext> => {
  const context = await browser.newContext({
    baseURL: origin,
    colorScheme: options.dark === true ? "dark" : "light",
    viewport: { width: options.width ?? 1_280, height: 900 },
    javaScriptEnabled: options.scripts ?? true,
    reducedMotion: "reduce"
  })
  const cookies = [...(person?.cookies ?? [])].map(([name, value]) => ({ name, value, url: origin }))
  if (cookies.length > 0) await context.addCookies(cookies)
  return context
}

/** Opens a page and collects the problems that the browser reports. */
export const see = async (context: BrowserContext, path: string, origin: string): Promise<Seen> => {
  const page = await context.newPage()
  const problems: Array<string> = []
  page.on("request", (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith("data:"))
      problems.push(`request to ${request.url()}`)
  })
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text())
  })
  page.on("pageerror", (error) => problems.push(error.message))
  await page.goto(path)
  const violations = async () => {
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
  return { page, violations, problems }
}
