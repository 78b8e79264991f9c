import { type Browser, chromium } from "playwright-core"
import { existsSync, mkdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { composeEmail, composeNotice, type Email, type Recipient } from "../src/index.ts"
import { facts, link, renderable } from "./facts.ts"

const CHROMIUM = process.env["MON_CHROMIUM_PATH"] ?? "/usr/bin/chromium"
const hasBrowser = existsSync(CHROMIUM)
if (!hasBrowser) console.warn(`Emails are not rendered: there is no Chromium at ${CHROMIUM}`)

/** If the variable names a folder, the test writes a screenshot of every email into the folder. */
const FOLDER = process.env["MON_EMAILS_FOLDER"]

const ann: Recipient = {
  to: "ann@example.org",
  timeZone: "Europe/Berlin",
  service: "Mon",
  messageDomain: "mon.example.com",
  settingsUrl: "https://mon.example.com/settings",
  stopUrl: "https://mon.example.com/stop/abc"
}

/** One grey pixel. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64"
)

const longName = {
  ...facts.down,
  monitor: { ...facts.down.monitor, name: `a-name-without-any-space-${"that-goes-on-".repeat(12)}` }
}

const emails: Readonly<Record<string, Email>> = {
  ...Object.fromEntries(Object.entries(renderable).map(([name, fact]) => [name, composeEmail(fact, ann, { link })])),
  "down-with-screenshot": composeEmail(facts.down, ann, {
    screenshot: { contentType: "image/png", content: pixel }
  }),
  "down-for-a-stranger": composeEmail(facts.down, { ...ann, settingsUrl: null }),
  "down-with-a-long-name": composeEmail(longName, ann),
  notice: composeNotice(
    {
      tone: "warning",
      word: "INVITE",
      subject: "An invitation",
      headline: "Example Ltd",
      lead: "Bob invites you to the account of Example Ltd.",
      rows: [],
      sections: [],
      link: { label: "Accept the invitation", url: "https://mon.example.com/invite/abc" }
    },
    ann,
    { key: "invite:1" }
  )
}

const views = [
  { name: "light", colorScheme: "light", width: 600 },
  { name: "dark", colorScheme: "dark", width: 600 },
  { name: "phone", colorScheme: "light", width: 360 },
  { name: "phone-dark", colorScheme: "dark", width: 360 }
] as const

interface Violation {
  readonly id: string
  readonly nodes: ReadonlyArray<{ readonly html: string; readonly failureSummary?: string }>
}

/** An email is shown inside a page of the email program, and that page has the landmarks. */
const OFF = { "landmark-one-main": { enabled: false }, region: { enabled: false } }

const axe = (): string => readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

const attached = ({ attachments = [], html }: Email): string =>
  attachments.reduce(
    (markup, { content, contentId, contentType }) =>
      markup.replaceAll(`cid:${contentId}`, `data:${contentType};base64,${Buffer.from(content).toString("base64")}`),
    html ?? ""
  )

describe.each(Object.entries(emails))("the text of %s", (_name, { text }) => {
  it("has lines of 72 columns at most, but for addresses that must not be broken", () => {
    expect(text.split("\n").filter((line) => line.length > 72 && !/^\s*\S+$/u.test(line))).toEqual([])
  })
})

describe.skipIf(!hasBrowser)("an email in a browser", () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] })
    if (FOLDER !== undefined) mkdirSync(FOLDER, { recursive: true })
  })
  afterAll(() => browser.close())

  it.each(views)(
    "can be read by everybody and fits its window ($name)",
    async ({ colorScheme, name: view, width }) => {
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 800 } })
      const requests: Array<string> = []
      page.on("request", (request) => {
        if (!request.url().startsWith("data:")) requests.push(request.url())
      })
      const faults: Array<string> = []
      await page.evaluate(axe())
      for (const [name, email] of Object.entries(emails)) {
        await page.setContent(attached(email))
        if (FOLDER !== undefined) await page.screenshot({ path: join(FOLDER, `${name}-${view}.png`), fullPage: true })
        const found = await page.evaluate(async (rules) => {
          const checker = (
            globalThis as unknown as {
              axe: { run: (options: object) => Promise<{ violations: ReadonlyArray<Violation> }> }
            }
          ).axe
          return (await checker.run({ rules, resultTypes: ["violations"] })).violations
        }, OFF)
        faults.push(
          ...found.flatMap(({ id, nodes }) =>
            nodes.map((node) => `${name}: ${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ""}`)
          )
        )
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth
        )
        if (overflow > 0) faults.push(`${name} is ${overflow} px wider than its window`)
      }
      await page.close()
      expect(faults).toEqual([])
      expect(requests).toEqual([])
    },
    60_000
  )
})
