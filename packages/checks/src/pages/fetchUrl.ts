import { isUnsafeMethod } from "@mon/model"
import type { CheckRequest, CheckResult } from "@mon/uptime-probe"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { TimedRequest } from "../requests/performCheck.ts"

/** The rules for repeated attempts to fetch a page. */
export interface FetchPolicy {
  /** The number of failed attempts after which the failure counts. */
  readonly attempts: number
  /** The time from the end of one attempt to the start of the next, in milliseconds. */
  readonly waitMs: number
}

/** The default rules. One lost packet does not fail a check, as for domains. */
export const defaultFetchPolicy: FetchPolicy = { attempts: 3, waitMs: 3_000 }

/** The largest page that is compared, in bytes. */
const PAGE_BYTES = 10 * 1024 * 1024

const NANOS_PER_MILLI = 1_000_000

export interface PageFetch {
  readonly result: CheckResult
  /** The start of the attempt, in milliseconds on the monotonic clock. */
  readonly from: number
}

type Judged = Pick<CheckResult, "deterministic" | "verdict">

const failed = ({ deterministic, verdict }: Judged): boolean => verdict === "down" && !deterministic

/** Repeats a check if its failure may be temporary. Only the last attempt counts. */
export const repeatFailed = Effect.fnUntraced(function* <A, R>(
  once: Effect.Effect<A, never, R>,
  resultOf: (attempt: A) => Judged,
  method: string | undefined,
  { attempts: allowed, waitMs }: FetchPolicy
): Effect.fn.Return<A, never, R> {
  // A request that may change something is sent only once here, because the schedule itself repeats a failed check
  // once.
  const attempts = isUnsafeMethod(method) ? 1 : allowed
  let last = yield* once
  for (let attempt = 1; attempt < attempts && failed(resultOf(last)); attempt++) {
    yield* Effect.sleep(waitMs)
    last = yield* once
  }
  return last
})

/**
 * Fetches a URL. A failure that may be temporary is retried. `keep` returns the parts of the result to keep in addition
 * to the page.
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
