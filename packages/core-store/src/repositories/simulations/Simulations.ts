import type { SimulationPhase, SimulationStatus } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"

/** The CSV files of a finished simulation. */
export type SimulationCsvType = "campaign" | "sender" | "suggestion"

/** A campaign to simulate. */
export interface NewSimulation {
  readonly name: string
  readonly sendingDomains: ReadonlyArray<string>
  /** What was left out of the campaign, as sentences. */
  readonly notes: ReadonlyArray<string>
  readonly prospectEntries: ReadonlyArray<string>
  readonly credits: number
  /** The number of domains to look up: of prospects and senders. */
  readonly lookUps: number
}

/** A campaign simulation as its owner sees it. */
export interface StoredSimulation {
  readonly jobId: string
  readonly name: string
  readonly status: SimulationStatus
  readonly phase: SimulationPhase
  readonly done: number
  readonly total: number
  /** Estimated seconds left; null when unknown. */
  readonly etaSeconds: number | null
  readonly sendingDomains: ReadonlyArray<string>
  readonly notes: ReadonlyArray<string>
  readonly prospectCount: number
  readonly credits: number
  readonly error: { readonly code: string; readonly message: string } | null
  readonly csvTypes: ReadonlyArray<SimulationCsvType>
  /** 0: there is no share link yet. */
  readonly shareVersion: number
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly completedAt: Date | null
}

/** The queued job, or why there is none. */
export type SimulationStart =
  | { readonly _tag: "Started"; readonly simulation: StoredSimulation }
  /** The account has started as many as it may in a minute; it can start the next one after `seconds`. */
  | { readonly _tag: "TooSoon"; readonly seconds: number }
  | { readonly _tag: "Insufficient"; readonly need: number; readonly have: number }

/** Campaign simulations of an account: only its owner sees them. */
export class Simulations extends Context.Service<
  Simulations,
  {
    /** Reserves the credits and adds the job, in one transaction. */
    readonly start: (
      scope: AccessScope,
      simulation: NewSimulation,
      startsPerMinute: number
    ) => Effect.Effect<SimulationStart, StoreError>
    readonly find: (scope: AccessScope, jobId: string) => Effect.Effect<StoredSimulation | null, StoreError>
    /** The stored results; null when there are none, or no such job. */
    readonly results: (scope: AccessScope, jobId: string) => Effect.Effect<unknown, StoreError>
    /** Newest first. */
    readonly list: (
      scope: AccessScope,
      page: { readonly page: number; readonly limit: number }
    ) => Effect.Effect<{ readonly total: number; readonly items: ReadonlyArray<StoredSimulation> }, StoreError>
    /** A CSV, streamed in pieces of some hundred lines. */
    readonly csv: (scope: AccessScope, jobId: string, type: SimulationCsvType) => Stream.Stream<string, StoreError>
  }
>()("@mon/core-store/Simulations") {}
