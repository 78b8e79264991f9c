import type {
  AutomaticPosts,
  ChosenComponentState,
  Language,
  StatusPage,
  StatusPageAccess,
  StatusPageSummary
} from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import type { StoredStatusPageHost } from "../statusPageHosts/StatusPageHosts.ts"

/** A logo that Mon has decoded and written anew. */
export interface StoredLogo {
  readonly bytes: Uint8Array
  readonly contentType: string
  /** In pixels. */
  readonly width: number
  readonly height: number
}

/** A group of a request. `id`: that of an existing group, or any text that components of the request refer to. */
export interface GroupDraft {
  readonly id: string
  readonly name: string
  readonly description: string | null
}

/** A component of a request. `id` null, or of no component of the page: a new one. */
export interface ComponentDraft {
  readonly id: string | null
  readonly groupId: string | null
  readonly name: string
  readonly description: string | null
  readonly monitorIds: ReadonlyArray<string>
  readonly tagIds: ReadonlyArray<string>
  readonly showsMonitors: boolean
  readonly showsUptime: boolean
  readonly onlyIfDegraded: boolean
}

/** What a person decides of a page, beside its groups and components. */
export interface StatusPageFields {
  readonly slug: string
  readonly name: string
  readonly description: string | null
  readonly language: Language
  /** Null: that of the caller. */
  readonly timezone: string | null
  readonly accentColor: string
  readonly headerColor: string | null
  readonly links: StatusPage["links"]
  readonly logo: StoredLogo | null
  readonly access: StatusPageAccess
  readonly passwordHash: string | null
  readonly emailDomains: ReadonlyArray<string>
  readonly showsWindowNames: boolean
  readonly automaticPosts: AutomaticPosts
}

/** Groups and components; components without groups keep the groups of the page. */
export interface LayoutDraft {
  readonly groups?: ReadonlyArray<GroupDraft>
  readonly components?: ReadonlyArray<ComponentDraft>
}

/** A page as the store knows it: its address depends on where the service runs. */
export type StoredStatusPage = Omit<StatusPage, "host" | "url"> & { readonly host: StoredStatusPageHost | null }
/** A page in a list, as the store knows it. */
export type StoredStatusPageSummary = Omit<StatusPageSummary, "url">

/** A saved page, or why it was not saved. */
export type SaveStatusPageResult =
  | { readonly _tag: "Saved"; readonly page: StoredStatusPage }
  | { readonly _tag: "Absent" }
  | { readonly _tag: "LimitReached" }
  | { readonly _tag: "SlugTaken" }
  /** Access by password without one, or by email domains without any. */
  | { readonly _tag: "NoPassword" | "NoDomains" }
  /** What the account does not have, or what a component refers to in vain. */
  | { readonly _tag: "NoMonitor" | "NoTag" | "NoGroup" }

/** The status pages of an account, as those who manage them see them. Absent, foreign and malformed ids are alike. */
export class StatusPages extends Context.Service<
  StatusPages,
  {
    /** Oldest first. */
    readonly list: (scope: AccessScope) => Effect.Effect<ReadonlyArray<StoredStatusPageSummary>, StoreError>
    readonly find: (scope: AccessScope, id: string) => Effect.Effect<StoredStatusPage | null, StoreError>
    /** The limit is enforced under concurrent creates. */
    readonly create: (
      scope: AccessScope,
      page: StatusPageFields & LayoutDraft & { readonly id: string },
      limit: number
    ) => Effect.Effect<SaveStatusPageResult, StoreError>
    /** Absent fields stay. Groups and components are replaced as a whole; those whose id is given stay. */
    readonly update: (
      scope: AccessScope,
      id: string,
      patch: Partial<StatusPageFields> & LayoutDraft
    ) => Effect.Effect<SaveStatusPageResult, StoreError>
    /** False when there is no such page. */
    readonly remove: (scope: AccessScope, id: string) => Effect.Effect<boolean, StoreError>
    /** Sets the state of a component. Null: it follows monitors and maintenance again. */
    readonly override: (
      scope: AccessScope,
      id: string,
      componentId: string,
      state: ChosenComponentState | null
    ) => Effect.Effect<SaveStatusPageResult, StoreError>
  }
>()("@mon/core-store/StatusPages") {}
