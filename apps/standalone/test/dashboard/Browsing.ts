import { existsSync } from "node:fs"
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core"
import { expect } from "vitest"
import type { Demo } from "../../demo/startDemo.ts"

const CHROMIUM = "/usr/bin/chromium"

export const hasBrowser = existsSync(CHROMIUM)

export const openBrowser = (): Promise<Browser> => chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] })

export const signedIn = async (browser: Browser, { baseUrl, email, password }: Demo): Promise<BrowserContext> => {
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport: { width: 1_280, height: 900 },
    locale: "en-GB",
    timezoneId: "Europe/Oslo",
    reducedMotion: "reduce",
    acceptDownloads: true
  })
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  const page = await context.newPage()
  await page.goto("/signin")
  await page.fill("[name=email]", email)
  await page.fill("[name=password]", password)
  await Promise.all([page.waitForURL("**/app"), page.keyboard.press("Enter")])
  await page.close()
  return context
}

/** Performs one step of a person: a click, a key press or a typed text. */
export type Step = (action: () => Promise<unknown>) => Promise<void>

/** Returns the seconds since a value of `performance.now()`, rounded to tenths. */
export const secondsSince = (startedAt: number): number => Math.round((performance.now() - startedAt) / 100) / 10

export interface Performed {
  readonly task: string
  readonly steps: number
  readonly seconds: number
}

/**
 * Performs a task that begins at the overview, in a page that may contact only the service. Returns the number of steps
 * and the seconds until the result is visible.
 */
export const perform = async (
  context: BrowserContext,
  origin: string,
  task: string,
  work: (page: Page, step: Step) => Promise<void>
): Promise<Performed> => {
  const page = await context.newPage()
  const foreign: Array<string> = []
  const errors: Array<string> = []
  page.on("request", (request) => {
    const url = new URL(request.url())
    if (!/^(?:data|blob):$/u.test(url.protocol) && url.origin !== origin) foreign.push(url.href)
  })
  page.on("pageerror", ({ message }) => errors.push(message))
  try {
    await page.goto("/app")
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor()
    await page.getByText("Needs your attention now").waitFor()
    let steps = 0
    const startedAt = performance.now()
    await work(page, async (action) => {
      steps += 1
      await action()
    })
    const seconds = secondsSince(startedAt)
    expect(foreign).toEqual([])
    expect(errors).toEqual([])
    return { task, steps, seconds }
  } finally {
    await page.close()
  }
}
