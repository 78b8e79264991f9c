import { recordInternalError } from "@mon/process-runtime/internal-errors"
import { type CheckResult, unmadeCheck } from "@mon/uptime-probe"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { TimedRequest } from "./plainRequest.ts"

/** The extra time after the probe's own deadline. Then the probe counts as stuck. */
const GUARD_MS = 2_000

const recordThrown = (error: unknown) =>
  recordInternalError("check", "A check ended with an internal error", Cause.die(error))

/**
 * Performs a check with the request that `opened` returns. If the probe is stuck or throws, the result has no verdict.
 */
export const performCheck = Effect.fnUntraced(function* <E, R>(
  { timeoutMs, url }: Pick<TimedRequest, "timeoutMs" | "url">,
  opened: Effect.Effect<TimedRequest, E, R>
): Effect.fn.Return<CheckResult, E, UptimeProbe | R> {
  const probe = yield* UptimeProbe
  const startedAt = yield* Clock.currentTimeMillis
  return yield* Effect.flatMap(opened, probe.check).pipe(
    Effect.timeoutOrElse({
      duration: timeoutMs + GUARD_MS,
      orElse: () => Effect.succeed(unmadeCheck(url, startedAt, "The check did not finish in time."))
    }),
    Effect.tap(({ thrown }) => (thrown === undefined ? Effect.void : recordThrown(thrown))),
    Effect.catchDefect((defect) =>
      Effect.as(recordThrown(defect), unmadeCheck(url, startedAt, "The check ended with an internal error."))
    )
  )
})
