import type { SimulationStatus } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"

/** A simulation as its link sees it. */
export interface SharedSimulation {
  /** Internal key (bigint as text). */
  readonly key: string
  readonly jobId: string
  readonly name: string
  readonly status: SimulationStatus
  /** Of the only link that works; 0: there is none. */
  readonly version: number
  readonly completedAt: Date | null
  /** Where codes are mailed. */
  readonly ownerEmail: string
}

/** Whether a code was made for who asks, or asked for too soon after the last one. */
export type ShareChallenge =
  /** `locked`: there were too many wrong codes, or there is a newer link; this one will not work either. */
  { readonly _tag: "Made"; readonly locked: boolean } | { readonly _tag: "TooSoon"; readonly seconds: number }

/** What a code that was entered came to. */
export interface CodeVerification {
  readonly right: boolean
  /** This wrong code has locked the link. */
  readonly lockedNow: boolean
}

/** Links under which simulations are seen by whoever has a code that their owner was mailed (decisions section 8). */
export class SimulationShares extends Context.Service<
  SimulationShares,
  {
    /**
     * Makes the next link of a simulation of the caller's account and answers its version; the codes, locks and open
     * views of the one before end with it. Null when there is no such simulation.
     */
    readonly rotate: (scope: AccessScope, jobId: string) => Effect.Effect<number | null, StoreError>
    /** The simulation that a link names; whether the link is of its version is for the caller to see. */
    readonly find: (jobId: string) => Effect.Effect<SharedSimulation | null, StoreError>
    /** The results as they were stored. */
    readonly results: (simulation: SharedSimulation) => Effect.Effect<unknown, StoreError>
    /** Keeps a code for ten minutes: one a minute and 20 a day for each link. */
    readonly challenge: (
      simulation: SharedSimulation,
      code: { readonly cookieHash: Uint8Array; readonly codeMac: Uint8Array }
    ) => Effect.Effect<ShareChallenge, StoreError>
    /**
     * Tries a code: right once, within its time and three tries, while the link is not locked. Whatever comes of it, the
     * same statements run. `matches` compares, in constant time, with what was kept.
     */
    readonly verifyCode: (
      simulation: SharedSimulation,
      cookieHash: Uint8Array,
      matches: (codeMac: Uint8Array) => boolean
    ) => Effect.Effect<CodeVerification, StoreError>
    /** Purges codes that are over and wrong ones that no longer count; answers how many. */
    readonly purge: (limit: number) => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/SimulationShares") {}
