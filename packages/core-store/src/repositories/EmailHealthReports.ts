import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../StoreError.ts"

/** How long a report answers for its domain. Seconds. An incomplete one says little, so it is made anew soon. */
export const REPORT_SECONDS = { complete: 3_600, incomplete: 60 } as const

/** A report to be kept for its domain. */
export interface KeptReport {
  /** Plain JSON. */
  readonly report: unknown
  readonly incomplete: boolean
  /** When its check began, on the database's clock; milliseconds since the epoch. */
  readonly checkedAt: number
}

/** What to do for a domain: answer what is kept, make a check that begins at `at`, or wait for the one who makes it. */
export type Turn =
  | { readonly _tag: "Kept"; readonly report: unknown }
  | { readonly _tag: "Check"; readonly token: string; readonly at: number }
  | { readonly _tag: "Wait" }

/** E-mail health reports by domain, shared by all processes; they hold what the public DNS says and nothing of an account. */
export class EmailHealthReports extends Context.Service<
  EmailHealthReports,
  {
    /** A kept report, or the turn to make one for at most `leaseMs`; while another process has the turn: wait and ask again. */
    readonly turn: (domain: string, leaseMs: number) => Effect.Effect<Turn, StoreError>
    /** The database's time; milliseconds since the epoch. */
    readonly now: () => Effect.Effect<number, StoreError>
    /** Keeps a report unless a newer one is there, and ends the turn of the token. */
    readonly keep: (domain: string, report: KeptReport, token: string | null) => Effect.Effect<void, StoreError>
    /** Ends a turn without a report. */
    readonly giveUp: (domain: string, token: string) => Effect.Effect<void, StoreError>
    /** Drops the reports that answer for nothing any more, and answers how many they were. */
    readonly forget: () => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/EmailHealthReports") {}
