import type { Secrets, UrlClaim } from "@mon/core-store"
import { isUnsafeMethod, type UrlStatus, type WatchedState } from "@mon/model"
import { type CheckRequest, type CheckResult, unmadeCheck } from "@mon/uptime-probe"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { Connectivity } from "../ownNetwork/Connectivity.ts"
import {
  type CheckedTarget,
  checkRequest,
  isSecretRequest,
  type TimedRequest,
  UNREADABLE
} from "../requests/performCheck.ts"

/** The rules for repeated attempts to fetch a page. */
export interface FetchPolicy {
  /** The number of attempts after which a failure counts. */
  readonly attempts: number
  /** The time from the end of one attempt to the next, in milliseconds. */
  readonly waitMs: number
}

/** The default rules. As for domains, one lost packet is not a failure. */
export const defaultFetchPolicy: FetchPolicy = { attempts: 3, waitMs: 3_000 }

/** The largest page that is compared. */
const PAGE_BYTES = 10 * 1024 * 1024

const NANOS_PER_MILLI = 1_000_000

/** The last attempt to fetch a page. */
interface PageFetch {
  readonly result: CheckResult
  /** The start of the attempt, in milliseconds on the monotonic clock. */
  readonly from: number
}

const failed = ({ deterministic, verdict }: CheckResult): boolean => verdict === "down" && !deterministic

/** Repeats a check if its failure may be temporary. The last attempt counts. */
export const repeatFailed = Effect.fnUntraced(function* <A, R>(
  once: Effect.Effect<A, never, R>,
  resultOf: (attempt: A) => CheckResult,
  method: string | undefined,
  { attempts: allowed, waitMs }: FetchPolicy
): Effect.fn.Return<A, never, R> {
  // A request that may change something is sent only once here, because the schedule repeats a failed check once.
  const attempts = isUnsafeMethod(method) ? 1 : allowed
  let last = yield* once
  for (let attempt = 1; attempt < attempts && failed(resultOf(last)); attempt++) {
    yield* Effect.sleep(waitMs)
    last = yield* once
  }
  return last
})

/**
 * Fetches a URL. A failure that may be temporary is retried. `keep` returns the parts of the result other than the
 * page.
 */
export const fetchUrl = Effect.fnUntraced(function* (
  request: TimedRequest,
  policy: FetchPolicy,
  keep: Pick<CheckRequest, "keepFailedAnswer"> = {}
): Effect.fn.Return<PageFetch, never, UptimeProbe> {
  const probe = yield* UptimeProbe
  const once = Effect.gen(function* () {
    const from = Number(yield* Clock.monotonicTimeNanos) / NANOS_PER_MILLI
    return { from, result: yield* probe.check({ ...request, ...keep, keepAnswerBytes: PAGE_BYTES }) }
  })
  return yield* repeatFailed(once, ({ result }) => result, request.method, policy)
})

/** Fetches a page. A failure that may be temporary is retried. */
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

/** The share of the remaining lease that the own-network guard may take. The remainder is for recording the result. */
const DECIDING_SHARE = 0.5

/** The states of a site, which the own-network guard uses, by the state of a page. */
const siteStates: Readonly<Record<UrlStatus, WatchedState>> = {
  unknown: "unknown",
  active: "up",
  changed: "up",
  error: "down"
}

/** Starts a check: returns the current time in milliseconds on the monotonic clock. */
export const beginCheck = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / NANOS_PER_MILLI)

/**
 * Judges whether a failed fetch may be due to the network of this process. If the verdict is suppressed, the fetch says
 * nothing about the page.
 */
export const judgeFetch = Effect.fnUntraced(function* (
  { claimedAt, hostname, leaseUntil, state, url }: UrlClaim,
  { from, result }: PageFetch,
  begunAt: number
) {
  const left = leaseUntil - claimedAt - ((yield* beginCheck) - begunAt)
  return yield* (yield* Connectivity).judge({ url, hostname, state: siteStates[state] }, result, {
    from,
    decideWithinMs: DECIDING_SHARE * left
  })
})
