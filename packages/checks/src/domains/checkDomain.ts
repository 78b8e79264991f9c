import type { CheckResultRow } from "@mon/core-store"
import type { CheckResult } from "@mon/uptime-probe"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Connectivity } from "../ownNetwork/Connectivity.ts"
import { toCheckResultRow } from "./DomainCheck.ts"
import { databaseTime, type ClaimedMonitor } from "./ClaimedMonitor.ts"

/** The location that checks run from, as shown in the history (MON_LOCATION). */
export const Location = Context.Reference<string>("@mon/checks/Location", { defaultValue: () => "default" })

/** The probe enforces its own deadline. This much later, it counts as stuck. */
const GUARD_MS = 2_000
/** The share of the rest of the lease that the own-network guard may take; the rest is for recording the result. */
const DECIDING_SHARE = 0.5
const NANOS_PER_MILLI = 1_000_000

/** The result of a check that failed with an internal error. It has no verdict. */
const proberError = (url: string, startedAt: number, message: string): CheckResult => ({
  url,
  startedAt,
  outcome: "prober_fault",
  verdict: "unknown",
  deterministic: false,
  message,
  statusCode: null,
  totalUs: null,
  timings: { dnsUs: null, connectUs: null, tlsUs: null, waitUs: null, downloadUs: null },
  bytesReceived: 0,
  heardFromServer: false,
  hops: [],
  finalUrl: url,
  certificate: null,
  delayed: false
})

const probe = Effect.fnUntraced(function* (claim: ClaimedMonitor) {
  const uptimeProbe = yield* UptimeProbe
  const startedAt = yield* Clock.currentTimeMillis
  const error = (message: string) => proberError(claim.url, startedAt, message)
  return yield* uptimeProbe.check({ url: claim.url, timeoutMs: claim.timeoutMs }).pipe(
    Effect.timeoutOrElse({
      duration: claim.timeoutMs + GUARD_MS,
      orElse: () => Effect.succeed(error("The check did not finish in time."))
    }),
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
): Effect.fn.Return<CheckResultRow, never, UptimeProbe | Connectivity> {
  const connectivity = yield* Connectivity
  const location = yield* Location
  const at = yield* databaseTime(claim)
  const from = Number(yield* Clock.monotonicTimeNanos) / NANOS_PER_MILLI
  const result = yield* probe(claim)
  const decideWithinMs = DECIDING_SHARE * (claim.leaseUntil - (yield* databaseTime(claim)))
  const suppressed = yield* connectivity.judge(claim, result, { from, decideWithinMs })
  return toCheckResultRow(claim, result, { at, suppressed, location })
})
