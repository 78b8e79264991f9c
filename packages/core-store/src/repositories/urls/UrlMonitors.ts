import type { Access, UrlChange, UrlMonitor, UrlScreenshot, UrlInputs } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import type { CreateMonitors } from "../monitors/createMonitors.ts"
import type { ReadTargets } from "../monitors/monitorTargets.ts"
import type { Page } from "../../sql/Page.ts"

/** A URL monitor to create. */
export interface NewUrlMonitor extends UrlInputs {
  readonly url: string
  readonly hostname: string
}

/** Absent fields stay unchanged. */
export type UrlMonitorPatch = Partial<UrlInputs>

/** The new monitor, or why it was refused: a limit, or an existing equal monitor. */
export type CreateUrlResult =
  | { readonly _tag: "Created"; readonly url: UrlMonitor }
  | { readonly _tag: "LimitReached" }
  | { readonly _tag: "Duplicate" }

/** A change with the hashes of its screenshots, which the API turns into signed links. */
export type StoredUrlChange = Omit<UrlChange, "beforeScreenshotUrl" | "afterScreenshotUrl"> & {
  readonly beforeImage: string | null
  readonly afterImage: string | null
}

/** Which part of a path does not exist for the caller. */
export type NotThere = "NoMonitor" | "NoChange"

/** A screenshot with the hashes of its images. */
export type StoredUrlScreenshot = Omit<UrlScreenshot, "imageUrl" | "thumbnailUrl"> & {
  readonly image: string
  readonly thumbnail: string
}

/** What is needed to authorize a change of a URL monitor. */
export interface UrlRight {
  readonly id: string
  readonly access: Access
}

/**
 * URL monitors that the caller can see: the whole account for its owner, the shared pages for a member. Absent,
 * foreign, deleted and malformed ids all give null.
 */
export class UrlMonitors extends Context.Service<
  UrlMonitors,
  {
    /** Newest created first. */
    readonly list: (
      scope: AccessScope,
      page: { readonly page: number; readonly limit: number }
    ) => Effect.Effect<Page<UrlMonitor>, StoreError>
    readonly find: (scope: AccessScope, id: string) => Effect.Effect<UrlMonitor | null, StoreError>
    /** Whether the caller can see any. */
    readonly seesAny: (scope: AccessScope) => Effect.Effect<boolean, StoreError>
    /** The caller's rights to those of the monitors that it can see, in no particular order. */
    readonly rights: (
      scope: AccessScope,
      ids: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<UrlRight>, StoreError>
    /** Where the checks of monitors go to. */
    readonly targets: ReadTargets
    /** Whether a create would be refused now, without writing anything. */
    readonly canCreate: (
      scope: AccessScope,
      url: string,
      limit: number
    ) => Effect.Effect<"ok" | "LimitReached" | "Duplicate", StoreError>
    /**
     * Creates a monitor that is due at once. The limit and the duplicate rule are enforced under concurrent creates.
     */
    readonly create: (
      scope: AccessScope,
      url: NewUrlMonitor,
      limit: number
    ) => Effect.Effect<CreateUrlResult, StoreError>
    /** Creates several monitors in one statement, in a transaction that has locked the account. */
    readonly createAll: CreateMonitors<NewUrlMonitor>
    /** Changes monitors in one statement; returns the ids that changed. */
    readonly update: (
      scope: AccessScope,
      ids: ReadonlyArray<string>,
      patch: UrlMonitorPatch
    ) => Effect.Effect<ReadonlyArray<string>, StoreError>
    readonly pause: (scope: AccessScope, id: string) => Effect.Effect<UrlMonitor | null, StoreError>
    /** Starts checking again with state `unknown`; no effect on a monitor that is not paused. */
    readonly resume: (scope: AccessScope, id: string) => Effect.Effect<UrlMonitor | null, StoreError>
    /** Soft-deletes monitors; returns the ids that were deleted. */
    readonly remove: (
      scope: AccessScope,
      ids: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<string>, StoreError>
    /** The newest changes of one monitor, or those that are older than one of its changes. */
    readonly changes: (
      scope: AccessScope,
      id: string,
      page: { readonly limit: number; readonly before?: string }
    ) => Effect.Effect<ReadonlyArray<StoredUrlChange> | NotThere, StoreError>
    readonly change: (
      scope: AccessScope,
      id: string,
      changeId: string
    ) => Effect.Effect<StoredUrlChange | NotThere, StoreError>
    /** Marks a change as seen by the caller or not; returns how many changes of the monitor are not. */
    readonly markChange: (
      scope: AccessScope,
      id: string,
      changeId: string,
      isSeen: boolean
    ) => Effect.Effect<number | NotThere, StoreError>
    /** Marks all changes of a monitor as seen by the caller; returns how many are not. */
    readonly markAllChanges: (scope: AccessScope, id: string) => Effect.Effect<number | null, StoreError>
    /** The newest screenshots that have not expired; null when there is no such monitor. */
    readonly screenshots: (
      scope: AccessScope,
      id: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<StoredUrlScreenshot> | null, StoreError>
  }
>()("@mon/core-store/UrlMonitors") {}
