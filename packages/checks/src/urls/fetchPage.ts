import type { Secrets } from "@mon/core-store"
import { unmadeCheck } from "@mon/uptime-probe"
import type { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type CheckedTarget, checkRequest, UNREADABLE } from "../requests/checkRequest.ts"
import { isSecretRequest } from "../requests/secretRequest.ts"
import { defaultFetchPolicy, type FetchPolicy, fetchUrl, type PageFetch } from "./fetchUrl.ts"

const NANOS_PER_MILLI = 1_000_000

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
