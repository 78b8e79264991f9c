import type { Language, ReportInterval, ReportRecipientState, ScheduledReport } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"

/** A scheduled report to create. */
export interface NewScheduledReport {
  readonly name: string
  readonly every: ReportInterval
  readonly timezone: string
  readonly language: Language
  /** The name of a tag. Null: all domains. */
  readonly tag: string | null
  readonly targetPercent: number | null
  readonly recipients: ReadonlyArray<string>
  readonly nextAt: Date
}

/** An address that must be asked whether it wants reports of the account. */
export interface AskedRecipient {
  readonly recipientId: string
  readonly address: string
}

/**
 * `NoTag`: no tag of the account has the name. `TooManyQuestions`: too many addresses were asked within a day. In both
 * cases nothing was changed.
 */
export type SaveScheduledReportResult =
  | { readonly _tag: "Saved"; readonly report: ScheduledReport; readonly asked: ReadonlyArray<AskedRecipient> }
  | { readonly _tag: "NoTag" }
  | { readonly _tag: "LimitReached" }
  | { readonly _tag: "TooManyQuestions" }
  | { readonly _tag: "Absent" }

/** A scheduled report that is due. */
export interface DueReport {
  readonly key: string
  /** Public id. */
  readonly id: string
  /** The owner of the account. */
  readonly viewer: AccessScope
  readonly ownerEmail: string
  readonly name: string
  readonly every: ReportInterval
  readonly timezone: string
  readonly language: Language
  readonly tag: string | null
  readonly targetPercent: number | null
  readonly dueAt: Date
  /** The account gets no emails now. */
  readonly isMuted: boolean
}

/** Who gets a report. */
export interface DueRecipient {
  readonly recipientId: string
  readonly address: string
  /** Whether the recipient can sign in. */
  readonly isMember: boolean
}

/** An address and what its owner has decided. */
export interface KnownRecipient {
  /** Public id. */
  readonly accountId: string
  readonly ownerEmail: string
  readonly address: string
  readonly state: ReportRecipientState
}

/**
 * Reports about availability that are sent by email, and their recipients. Absent, foreign and malformed ids give the
 * same result.
 */
export class ScheduledReports extends Context.Service<
  ScheduledReports,
  {
    /** In the order of creation. */
    readonly list: (scope: AccessScope) => Effect.Effect<ReadonlyArray<ScheduledReport>, StoreError>
    /** Members of the account are confirmed at once. The caller asks the others, in the same transaction. */
    readonly create: (
      scope: AccessScope,
      report: NewScheduledReport
    ) => Effect.Effect<SaveScheduledReportResult, StoreError>
    /** Absent fields stay unchanged. */
    readonly update: (
      scope: AccessScope,
      id: string,
      patch: Partial<NewScheduledReport>
    ) => Effect.Effect<SaveScheduledReportResult, StoreError>
    readonly remove: (scope: AccessScope, id: string) => Effect.Effect<boolean, StoreError>
    /** The reports that are due, the longest first, and the database's time. */
    readonly due: (
      limit: number
    ) => Effect.Effect<{ readonly now: Date; readonly reports: ReadonlyArray<DueReport> }, StoreError>
    /**
     * Moves a due report to its next time, in the caller's transaction, and returns who gets it now. Null if somebody
     * else has done so. `isSent: false` skips the report.
     */
    readonly advance: (
      report: Pick<DueReport, "key" | "dueAt">,
      nextAt: Date,
      isSent: boolean
    ) => Effect.Effect<ReadonlyArray<DueRecipient> | null, StoreError>
    /** Null also for the address of a member who was removed. */
    readonly recipient: (recipientId: string) => Effect.Effect<KnownRecipient | null, StoreError>
    /** What the owner of an address decides about all reports of the account; false: no such recipient. */
    readonly decide: (recipientId: string, isWanted: boolean) => Effect.Effect<boolean, StoreError>
  }
>()("@mon/core-store/ScheduledReports") {}
