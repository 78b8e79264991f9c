import { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layerResolution } from "./Probes.ts"
import { WorkerConfig, type WorkerSettings } from "../settings/WorkerConfig.ts"

/** The longest wait for a response, in milliseconds. It is the same as in a self-test. */
const TIMEOUT_MS = 5_000

/** A reference target, and the reason why it did not respond, or null if it did. */
export interface ReferenceTarget {
  readonly url: string
  readonly silence: string | null
}

/**
 * Sends one request to each URL in MON_REFERENCE_TARGETS, as a self-test does. Any response counts, even an error
 * status.
 */
export const requestReferenceTargets = (settings: WorkerSettings): Effect.Effect<ReadonlyArray<ReferenceTarget>> =>
  Effect.gen(function* () {
    const probe = yield* UptimeProbe
    return yield* Effect.forEach(
      settings.referenceTargets,
      (url) =>
        Effect.map(probe.check({ url, timeoutMs: TIMEOUT_MS }), ({ bytesReceived, message }) => ({
          url,
          silence: bytesReceived > 0 ? null : (message ?? "There was no response.")
        })),
      { concurrency: "unbounded" }
    )
  }).pipe(
    Effect.provide(
      Layer.provide(Layer.provide(UptimeProbe.layerNoDeps({ extraCa: settings.extraCa }), layerResolution), [
        WorkerConfig.layer(settings)
      ])
    )
  )
