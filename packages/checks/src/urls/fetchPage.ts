import type { CheckResult } from "@mon/uptime-probe"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Effect from "effect/Effect"

/** How a page is fetched. */
export interface FetchPace {
  /** Fetches of a page that fails, before that counts. */
  readonly tries: number
  /** From the end of one to the next. */
  readonly waitMs: number
}

/** As often as a domain's first looks (decisions section 3): one lost packet is no error of a page. */
export const fetchPace: FetchPace = { tries: 3, waitMs: 3_000 }

/** Beyond this a page is too large to be compared. */
export const PAGE_BYTES = 10 * 1024 * 1024

const failed = ({ deterministic, verdict }: CheckResult): boolean => verdict === "down" && !deterministic

/** Fetches a page; what fails for a reason that may pass is tried again. */
export const fetchPage = Effect.fn("fetchPage")(function* (
  url: string,
  timeoutMs: number,
  { tries, waitMs }: FetchPace = fetchPace
) {
  const probe = yield* UptimeProbe
  const once = probe.check({ url, timeoutMs, keepAnswerBytes: PAGE_BYTES })
  let look = yield* once
  for (let tried = 1; tried < tries && failed(look); tried++) {
    yield* Effect.sleep(waitMs)
    look = yield* once
  }
  return look
})
