import { NetworkPolicy } from "@mon/public-net/effect"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { openScreenshotPool } from "./openScreenshotPool.ts"
import type { ScreenshotOptions } from "./ScreenshotOptions.ts"
import type { ScreenshotResult, ScreenshotRequest } from "./Screenshot.ts"

/** Takes screenshots of web pages. */
export class Screenshots extends Context.Service<
  Screenshots,
  {
    /** Never fails: what a page does, and that there is no browser, is in the outcome. Interruption ends it. */
    readonly take: (request: ScreenshotRequest) => Effect.Effect<ScreenshotResult>
  }
>()("@mon/screenshot/Screenshots") {
  /** Over an address policy, and over a resolver when `resolve` gives one. The browser starts with the first request and ends with the scope. */
  static readonly layerNoDeps = (
    options: Omit<ScreenshotOptions, "policy"> = {}
  ): Layer.Layer<Screenshots, never, NetworkPolicy> =>
    Layer.effect(
      Screenshots,
      Effect.gen(function* () {
        const policy = yield* NetworkPolicy
        const pool = yield* Effect.acquireRelease(
          Effect.sync(() => openScreenshotPool({ ...options, policy })),
          (open) => Effect.promise(() => open.close())
        )
        return Screenshots.of({ take: (request) => Effect.promise((signal) => pool.take(request, signal)) })
      })
    )

  /** Over the public addresses and the system's name servers. */
  static readonly layer = (options: Omit<ScreenshotOptions, "policy"> = {}): Layer.Layer<Screenshots> =>
    Layer.provide(Screenshots.layerNoDeps(options), NetworkPolicy.layer())

  /** Outcomes that a test writes: no browser is started. */
  static readonly layerMemory = (take: (request: ScreenshotRequest) => ScreenshotResult): Layer.Layer<Screenshots> =>
    Layer.succeed(Screenshots, { take: (request) => Effect.sync(() => take(request)) })
}
