import type { CheckResultRow, Secrets, SuspicionOfResult } from "@mon/core-store"
import type { KindWithIncidents } from "@mon/model"
import { unmadeCheck } from "@mon/uptime-probe"
import type { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Connectivity } from "../ownNetwork/Connectivity.ts"
import { performStoredCheck } from "../requests/sealedRequest.ts"
import { isSecretRequest } from "../requests/performCheck.ts"
import { toCheckResultRow } from "./DomainCheck.ts"
import { databaseTime, type ClaimedMonitor } from "./ClaimedMonitor.ts"

/** The location from which checks run, as shown in the history (MON_LOCATION). */
export const Location = Context.Reference<string>("@mon/checks/Location", { defaultValue: () => "default" })

/** The share of the remaining lease that the own-network guard may take. The remainder is for recording the result. */
const DECIDING_SHARE = 0.5
const NANOS_PER_MILLI = 1_000_000

type Keep = Parameters<typeof performStoredCheck>[1]

/** The functions that perform the check of a monitor, by the kind of its check. */
const performers: Readonly<
  Record<KindWithIncidents, (claim: ClaimedMonitor, keep: Keep) => ReturnType<typeof performStoredCheck>>
> = { domain: performStoredCheck }

/** Makes a row without a verdict, for a check that could not be made. */
export const unmadeRow = Effect.fnUntraced(function* (
  claim: ClaimedMonitor,
  { message, suspicion }: { readonly message: string; readonly suspicion?: SuspicionOfResult }
): Effect.fn.Return<CheckResultRow> {
  const at = yield* databaseTime(claim)
  const row = toCheckResultRow(claim, unmadeCheck(claim.url, at, message), {
    at,
    suppressed: false,
    network: null,
    location: yield* Location,
    degradedAfterMs: claim.degradedAfterMs,
    isSecret: isSecretRequest(claim.request)
  })
  return suspicion === undefined ? row : { ...row, suspicion }
})

/**
 * Checks a claimed domain once and returns the row to record, timestamped with the start of the check. A fault of the
 * server or its DNS is a result in the row. An internal error becomes a row without a verdict.
 */
export const checkDomain = Effect.fnUntraced(function* (
  claim: ClaimedMonitor
): Effect.fn.Return<CheckResultRow, never, UptimeProbe | Connectivity | Secrets> {
  if (claim.stopped !== null)
    return yield* unmadeRow(claim, { message: claim.stopped, ...(claim.isSuspect ? { suspicion: "kept" } : {}) })
  const connectivity = yield* Connectivity
  const location = yield* Location
  const at = yield* databaseTime(claim)
  const from = Number(yield* Clock.monotonicTimeNanos) / NANOS_PER_MILLI
  const result = yield* performers[claim.kind](claim, { keepFailedAnswer: !isSecretRequest(claim.request) })
  const decideWithinMs = DECIDING_SHARE * (claim.leaseUntil - (yield* databaseTime(claim)))
  const ownNetwork = yield* connectivity.judge(claim, result, { from, decideWithinMs })
  return toCheckResultRow(claim, result, {
    at,
    ...ownNetwork,
    location,
    degradedAfterMs: claim.degradedAfterMs,
    isSecret: isSecretRequest(claim.request)
  })
})
