import type { Site } from "@mon/tooling/testbed"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import {
  decodeImage,
  type PdfRequest,
  type PdfResult,
  type ScreenshotPool,
  type ScreenshotRequest
} from "../src/index.ts"
import { colourAt, noChromium, openPages, openPool, taken } from "./Chromium.ts"

const page = (body: string): string => `<title>Shop</title><style>body{margin:0}</style>${body}`
const block = (more: string, height: number): string => `<div style="height:${height}px;${more}"></div>`
const DEVICE = `document.title = [innerWidth, innerHeight, devicePixelRatio, "ontouchstart" in window, /Android.*Mobile/.test(navigator.userAgent), /Headless/.test(navigator.userAgent)].join(" ")`

const PAGES = {
  "/": page(
    `${block("background:#0f0", 1_200)}<div id=card style="margin-left:100px;width:300px;height:200px;background:#00f"><p class=clock style="margin:0;height:50px;background:#f00">12:00</p></div>${block("background:#0f0", 900)}`
  ),
  "/tall": page(`<div id=card style="width:400px;height:12000px;background:#00f"></div><i id=empty></i>`),
  "/device": page(
    `<meta name=viewport content="width=device-width">${block("background:#0f0", 9_000)}<script>${DEVICE}</script>`
  ),
  "/tricks": page(
    `<div id=card style="width:50px;height:50px;background:#00f"></div><script>document.querySelector = () => document.body; document.querySelectorAll = () => []; Element.prototype.getBoundingClientRect = () => ({ x: 0, y: 0, width: 1e9, height: 1e9 })</script>`
  ),
  "/long": page(Array.from({ length: 120 }, (_, at) => `<h1 style="break-after:page">Page ${at}</h1>`).join("")),
  "/media": page(`<style>@media print { p { display: none } }</style><p style="height:5000px">x</p>`),
  "/inner": page(`<iframe src="http://10.0.0.1/"></iframe><p>Text</p>`),
  "/endless": page(`<script>for (;;);</script>`)
} as const

/** Returns the number of pages, from the page tree of the document. */
const pagesOf = (bytes: Uint8Array): number => {
  const text = Buffer.from(bytes).toString("latin1")
  return Math.max(...[...text.matchAll(/\/Type\s*\/Pages[^]*?\/Count\s+(\d+)/gu)].map(([, count]) => Number(count)))
}

/** Returns the width and height of the first page in points, which the browser rounds up. */
const sizeOf = (bytes: Uint8Array): ReadonlyArray<number> => {
  const [, width, height] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/u.exec(Buffer.from(bytes).toString("latin1")) ?? []
  return [Math.floor(Number(width)), Math.floor(Number(height))]
}

const reasonOf = (result: PdfResult): string => (result.status === "failed" ? result.reason : result.status)

const printed = (result: PdfResult): Extract<PdfResult, { status: "printed" }> => {
  if (result.status !== "printed") throw new Error(`${result.reason}: ${result.message}`)
  return result
}

describe.skipIf(noChromium !== null)("parts of pages, devices and documents (skipped without Chromium)", () => {
  let site: Site
  let pool: ScreenshotPool
  beforeAll(async () => {
    site = await openPages(PAGES)
    pool = openPool({ concurrency: 2 })
  })
  afterAll(async () => {
    await pool.close()
    await site.close()
  })

  const url = (path: string): string => `http://shop.example.com:${site.port}${path}`
  const take = (path: string, more: Omit<ScreenshotRequest, "url"> = {}) => pool.take({ url: url(path), ...more })
  const shot = async (path: string, more: Omit<ScreenshotRequest, "url"> = {}) => taken(await take(path, more))
  const print = (path: string, more: Omit<PdfRequest, "url" | "content"> = {}) => pool.pdf({ url: url(path), ...more })

  test("an image can be a PNG, with the pixels that the browser drew", async () => {
    const { image, png, thumbnail } = await shot("/", { format: "png" })
    expect([image.contentType, image.width, image.height, thumbnail.contentType]).toEqual([
      "image/png",
      1280,
      2300,
      "image/webp"
    ])
    expect(Buffer.compare(image.bytes, png)).toBe(0)
    expect(colourAt(await decodeImage(image.bytes), 101, 1_399)).toEqual([0, 0, 255])
  }, 60_000)

  test("one element is captured, also below the viewport", async () => {
    for (const fullPage of [true, false]) {
      const { cropped, image, pixels } = await shot("/", { element: "#card", fullPage })
      expect([image.width, image.height, cropped]).toEqual([300, 200, false])
      expect([colourAt(await pixels(), 0, 0), colourAt(await pixels(), 299, 199)]).toEqual([
        [255, 0, 0],
        [0, 0, 255]
      ])
    }
  }, 60_000)

  test("an element is cropped at the maximum height", async () => {
    const { cropped, image } = await shot("/tall", { element: "#card" })
    expect([image.width, image.height, cropped]).toEqual([400, 10_000, true])
  }, 60_000)

  test("scripts of the page cannot change which element is captured, or its size", async () => {
    const { image } = await shot("/tricks", { element: "#card", hide: ["#none"] })
    expect([image.width, image.height]).toEqual([50, 50])
  }, 60_000)

  test("an element that is missing or has no size, and a wrong selector, give a reason", async () => {
    const reasons = []
    for (const more of [{ element: "#nosuch" }, { element: "#empty" }, { element: "p[" }, { hide: ["p", "a{} b"] }]) {
      const result = await take("/tall", more)
      reasons.push(result.status === "failed" ? result.reason : result.status)
    }
    expect(reasons).toEqual(["no_element", "no_element", "bad_selector", "bad_selector"])
  }, 60_000)

  test("hidden elements are invisible and keep their place", async () => {
    const raster = await (await shot("/", { hide: [".clock"] })).pixels()
    expect([colourAt(raster, 110, 1_210), colourAt(raster, 110, 1_260), raster.height]).toEqual([
      [0, 0, 255],
      [0, 0, 255],
      2_300
    ])
  }, 60_000)

  test("a phone has its own size, pixels, touch and User-Agent", async () => {
    const { cropped, image, title } = await shot("/device", { device: "phone" })
    expect(title).toBe("390 844 3 true true false")
    // The height is the limit of WebP, 16,383 pixels, which is a multiple of the scale 3.
    expect([image.width, image.height, cropped]).toEqual([1_170, 16_383, true])
    const small = await shot("/device", { device: { width: 320, height: 200 }, fullPage: false })
    expect(small.title).toMatch(/^320 200 1 false false/u)
    expect([small.image.width, small.image.height]).toEqual([320, 200])
  }, 60_000)

  test("a page is printed", async () => {
    const { bytes, contentType, finalUrl, statusCode, title } = printed(await print("/"))
    expect([contentType, finalUrl, statusCode, title]).toEqual(["application/pdf", url("/"), 200, "Shop"])
    expect(Buffer.from(bytes.subarray(0, 5)).toString("latin1")).toBe("%PDF-")
    expect(sizeOf(bytes)[0]).toBeOneOf([595, 596])
    expect(sizeOf(bytes)[1]).toBeOneOf([841, 842])
  }, 60_000)

  test("paper, orientation and the style sheets for the screen can be chosen", async () => {
    expect(sizeOf(printed(await print("/", { paper: "Letter", landscape: true })).bytes)).toEqual([792, 612])
    expect(pagesOf(printed(await print("/media")).bytes)).toBe(1)
    expect(pagesOf(printed(await print("/media", { media: "screen" })).bytes)).toBeGreaterThan(4)
  }, 60_000)

  test("a document of the caller is tagged, and its page rules count more than the options", async () => {
    const content = "<style>@page { size: A5 }</style><h1>Report</h1>"
    const result = await pool.pdf({ content, paper: "A3" })
    if (result.status !== "printed") throw new Error(result.message)
    const text = Buffer.from(result.bytes).toString("latin1")
    expect(text).toContain("/StructTreeRoot")
    expect(text).toMatch(/\/MediaBox\s*\[0 0 (?:419|420)\.?\d* 59[45]\.?\d*\]/u)
  })

  test("the pages of a document are limited", async () => {
    expect(pagesOf(printed(await print("/long")).bytes)).toBe(50)
    expect(pagesOf(printed(await print("/long", { maxPages: 2 })).bytes)).toBe(2)
    expect(pagesOf(printed(await print("/long", { maxPages: 500 })).bytes)).toBeGreaterThanOrEqual(120)
  }, 60_000)

  test("a document of the caller is printed without scripts and without network", async () => {
    const content = `<title>Report</title><p>Uptime</p><img src="${url("/")}"><script>document.title = "script"</script>`
    const before = site.requests.length
    const { bytes, finalUrl, statusCode, title } = printed(await pool.pdf({ content }))
    expect([finalUrl, statusCode, title, site.requests.length - before]).toEqual([null, null, "Report", 0])
    expect(pagesOf(bytes)).toBe(1)
  }, 60_000)

  test("a document obeys the address policy, the deadline and the signal", async () => {
    expect(reasonOf(await pool.pdf("http://10.0.0.1/"))).toBe("blocked_address")
    expect(reasonOf(await pool.pdf("file:///etc/passwd"))).toBe("bad_url")
    expect(reasonOf(await print("/inner"))).toBe("printed")
    expect(reasonOf(await print("/endless", { timeoutMs: 3_000 }))).toBe("timeout")
    const stop = AbortSignal.abort()
    expect(reasonOf(await pool.pdf(url("/"), stop))).toBe("aborted")
  }, 60_000)
})
