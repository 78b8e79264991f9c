import type { Secrets, PageClaim } from "@mon/core-store"
import type { PageStatus, WatchedState } from "@mon/model"
import { unmadeCheck } from "@mon/uptime-probe"
import type { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { Connectivity } from "../ownNetwork/Connectivity.ts"
import { isSecretRequest } from "../requests/performCheck.ts"
import { type CheckedTarget, checkRequest, UNREADABLE } from "../requests/sealedRequest.ts"
import { defaultFetchPolicy, type FetchPolicy, fetchUrl, type PageFetch } from "./fetchUrl.ts"

export const fetchPage = Effect.fn("fetchPage")(function* (
  target: CheckedTarget,
  policy: FetchPolicy = defaultFetchPolicy
): Effect.fn.Return<PageFetch, never, UptimeProbe | Secrets> {
  const startedAt = yield* Clock.currentTimeMillis
  const opened = yield* Effect.result(checkRequest(target))
  if (Result.isSuccess(opened))
    return yield* fetchUrl(opened.success, policy, { keepFailedAnswer: !isSecretRequest(target.request) })
  yield* Effect.annotateLogs(Effect.logError("The request of a monitor cannot be decrypted"), {
    reason: opened.failure.reason
  })
  const from = Number(yield* Clock.monotonicTimeNanos) / NANOS_PER_MILLI
  return { from, result: unmadeCheck(target.url, startedAt, UNREADABLE) }
})

/** The share of the remaining lease that the own-network guard may use. The rest is for recording the result. */
const DECIDING_SHARE = 0.5
const NANOS_PER_MILLI = 1_000_000

/** The state of the site for the own-network guard, by the state of the page. */
const siteStates: Readonly<Record<PageStatus, WatchedState>> = {
  unknown: "unknown",
  active: "up",
  changed: "up",
  error: "down"
}

/** Returns the time at which a check begins, in milliseconds on the monotonic clock. */
export const beginCheck = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / NANOS_PER_MILLI)

/**
 * Judges whether this worker's own network may have caused a failed fetch. If the verdict is suppressed, the fetch says
 * nothing about the page.
 */
export const judgeFetch = Effect.fnUntraced(function* (
  { claimedAt, hostname, leaseUntil, state, url }: PageClaim,
  { from, result }: PageFetch,
  begunAt: number
) {
  const left = leaseUntil - claimedAt - ((yield* beginCheck) - begunAt)
  return yield* (yield* Connectivity).judge({ url, hostname, state: siteStates[state] }, result, {
    from,
    decideWithinMs: DECIDING_SHARE * left
  })
})
