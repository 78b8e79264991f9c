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

/** Where a sealed text belongs. */
interface Placement {
  /** The address to which the text is sent. */
  readonly address: string
  /** The place of the text among all texts for this address. */
  readonly place: string
}

/** Returns where the text with a path belongs. */
export type PlacementOf = (where: string) => Placement

/** Returns the places of texts that belong to one address: their paths in lower case, as header names ignore case. */
export const placedAt =
  (address: string): PlacementOf =>
  (where) => ({ address, place: where.toLowerCase() })

const keyOf = ({ address, place }: Placement): string => `${address} ${place}`

/**
 * Returns the encryption context of sealed texts, so that the texts can be decrypted only for the same account and the
 * same address.
 */
const contextOf = (accountKey: string, address: string): string => `${accountKey} ${address}`

const replaced = <Value>(form: PartForm, value: Value, texts: ReadonlyMap<string, string>): Value =>
  mapSealed(form, value, (text, where) => texts.get(where) ?? text) as Value

/** A value with encrypted texts, and where they belong. */
export interface StoredTexts {
  readonly value: unknown
  readonly placementOf: PlacementOf
}

/**
 * Encrypts the sealed texts of a value for an account and their addresses. The placeholder `***` keeps the text of
 * `earlier` that has the same address and the same place.
 */
export const sealTexts = Effect.fnUntraced(function* <Value>(
  { form, label }: Sealing,
  accountKey: string,
  placementOf: PlacementOf,
  value: Value,
  earlier: StoredTexts | null
): Effect.fn.Return<SealedResult<Value>, never, Secrets> {
  const secrets = yield* Secrets
  const stored = new Map(
    [...sealedTexts(form, earlier?.value)].map(
      ([where, text]) => [keyOf((earlier?.placementOf ?? placementOf)(where)), text] as const
    )
  )
  const texts = new Map<string, string>()
  for (const [where, text] of sealedTexts(form, value)) {
    const placement = placementOf(where)
    const sealed =
      text === SEALED
        ? stored.get(keyOf(placement))
        : yield* secrets.seal(label, text, contextOf(accountKey, placement.address))
    if (sealed === undefined) return { ok: false, where }
    texts.set(where, sealed)
  }
  return { ok: true, value: replaced(form, value, texts) }
})

/**
 * Decrypts the sealed texts of a value. Fails if none of the service's keys can decrypt them for this account and their
 * addresses.
 */
export const openTexts = Effect.fnUntraced(function* <Value>(
  { form, label }: Sealing,
  accountKey: string,
  placementOf: PlacementOf,
  value: Value
): Effect.fn.Return<Value, SecretError, Secrets> {
  const secrets = yield* Secrets
  const texts = new Map<string, string>()
  for (const [where, text] of sealedTexts(form, value))
    texts.set(where, yield* secrets.open(label, text, contextOf(accountKey, placementOf(where).address)))
  return replaced(form, value, texts)
})
