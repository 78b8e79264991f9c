import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../StoreError.ts"

/** As whose domain it is looked at; each asks other questions. */
export type DomainFactKind = "prospect" | "sender"

/** A domain that was asked about: known, the caller's to look up, or being looked up by somebody else. */
export type DomainFactClaim =
  | { readonly _tag: "Known"; readonly domain: string; readonly facts: unknown }
  | { readonly _tag: "Claimed"; readonly domain: string }
  | { readonly _tag: "Busy"; readonly domain: string }

/** What was found out about a domain, and for how many seconds it holds. */
export interface FoundDomainFact {
  readonly domain: string
  /** Plain JSON. */
  readonly facts: unknown
  readonly keepSeconds: number
}

/**
 * What the DNS says of domains, shared by all jobs of all workers: a domain is looked up by one of them, and the others
 * wait for it. Facts are public, so they belong to no account.
 */
export class DomainFactCache extends Context.Service<
  DomainFactCache,
  {
    /** Answers for each domain what is known, and leases to `token` for `leaseMs` what nobody knows or looks up. */
    readonly claim: (
      kind: DomainFactKind,
      domains: ReadonlyArray<string>,
      lease: { readonly token: string; readonly leaseMs: number }
    ) => Effect.Effect<ReadonlyArray<DomainFactClaim>, StoreError>
    /** Keeps what was found; a domain whose lease went to somebody else is left to them. */
    readonly settle: (
      kind: DomainFactKind,
      token: string,
      found: ReadonlyArray<FoundDomainFact>
    ) => Effect.Effect<void, StoreError>
    /** Gives up the domains that `token` still holds. */
    readonly release: (token: string) => Effect.Effect<void, StoreError>
    /** Drops facts whose time is over; answers how many. */
    readonly forget: (limit: number) => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/DomainFactCache") {}
