import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"

/** How long a one-time link works. Whole seconds. */
export const linkSeconds = { signup: 86_400, reset: 3_600, setup: 7 * 86_400 } as const

/** What a one-time link is for: confirming the address of a sign-up, or setting a password. */
export type LinkKind = keyof typeof linkSeconds

/** A person as far as signing in needs it; internal key. */
export interface Person {
  readonly userKey: string
  readonly email: string
  /** PHC string; null: no password was set yet. */
  readonly passwordHash: string | null
}

/** A one-time link that works now. */
export interface OpenLink {
  readonly kind: LinkKind
  readonly email: string
  /** Whether the person with this address has a password. */
  readonly hasPassword: boolean
}

/** People, their passwords and the one-time links that are mailed to them. Tokens are told as their SHA-256. */
export class People extends Context.Service<
  People,
  {
    /** Case-insensitive. */
    readonly findByEmail: (email: string) => Effect.Effect<Person | null, StoreError>
    readonly findByKey: (userKey: string) => Effect.Effect<Person | null, StoreError>
    /**
     * Keeps a link and kills those of the same kind and address. A sign-up works for an address that owns no account, the
     * others for a person; answers the address as it is kept, or null when there is nothing to link to.
     */
    readonly startLink: (
      kind: LinkKind,
      email: string,
      tokenHash: Uint8Array
    ) => Effect.Effect<string | null, StoreError>
    readonly findLink: (tokenHash: Uint8Array) => Effect.Effect<OpenLink | null, StoreError>
    /** Uses up a sign-up: the person owns an account from now on. Null as {@link findLink}. */
    readonly signUp: (
      tokenHash: Uint8Array,
      person: { readonly name: string | null; readonly passwordHash: string | null }
    ) => Effect.Effect<Person | null, StoreError>
    /** Uses up a link that sets a password; every session of the person ends. Null as {@link findLink}. */
    readonly resetPassword: (tokenHash: Uint8Array, passwordHash: string) => Effect.Effect<Person | null, StoreError>
    /** Every session of the person ends, and every link that would set another one. */
    readonly setPassword: (userKey: string, passwordHash: string) => Effect.Effect<void, StoreError>
    /** Replaces a hash by one of the same password, unless it was changed meanwhile. */
    readonly rehash: (userKey: string, before: string, after: string) => Effect.Effect<void, StoreError>
    /** Drops links that are over. */
    readonly purgeLinks: () => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/People") {}
