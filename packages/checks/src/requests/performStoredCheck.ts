import type { Secrets } from "@mon/core-store"
import { type CheckRequest, type CheckResult, unmadeCheck } from "@mon/uptime-probe"
import type { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type CheckedTarget, checkRequest, UNREADABLE } from "./checkRequest.ts"
import { performCheck } from "./performCheck.ts"

/** Checks a target with its stored request. If the request cannot be decrypted, the result has no verdict. */
export const performStoredCheck = Effect.fnUntraced(function* (
  target: CheckedTarget,
  keep: Pick<CheckRequest, "family" | "keepAnswerBytes" | "keepFailedAnswer">
): Effect.fn.Return<CheckResult, never, UptimeProbe | Secrets> {
  const opened = Effect.map(checkRequest(target), (request) => ({ ...request, ...keep }))
  return yield* performCheck(target, opened).pipe(
    Effect.catchTag("SecretError", ({ reason }) =>
      Effect.andThen(
        Effect.annotateLogs(Effect.logError("The request of a monitor cannot be decrypted"), { reason }),
        Effect.map(Clock.currentTimeMillis, (startedAt) => unmadeCheck(target.url, startedAt, UNREADABLE))
      )
    )
  )
})
