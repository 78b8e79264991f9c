import { type MonitorTarget, type SecretError, Secrets } from "@mon/core-store"
import { mapSealed, requestFields, SEALED } from "@mon/model"
import * as Effect from "effect/Effect"
import { secretTexts } from "./secretRequest.ts"

/** The stored request of a monitor, in which the sealed texts are encrypted. */
export type SealedRequest = NonNullable<MonitorTarget["request"]>

/** The key-derivation label of sealed texts. */
const LABEL = "monitor request"

const { form } = requestFields.request

/**
 * Returns the context of sealed texts. They can be decrypted only for the same account and the same scheme, host and
 * port.
 */
const contextOf = (accountKey: string, url: string): string => `${accountKey} ${new URL(url).origin}`

/** Returns the key of a sealed text: its path in lower case, because header names can differ in case. */
const placeOf = (where: string): string => where.toLowerCase()

/** The stored request of a monitor before a change, and the URL of that request. */
export interface EarlierRequest {
  readonly url: string
  readonly request: SealedRequest | null
}

/** A request that can be stored, or the path of a text that must be entered again. */
export type SealedResult =
  | { readonly ok: true; readonly request: SealedRequest }
  | { readonly ok: false; readonly where: string }

/**
 * Encrypts the sealed texts of a request for an account and the target of a monitor. The text `***` keeps the stored
 * text, but only if scheme, host and port have not changed.
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

/** Decrypts the sealed texts of a request. Fails if none of our keys opens them for this account and target. */
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
