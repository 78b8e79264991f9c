import type { ResponseTime } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../StoreError.ts"

/** What the looks at a domain came to between two times. */
export interface DomainSummary {
  /** Public id. */
  readonly id: string
  /** Of the time up or down; null when there was none. */
  readonly uptimePercent: number | null
  /** Looks that were made, of them good ones and failed ones; the rest gave no verdict. */
  readonly looks: number
  readonly up: number
  readonly down: number
  /** Milliseconds; null without a good look. */
  readonly responseTime: ResponseTime | null
}

/** What the looks of each hour came to: percentiles and counts are read from these, never from the looks themselves. */
export class RollUps extends Context.Service<
  RollUps,
  {
    /**
     * All domains of an account between two times (milliseconds since the epoch; the first is part of it, the second is
     * not). Looks and response times are those of the hours that begin in between, uptime is exact.
     */
    readonly between: (
      accountKey: string,
      from: number,
      to: number
    ) => Effect.Effect<ReadonlyArray<DomainSummary>, StoreError>
    /** Makes the partitions for the coming months, and answers how many. */
    readonly ensurePartitions: (monthsAhead: number) => Effect.Effect<number, StoreError>
    /** Drops the months that ended longer ago than so many days, and answers how many. */
    readonly forget: (days: number) => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/RollUps") {}
