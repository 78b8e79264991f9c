import type { Access, Domain, DomainInputs } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import type { CreateMonitors } from "../monitors/createMonitors.ts"
import type { ReadTargets } from "../monitors/monitorTargets.ts"
import type { Page } from "../../sql/Page.ts"

/** A domain monitor to create. */
export interface NewDomain extends DomainInputs {
  readonly url: string
  readonly hostname: string
  /** What makes two active domains of an account the same: ASCII host, and `:port` when it is not the default. */
  readonly dedupeKey: string
}

/** Absent fields stay unchanged. */
export type DomainPatch = Partial<DomainInputs>

/** The new monitor, or why it was refused: a limit, or an existing equal monitor. */
export type CreateDomainResult =
  | { readonly _tag: "Created"; readonly domain: Domain }
  | { readonly _tag: "LimitReached" }
  | { readonly _tag: "Duplicate" }

/** What is needed to authorize a change of a domain. */
export interface DomainRight {
  readonly id: string
  readonly access: Access
  readonly checkInterval: number
  readonly timeoutSeconds: number
}

/**
 * Domain monitors. Every read and write is limited to what the caller can see: the whole account for its owner, the
 * shared domains for a member. Absent, foreign, deleted and malformed ids all give null.
 */
export class Domains extends Context.Service<
  Domains,
  {
    /** Newest created first. */
    readonly list: (
      scope: AccessScope,
      page: { readonly page: number; readonly limit: number }
    ) => Effect.Effect<Page<Domain>, StoreError>
    readonly find: (scope: AccessScope, id: string) => Effect.Effect<Domain | null, StoreError>
    /** The caller's rights to those of the domains that it can see, in no particular order. */
    readonly rights: (
      scope: AccessScope,
      ids: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<DomainRight>, StoreError>
    /** Where the checks of domains go to, as far as the caller can see them. */
    readonly targets: ReadTargets
    /** Whether a create would be refused now, without writing anything. */
    readonly canCreate: (
      scope: AccessScope,
      dedupeKey: string,
      limit: number
    ) => Effect.Effect<"ok" | "LimitReached" | "Duplicate", StoreError>
    /** Creates a domain that is due at once. The limit and the duplicate rule are enforced under concurrent creates. */
    readonly create: (
      scope: AccessScope,
      domain: NewDomain,
      limit: number
    ) => Effect.Effect<CreateDomainResult, StoreError>
    /** Creates several domains in one statement, in a transaction that has locked the account. */
    readonly createAll: CreateMonitors<NewDomain>
    /**
     * Changes domains in one statement; returns the ids that changed. A change of what is checked withdraws a running
     * check.
     */
    readonly update: (
      scope: AccessScope,
      ids: ReadonlyArray<string>,
      patch: DomainPatch
    ) => Effect.Effect<ReadonlyArray<string>, StoreError>
    /** Stops checking at once and closes an open incident; no effect on a paused domain. */
    readonly pause: (scope: AccessScope, id: string) => Effect.Effect<Domain | null, StoreError>
    /** Starts checking again with state `unknown`; no effect on a domain that is not paused. */
    readonly resume: (scope: AccessScope, id: string) => Effect.Effect<Domain | null, StoreError>
    /** Soft-deletes domains, closes their open incidents, and returns the ids that were deleted. */
    readonly remove: (
      scope: AccessScope,
      ids: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<string>, StoreError>
  }
>()("@mon/core-store/Domains") {}
