import type { StatusPageAccess } from "@mon/model"
import type { StatusPageDocument } from "@mon/status-page"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import type { ServedHost } from "../statusPageHosts/StatusPageHosts.ts"
import type { LayoutDraft, SaveStatusPageResult, StatusPageFields } from "./StatusPages.ts"

/** A page as it is served, with what decides who gets it. */
export interface ServedStatusPage {
  readonly document: StatusPageDocument
  readonly access: StatusPageAccess
  /** Null unless the access is by password. */
  readonly passwordHash: string | null
  readonly emailDomains: ReadonlyArray<string>
  /** Readers do not get a stopped page. `plan`: the plan allows fewer pages. */
  readonly stoppedBy: "plan" | null
  /** Raised by each change that a person makes. */
  readonly version: number
  /** The own host name that somebody has proven for the page, or null. */
  readonly host: ServedHost | null
  /** The address of the page below the service, without a trailing slash. It works as long as the page exists. */
  readonly serviceUrl: string
}

/** A page of the service, for those who serve and export all of them. */
export interface KnownStatusPage {
  readonly id: string
  readonly slug: string
  readonly access: StatusPageAccess
  readonly stoppedBy: "plan" | null
  readonly host: ServedHost | null
}

/** Which documents may have changed. `All`: signals may have been lost, or time has passed. */
export type StatusPageChange =
  | { readonly _tag: "Pages"; readonly ids: ReadonlyArray<string> }
  | { readonly _tag: "All" }

/** The unsaved input of a form. `pageId`: the page that it would change. */
export interface StatusPageInput {
  readonly pageId: string | null
  /** Without a logo: that of the page. */
  readonly fields: Omit<StatusPageFields, "passwordHash" | "access" | "emailDomains" | "automaticPosts" | "logo"> &
    Partial<Pick<StatusPageFields, "logo">>
  readonly layout: LayoutDraft
}

/** Why there is no document of unsaved input. */
export type RefusedInput = Extract<SaveStatusPageResult["_tag"], "Absent" | "NoMonitor" | "NoTag" | "NoGroup">

/** The documents of status pages, which every public format is written from. */
export class StatusPageDocuments extends Context.Service<
  StatusPageDocuments,
  {
    /**
     * The document of a page, in a fixed number of statements. `base`: the address of the service, without a trailing
     * slash. Null: there is no such page.
     */
    readonly document: (
      page: { readonly slug: string } | { readonly id: string },
      base: string
    ) => Effect.Effect<ServedStatusPage | null, StoreError>
    /** The document of input that is not saved: with the states, days and posts of now. */
    readonly preview: (
      scope: AccessScope,
      input: StatusPageInput,
      base: string
    ) => Effect.Effect<StatusPageDocument | RefusedInput, StoreError>
    /** The version of a page now, from one row. Null: there is no such page. */
    readonly version: (id: string) => Effect.Effect<number | null, StoreError>
    /** The logo of a page. Null: it has none. */
    readonly logo: (
      id: string
    ) => Effect.Effect<{ readonly bytes: Uint8Array; readonly contentType: string } | null, StoreError>
    /** All pages of the service. */
    readonly pages: () => Effect.Effect<ReadonlyArray<KnownStatusPage>, StoreError>
    /**
     * Says within 2 s, in every process, which documents may have changed: pages, posts, states of monitors, and
     * windows that begin, end or change. A removed page is among them. Usually costs one statement a second.
     */
    readonly changes: Stream.Stream<StatusPageChange>
  }
>()("@mon/core-store/StatusPageDocuments") {}
