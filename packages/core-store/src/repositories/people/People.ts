import type { Language } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"

/** Lifetime of a one-time link, in whole seconds. */
export const linkSeconds = { signup: 86_400, reset: 3_600, setup: 7 * 86_400 } as const

/** The purpose of a one-time link: confirming the address of a sign-up, or setting a password. */
export type LinkKind = keyof typeof linkSeconds

/** A person, with what signing in needs. The key is internal. */
export interface Person {
  readonly userKey: string
  readonly email: string
  /** PHC string; null: no password yet. */
  readonly passwordHash: string | null
}

/** How a person gets emails about its own sign-in. */
export interface MailAudience {
  readonly email: string
  readonly language: Language
  readonly timezone: string
}

/** A person with a new password, and what became of the person's API keys in all accounts. */
export interface PasswordChange extends Person {
  readonly revokedKeys: number
  /** Keys that continue to work. */
  readonly liveKeys: number
}

/** A valid one-time link. */
export interface OpenLink {
  readonly kind: LinkKind
  readonly email: string
  /** Whether the person with this address has a password. */
  readonly hasPassword: boolean
  /** The number of API keys of the person, in all accounts. */
  readonly liveKeys: number
}

/** People, their passwords and their one-time links. Tokens are passed as their SHA-256. */
export class People extends Context.Service<
  People,
  {
    /** Case-insensitive. */
    readonly findByEmail: (email: string) => Effect.Effect<Person | null, StoreError>
    readonly findByKey: (userKey: string) => Effect.Effect<Person | null, StoreError>
    /** Null: there is no such person. */
    readonly mailAudience: (userKey: string) => Effect.Effect<MailAudience | null, StoreError>
    /**
     * Stores a link and invalidates earlier ones of the same kind and address. A sign-up needs an address that owns no
     * account, the other kinds need a person. Returns the address as stored, or null when the condition is not met.
     */
    readonly startLink: (
      kind: LinkKind,
      email: string,
      tokenHash: Uint8Array
    ) => Effect.Effect<string | null, StoreError>
    /** Whether any account has an owner. */
    readonly hasOwner: Effect.Effect<boolean, StoreError>
    readonly findLink: (tokenHash: Uint8Array) => Effect.Effect<OpenLink | null, StoreError>
    /**
     * Uses a sign-up link: creates an account for the person. Null as in {@link findLink}. With `onlyFirst` also null
     * if any account has an owner: of several people who sign up at once, one becomes the first.
     */
    readonly signUp: (
      tokenHash: Uint8Array,
      person: { readonly name: string | null; readonly passwordHash: string | null },
      options?: { readonly onlyFirst: boolean }
    ) => Effect.Effect<Person | null, StoreError>
    /**
     * Uses a link that sets a password; all sessions of the person end, and the API keys if `revokeKeys` is set. Null
     * as in {@link findLink}.
     */
    readonly resetPassword: (
      tokenHash: Uint8Array,
      passwordHash: string,
      revokeKeys: boolean
    ) => Effect.Effect<PasswordChange | null, StoreError>
    /** Sets a password; all sessions and password links of the person end, and the API keys if `revokeKeys` is set. */
    readonly setPassword: (
      userKey: string,
      passwordHash: string,
      revokeKeys: boolean
    ) => Effect.Effect<PasswordChange | null, StoreError>
    /** The number of API keys that work in the name of a person, in all accounts. */
    readonly countKeys: (userKey: string) => Effect.Effect<number, StoreError>
    /** Replaces a hash by another one of the same password, unless the password was changed meanwhile. */
    readonly rehash: (userKey: string, before: string, after: string) => Effect.Effect<void, StoreError>
    /** Deletes at most `limit` expired links; returns how many. */
    readonly purgeLinks: (limit: number) => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/People") {}
