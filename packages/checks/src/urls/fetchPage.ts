import type { Secrets, UrlClaim } from "@mon/core-store"
import { isUnsafeMethod } from "@mon/model"
import type { CheckResult } from "@mon/uptime-probe"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { checkRequest, UNREADABLE, unmadeCheck } from "../requests/checkRequest.ts"

/** How a page is fetched. */
export interface FetchPolicy {
  /** The number of attempts before a failure counts. */
  readonly attempts: number
  /** From the end of one attempt to the next. */
  readonly waitMs: number
}

/** The same as for domains (decisions section 3): one lost packet is not a failure. */
export const defaultFetchPolicy: FetchPolicy = { attempts: 3, waitMs: 3_000 }

/** A larger page is not compared. */
export const PAGE_BYTES = 10 * 1024 * 1024

const NANOS_PER_MILLI = 1_000_000

/** The last attempt to fetch a page. */
export interface PageFetch {
  readonly result: CheckResult
  /** When it began, in milliseconds on the monotonic clock. */
  readonly from: number
}

const failed = ({ deterministic, verdict }: CheckResult): boolean => verdict === "down" && !deterministic

/** Fetches a page; a failure that may be temporary is retried. */
export const fetchPage = Effect.fn("fetchPage")(function* (
  claim: UrlClaim,
  { attempts: allowed, waitMs }: FetchPolicy = defaultFetchPolicy
): Effect.fn.Return<PageFetch, never, UptimeProbe | Secrets> {
  const probe = yield* UptimeProbe
  // The schedule repeats a failed check once, which is all that a request that may change something allows.
  const attempts = isUnsafeMethod(claim.request?.method) ? 1 : allowed
  const startedAt = yield* Clock.currentTimeMillis
  const opened = yield* Effect.result(checkRequest(claim))
  if (Result.isFailure(opened)) {
    yield* Effect.annotateLogs(Effect.logError("The request of a monitor cannot be decrypted"), {
      reason: opened.failure.reason
    })
    const from = Number(yield* Clock.monotonicTimeNanos) / NANOS_PER_MILLI
    return { from, result: unmadeCheck(claim.url, startedAt, UNREADABLE) }
  }
  const request = { ...opened.success, keepAnswerBytes: PAGE_BYTES }
  const once = Effect.gen(function* () {
    const from = Number(yield* Clock.monotonicTimeNanos) / NANOS_PER_MILLI
    return { from, result: yield* probe.check(request) }
  })
  let fetched = yield* once
  for (let attempt = 1; attempt < attempts && failed(fetched.result); attempt++) {
    yield* Effect.sleep(waitMs)
    fetched = yield* once
  }
  return fetched
})
