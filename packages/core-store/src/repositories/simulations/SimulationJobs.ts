import type { SimulationPhase } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { SimulationCsvType } from "./Simulations.ts"

/** A job that is leased to the caller. */
export interface SimulationClaim {
  /** Internal key (bigint as text). */
  readonly key: string
  readonly jobId: string
  readonly accountKey: string
  readonly leaseToken: string
  /** Counts from 1; each worker that died while running the job adds one. */
  readonly attempt: number
  /** Milliseconds since the first worker started, by the database's clock. */
  readonly runningMs: number
  readonly sendingDomains: ReadonlyArray<string>
  readonly prospectEntries: ReadonlyArray<string>
}

/** Progress of a job: domains of the current phase, and the estimated seconds left (null: unknown). */
export interface SimulationProgressReport {
  readonly phase: SimulationPhase
  readonly done: number
  readonly total: number
  readonly etaSeconds: number | null
}

/** The output of a finished job. */
export interface SimulationOutcome {
  /** Plain JSON. */
  readonly results: unknown
  readonly csv: Iterable<{ readonly type: SimulationCsvType; readonly body: string }>
}

/** Campaign simulations for workers. Jobs are claimed with a lease, and a result counts only while its lease lasts. */
export class SimulationJobs extends Context.Service<
  SimulationJobs,
  {
    /**
     * Leases up to `limit` jobs for `leaseMs`, oldest first. Skips those of `exceptAccounts`, and those of accounts
     * with three running jobs.
     */
    readonly claim: (
      limit: number,
      leaseMs: number,
      exceptAccounts?: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<SimulationClaim>, StoreError>
    /** Stores progress and extends the lease; false when the lease was lost or the job has ended. */
    readonly progress: (
      claim: SimulationClaim,
      report: SimulationProgressReport,
      leaseMs: number
    ) => Effect.Effect<boolean, StoreError>
    /** Stores the output in one transaction; false as above. */
    readonly complete: (claim: SimulationClaim, outcome: SimulationOutcome) => Effect.Effect<boolean, StoreError>
    /** Ends a job without results and refunds its credits in one transaction; false as above. */
    readonly fail: (
      claim: SimulationClaim,
      error: { readonly code: string; readonly message: string }
    ) => Effect.Effect<boolean, StoreError>
    /** Releases jobs, so that another worker continues them. */
    readonly release: (claims: ReadonlyArray<SimulationClaim>) => Effect.Effect<void, StoreError>
    /** Ends jobs that were not started within `hours` and refunds their credits; returns how many. */
    readonly expireQueued: (hours: number, limit: number) => Effect.Effect<number, StoreError>
    /** Deletes results older than `days`; returns of how many jobs. */
    readonly expireCompleted: (days: number, limit: number) => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/SimulationJobs") {}
