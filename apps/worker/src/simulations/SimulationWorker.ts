import { DomainFactCache, type DueTimes, SimulationJobs, SimulationShares } from "@mon/core-store"
import { simulationLimits } from "@mon/model"
import { CampaignFacts } from "@mon/simulation/effect"
import { WorkerPool } from "@mon/process-runtime/worker-pool"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { DueWork } from "../loops/dueWork.ts"
import { startLeasedWorkLoop } from "../loops/leasedWorkLoop.ts"
import { countSimulation } from "../metrics/Metrics.ts"
import { startPeriodicTasks } from "../loops/periodicTasks.ts"
import { LookupPermits } from "./collectDomainFacts.ts"
import { runSimulation, SIMULATION_LEASE_MS } from "./runSimulation.ts"
import { WorkerConfig } from "../settings/WorkerConfig.ts"
import { WorkerTimings } from "../settings/WorkerTimings.ts"

/** The largest number of concurrent simulations. Their lookups share the permits of this process. */
const SIMULATIONS_AT_ONCE = 4
/** The largest number of jobs that one run expires, and the largest number of rows that it purges. */
const EXPIRED_AT_ONCE = 100
const PURGED_AT_ONCE = 10_000

/**
 * Runs campaign simulations with the given facts while its scope is open. When the scope closes, it releases unfinished
 * simulations.
 */
export const layerSimulationWorkerNoDeps: Layer.Layer<
  never,
  never,
  DomainFactCache | DueTimes | SimulationJobs | SimulationShares | CampaignFacts
> = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* SimulationJobs
    const cache = yield* DomainFactCache
    const shares = yield* SimulationShares
    const due = yield* DueWork
    const { purgeMs } = yield* WorkerTimings
    yield* startPeriodicTasks([
      {
        name: "expiring simulations that no worker started",
        everyMs: purgeMs,
        run: jobs.expireQueued(simulationLimits.queuedHours, EXPIRED_AT_ONCE)
      },
      { name: "purging share codes of simulations", everyMs: purgeMs, run: shares.purge(PURGED_AT_ONCE) },
      { name: "purging domain facts", everyMs: purgeMs, run: cache.purge(PURGED_AT_ONCE) }
    ])
    yield* startLeasedWorkLoop({
      name: "simulations",
      idle: due.wait("simulations"),
      concurrency: SIMULATIONS_AT_ONCE,
      leaseMs: SIMULATION_LEASE_MS,
      claim: jobs.claim,
      accountOf: ({ accountKey }) => accountKey,
      perform: (claim) => Effect.flatMap(runSimulation(claim), countSimulation),
      release: (claims) => jobs.release(claims)
    })
  })
).pipe(Layer.provide([DueWork.layer, LookupPermits.layer, WorkerPool.layer]))

const layerResultRetention = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* SimulationJobs
    const { simulationResults } = yield* WorkerConfig.retention
    const { purgeMs } = yield* WorkerTimings
    yield* startPeriodicTasks([
      {
        name: "purging simulation results",
        everyMs: purgeMs,
        run: jobs.expireCompleted(simulationResults, EXPIRED_AT_ONCE)
      }
    ])
  })
)

export const layerSimulationWorker: Layer.Layer<
  never,
  never,
  DomainFactCache | DueTimes | SimulationJobs | SimulationShares | WorkerConfig
> = Layer.provide(
  layerSimulationWorkerNoDeps,
  Layer.unwrap(
    Effect.map(WorkerConfig, ({ dnsServers, listKeys = {} }) =>
      CampaignFacts.layer({ dns: { servers: dnsServers }, listKeys })
    )
  )
).pipe(Layer.merge(layerResultRetention))
