import type { CheckResult } from "@mon/uptime-probe"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Effect from "effect/Effect"

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
const PAGE_BYTES = 10 * 1024 * 1024

const failed = ({ deterministic, verdict }: CheckResult): boolean => verdict === "down" && !deterministic

/** Fetches a page; a failure that may be temporary is retried. */
export const fetchPage = Effect.fn("fetchPage")(function* (
  url: string,
  timeoutMs: number,
  { attempts, waitMs }: FetchPolicy = defaultFetchPolicy
) {
  const probe = yield* UptimeProbe
  const once = probe.check({ url, timeoutMs, keepAnswerBytes: PAGE_BYTES })
  let check = yield* once
  for (let attempt = 1; attempt < attempts && failed(check); attempt++) {
    yield* Effect.sleep(waitMs)
    check = yield* once
  }
  return check
})
