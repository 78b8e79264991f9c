import type { DnsObserved, DnsTypeChange, DnsWatchRecord, PlanName } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"

/** What is watched about a domain, as `dnsWatch` of `domainFields` has it. */
export interface StoredDnsWatch {
  readonly types: ReadonlyArray<string>
  readonly addresses?: ReadonlyArray<string>
}

/** A domain whose DNS is due for an observation. Times are milliseconds since the epoch. */
export interface DnsWatchClaim {
  /** Internal key (bigint as text). */
  readonly monitorKey: string
  /** The account of the monitor: internal key. */
  readonly accountKey: string
  readonly leaseToken: string
  readonly hostname: string
  readonly watch: StoredDnsWatch
  /** What the engine remembers, as it was recorded; null before the first observation. */
  readonly state: unknown
  /** The plan in force. */
  readonly plan: PlanName
  /** The interval of the domain's own checks. */
  readonly intervalMs: number
  readonly claimedAt: number
}

/** What an observation found. */
export interface DnsWatchResult {
  /** Milliseconds since the epoch. */
  readonly observedAt: number
  /** What the engine remembers, as JSON. */
  readonly state: object
  readonly shown: DnsObserved
  /** Confirmed changes; empty: none. */
  readonly changes: ReadonlyArray<DnsTypeChange>
  /** What the cause of the changes rests on: `DiagnosisFacts` of @mon/diagnosis. Default: nothing. */
  readonly diagnosisFacts?: object
  /** When the next observation is due, from now on. */
  readonly nextInMs: number
}

/** Observations of the DNS of domains. */
export class DnsWatches extends Context.Service<
  DnsWatches,
  {
    /**
     * Leases up to `limit` due domains for `leaseMs` each. Skips domains that are paused, that exceed the plan of their
     * account (newest first), or that belong to one of `exceptAccounts`.
     */
    readonly claim: (
      limit: number,
      leaseMs: number,
      exceptAccounts?: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<DnsWatchClaim>, StoreError>
    /** Releases unused leases: their domains are due at once. */
    readonly release: (claims: ReadonlyArray<DnsWatchClaim>) => Effect.Effect<void, StoreError>
    /** Records an observation, its changes and their alert; false when the lease has ended. */
    readonly record: (claim: DnsWatchClaim, result: DnsWatchResult) => Effect.Effect<boolean, StoreError>
    /** The DNS of a domain that the caller can see; null when there is none. */
    readonly find: (scope: AccessScope, id: string) => Effect.Effect<DnsWatchRecord | null, StoreError>
    /** How many domains of the account are watched, without those with the given ids. */
    readonly used: (scope: AccessScope, exceptIds: ReadonlyArray<string>) => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/DnsWatches") {}
