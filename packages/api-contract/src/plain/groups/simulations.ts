// Written by `npm run openapi`. Do not edit.
import type { Paged, RequestOptions } from "../Paged.ts"
import type {
  Simulation,
  SimulationCredits,
  SimulationEstimate,
  SimulationJob,
  SimulationShare,
  StartSimulation
} from "../records/simulations.ts"

/** The requests about simulations. */
export interface SimulationsRequests {
  /** Start a campaign simulation */
  readonly start: (body: StartSimulation, options?: RequestOptions) => Promise<Simulation>
  /** Price of a campaign simulation */
  readonly estimate: (body: StartSimulation, options?: RequestOptions) => Promise<SimulationEstimate>
  /** Status and results of a simulation */
  readonly get: (jobId: string, options?: RequestOptions) => Promise<Simulation>
  /** Simulation credits */
  readonly credits: (options?: RequestOptions) => Promise<SimulationCredits>
  /** List campaign simulations */
  readonly list: (
    query?: { readonly page?: number; readonly limit?: number },
    options?: RequestOptions
  ) => Paged<SimulationJob>
  /** A simulation's CSV file */
  readonly download: (jobId: string, type: string, options?: RequestOptions) => Promise<string>
  /** Share URL of a simulation */
  readonly shareInfo: (jobId: string, options?: RequestOptions) => Promise<SimulationShare>
  /** Create a new share URL */
  readonly revokeShare: (jobId: string, options?: RequestOptions) => Promise<SimulationShare>
}
