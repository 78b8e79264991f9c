import type { ChangeHunk, PageRules, PlanName, UrlStatus, VisualChange } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { StoredUrlChange } from "./UrlMonitors.ts"
import type { CheckOptions } from "../monitors/storedOptions.ts"
import type { AccessScope } from "../access/AccessScope.ts"

/** A due URL monitor, leased to the caller. Times are milliseconds since the epoch. */
export interface UrlClaim extends CheckOptions {
  /** Internal key (bigint as text). */
  readonly monitorKey: string
  /** Internal key of the account (bigint as text). */
  readonly accountKey: string
  readonly id: string
  readonly leaseToken: string
  readonly url: string
  readonly hostname: string
  readonly timeoutMs: number
  readonly state: UrlStatus
  readonly screenshotEnabled: boolean
  readonly screenshotWaitMs: number
  readonly rules: PageRules
  /** Whether a browser runs the scripts of the page; "refused": the owner wants it, and the plan does not allow it. */
  readonly render: boolean | "refused"
  /** The plan in force, which determines how long screenshots are stored. */
  readonly plan: PlanName
  readonly dueAt: number
  /** The database's time of the claim. */
  readonly claimedAt: number
  readonly leaseUntil: number
  /** Whether a person requested the check. */
  readonly manual: boolean
}

/** The last successful snapshot of a page, which the next one is compared with. */
export interface PageSnapshot {
  /** Identifies how the text was extracted; texts of different configurations are not compared. */
  readonly configuration: string
  readonly kind: string
  readonly title: string | null
  readonly text: string
  /** Hash of its screenshot, and of the rows of that. */
  readonly image: string | null
  readonly imageRows: Uint8Array | null
}

/** A change to record. */
export interface NewUrlChange {
  readonly id: string
  readonly summary: string
  readonly changeCount: number
  readonly addedLines: number
  readonly removedLines: number
  readonly similarity: number
  readonly approximate: boolean
  readonly diff: string
  readonly hunks: ReadonlyArray<ChangeHunk>
  readonly visual: VisualChange | null
  readonly beforeImage: string | null
  readonly afterImage: string | null
  /** The first lines that were added and removed, for the alert. */
  readonly added: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
}

/** A screenshot whose images are already stored. */
export interface NewUrlScreenshot {
  readonly id: string
  readonly image: string
  readonly thumbnail: string
  readonly width: number
  readonly height: number
  readonly bytes: number
  readonly format: string
  readonly reason: "check" | "change" | "failure"
  readonly keepUntil: Date
}

/** The result of a check. */
export interface UrlCheckResult {
  /** Start by the database's clock, in milliseconds since the epoch. */
  readonly at: number
  /** Null: the check itself failed; the state stays and the monitor is checked again soon. */
  readonly state: Exclude<UrlStatus, "unknown"> | null
  readonly statusCode: number | null
  /** Microseconds. */
  readonly responseUs: number | null
  readonly error: { readonly code: string; readonly message: string } | null
  /** What later checks are compared with; null: unchanged. */
  readonly page: PageSnapshot | null
  readonly change: NewUrlChange | null
  readonly screenshot: NewUrlScreenshot | null
  readonly notificationId: string
  /**
   * Whether the check was slow, and the id of a notification that the monitor has become slow or fast. Null: the check
   * failed, or nothing counts as slow. Default: null.
   */
  readonly speed?: { readonly slow: boolean; readonly notificationId: string } | null
}

/** Whether a manual check may begin. */
export type ManualClaim =
  | { readonly _tag: "Claimed"; readonly claim: UrlClaim }
  /** Another check of the monitor is running, until `leaseUntil` at the latest (milliseconds since the epoch). */
  | { readonly _tag: "UnderWay"; readonly leaseToken: string; readonly leaseUntil: number }
  | { readonly _tag: "TooSoon"; readonly seconds: number }

/** Checks of URL monitors. They are claimed with a lease, and a result counts only while its lease lasts. */
export class UrlChecks extends Context.Service<
  UrlChecks,
  {
    /**
     * Leases up to `limit` due URL monitors for their timeout and `marginMs` beyond, the longest due first. Skips those
     * of `exceptAccounts`.
     */
    readonly claim: (
      limit: number,
      marginMs: number,
      exceptAccounts?: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<UrlClaim>, StoreError>
    /** Leases one monitor of the caller's account for a manual check, even when it is paused; null: no such monitor. */
    readonly claimManually: (
      scope: AccessScope,
      id: string,
      marginMs: number
    ) => Effect.Effect<ManualClaim | null, StoreError>
    /** Whether a lease still lasts, so that its check is running. */
    readonly isUnderWay: (id: string, leaseToken: string) => Effect.Effect<boolean, StoreError>
    /** The page that a check is compared with; null before the first successful check. */
    readonly page: (monitorKey: string) => Effect.Effect<PageSnapshot | null, StoreError>
    /** Records a result in one transaction; false when its lease has ended, and nothing was changed. */
    readonly record: (claim: UrlClaim, result: UrlCheckResult) => Effect.Effect<boolean, StoreError>
    /** The change that the last check found; null: none. */
    readonly lastFound: (scope: AccessScope, id: string) => Effect.Effect<StoredUrlChange | null, StoreError>
    /** Releases unused leases. */
    readonly release: (claims: ReadonlyArray<UrlClaim>) => Effect.Effect<void, StoreError>
    /** Deletes expired screenshots and unreferenced texts, at most `limit` each; returns how many. */
    readonly purge: (limit: number) => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/UrlChecks") {}
