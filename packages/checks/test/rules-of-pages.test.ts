import { assert, describe, it } from "@effect/vitest"
import type { PageClaim } from "@mon/core-store"
import type { ScreenshotResult } from "@mon/screenshot/effect"
import { WorkerPool } from "@mon/process-runtime/worker-pool"
import * as Effect from "effect/Effect"
import { Connectivity } from "../src/index.ts"
import { answered, checkPage, pageRules } from "./checkPage.ts"

const checkWith = (more: Partial<PageClaim>, shows: string, seen?: ScreenshotResult) =>
  checkPage(
    [answered(shows)],
    "<p>39 EUR<p>a<p>b",
    {},
    WorkerPool.layerMemory,
    Connectivity.layerTrusting,
    "active",
    more,
    seen
  )

describe("a check of a page with rules", () => {
  it.live("stores what a rule of texts or lines ignores, so that the next check is compared with it", () =>
    Effect.gen(function* () {
      const rules = { ...pageRules, trigger: { appears: "49" } }
      const { result } = yield* checkWith({ rules }, "<p>59 EUR<p>a<p>b")
      assert.deepInclude(result, { state: "active", change: null })
      assert.strictEqual(result?.page?.text, "59 EUR\na\nb")
    })
  )

  it.live("stores nothing while a change is too small, so that small changes add up", () =>
    Effect.gen(function* () {
      const rules = { ...pageRules, minimumChange: { lines: 2 } }
      const { result } = yield* checkWith({ rules }, "<p>59 EUR<p>a<p>b")
      assert.deepInclude(result, { state: "active", change: null, page: null, error: null })
      assert.strictEqual((yield* checkWith({ rules }, "<p>59 EUR<p>c<p>b")).result?.state, "changed")
    })
  )

  it.live("says which stored selector is refused", () =>
    Effect.gen(function* () {
      const rules = { ...pageRules, exclude: ["a:hover"] }
      const { result } = yield* checkWith({ rules }, "<p>59 EUR")
      assert.deepInclude(result?.error ?? {}, {
        code: "not_applicable",
        message: '"a:hover" is not a CSS selector (:hover needs a browser).'
      })
    })
  )

  it.live("has no verdict if the page must be rendered and there is no browser for it", () =>
    Effect.gen(function* () {
      const { result } = yield* checkWith({ render: true }, "<p>x")
      assert.deepInclude(result, { state: null, page: null })
      assert.deepStrictEqual(result?.error, {
        code: "prober_fault",
        message: "The page was not compared, because no browser was available."
      })
      const busy = { status: "failed", reason: "busy", message: "Too many screenshots are waiting." } as const
      assert.deepInclude((yield* checkWith({ render: true }, "<p>x", busy)).result, { state: null, page: null })
    })
  )

  it.live("is an error if the browser cannot show the page", () =>
    Effect.gen(function* () {
      const late = { status: "failed", reason: "timeout", message: "The page was not rendered within 1 ms." } as const
      assert.deepInclude((yield* checkWith({ render: true }, "<p>x", late)).result, {
        state: "error",
        error: {
          code: "render_failed",
          message: "The browser could not show the page: The page was not rendered within 1 ms."
        }
      })
    })
  )

  it.live("is an error if the browser would send another request than the monitor", () =>
    Effect.gen(function* () {
      const { result } = yield* checkWith({ render: true, request: { method: "POST" } }, "<p>x")
      assert.deepInclude(result, {
        state: "error",
        error: {
          code: "not_applicable",
          message: "The render option does not apply, because the monitor has its own request settings."
        }
      })
    })
  )

  it.live("says that the page is not rendered if the plan does not include it, without an error", () =>
    Effect.gen(function* () {
      const { result } = yield* checkWith({ render: "refused" }, "<p>39 EUR<p>a<p>b")
      assert.deepInclude(result, { state: "active", change: null })
      assert.deepInclude(result?.error, { code: "render_not_in_plan" })
      assert.strictEqual((yield* checkWith({ render: "refused" }, "<p>49 EUR<p>a<p>b")).result?.state, "changed")
    })
  )
})
