import type { Access, Domain, DomainSettings } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import type { Page } from "../../sql/Page.ts"

/** A domain monitor to be created. */
export interface NewDomain extends DomainSettings {
  readonly url: string
  readonly hostname: string
  /** What makes two active domains of an account the same: ASCII host, and `:port` when it is not the default. */
  readonly dedupeKey: string
}

/** Only the fields that are there change. */
export type DomainPatch = Partial<DomainSettings>

/** A new monitor, or the limit or the equal one that stands against it. */
export type CreateDomainResult =
  | { readonly _tag: "Created"; readonly domain: Domain }
  | { readonly _tag: "LimitReached" }
  | { readonly _tag: "Duplicate" }

/** What must be known of a domain before it may be changed. */
export interface DomainRight {
  readonly id: string
  readonly access: Access
  readonly checkInterval: number
  readonly timeoutSeconds: number
}

/**
 * Domain monitors. Every read and write is narrowed to what the viewer may see: the whole account for its owner, the
 * shared domains for a member. Absent, foreign, deleted and malformed ids are all the same null.
 */
export class Domains extends Context.Service<
  Domains,
  {
    /** Newest created first. */
    readonly list: (
      viewer: AccessScope,
      page: { readonly page: number; readonly limit: number }
    ) => Effect.Effect<Page<Domain>, StoreError>
    readonly find: (viewer: AccessScope, id: string) => Effect.Effect<Domain | null, StoreError>
    /** The rights over those of the ids that the viewer can see, in no particular order. */
    readonly rights: (
      viewer: AccessScope,
      ids: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<DomainRight>, StoreError>
    /** Whether a create would be refused now, without writing anything. */
    readonly canCreate: (
      viewer: AccessScope,
      dedupeKey: string,
      limit: number
    ) => Effect.Effect<"ok" | "LimitReached" | "Duplicate", StoreError>
    /** Creates a domain that is due at once. The limit and the duplicate rule hold under concurrent creates. */
    readonly create: (
      viewer: AccessScope,
      domain: NewDomain,
      limit: number
    ) => Effect.Effect<CreateDomainResult, StoreError>
    /**
     * Changes domains in one statement and answers the ids that were changed. A change of what is probed ends a running
     * check's lease.
     */
    readonly update: (
      viewer: AccessScope,
      ids: ReadonlyArray<string>,
      patch: DomainPatch
    ) => Effect.Effect<ReadonlyArray<string>, StoreError>
    /** Stops checking at once and closes an open incident; no effect on a paused domain. */
    readonly pause: (viewer: AccessScope, id: string) => Effect.Effect<Domain | null, StoreError>
    /** Starts checking again with state `unknown`; resuming what is not paused changes nothing. */
    readonly resume: (viewer: AccessScope, id: string) => Effect.Effect<Domain | null, StoreError>
    /** Soft-deletes domains, closes their open incidents, and answers the ids that were deleted. */
    readonly remove: (
      viewer: AccessScope,
      ids: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<string>, StoreError>
  }
>()("@mon/core-store/Domains") {}
