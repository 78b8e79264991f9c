import { type SecretError, Secrets } from "@mon/core-store"
import { mapSealed, type PartForm, SEALED, sealedTexts } from "@mon/model"
import * as Effect from "effect/Effect"

/** A value with sealed texts: its form, and the key-derivation label of its texts. */
export interface Sealing {
  readonly form: PartForm
  readonly label: string
}

/** A value that can be stored, or the path of a text that must be entered again. */
export type SealedResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly where: string }

/** Returns the key of a sealed text: its path in lower case, because header names can differ in case. */
const placeOf = (where: string): string => where.toLowerCase()

/**
 * Returns the encryption context of sealed texts, so that the texts can be decrypted only for the same account and the
 * same address.
 */
const contextOf = (accountKey: string, address: string): string => `${accountKey} ${address}`

const replaced = <Value>(form: PartForm, value: Value, texts: ReadonlyMap<string, string>): Value =>
  mapSealed(form, value, (text, where) => texts.get(where) ?? text) as Value

/**
 * Encrypts the sealed texts of a value for an account and an address. The placeholder `***` keeps the text of
 * `earlier`, which must be the stored value for the same address. If the address has changed, `earlier` is null.
 */
export const sealTexts = Effect.fnUntraced(function* <Value>(
  { form, label }: Sealing,
  accountKey: string,
  address: string,
  value: Value,
  earlier: unknown
): Effect.fn.Return<SealedResult<Value>, never, Secrets> {
  const secrets = yield* Secrets
  const context = contextOf(accountKey, address)
  const stored = new Map([...sealedTexts(form, earlier)].map(([where, text]) => [placeOf(where), text] as const))
  const texts = new Map<string, string>()
  for (const [where, text] of sealedTexts(form, value)) {
    const sealed = text === SEALED ? stored.get(placeOf(where)) : yield* secrets.seal(label, text, context)
    if (sealed === undefined) return { ok: false, where }
    texts.set(where, sealed)
  }
  return { ok: true, value: replaced(form, value, texts) }
})

/**
 * Decrypts the sealed texts of a value. Fails if none of the service's keys can decrypt them for this account and
 * address.
 */
export const openTexts = Effect.fnUntraced(function* <Value>(
  { form, label }: Sealing,
  accountKey: string,
  address: string,
  value: Value
): Effect.fn.Return<Value, SecretError, Secrets> {
  const secrets = yield* Secrets
  const context = contextOf(accountKey, address)
  const texts = new Map<string, string>()
  for (const [where, text] of sealedTexts(form, value)) texts.set(where, yield* secrets.open(label, text, context))
  return replaced(form, value, texts)
})
