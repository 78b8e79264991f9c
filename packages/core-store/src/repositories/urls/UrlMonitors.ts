import type { UrlChange, UrlMonitor, UrlScreenshot, UrlSettings } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import type { Page } from "../../sql/Page.ts"

/** A URL monitor to be created. */
export interface NewUrlMonitor extends UrlSettings {
  readonly url: string
  readonly hostname: string
}

/** Only the fields that are there change. */
export type UrlMonitorPatch = Partial<UrlSettings>

/** A new monitor, or the limit or the equal one that stands against it. */
export type CreateUrlResult =
  | { readonly _tag: "Created"; readonly url: UrlMonitor }
  | { readonly _tag: "LimitReached" }
  | { readonly _tag: "Duplicate" }

/** A change entry whose screenshots are still hashes; the API makes signed addresses of them. */
export type StoredUrlChange = Omit<UrlChange, "beforeScreenshotUrl" | "afterScreenshotUrl"> & {
  readonly beforeImage: string | null
  readonly afterImage: string | null
}

/** A screenshot entry whose images are still hashes. */
export type StoredUrlScreenshot = Omit<UrlScreenshot, "imageUrl" | "thumbnailUrl"> & {
  readonly image: string
  readonly thumbnail: string
}

/** URL monitors of the viewer's account. Absent, foreign, deleted and malformed ids are all the same null. */
export class UrlMonitors extends Context.Service<
  UrlMonitors,
  {
    /** Newest created first. */
    readonly list: (
      viewer: AccessScope,
      page: { readonly page: number; readonly limit: number }
    ) => Effect.Effect<Page<UrlMonitor>, StoreError>
    readonly find: (viewer: AccessScope, id: string) => Effect.Effect<UrlMonitor | null, StoreError>
    /** Whether a create would be refused now, without writing anything. */
    readonly canCreate: (
      viewer: AccessScope,
      url: string,
      limit: number
    ) => Effect.Effect<"ok" | "LimitReached" | "Duplicate", StoreError>
    /** Creates a monitor that is due at once. The limit and the duplicate rule hold under concurrent creates. */
    readonly create: (
      viewer: AccessScope,
      url: NewUrlMonitor,
      limit: number
    ) => Effect.Effect<CreateUrlResult, StoreError>
    /** Changes monitors in one statement and answers the ids that were changed. */
    readonly update: (
      viewer: AccessScope,
      ids: ReadonlyArray<string>,
      patch: UrlMonitorPatch
    ) => Effect.Effect<ReadonlyArray<string>, StoreError>
    readonly pause: (viewer: AccessScope, id: string) => Effect.Effect<UrlMonitor | null, StoreError>
    /** Starts checking again with state `unknown`; resuming what is not paused changes nothing. */
    readonly resume: (viewer: AccessScope, id: string) => Effect.Effect<UrlMonitor | null, StoreError>
    /** Soft-deletes monitors and answers the ids that were deleted. */
    readonly remove: (
      viewer: AccessScope,
      ids: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<string>, StoreError>
    /** The newest changes of one monitor; null when there is no such monitor. */
    readonly changes: (
      viewer: AccessScope,
      id: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<StoredUrlChange> | null, StoreError>
    /** The newest screenshots that are still kept; null when there is no such monitor. */
    readonly screenshots: (
      viewer: AccessScope,
      id: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<StoredUrlScreenshot> | null, StoreError>
  }
>()("@mon/core-store/UrlMonitors") {}
