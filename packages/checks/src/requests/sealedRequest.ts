import type { CheckOptions, MonitorTarget, SecretError, Secrets } from "@mon/core-store"
import { requestFields } from "@mon/model"
import { type CheckRequest, type CheckResult, unmadeCheck } from "@mon/uptime-probe"
import type { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { performCheck, plainRequest, type TimedRequest } from "./performCheck.ts"
import { openTexts, placedAt, sealTexts, type Sealing } from "./sealedTexts.ts"

/** The stored request of a monitor, in which the sealed texts are encrypted. */
export type SealedRequest = NonNullable<MonitorTarget["request"]>

const sealing: Sealing = { form: requestFields.request.form, label: "monitor request" }

/** The sealed texts of a request belong to a scheme, a host and a port. */
const originOf = (url: string): string => new URL(url).origin

export interface EarlierRequest {
  readonly url: string
  readonly request: SealedRequest | null
}

/**
 * Encrypts the sealed texts of a request for an account and the target of a monitor. The placeholder `***` keeps the
 * stored text, but only if scheme, host and port have not changed.
 */
export const sealRequest = Effect.fn("sealRequest")(function* (
  accountKey: string,
  url: string,
  request: SealedRequest,
  earlier: EarlierRequest | null
) {
  const stored = earlier === null ? null : { value: earlier.request, placementOf: placedAt(originOf(earlier.url)) }
  return yield* sealTexts(sealing, accountKey, placedAt(originOf(url)), request, stored)
})

/**
 * Decrypts the sealed texts of a request. Fails if none of the service's keys can decrypt them for this account and
 * target.
 */
export const openRequest = (accountKey: string, url: string, request: SealedRequest) =>
  openTexts(sealing, accountKey, placedAt(originOf(url)), request)

export interface CheckedTarget extends Omit<CheckOptions, "stopped"> {
  readonly accountKey: string
  readonly url: string
  readonly timeoutMs: number
}

export const checkRequest = Effect.fnUntraced(function* ({
  accountKey,
  request,
  url,
  ...target
}: CheckedTarget): Effect.fn.Return<TimedRequest, SecretError, Secrets> {
  const opened = request === null ? null : yield* openRequest(accountKey, url, request)
  return plainRequest({ ...target, url, request: opened })
})

export const UNREADABLE = "The stored request cannot be read with MON_SECRET. Enter its headers and credentials again."

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
