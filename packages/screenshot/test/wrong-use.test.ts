import { functionsOf, type TriedFunction, wrongUse } from "@mon/bundled/arguments/testing"
import { expect, test } from "vitest"
import { makeAddressPolicy } from "@mon/public-net"
import * as api from "../src/index.ts"

const NOWHERE = "/nonexistent/chromium"
const pool = api.openScreenshotPool({ executablePath: NOWHERE })
const { signal } = new AbortController()

const TRIED: Readonly<Record<string, TriedFunction>> = {
  openScreenshotPool: {
    call: (options: never) => void api.openScreenshotPool(options).close(),
    args: () => [
      {
        executablePath: NOWHERE,
        policy: makeAddressPolicy(),
        resolve: () => Promise.resolve({ status: "nodata" }),
        concurrency: 1,
        maxWaiting: 1,
        viewport: { width: 100, height: 100 },
        maxHeight: 100,
        locale: "en-US",
        timeZone: "UTC",
        userAgent: "test",
        hideConsentBanners: true,
        screenshotsPerBrowser: 1,
        maxBrowserMegabytes: 100,
        sandbox: true,
        onBrowserStart: () => {}
      }
    ],
    loose: ["[0].policy"]
  },
  "pool.take": {
    call: pool.take,
    args: () => [
      {
        url: "https://example.com",
        waitMs: 0,
        timeoutMs: 1_000,
        fullPage: true,
        html: true,
        element: "#card",
        device: { width: 100, height: 100, scale: 2, mobile: true },
        format: "png",
        hide: [".clock"]
      },
      signal
    ]
  },
  "pool.pdf": {
    call: pool.pdf,
    args: () => [
      {
        content: "<h1>Report</h1>",
        waitMs: 0,
        timeoutMs: 1_000,
        hide: [".clock"],
        paper: "A4",
        landscape: true,
        marginMm: 10,
        background: true,
        media: "screen",
        maxPages: 1
      },
      signal
    ]
  },
  findChromium: { call: (path: never) => api.findChromium(path), args: () => [NOWHERE] },
  decodeImage: { call: api.decodeImage, args: () => [ONE_PIXEL] },
  rewriteImage: { call: api.rewriteImage, args: () => [ONE_PIXEL, { width: 10, height: 10, largestSide: 100 }] },
  readChromiumVersion: { call: api.readChromiumVersion, args: () => [NOWHERE] }
}

const ONE_PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64"
)

test("every exported function is tried", () => {
  // testChromium starts the browser of the system for every call without a path.
  const tried = [...Object.keys(TRIED), "testChromium"]
  expect(functionsOf(api).filter((name) => !tried.includes(name))).toEqual([])
})

test.each(Object.entries(TRIED))("%s answers, or names the wrong argument", async (_name, tried) => {
  expect(await wrongUse(tried)).toEqual([])
})

test("testChromium names a wrong option", async () => {
  await expect(api.testChromium({ path: NOWHERE } as never)).rejects.toThrow(
    'testChromium: options has no option "path". It takes executablePath, sandbox.'
  )
})

test.each([
  ["both a URL and a document", { url: "https://example.com", content: "<p>" }],
  ["neither a URL nor a document", {}],
  ["51 selectors", { content: "<p>", hide: Array.from({ length: 51 }, () => "p") }],
  ["no page", { content: "<p>", maxPages: 0 }]
])("a document with %s is refused", async (_what, request) => {
  await expect(pool.pdf(request)).rejects.toThrow(TypeError)
})
