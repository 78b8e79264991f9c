import type { ChangeHunk, PlanName, UrlStatus, VisualChange } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { StoredUrlChange } from "./UrlMonitors.ts"
import type { AccessScope } from "../access/AccessScope.ts"

/** A URL monitor that the caller alone may check until the lease ends. Times are milliseconds since the epoch. */
export interface UrlClaim {
  /** Internal key (bigint as text). */
  readonly monitorKey: string
  readonly id: string
  readonly leaseToken: string
  readonly url: string
  readonly hostname: string
  readonly timeoutMs: number
  readonly state: UrlStatus
  readonly screenshotEnabled: boolean
  readonly screenshotWaitMs: number
  /** The plan in force, which says how long screenshots are kept. */
  readonly plan: PlanName
  readonly dueAt: number
  /** The database's clock at the claim. */
  readonly claimedAt: number
  readonly leaseUntil: number
  /** Whether a person asked for it. */
  readonly manual: boolean
}

/** The last good reading of a page: what the next one is compared with. */
export interface PageSnapshot {
  /** Says how the text was made; a text made otherwise is no change. */
  readonly configuration: string
  readonly kind: string
  readonly title: string | null
  readonly text: string
  /** Hash of the screenshot that belongs to it, and of its rows. */
  readonly image: string | null
  readonly imageRows: Uint8Array | null
}

/** A change, ready to be recorded. */
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

/** A screenshot whose images are kept already. */
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

/** What a check found. */
export interface UrlCheckResult {
  /** When it began, by the database's clock: milliseconds since the epoch. */
  readonly at: number
  /** Null: a fault of the prober; the monitor keeps its state and is checked again soon. */
  readonly state: Exclude<UrlStatus, "unknown"> | null
  readonly statusCode: number | null
  /** Microseconds. */
  readonly responseUs: number | null
  readonly error: { readonly code: string; readonly message: string } | null
  /** What later checks are compared with; null leaves it as it is. */
  readonly page: PageSnapshot | null
  readonly change: NewUrlChange | null
  readonly screenshot: NewUrlScreenshot | null
  readonly notificationId: string
}

/** Whether a manual check may begin. */
export type ManualClaim =
  | { readonly _tag: "Claimed"; readonly claim: UrlClaim }
  /** Another check of the monitor is under way until then at the latest. Milliseconds since the epoch. */
  | { readonly _tag: "UnderWay"; readonly leaseToken: string; readonly leaseUntil: number }
  | { readonly _tag: "TooSoon"; readonly seconds: number }

/** Checks of URL monitors: claimed with a lease, recorded with a fence. */
export class UrlChecks extends Context.Service<
  UrlChecks,
  {
    /** Leases up to `limit` due URL monitors for their timeout and `marginMs` beyond, the longest due first. */
    readonly claim: (limit: number, marginMs: number) => Effect.Effect<ReadonlyArray<UrlClaim>, StoreError>
    /** Leases one monitor of the viewer's account for a person, paused or not; null when there is none. */
    readonly claimManually: (
      viewer: AccessScope,
      id: string,
      marginMs: number
    ) => Effect.Effect<ManualClaim | null, StoreError>
    /** Whether a lease is still held: the check that it belongs to is under way. */
    readonly isUnderWay: (id: string, leaseToken: string) => Effect.Effect<boolean, StoreError>
    /** The page that a check is compared with; null before the first good one. */
    readonly page: (monitorKey: string) => Effect.Effect<PageSnapshot | null, StoreError>
    /** Records a check in one transaction; false when its lease is over, and nothing changed. */
    readonly record: (claim: UrlClaim, result: UrlCheckResult) => Effect.Effect<boolean, StoreError>
    /** The change that the last check found; null when it found none. */
    readonly lastFound: (viewer: AccessScope, id: string) => Effect.Effect<StoredUrlChange | null, StoreError>
    /** Hands a lease back unused. */
    readonly release: (claims: ReadonlyArray<UrlClaim>) => Effect.Effect<void, StoreError>
    /**
     * Purges screenshots whose time is over and texts that nothing refers to, at most `limit` each; answers how many.
     */
    readonly purge: (limit: number) => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/UrlChecks") {}
