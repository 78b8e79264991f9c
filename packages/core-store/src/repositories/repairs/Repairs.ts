import type { Repair, RepairRecordSet, RepairState } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import type { AskedRecords } from "./RepairFindings.ts"

/** Which repairs to list. */
export interface RepairPage {
  readonly limit: number
  /** Default: all. */
  readonly state?: RepairState | undefined
  /** The id of a repair: only older ones. */
  readonly before?: string | undefined
}

/** A repair that is not closed. */
export interface UnfinishedRepair {
  readonly code: string
  readonly state: Exclude<RepairState, "closed">
  readonly records: ReadonlyArray<RepairRecordSet>
}

/** How long repairs of a domain took. */
export interface RepairTimes {
  /** The public id of the domain. */
  readonly domainId: string
  readonly name: string
  /** How many repairs were closed. */
  readonly closed: number
  readonly medianSeconds: number
}

/** The repairs of domains. Absent, foreign and malformed ids give the same result. */
export class Repairs extends Context.Service<
  Repairs,
  {
    /** The repairs of a domain, the newest first; null when the caller cannot see it. */
    readonly list: (
      scope: AccessScope,
      domainId: string,
      page: RepairPage
    ) => Effect.Effect<
      { readonly _tag: "Repairs"; readonly repairs: ReadonlyArray<Repair> } | { readonly _tag: "NoCursor" } | null,
      StoreError
    >
    /** The unfinished repairs of a monitor by its internal key. */
    readonly unfinished: (monitorKey: string) => Effect.Effect<ReadonlyArray<UnfinishedRepair>, StoreError>
    /** The same of a domain by its public id; none when the caller cannot see it. */
    readonly unfinishedOf: (
      scope: AccessScope,
      domainId: string
    ) => Effect.Effect<ReadonlyArray<UnfinishedRepair>, StoreError>
    /** Stores what servers said about the records of unfinished repairs. */
    readonly asked: (
      scope: AccessScope,
      domainId: string,
      at: number,
      asked: ReadonlyArray<AskedRecords>
    ) => Effect.Effect<void, StoreError>
    /**
     * How long the repairs took that were closed from `from` to before `to` (milliseconds since the epoch), of each
     * domain of an account. The domain with the most repairs first.
     */
    readonly times: (
      accountKey: string,
      from: number,
      to: number
    ) => Effect.Effect<ReadonlyArray<RepairTimes>, StoreError>
  }
>()("@mon/core-store/Repairs") {}
