import { diffImages, drawOverlay } from "@mon/diff-engine"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Browser } from "playwright-core"
import { PNG } from "pngjs"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { hasBrowser, openBrowser, openPage, type View, windowOf } from "./Browser.ts"
import { type Baselines, type Layout, layoutChanges, renderingOf, partsOf } from "./pictures/Picture.ts"
import { makeSite, somePages, startStandIn } from "./StandIn.ts"

const folder = fileURLToPath(new URL("pictures", import.meta.url))
const file = join(folder, "baselines.json")
const isWriting = process.env["MON_BASELINES"] === "write"

const NOW = Date.UTC(2026, 10, 18, 11, 30)
/** The limit for the size of all pictures together, in bytes. It keeps a clone of the repository small. */
const MOST_BYTES = 1_500_000
/** The number of pixels that may differ visibly, besides pixels that only smooth edges. A letter has more pixels. */
const MOST_PIXELS = 20

const phone = { width: 390 }
const pictures: ReadonlyArray<readonly [name: string, path: string, sign: string, view: View]> = [
  ["overview", "/app", "text=Expires in the next 30 days", {}],
  ["domains-dark", "/app/domains", "[data-row='9']", { dark: true }],
  ["domain", "/app/domains/id-1", "canvas", {}],
  ["incident-phone", "/app/incidents/incident-id-1", "text=What to do", phone],
  ["mail-phone-dark", "/app/mail/id-1", "text=Turn on DKIM", { ...phone, dark: true }],
  ["change", "/app/pages/page-0/changes/change-0-0", "svg rect", {}],
  ["simulation-dark", "/app/simulations/job-1", "text=+54 inboxes", { dark: true }],
  ["team-phone", "/app/team", "text=Ann Berg", phone]
]

describe("the layout of a screen", () => {
  it("may differ by a scroll bar, and not by a part or a column", () => {
    const before = [["main", 175, 1_090] as const, ["section", 196, 680] as const]
    expect(layoutChanges(before, [["main", 175, 1_105], before[1] ?? ["", 0, 0]])).toEqual([])
    expect(layoutChanges(before, before.slice(0, 1))).toEqual(["The parts are main, not main section."])
    expect(layoutChanges(before, [before[0] ?? ["", 0, 0], ["section", 196, 340]])).toEqual([
      "section 1 is 340 wide at 196, not 680 at 196."
    ])
  })
})

describe.skipIf(!hasBrowser)("the pictures of eight screens", () => {
  let browser: Browser
  let server: Awaited<ReturnType<typeof startStandIn>>
  let rendering = ""
  const baselines: Baselines | null = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Baselines) : null
  const layouts: Record<string, Layout> = {}

  beforeAll(async () => {
    // The stand-in creates its records in this process, so this process needs the fixed time too.
    vi.useFakeTimers({ toFake: ["Date"], now: NOW })
    browser = await openBrowser()
    server = await startStandIn(
      Array.from({ length: 200 }, (_, number) => makeSite(number)),
      somePages(12)
    )
    const page = await browser.newPage({ viewport: { width: 800, height: 200 } })
    rendering = await renderingOf(page, browser.version())
    await page.close()
    if (!isWriting && rendering !== baselines?.rendering)
      console.warn(`Text is not drawn as in the baselines (${baselines?.rendering}): only the layouts are compared.`)
  })
  afterAll(async () => {
    vi.useRealTimers()
    await browser?.close()
    server?.close()
    if (isWriting) writeFileSync(file, `${JSON.stringify({ rendering, layouts }, null, 2)}\n`)
  })

  /** Opens a path, waits until the screen is drawn, and returns its picture and the positions of its parts. */
  const take = async (path: string, sign: string, view: View) => {
    const context = await windowOf(browser, server.origin, view)
    await context.clock.setFixedTime(NOW)
    const { page } = await openPage(context, server.origin)
    await page.goto(path)
    await page.locator(sign).first().waitFor()
    await page.waitForLoadState("networkidle")
    const png = await page.screenshot({ animations: "disabled", caret: "hide" })
    const parts = await partsOf(page)
    await context.close()
    return { png, parts }
  }

  it.each(pictures)(
    "are as in the baseline: %s",
    async (name, path, sign, view) => {
      const { parts, png } = await take(path, sign, view)
      const stored = join(folder, `${name}.png`)
      if (isWriting) {
        writeFileSync(stored, png)
        layouts[name] = { parts }
        return
      }
      expect(layoutChanges(baselines?.layouts[name]?.parts ?? [], parts)).toEqual([])
      if (rendering !== baselines?.rendering) return
      const after = PNG.sync.read(png)
      const { boxes, changedPixels } = diffImages(PNG.sync.read(readFileSync(stored)), after)
      let seen = ""
      if (changedPixels > MOST_PIXELS) {
        const found = fileURLToPath(new URL("../.turbo/pictures", import.meta.url))
        mkdirSync(found, { recursive: true })
        const { data, height, width } = drawOverlay(after, boxes)
        const overlay = Object.assign(new PNG({ width, height }), { data: Buffer.from(data) })
        seen = join(found, `${name}.png`)
        writeFileSync(seen, PNG.sync.write(overlay))
      }
      expect(seen, "The picture shows what has changed. If it is right, run: npm run baselines").toBe("")
    },
    60_000
  )

  it("take at most 1.5 MB in all", () => {
    const bytes = pictures.reduce((sum, [name]) => sum + readFileSync(join(folder, `${name}.png`)).byteLength, 0)
    expect(bytes).toBeLessThanOrEqual(MOST_BYTES)
  })
})
