import type { LocationAdvisory } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../StoreError.ts"
import type { Viewer } from "./Viewer.ts"

/** A location with workers that are alive. */
export interface LiveLocation {
  readonly location: string
  readonly workers: number
}

/** Where workers are, and what a minority of their locations sees. */
export class Locations extends Context.Service<
  Locations,
  {
    /** Tells that a worker (a UUID of its own) is alive at a location; said again every few seconds. */
    readonly announce: (worker: string, location: string) => Effect.Effect<void, StoreError>
    /** Tells that a worker ends: nobody waits for it. */
    readonly leave: (worker: string) => Effect.Effect<void, StoreError>
    readonly alive: () => Effect.Effect<ReadonlyArray<LiveLocation>, StoreError>
    /** What live locations see of a domain that the majority does not; null when there is no such domain. */
    readonly advisories: (
      viewer: Viewer,
      domainId: string
    ) => Effect.Effect<ReadonlyArray<LocationAdvisory> | null, StoreError>
  }
>()("@mon/core-store/Locations") {}
