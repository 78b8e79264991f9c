import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../StoreError.ts"
import type { Viewer } from "./Viewer.ts"

/** How many monitors of each state the viewer sees, and the credits of the account. */
export interface MonitorCounts {
  readonly domains: {
    readonly total: number
    readonly up: number
    readonly down: number
    readonly unknown: number
    readonly paused: number
  }
  readonly urls: {
    readonly total: number
    readonly active: number
    readonly changed: number
    readonly error: number
    readonly unknown: number
    readonly paused: number
  }
  readonly simulationCredits: number
}

/** Counts for the dashboard, narrowed to what the viewer may see. */
export class Overview extends Context.Service<
  Overview,
  {
    readonly counts: (viewer: Viewer) => Effect.Effect<MonitorCounts, StoreError>
  }
>()("@mon/core-store/Overview") {}
