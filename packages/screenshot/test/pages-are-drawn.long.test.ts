import type { Site } from "@mon/tooling/testbed"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { decodeImage, type ScreenshotPool, type ScreenshotRequest } from "../src/index.ts"
import { browsers, colourAt, noChromium, npmPlaces, openPages, openPool, taken } from "./Chromium.ts"

const block = (colour: string, height: number): string => `<div style="height:${height}px;background:${colour}"></div>`
const page = (body: string, title = "Shop"): string => `<title>${title}</title><style>body{margin:0}</style>${body}`

const BANNER = `<div id="onetrust-consent-sdk" style="position:fixed;inset:0;background:#f00"></div>`

const PAGES = {
  "/": page(block("#0f0", 1_500) + block("#00f", 100)),
  "/endless": page(Array.from({ length: 30 }, () => block("#0f0", 1_000)).join("")),
  "/lazy": page(`${block("#fff", 4_000)}<img loading=lazy src=/red.svg>`),
  "/red.svg": {
    headers: { "content-type": "image/svg+xml" },
    body: `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="100"><rect width="400" height="100" fill="#f00"/></svg>`
  },
  "/moves": page(
    `<style>@keyframes m{to{margin-left:900px}}</style><div style="width:100px;height:100px;background:#f00;animation:m 1s infinite alternate"></div>`
  ),
  "/banner": page(block("#0f0", 800) + BANNER),
  "/banner-strict": {
    headers: {
      "content-type": "text/html",
      "content-security-policy": "default-src 'none'; style-src-attr 'unsafe-inline'"
    },
    body: page(block("#0f0", 800) + BANNER)
  },
  "/later": page(
    `${block("#0f0", 800)}<script>setTimeout(() => { document.querySelector("div").style.background = "#f00" }, 1200)</script>`
  ),
  "/written": page(
    `<style>.h{display:none}</style><p class=h>secret</p><p style="visibility:hidden">ghost</p><p id=p></p>` +
      `<script>document.getElementById("p").textContent = "39 EUR"; getComputedStyle = () => ({ display: "block" })</script>`
  ),
  "/visitor": page(
    `<script>document.title = [navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone, innerWidth, innerHeight, matchMedia("(prefers-reduced-motion)").matches].join(" ")</script>`
  ),
  "/dialogs": page(`<script>document.title = [alert("a"), confirm("b"), prompt("c")].join(" ")</script>`),
  "/windows": page(`<script>document.title = String(open("/"))</script>`),
  "/worker": page(
    `<script>navigator.serviceWorker?.register("/sw.js").then(() => { document.title = "registered" }, () => { document.title = "refused" })</script>`
  ),
  "/sw.js": { headers: { "content-type": "text/javascript" }, body: "" },
  "/busy": { status: 503, headers: { "content-type": "text/html" }, body: page(block("#f00", 800), "Busy") },
  "/old": { redirectTo: "/" },
  "/file": {
    headers: { "content-type": "application/octet-stream", "content-disposition": "attachment; filename=a.bin" },
    body: "a"
  },
  "/bare": { status: 503, body: "" },
  "/silent": { hang: "before-headers" },
  "/slow-part": page(`${block("#0f0", 800)}<img src=/silent>`)
} as const

describe.skipIf(noChromium !== null).each(browsers)(
  "pages in %s (skipped without Chromium)",
  { concurrent: true },
  (_, places) => {
    let site: Site
    let pool: ScreenshotPool
    beforeAll(async () => {
      site = await openPages(PAGES)
      pool = openPool({ concurrency: 4 }, places)
    })
    afterAll(async () => {
      await pool.close()
      await site.close()
    })

    const take = (path: string, more: Omit<ScreenshotRequest, "url"> = {}) =>
      pool.take({ url: `http://shop.example.com:${site.port}${path}`, ...more })
    const shot = async (path: string, more: Omit<ScreenshotRequest, "url"> = {}) => taken(await take(path, more))

    test("the document is read after its scripts have run, without what style sheets hide", async () => {
      const { html } = await shot("/written", { html: true })
      expect(html).toContain('<p id="p">39 EUR</p>')
      expect(html).toContain('<p class="h" hidden="">secret</p>')
      expect(html).toMatch(/<p style="visibility:hidden" hidden="">ghost<\/p>/u)
      expect((await shot("/written")).html).toBe(null)
    })

    test("a full page becomes a WebP image with a thumbnail and the pixels that the browser drew", async () => {
      const { cropped, finalUrl, image, pixels, statusCode, thumbnail, title } = await shot("/")
      expect({ cropped, finalUrl, statusCode, title }).toEqual({
        cropped: false,
        finalUrl: `http://shop.example.com:${site.port}/`,
        statusCode: 200,
        title: "Shop"
      })
      expect([image.width, image.height, thumbnail.width, thumbnail.height]).toEqual([1280, 1600, 320, 200])
      const raster = await pixels()
      expect([raster.width, raster.height, raster.data.length]).toEqual([1280, 1600, 1280 * 1600 * 4])
      expect(colourAt(raster, 640, 1_499)).toEqual([0, 255, 0])
      expect(colourAt(raster, 640, 1_500)).toEqual([0, 0, 255])
      expect(Buffer.from(image.bytes.subarray(8, 12)).toString("latin1")).toBe("WEBP")
      const pooled = await decodeImage(image.bytes)
      expect([pooled.width, pooled.height]).toEqual([1280, 1600])
    }, 30_000)

    test("without fullPage the screenshot is the viewport", async () => {
      const { cropped, image } = await shot("/", { fullPage: false })
      expect([image.width, image.height, cropped]).toEqual([1280, 800, false])
    }, 30_000)

    test("a page is cropped at the maximum height and reports it", async () => {
      const { cropped, image } = await shot("/endless")
      expect([image.width, image.height, cropped]).toEqual([1280, 10_000, true])
    }, 30_000)

    test("lazy images are loaded", async () => {
      expect(colourAt(await (await shot("/lazy")).pixels(), 200, 4_050)).toEqual([255, 0, 0])
    }, 30_000)

    test("animations are stopped, so that the same page gives the same pixels", async () => {
      const [first, second] = [await (await shot("/moves")).pixels(), await (await shot("/moves")).pixels()]
      expect(Buffer.compare(first.data, second.data)).toBe(0)
    }, 30_000)

    test("a well-known consent banner is hidden, also under a strict content security policy", async () => {
      for (const path of ["/banner", "/banner-strict"])
        expect(colourAt(await (await shot(path)).pixels(), 640, 400), path).toEqual([0, 255, 0])
    }, 30_000)

    test("a consent banner is shown when the option says so", async () => {
      const plain = openPool({ hideConsentBanners: false })
      try {
        const { pixels } = taken(await plain.take({ url: `http://shop.example.com:${site.port}/banner` }))
        expect(colourAt(await pixels(), 640, 400)).toEqual([255, 0, 0])
      } finally {
        await plain.close()
      }
    }, 30_000)

    test("the wait starts after the page has loaded", async () => {
      expect(colourAt(await (await shot("/later", { waitMs: 2_000 })).pixels(), 640, 400)).toEqual([255, 0, 0])
    }, 30_000)

    test("every page sees the same browser settings", async () => {
      expect((await shot("/visitor")).title).toBe("en-US UTC 1280 800 true")
    }, 30_000)

    test("dialogs are dismissed, and windows and service workers are refused", async () => {
      expect((await shot("/dialogs")).title).toBe("false")
      // The browser of the npm package opens a window, which is closed at once.
      expect((await shot("/windows")).title).toBe(places === npmPlaces ? "[object Window]" : "null")
      expect((await shot("/worker")).title).not.toBe("registered")
      expect(site.requests.filter(({ path }) => path === "/sw.js")).toEqual([])
    }, 30_000)

    test("an error page is drawn and reports its status", async () => {
      const { statusCode, title } = await shot("/busy")
      expect([statusCode, title]).toEqual([503, "Busy"])
    }, 30_000)

    test("a redirect is followed", async () => {
      const { finalUrl, statusCode } = await shot("/old")
      expect([finalUrl, statusCode]).toEqual([`http://shop.example.com:${site.port}/`, 200])
    }, 30_000)

    test("a page with missing resources is drawn without them", async () => {
      expect(colourAt(await (await shot("/slow-part", { timeoutMs: 15_000 })).pixels(), 640, 400)).toEqual([0, 255, 0])
    }, 60_000)

    test("a response that is not a page gives a reason", async () => {
      expect(await take("/file")).toMatchObject({
        status: "failed",
        reason: "no_page",
        message: "The response is a download, not a page."
      })
      // The browser of the npm package shows an error without a body as an empty page.
      expect(await take("/bare")).toMatchObject(
        places === npmPlaces ? { status: "taken", statusCode: 503 } : { status: "failed", reason: "no_page" }
      )
      expect(await take("/silent", { timeoutMs: 2_000 })).toMatchObject({ status: "failed", reason: "timeout" })
    }, 30_000)

    test("an unreachable server gives a reason", async () => {
      const reasons = [
        "http://nowhere.example.com/",
        "http://10.0.0.1/",
        "http://127.0.0.5:2222/",
        "ftp://shop.example.com/",
        "http://a:b@shop.example.com/"
      ].map(async (url) => {
        const outcome = await pool.take({ url })
        return outcome.status === "failed" ? outcome.reason : outcome.status
      })
      expect(await Promise.all(reasons)).toEqual(["dns", "blocked_address", "connect", "bad_url", "bad_url"])
    }, 30_000)
  }
)
