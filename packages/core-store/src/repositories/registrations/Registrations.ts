import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"

/** What a registry said of a domain, as it is kept between look-ups. */
export interface StoredRegistration {
  /** ISO 8601 UTC; null when the registry tells no date. */
  readonly expiresAt: string | null
  readonly registrar: string | null
  readonly statuses: ReadonlyArray<string>
  readonly conditions: ReadonlyArray<string>
  readonly source: "rdap" | "whois"
  /** Who said so. */
  readonly server: string
  /** Milliseconds since the epoch, on the clock of the process that asked. */
  readonly checkedAt: number
}

/** A registrable domain that is due. Times are milliseconds since the epoch. */
export interface RegistrationClaim {
  readonly domain: string
  readonly leaseToken: string
  /** The last good one; null when there was none, or when the domain was not registered. */
  readonly previous: StoredRegistration | null
  readonly claimedAt: number
}

/**
 * What a look-up came to. `NotRegistered` is an answer; `Unsupported` is one as well, and leaves what is known;
 * `Unavailable` says nothing, and is tried again, not before `retryAfterMs` if the server said so.
 */
export type RegistrationFound =
  | { readonly _tag: "Registered"; readonly registration: StoredRegistration }
  | { readonly _tag: "NotRegistered"; readonly source: "rdap" | "whois"; readonly server: string }
  | { readonly _tag: "Unsupported" }
  | { readonly _tag: "Unavailable"; readonly retryAfterMs: number | null }

/** The registrations of the domains that are watched: one for each registrable domain, whoever watches it. */
export class Registrations extends Context.Service<
  Registrations,
  {
    /** Monitors whose registrable domain was not worked out yet. */
    readonly unassigned: (
      limit: number
    ) => Effect.Effect<ReadonlyArray<{ readonly monitorKey: string; readonly hostname: string }>, StoreError>
    /** Says which registrable domain monitors are in (null: none); what is known of it is theirs at once, with its alert. */
    readonly assign: (
      monitors: ReadonlyArray<{ readonly monitorKey: string; readonly domain: string | null }>
    ) => Effect.Effect<void, StoreError>
    /** Leases up to `limit` due domains for `leaseMs` each; no two callers get the same one. */
    readonly claim: (limit: number, leaseMs: number) => Effect.Effect<ReadonlyArray<RegistrationClaim>, StoreError>
    /** Hands leases back unused: their domains are due at once. */
    readonly release: (claims: ReadonlyArray<RegistrationClaim>) => Effect.Effect<void, StoreError>
    /** Records what was found at a time for every monitor of the domain, with its alerts; false when the lease is over. */
    readonly record: (
      claim: RegistrationClaim,
      at: number,
      found: RegistrationFound
    ) => Effect.Effect<boolean, StoreError>
  }
>()("@mon/core-store/Registrations") {}
