import { NetworkPolicy } from "@mon/public-net/effect"
import { expect, test } from "vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeTurns } from "../src/Turns.ts"
import { findChromium } from "../src/browser/ChromiumPath.ts"
import { Screenshots } from "../src/effect.ts"
import { decodeImage, examineChromium, openScreenshots } from "../src/index.ts"
import { startFailure } from "../src/startFailure.ts"
import { noChromium } from "./Chromium.ts"

test("a browser that is not there is told, not thrown", async () => {
  const pool = openScreenshots({ executablePath: "/nowhere/chromium" })
  expect(await pool.take({ url: "https://example.com" })).toEqual({
    status: "unavailable",
    reason: "no_browser",
    message: "Screenshots are unavailable: /nowhere/chromium is no program that can be run."
  })
  await pool.close()
})

test("a program that is no browser is told, and not started again for each page", async () => {
  const pool = openScreenshots({ executablePath: "/bin/false" })
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
  expect(await examineChromium({ executablePath: "/nowhere/chromium" })).toMatchObject({
    ok: false,
    path: null,
    reason: "no_browser"
  })
  expect(await examineChromium({ executablePath: "/bin/false" })).toMatchObject({
    ok: false,
    path: "/bin/false",
    reason: "browser_does_not_start"
  })
})

test.skipIf(noChromium !== null)(
  "an examination draws a page and tells the version (skipped where there is no Chromium)",
  async () => {
    expect(await examineChromium()).toMatchObject({ ok: true, version: expect.stringMatching(/^[0-9]+\./u) })
  },
  30_000
)

test("a browser without a sandbox says what to do", () => {
  expect(
    startFailure(
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
  const turns = makeTurns(1, 2)
  const giveUp = new AbortController()
  const first = await turns.take(undefined)
  const second = turns.take(giveUp.signal)
  const third = turns.take(undefined)
  expect(await turns.take(undefined)).toEqual({ ok: false, why: "busy" })
  giveUp.abort()
  expect(await second).toEqual({ ok: false, why: "aborted" })
  if (first.ok) {
    first.done()
    first.done()
  }
  expect((await third).ok).toBe(true)
  const fourth = turns.take(undefined)
  turns.close()
  expect(await fourth).toEqual({ ok: false, why: "closed" })
  expect(await turns.take(undefined)).toEqual({ ok: false, why: "closed" })
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
