import type { CheckResultRow, Secrets } from "@mon/core-store"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Connectivity } from "../ownNetwork/Connectivity.ts"
import { checkRequest, UNREADABLE, unmadeCheck } from "../requests/checkRequest.ts"
import { isSecretRequest } from "../requests/sealedRequest.ts"
import { toCheckResultRow } from "./DomainCheck.ts"
import { databaseTime, type ClaimedMonitor } from "./ClaimedMonitor.ts"

/** The location that checks run from, as shown in the history (MON_LOCATION). */
export const Location = Context.Reference<string>("@mon/checks/Location", { defaultValue: () => "default" })

/** The probe enforces its own deadline. This much later, it counts as stuck. */
const GUARD_MS = 2_000
/** The share of the rest of the lease that the own-network guard may take; the rest is for recording the result. */
const DECIDING_SHARE = 0.5
const NANOS_PER_MILLI = 1_000_000

const probe = Effect.fnUntraced(function* (claim: ClaimedMonitor) {
  const uptimeProbe = yield* UptimeProbe
  const startedAt = yield* Clock.currentTimeMillis
  const error = (message: string) => unmadeCheck(claim.url, startedAt, message)
  if (claim.stopped !== null) return error(claim.stopped)
  return yield* Effect.flatMap(checkRequest(claim), (request) => uptimeProbe.check(request)).pipe(
    Effect.timeoutOrElse({
      duration: claim.timeoutMs + GUARD_MS,
      orElse: () => Effect.succeed(error("The check did not finish in time."))
    }),
    Effect.catchTag("SecretError", (secretError) =>
      Effect.as(
        Effect.annotateLogs(Effect.logError("The request of a monitor cannot be decrypted"), {
          reason: secretError.reason
        }),
        error(UNREADABLE)
      )
    ),
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.failCause(cause)
        : Effect.as(
            Effect.logError("A check failed with a defect", cause),
            error("The check was aborted by an internal error.")
          )
    )
  )
})

/**
 * Checks a claimed domain once and returns the row to record, timestamped with the start of the check. Faults of the
 * server or its DNS are results in the row. An internal error becomes a row without a verdict.
 */
export const checkDomain = Effect.fnUntraced(function* (
  claim: ClaimedMonitor
): Effect.fn.Return<CheckResultRow, never, UptimeProbe | Connectivity | Secrets> {
  const connectivity = yield* Connectivity
  const location = yield* Location
  const at = yield* databaseTime(claim)
  const from = Number(yield* Clock.monotonicTimeNanos) / NANOS_PER_MILLI
  const result = yield* probe(claim)
  const decideWithinMs = DECIDING_SHARE * (claim.leaseUntil - (yield* databaseTime(claim)))
  const suppressed = yield* connectivity.judge(claim, result, { from, decideWithinMs })
  return toCheckResultRow(claim, result, {
    at,
    suppressed,
    location,
    degradedAfterMs: claim.degradedAfterMs,
    isSecret: isSecretRequest(claim.request)
  })
})
