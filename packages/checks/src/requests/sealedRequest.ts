import { type CheckOptions, type MonitorTarget, type SecretError, Secrets } from "@mon/core-store"
import { mapSealed, requestFields, SEALED } from "@mon/model"
import { type CheckRequest, type CheckResult, unmadeCheck } from "@mon/uptime-probe"
import type { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { performCheck, plainRequest, secretTexts, type TimedRequest } from "./performCheck.ts"

/** The stored request of a monitor, in which the sealed texts are encrypted. */
export type SealedRequest = NonNullable<MonitorTarget["request"]>

/** The key-derivation label of sealed texts. */
const LABEL = "monitor request"

const { form } = requestFields.request

/**
 * Returns the encryption context of sealed texts, so that the texts can be decrypted only for the same account and the
 * same scheme, host and port.
 */
const contextOf = (accountKey: string, url: string): string => `${accountKey} ${new URL(url).origin}`

/** Returns the key of a sealed text: its path in lower case, because header names can differ in case. */
const placeOf = (where: string): string => where.toLowerCase()

export interface EarlierRequest {
  readonly url: string
  readonly request: SealedRequest | null
}

/** A request that can be stored, or the path of a text that must be entered again. */
type SealedResult =
  | { readonly ok: true; readonly request: SealedRequest }
  | { readonly ok: false; readonly where: string }

/**
 * Encrypts the sealed texts of a request for an account and the target of a monitor. The placeholder `***` keeps the
 * stored text, but only if scheme, host and port have not changed.
 */
export const sealRequest = Effect.fn("sealRequest")(function* (
  accountKey: string,
  url: string,
  request: SealedRequest,
  earlier: EarlierRequest | null
): Effect.fn.Return<SealedResult, never, Secrets> {
  const secrets = yield* Secrets
  const context = contextOf(accountKey, url)
  const isSameOrigin = earlier !== null && new URL(earlier.url).origin === new URL(url).origin
  const stored = new Map(
    isSameOrigin ? [...secretTexts(earlier.request)].map(([where, text]) => [placeOf(where), text] as const) : []
  )
  const texts = new Map<string, string>()
  for (const [where, text] of secretTexts(request)) {
    const sealed = text === SEALED ? stored.get(placeOf(where)) : yield* secrets.seal(LABEL, text, context)
    if (sealed === undefined) return { ok: false, where }
    texts.set(where, sealed)
  }
  return { ok: true, request: mapSealed(form, request, (text, where) => texts.get(where) ?? text) as SealedRequest }
})

/**
 * Decrypts the sealed texts of a request. Fails if none of the service's keys can decrypt them for this account and
 * target.
 */
export const openRequest = Effect.fnUntraced(function* (
  accountKey: string,
  url: string,
  request: SealedRequest
): Effect.fn.Return<SealedRequest, SecretError, Secrets> {
  const secrets = yield* Secrets
  const context = contextOf(accountKey, url)
  const texts = new Map<string, string>()
  for (const [where, text] of secretTexts(request)) texts.set(where, yield* secrets.open(LABEL, text, context))
  return mapSealed(form, request, (text, where) => texts.get(where) ?? text) as SealedRequest
})

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
