import { NetworkPolicy } from "@mon/public-net/effect"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { logBrowserStart } from "./logBrowserStart.ts"
import { openScreenshotPool } from "./openScreenshotPool.ts"
import type { ScreenshotOptions } from "./ScreenshotOptions.ts"
import type { PdfRequest, PdfResult, ScreenshotResult, ScreenshotRequest } from "./Screenshot.ts"

const NO_BROWSER: PdfResult = {
  status: "unavailable",
  reason: "no_browser",
  message: "Screenshots are unavailable: there is no browser in this test."
}

/** The service that takes screenshots of web pages. */
export class Screenshots extends Context.Service<
  Screenshots,
  {
    /**
     * Takes a screenshot. Never fails: page failures and a missing browser are part of the result. Can be interrupted.
     */
    readonly take: (request: ScreenshotRequest) => Effect.Effect<ScreenshotResult>
    /** Prints a page, or HTML from the caller, as a PDF document. Never fails. */
    readonly pdf: (request: PdfRequest) => Effect.Effect<PdfResult>
  }
>()("@mon/screenshot/Screenshots") {
  /**
   * Returns a layer that requires an address policy. The browser starts with the first request and ends with the scope.
   * Without `onBrowserStart`, the first start is logged, and it is logged as a warning if the browser runs without its
   * sandbox.
   */
  static readonly layerNoDeps = (
    options: Omit<ScreenshotOptions, "policy"> = {}
  ): Layer.Layer<Screenshots, never, NetworkPolicy> =>
    Layer.effect(
      Screenshots,
      Effect.gen(function* () {
        const policy = yield* NetworkPolicy
        const onBrowserStart = options.onBrowserStart ?? (yield* logBrowserStart)
        const pool = yield* Effect.acquireRelease(
          Effect.sync(() => openScreenshotPool({ ...options, policy, onBrowserStart })),
          (open) => Effect.promise(() => open.close())
        )
        return Screenshots.of({
          take: (request) => Effect.promise((signal) => pool.take(request, signal)),
          pdf: (request) => Effect.promise((signal) => pool.pdf(request, signal))
        })
      })
    )

  /** Returns a layer that allows only public addresses and uses the system's name servers. */
  static readonly layer = (options: Omit<ScreenshotOptions, "policy"> = {}): Layer.Layer<Screenshots> =>
    Layer.provide(Screenshots.layerNoDeps(options), NetworkPolicy.layer())

  /**
   * Returns a layer for tests that returns the given results and starts no browser. Default result for PDF documents:
   * there is no browser.
   */
  static readonly layerMemory = (
    take: (request: ScreenshotRequest) => ScreenshotResult,
    pdf: (request: PdfRequest) => PdfResult = () => NO_BROWSER
  ): Layer.Layer<Screenshots> =>
    Layer.succeed(Screenshots, {
      take: (request) => Effect.sync(() => take(request)),
      pdf: (request) => Effect.sync(() => pdf(request))
    })
}
