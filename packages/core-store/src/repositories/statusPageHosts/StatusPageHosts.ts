import type { Language, StatusPageHost, StatusPageHostAddress } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"

/** The own host name of a page as the store knows it: records and address depend on where the service runs. */
export type StoredStatusPageHost = Omit<StatusPageHost, "displayName" | "records" | "url">

/** A proven own host name of a page. */
export interface ServedHost {
  readonly hostname: string
  /** False: the plan allows fewer of them, and nothing is served there. */
  readonly isActive: boolean
  /** Whether readers who follow a link to it arrive, as far as is known. Links lead to the service otherwise. */
  readonly leadsHere: boolean
}

/** Why a page does not get a host name, or that it has it. */
export type SetHostResult =
  | { readonly _tag: "Set" }
  | { readonly _tag: "Absent" }
  | { readonly _tag: "LimitReached" }
  /** Another page of the account has it, proven or not. */
  | { readonly _tag: "OwnPage"; readonly pageName: string }
  /** Somebody has proven it. */
  | { readonly _tag: "Proven" }

/** Whether a person may ask for a lookup now. */
export type AskResult =
  | { readonly _tag: "Ask"; readonly hostname: string }
  | { readonly _tag: "TooSoon"; readonly seconds: number }
  | { readonly _tag: "Absent" }

/** What a lookup says about a host name. */
export interface HostLookup {
  readonly isPublished: boolean
  /** Null: not known. */
  readonly address: StatusPageHostAddress | null
}

/** How many own host names there are, over all accounts, by what their TXT record says. */
export interface HostCounts {
  /** Not proven yet. */
  readonly waiting: number
  readonly proven: number
  /** Proven, but the record is missing. */
  readonly failing: number
  readonly released: number
}

/** Something that the owner of a page must know about its host name. */
export interface HostNotice {
  readonly kind: "missing" | "released"
  /** Public id of the page. */
  readonly pageId: string
  readonly pageName: string
  readonly hostname: string
  readonly absentSince: Date
  /** When the host name was released, or will be. */
  readonly releasesAt: Date
  readonly owner: { readonly email: string; readonly timezone: string; readonly language: Language }
}

/**
 * Own host names of status pages. The TXT record that proves a name is looked up by `HostProofChecks`, which also gives
 * names to pages and releases them.
 */
export class StatusPageHosts extends Context.Service<
  StatusPageHosts,
  {
    /** Gives a page another host name, which is not proven yet. The limit is enforced under concurrent requests. */
    readonly set: (
      scope: AccessScope,
      pageId: string,
      hostname: string,
      limit: number
    ) => Effect.Effect<SetHostResult, StoreError>
    /** False when there is no such page, or it has no host name. */
    readonly remove: (scope: AccessScope, pageId: string) => Effect.Effect<boolean, StoreError>
    /** Takes the permit to query the records of a host name because a person asks for it. */
    readonly ask: (scope: AccessScope, pageId: string) => Effect.Effect<AskResult, StoreError>
    /** Records a lookup that was answered. Only `HostProofChecks` counts a record as missing. */
    readonly note: (scope: AccessScope, pageId: string, lookup: HostLookup) => Effect.Effect<void, StoreError>
    /** Records that a request for a proven host name has arrived. */
    readonly reached: (hostname: string) => Effect.Effect<void, StoreError>
    /**
     * Hands the next notice to `send`. If that fails, the notice comes again. False: there was none.
     */
    readonly notifyNext: <E, R>(
      send: (notice: HostNotice) => Effect.Effect<void, E, R>
    ) => Effect.Effect<boolean, E | StoreError, R>
    /** For the operator. */
    readonly counts: () => Effect.Effect<HostCounts, StoreError>
    /** Puts names on the schedule of lookups that a worker of an older release took off. */
    readonly reschedule: () => Effect.Effect<void, StoreError>
  }
>()("@mon/core-store/StatusPageHosts") {}
