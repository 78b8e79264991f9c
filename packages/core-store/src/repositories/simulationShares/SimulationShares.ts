import type { SimulationStatus } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"

/** A simulation with what its share link needs. */
export interface SharedSimulation {
  /** Internal key (bigint as text). */
  readonly key: string
  /** Public id. */
  readonly accountId: string
  readonly jobId: string
  readonly name: string
  readonly status: SimulationStatus
  /** Version of the valid link; 0: there is none. */
  readonly version: number
  readonly completedAt: Date | null
  /** Codes are sent to this address. */
  readonly ownerEmail: string
}

/** Whether a one-time code was created, or requested too soon after the last one. */
export type ShareChallenge =
  /** `locked`: after too many wrong codes, or because there is a newer link, no code opens this link. */
  { readonly _tag: "Made"; readonly locked: boolean } | { readonly _tag: "TooSoon"; readonly seconds: number }

/** The result of entering a code. */
export interface CodeVerification {
  readonly right: boolean
  /** Whether this wrong code has locked the link. */
  readonly lockedNow: boolean
}

/** Share links of simulations. A link opens with a one-time code that is sent to the owner (decisions section 8). */
export class SimulationShares extends Context.Service<
  SimulationShares,
  {
    /**
     * Creates a new link to a simulation of the caller's account and returns its version. Codes, locks and open views
     * of the previous link end. Null when there is no such simulation.
     */
    readonly rotate: (scope: AccessScope, jobId: string) => Effect.Effect<number | null, StoreError>
    /** The simulation of a link. The caller has to compare the version. */
    readonly find: (jobId: string) => Effect.Effect<SharedSimulation | null, StoreError>
    /** The stored results. */
    readonly results: (simulation: SharedSimulation) => Effect.Effect<unknown, StoreError>
    /** Stores a code for ten minutes: at most one a minute and 20 a day per link. */
    readonly challenge: (
      simulation: SharedSimulation,
      code: { readonly cookieHash: Uint8Array; readonly codeMac: Uint8Array }
    ) => Effect.Effect<ShareChallenge, StoreError>
    /**
     * Verifies a code. It is valid once, for ten minutes and three attempts, while the link is not locked. The same
     * statements run for every outcome. `matches` compares with the stored MAC in constant time.
     */
    readonly verifyCode: (
      simulation: SharedSimulation,
      cookieHash: Uint8Array,
      matches: (codeMac: Uint8Array) => boolean
    ) => Effect.Effect<CodeVerification, StoreError>
    /** Deletes expired codes, and wrong codes that no longer count; returns how many. */
    readonly purge: (limit: number) => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/SimulationShares") {}
