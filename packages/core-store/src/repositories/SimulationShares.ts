import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../StoreError.ts"
import type { Viewer } from "./Viewer.ts"

/** Links under which simulations are seen by whoever has a code that their owner was mailed. */
export class SimulationShares extends Context.Service<SimulationShares, {
  /**
   * Makes the next link of a simulation of the viewer's account and answers its version; the codes, locks and open
   * views of the one before end with it. Null when there is no such simulation.
   */
  readonly rotate: (viewer: Viewer, jobId: string) => Effect.Effect<number | null, StoreError>
}>()("@mon/core-store/SimulationShares") {}
