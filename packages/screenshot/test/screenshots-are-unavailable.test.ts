import { NetworkPolicy } from "@mon/public-net/effect"
import { expect, test } from "vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makePermitQueue } from "../src/PermitQueue.ts"
import type { BrowserProcess } from "../src/browser/BrowserProcess.ts"
import { makeBrowserPool } from "../src/browser/BrowserPool.ts"
import { findChromium } from "../src/browser/ChromiumPath.ts"
import { Screenshots } from "../src/effect.ts"
import { decodeImage, testChromium, openScreenshotPool } from "../src/index.ts"
import { explainStartError } from "../src/explainStartError.ts"
import { noChromium } from "./Chromium.ts"

test("reports a missing browser instead of throwing", async () => {
  const pool = openScreenshotPool({ executablePath: "/nowhere/chromium" })
  expect(await pool.take({ url: "https://example.com" })).toEqual({
    status: "unavailable",
    reason: "no_browser",
    message: "Screenshots are unavailable: /nowhere/chromium is not an executable program."
  })
  await pool.close()
})

test("reports a program that is not a browser, and does not start it again for each page", async () => {
  const pool = openScreenshotPool({ executablePath: "/bin/false" })
  const outcome = await pool.take({ url: "https://example.com" })
  expect(outcome).toMatchObject({
    status: "unavailable",
    reason: "browser_does_not_start",
    message: "Screenshots are unavailable: /bin/false does not start (it exited immediately)."
  })
  expect(await pool.take({ url: "https://example.com" })).toBe(outcome)
  await pool.close()
})

test("the browser test reports what is wrong", async () => {
  expect(await testChromium({ executablePath: "/nowhere/chromium" })).toMatchObject({
    ok: false,
    path: null,
    reason: "no_browser"
  })
  expect(await testChromium({ executablePath: "/bin/false" })).toMatchObject({
    ok: false,
    path: "/bin/false",
    reason: "browser_does_not_start"
  })
})

test.skipIf(noChromium !== null)(
  "the browser test draws a page and reports the version (skipped without Chromium)",
  async () => {
    expect(await testChromium()).toMatchObject({ ok: true, version: expect.stringMatching(/^[0-9]+\./u) })
  },
  30_000
)

test("explains what to do about a browser without a sandbox", () => {
  expect(
    explainStartError(
      { source: "installed", path: "/usr/bin/chromium" },
      new Error("launch: [err] No usable sandbox! If you are running on Ubuntu 23.10+ ...")
    )
  ).toBe(
    "Screenshots are unavailable: /usr/bin/chromium does not start (its sandbox is not allowed on this system; allow user namespaces, or turn the sandbox off)."
  )
})

test("does not replace a configured browser by another", () => {
  expect(findChromium("/nowhere/chromium").ok).toBe(false)
  expect(findChromium("/bin/false")).toEqual({ ok: true, source: "configured", path: "/bin/false" })
})

test("grants a limited number of permits in order, and aborted requests leave the queue", async () => {
  const permits = makePermitQueue(1, 2)
  const abort = new AbortController()
  const first = await permits.acquire(undefined)
  const second = permits.acquire(abort.signal)
  const third = permits.acquire(undefined)
  expect(await permits.acquire(undefined)).toEqual({ ok: false, reason: "busy" })
  abort.abort()
  expect(await second).toEqual({ ok: false, reason: "aborted" })
  if (first.ok) {
    first.release()
    first.release()
  }
  expect((await third).ok).toBe(true)
  const fourth = permits.acquire(undefined)
  permits.close()
  expect(await fourth).toEqual({ ok: false, reason: "closed" })
  expect(await permits.acquire(undefined)).toEqual({ ok: false, reason: "closed" })
})

/** Returns a pool of simulated browsers, which replaces each browser after its first page. */
const poolOf = (isConnected: boolean) => {
  const started: Array<BrowserProcess> = []
  const launch = (): Promise<BrowserProcess> => {
    const browser: BrowserProcess = {
      browser: { isConnected: () => isConnected } as BrowserProcess["browser"],
      pid: started.length + 1,
      sandbox: { enabled: true, uid: null, reason: null },
      megabytes: () => null,
      ended: new Promise(() => undefined),
      kill: () => Promise.resolve(),
      close: () => Promise.resolve()
    }
    started.push(browser)
    return Promise.resolve(browser)
  }
  return { started, pool: makeBrowserPool({ launch, maxBrowserMegabytes: 1_500, screenshotsPerBrowser: 1 }) }
}

test("starts at most three browsers for a page if each of them exits immediately", async () => {
  const { pool, started } = poolOf(false)
  await expect(pool.lease()).rejects.toThrow("Every browser exits as soon as it has started.")
  expect(started).toHaveLength(3)
})

test("each of many pages that wait for a browser gets one, although each browser draws only one page", async () => {
  const { pool, started } = poolOf(true)
  const leases = await Promise.all(Array.from({ length: 8 }, () => pool.lease()))
  expect(leases.map(({ browser }) => browser.pid)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(started).toHaveLength(8)
})

test("rejects bytes that are not an image", async () => {
  await expect(decodeImage(new Uint8Array([1, 2, 3]))).rejects.toThrow(/unsupported image format/u)
})

test("the service returns what the pool returns", async () => {
  const layer = Layer.provide(Screenshots.layerNoDeps({ executablePath: "/nowhere/chromium" }), NetworkPolicy.layer())
  const outcome = await Effect.runPromise(
    Effect.provide(
      Screenshots.use(({ take }) => take({ url: "https://example.com" })),
      layer
    )
  )
  expect(outcome).toMatchObject({ status: "unavailable", reason: "no_browser" })
})

test("tests can provide their own results", async () => {
  const layer = Screenshots.layerMemory(({ url }) => ({ status: "failed", reason: "dns", message: url }))
  const outcome = await Effect.runPromise(
    Effect.provide(
      Screenshots.use(({ take }) => take({ url: "https://example.com" })),
      layer
    )
  )
  expect(outcome).toMatchObject({ message: "https://example.com" })
})
