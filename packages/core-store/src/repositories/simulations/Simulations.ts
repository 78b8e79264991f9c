import type { SimulationPhase, SimulationStatus } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"

/** The files that a finished simulation offers. */
export type SimulationCsvType = "campaign" | "sender" | "suggestion"

/** A campaign to simulate, as its owner gave it. */
export interface NewSimulation {
  readonly name: string
  readonly sendingDomains: ReadonlyArray<string>
  /** What was left out, in sentences. */
  readonly notes: ReadonlyArray<string>
  readonly prospectEntries: ReadonlyArray<string>
  readonly credits: number
  /** Domains to look up: prospects' and senders'. */
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
  /** Seconds that are left, as far as they can be told. */
  readonly etaSeconds: number | null
  readonly sendingDomains: ReadonlyArray<string>
  readonly notes: ReadonlyArray<string>
  readonly prospectCount: number
  readonly credits: number
  readonly error: { readonly code: string; readonly message: string } | null
  readonly csvTypes: ReadonlyArray<SimulationCsvType>
  /** 0: there is no link to it yet. */
  readonly shareVersion: number
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly completedAt: Date | null
}

/** A job that has begun, or why none was. */
export type SimulationStart =
  | { readonly _tag: "Started"; readonly simulation: StoredSimulation }
  /** The account has begun as many as it may in a minute; it may try again after so many seconds. */
  | { readonly _tag: "TooSoon"; readonly seconds: number }
  | { readonly _tag: "Insufficient"; readonly need: number; readonly have: number }

/** Campaign simulations of an account: only its owner sees them. */
export class Simulations extends Context.Service<
  Simulations,
  {
    /** Takes the credits and adds the job in one transaction, or does neither. */
    readonly start: (
      scope: AccessScope,
      simulation: NewSimulation,
      startsPerMinute: number
    ) => Effect.Effect<SimulationStart, StoreError>
    readonly find: (scope: AccessScope, jobId: string) => Effect.Effect<StoredSimulation | null, StoreError>
    /** The results as they were stored; null when there are none, or no such job. */
    readonly results: (scope: AccessScope, jobId: string) => Effect.Effect<unknown, StoreError>
    /** Newest first. */
    readonly list: (
      scope: AccessScope,
      page: { readonly page: number; readonly limit: number }
    ) => Effect.Effect<{ readonly total: number; readonly items: ReadonlyArray<StoredSimulation> }, StoreError>
    /** A CSV in pieces of some hundred lines, read one after the other. */
    readonly csv: (scope: AccessScope, jobId: string, type: SimulationCsvType) => Stream.Stream<string, StoreError>
  }
>()("@mon/core-store/Simulations") {}
