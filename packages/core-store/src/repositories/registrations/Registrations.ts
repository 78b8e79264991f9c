import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"

/** The registration of a domain, as stored between lookups. */
export interface StoredRegistration {
  /** ISO 8601 UTC; null when the registry publishes no date. */
  readonly expiresAt: string | null
  readonly registrar: string | null
  readonly statuses: ReadonlyArray<string>
  readonly conditions: ReadonlyArray<string>
  readonly source: "rdap" | "whois"
  /** The RDAP or WHOIS server that answered. */
  readonly server: string
  /** Milliseconds since the epoch, on the clock of the process that looked it up. */
  readonly checkedAt: number
}

/** A registrable domain that is due for a lookup. Times are milliseconds since the epoch. */
export interface RegistrationClaim {
  readonly domain: string
  readonly leaseToken: string
  /** The last successful result; null when there is none, or when the domain was not registered. */
  readonly previous: StoredRegistration | null
  readonly claimedAt: number
}

/**
 * The result of a lookup. `Unsupported`: the registry offers no lookup; the stored registration stays. `Unavailable`:
 * no answer; the lookup is repeated, not before `retryAfterMs` if the server asked for that.
 */
export type RegistrationFound =
  | { readonly _tag: "Registered"; readonly registration: StoredRegistration }
  | { readonly _tag: "NotRegistered"; readonly source: "rdap" | "whois"; readonly server: string }
  | { readonly _tag: "Unsupported" }
  | { readonly _tag: "Unavailable"; readonly retryAfterMs: number | null }

/** Registrations of monitored domains: one for each registrable domain, shared by all accounts. */
export class Registrations extends Context.Service<
  Registrations,
  {
    /** Monitors whose registrable domain is not determined yet. */
    readonly unassigned: (
      limit: number
    ) => Effect.Effect<ReadonlyArray<{ readonly monitorKey: string; readonly hostname: string }>, StoreError>
    /**
     * Sets the registrable domain of monitors (null: none). They get the stored registration, with its alert, at once.
     */
    readonly assign: (
      monitors: ReadonlyArray<{ readonly monitorKey: string; readonly domain: string | null }>
    ) => Effect.Effect<void, StoreError>
    /** Leases up to `limit` due domains for `leaseMs` each; no two callers get the same one. */
    readonly claim: (limit: number, leaseMs: number) => Effect.Effect<ReadonlyArray<RegistrationClaim>, StoreError>
    /** Releases unused leases: their domains are due at once. */
    readonly release: (claims: ReadonlyArray<RegistrationClaim>) => Effect.Effect<void, StoreError>
    /** Records a result for every monitor of the domain, with its alerts; false when the lease has ended. */
    readonly record: (
      claim: RegistrationClaim,
      at: number,
      found: RegistrationFound
    ) => Effect.Effect<boolean, StoreError>
  }
>()("@mon/core-store/Registrations") {}
