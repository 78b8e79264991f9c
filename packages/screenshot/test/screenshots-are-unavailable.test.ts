import { NetworkPolicy } from "@mon/public-net/effect"
import { expect, test } from "vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makePermitQueue } from "../src/PermitQueue.ts"
import { findChromium } from "../src/browser/ChromiumPath.ts"
import { Screenshots } from "../src/effect.ts"
import { decodeImage, testChromium, openScreenshotPool } from "../src/index.ts"
import { explainStartError } from "../src/explainStartError.ts"
import { noChromium } from "./Chromium.ts"

test("a browser that is not there is told, not thrown", async () => {
  const pool = openScreenshotPool({ executablePath: "/nowhere/chromium" })
  expect(await pool.take({ url: "https://example.com" })).toEqual({
    status: "unavailable",
    reason: "no_browser",
    message: "Screenshots are unavailable: /nowhere/chromium is no program that can be run."
  })
  await pool.close()
})

test("a program that is no browser is told, and not started again for each page", async () => {
  const pool = openScreenshotPool({ executablePath: "/bin/false" })
  const outcome = await pool.take({ url: "https://example.com" })
  expect(outcome).toMatchObject({
    status: "unavailable",
    reason: "browser_does_not_start",
    message: "Screenshots are unavailable: /bin/false does not start (it ended at once)."
  })
  expect(await pool.take({ url: "https://example.com" })).toBe(outcome)
  await pool.close()
})

test("an examination says what is wrong", async () => {
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
  "an examination draws a page and tells the version (skipped where there is no Chromium)",
  async () => {
    expect(await testChromium()).toMatchObject({ ok: true, version: expect.stringMatching(/^[0-9]+\./u) })
  },
  30_000
)

test("a browser without a sandbox says what to do", () => {
  expect(
    explainStartError(
      "/usr/bin/chromium",
      new Error("launch: [err] No usable sandbox! If you are running on Ubuntu 23.10+ ...")
    )
  ).toBe(
    "Screenshots are unavailable: /usr/bin/chromium does not start (its sandbox is not allowed here: allow user namespaces, or switch the sandbox off)."
  )
})

test("a named browser is not replaced by another", () => {
  expect(findChromium("/nowhere/chromium").ok).toBe(false)
  expect(findChromium("/bin/false")).toEqual({ ok: true, path: "/bin/false" })
})

test("turns are given in order, to so many, and those who give up leave the line", async () => {
  const permits = makePermitQueue(1, 2)
  const giveUp = new AbortController()
  const first = await permits.take(undefined)
  const second = permits.take(giveUp.signal)
  const third = permits.take(undefined)
  expect(await permits.take(undefined)).toEqual({ ok: false, why: "busy" })
  giveUp.abort()
  expect(await second).toEqual({ ok: false, why: "aborted" })
  if (first.ok) {
    first.done()
    first.done()
  }
  expect((await third).ok).toBe(true)
  const fourth = permits.take(undefined)
  permits.close()
  expect(await fourth).toEqual({ ok: false, why: "closed" })
  expect(await permits.take(undefined)).toEqual({ ok: false, why: "closed" })
})

test("what is no image is not decoded", async () => {
  await expect(decodeImage(new Uint8Array([1, 2, 3]))).rejects.toThrow(/unsupported image format/u)
})

test("the service answers what the pool answers", async () => {
  const layer = Layer.provide(Screenshots.layerNoDeps({ executablePath: "/nowhere/chromium" }), NetworkPolicy.layer())
  const outcome = await Effect.runPromise(
    Effect.provide(
      Screenshots.use(({ take }) => take({ url: "https://example.com" })),
      layer
    )
  )
  expect(outcome).toMatchObject({ status: "unavailable", reason: "no_browser" })
})

test("a test writes its own outcomes", async () => {
  const layer = Screenshots.layerMemory(({ url }) => ({ status: "failed", reason: "dns", message: url }))
  const outcome = await Effect.runPromise(
    Effect.provide(
      Screenshots.use(({ take }) => take({ url: "https://example.com" })),
      layer
    )
  )
  expect(outcome).toMatchObject({ message: "https://example.com" })
})
