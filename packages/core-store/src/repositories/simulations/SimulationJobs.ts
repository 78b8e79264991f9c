import type { SimulationPhase } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { SimulationCsvType } from "./Simulations.ts"

/** A job that the caller alone runs until the lease ends. */
export interface SimulationClaim {
  /** Internal key (bigint as text). */
  readonly key: string
  readonly jobId: string
  readonly accountKey: string
  readonly leaseToken: string
  /** Counts from 1; each worker that died over the job is one. */
  readonly attempt: number
  /** Milliseconds since the first worker began, by the database's clock. */
  readonly runningMs: number
  readonly sendingDomains: ReadonlyArray<string>
  readonly prospectEntries: ReadonlyArray<string>
}

/** How far a job is: domains of a phase, and the seconds that are likely left (null when nobody can tell). */
export interface SimulationProgressReport {
  readonly phase: SimulationPhase
  readonly done: number
  readonly total: number
  readonly etaSeconds: number | null
}

/** What a finished job leaves. */
export interface SimulationOutcome {
  /** Plain JSON. */
  readonly results: unknown
  readonly csv: Iterable<{ readonly type: SimulationCsvType; readonly body: string }>
}

/** Campaign simulations as workers see them: claimed with a lease, ended with a fence. */
export class SimulationJobs extends Context.Service<
  SimulationJobs,
  {
    /** Leases up to `limit` jobs for `leaseMs`, the oldest first, at most three of an account at a time. */
    readonly claim: (limit: number, leaseMs: number) => Effect.Effect<ReadonlyArray<SimulationClaim>, StoreError>
    /** Writes progress and prolongs the lease; false when the job is somebody else's or over. */
    readonly progress: (
      claim: SimulationClaim,
      report: SimulationProgressReport,
      leaseMs: number
    ) => Effect.Effect<boolean, StoreError>
    /** Stores what came out, in one transaction; false when the job is somebody else's or over. */
    readonly complete: (claim: SimulationClaim, outcome: SimulationOutcome) => Effect.Effect<boolean, StoreError>
    /** Ends a job without results and gives its credits back, in one transaction; false as above. */
    readonly fail: (
      claim: SimulationClaim,
      error: { readonly code: string; readonly message: string }
    ) => Effect.Effect<boolean, StoreError>
    /** Hands jobs back, to be gone on with by another worker. */
    readonly release: (claims: ReadonlyArray<SimulationClaim>) => Effect.Effect<void, StoreError>
    /** Ends jobs that nobody began within `hours` and gives their credits back; answers how many. */
    readonly expireQueued: (hours: number, limit: number) => Effect.Effect<number, StoreError>
    /** Purges results that are older than `days`; answers of how many jobs. */
    readonly expireCompleted: (days: number, limit: number) => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/SimulationJobs") {}
