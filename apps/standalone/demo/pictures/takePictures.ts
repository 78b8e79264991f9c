import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core"
import type { Demo } from "../startDemo.ts"
import { screens } from "./screens.ts"

const WIDTH = 1_200
const HEIGHT = 800
/** At this quality, text is readable, and a file is a third of the size of a PNG. */
const QUALITY = 82
/** The time after which charts and lists have been drawn. */
const SETTLE_MS = 700

export interface Picture {
  readonly file: string
  readonly bytes: number
}

const signIn = async (context: BrowserContext, { baseUrl, email, password }: Demo): Promise<void> => {
  const page = await context.newPage()
  await page.goto(`${baseUrl}/signin`)
  await page.fill("[name=email]", email)
  await page.fill("[name=password]", password)
  await Promise.all([page.waitForURL("**/app"), page.keyboard.press("Enter")])
  await page.close()
}

const webp = async (page: Page): Promise<Buffer> => {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY })
  return Buffer.from(data, "base64")
}

const takeTheme = async (browser: Browser, demo: Demo, folder: string, theme: "light" | "dark") => {
  const context = await browser.newContext({
    viewport: { width: WIDTH, height: HEIGHT },
    colorScheme: theme,
    locale: "en-GB",
    timezoneId: "Europe/Oslo",
    reducedMotion: "reduce"
  })
  const taken: Array<Picture> = []
  try {
    await signIn(context, demo)
    for (const { first, height = HEIGHT, name, path, shows } of screens) {
      const page = await context.newPage()
      await page.setViewportSize({ width: WIDTH, height })
      await page.goto(`${demo.baseUrl}${path}`)
      if (first !== undefined) await page.locator(first).first().click()
      await page.locator(shows).first().waitFor()
      await page.waitForTimeout(SETTLE_MS)
      const bytes = await webp(page)
      const file = join(folder, `${name}-${theme}.webp`)
      writeFileSync(file, bytes)
      taken.push({ file, bytes: bytes.byteLength })
      await page.close()
    }
  } finally {
    await context.close()
  }
  return taken
}

export const takePictures = async (
  demo: Demo,
  executablePath: string,
  folder: string
): Promise<ReadonlyArray<Picture>> => {
  mkdirSync(folder, { recursive: true })
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] })
  try {
    return [...(await takeTheme(browser, demo, folder, "light")), ...(await takeTheme(browser, demo, folder, "dark"))]
  } finally {
    await browser.close()
  }
}
