import { diagnose, readDiagnosisFacts } from "@mon/diagnosis"
import { assert, describe, it } from "@effect/vitest"
import type { PageClaim } from "@mon/core-store"
import type { ScreenshotResult } from "@mon/screenshot/effect"
import { WorkerPool } from "@mon/process-runtime/worker-pool"
import * as Effect from "effect/Effect"
import { Connectivity } from "../src/index.ts"
import { answered, checkPage, pageResult, previewPage } from "./checkPage.ts"

const image = { bytes: new Uint8Array(1), contentType: "image/webp", width: 1, height: 1 } as const

const shown = (statusCode: number | null, html: string): ScreenshotResult => ({
  status: "taken",
  image,
  thumbnail: image,
  png: new Uint8Array(1),
  pixels: () => Promise.reject(new Error("no pixels")),
  cropped: false,
  finalUrl: "https://shop.example.com/",
  statusCode,
  title: "Shop",
  html,
  durationMs: 1
})

const check = (seen: ScreenshotResult, more: Partial<PageClaim> = {}, expectations: ReadonlyArray<string> = []) =>
  checkPage(
    [
      answered("<p>in the source", {
        expectations: expectations.map((status) => ({
          expectation: { status },
          holds: true,
          expected: `the status ${status}`,
          message: ""
        }))
      })
    ],
    "<p>39 EUR",
    {},
    WorkerPool.layerMemory,
    Connectivity.layerTrusting,
    "active",
    { render: true, ...more },
    seen
  )

const preview = (seen: ScreenshotResult) => previewPage(answered("<p>in the source"), { render: true }, seen)

const REFUSALS = [
  [403, "403 Forbidden"],
  [404, "404 Not Found"],
  [410, "410 Gone"],
  [429, "429 Too Many Requests"],
  [500, "500 Internal Server Error"],
  [503, "503 Service Unavailable"]
] as const

describe("a rendered page", () => {
  it.live.each(REFUSALS)("that the browser gets with %i fails, and is no change", ([status, name]) =>
    Effect.gen(function* () {
      const message = `In the browser: The server responded with ${name}.`
      const refusal = shown(status, "<p>Sorry")
      const { result } = yield* check(refusal)
      const expected = { state: "error", statusCode: status, page: null, change: null } as const
      assert.deepInclude(result, expected)
      // A plain response has the same result: a short page with status 403 blocks Mon.
      assert.strictEqual(result?.error?.code, status === 403 ? "blocked" : "http_status")
      if (status !== 403) assert.strictEqual(result?.error?.message, message)
      assert.deepInclude(yield* preview(refusal), { statusCode: status, error: result?.error ?? null })
    })
  )

  it.live("is compared if the browser gets the status that the plain request got, or none", () =>
    Effect.gen(function* () {
      for (const status of [200, 304, null]) {
        assert.deepInclude((yield* check(shown(status, "<p>49 EUR"))).result, { state: "changed", error: null })
        assert.deepInclude(yield* preview(shown(status, "<p>49 EUR")), { lines: ["49 EUR"], error: null })
      }
    })
  )

  it.live("is compared if the expectations of the monitor accept the status", () =>
    Effect.gen(function* () {
      const accepted = yield* check(shown(404, "<p>49 EUR"), {}, ["200-299, 404"])
      assert.deepInclude(accepted.result, { state: "changed", statusCode: 404 })
      const failed = yield* check(shown(404, "<p>49 EUR"), {}, ["200-299"])
      assert.deepInclude(failed.result, { state: "error", statusCode: 404, change: null })
      assert.strictEqual(failed.result?.error?.code, "expectation_failed")
    })
  )

  it.live("says who blocks the browser, if the page shows it", () =>
    Effect.gen(function* () {
      const wall = "<title>Just a moment...</title><script>window._cf_chl_opt={}</script><p>Just a moment..."
      const { result } = yield* check(shown(403, wall))
      assert.deepInclude(result, { state: "error", statusCode: 403, page: null })
      assert.strictEqual(result?.error?.code, "blocked")
      const facts = readDiagnosisFacts(result?.evidence) ?? assert.fail("no facts")
      assert.strictEqual(diagnose(facts).causes[0]?.class, "bot_wall")
    })
  )

  it.live("is not opened in the browser if the plain request failed", () =>
    Effect.gen(function* () {
      const { result } = yield* checkPage(
        [pageResult({ outcome: "http_status", verdict: "down", statusCode: 500, message: "It answered 500." })],
        "<p>39 EUR",
        {},
        WorkerPool.layerMemory,
        Connectivity.layerTrusting,
        "active",
        { render: true },
        shown(200, "<p>49 EUR")
      )
      assert.deepInclude(result, { state: "error", statusCode: 500, change: null })
    })
  )
})
