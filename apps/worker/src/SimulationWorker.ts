import { LookUpPlaces, runSimulation, SIMULATION_LEASE_MS } from "@mon/checks"
import { DomainFactCache, SimulationJobs, SimulationShares } from "@mon/core-store"
import { simulationLimits } from "@mon/model"
import { CampaignFacts } from "@mon/simulation/effect"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { startDueLoop } from "./dueLoop.ts"
import { startChores } from "./chores.ts"
import { countSimulation } from "./Metrics.ts"
import { WorkerConfig } from "./WorkerConfig.ts"
import { WorkerPace } from "./WorkerPace.ts"

/** Simulations at once; their look-ups share the places of this process. */
const SIMULATIONS_AT_ONCE = 4
/** What is ended or forgotten in one go; the rest goes at the next. */
const ENDED_AT_ONCE = 100
const FORGOTTEN_AT_ONCE = 10_000

/** Runs campaign simulations over given facts for as long as its scope is open, and hands back what it could not end. */
export const layerSimulationWorkerNoDeps: Layer.Layer<
  never,
  never,
  DomainFactCache | SimulationJobs | SimulationShares | CampaignFacts
> = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* SimulationJobs
    const cache = yield* DomainFactCache
    const shares = yield* SimulationShares
    const pace = yield* WorkerPace
    yield* startChores([
      [
        "ending simulations that nobody began",
        jobs.expireQueued(simulationLimits.queuedHours, ENDED_AT_ONCE),
        pace.windowsMs
      ],
      [
        "forgetting results of simulations",
        jobs.expireCompleted(simulationLimits.keptDays, ENDED_AT_ONCE),
        pace.windowsMs
      ],
      ["forgetting codes of shared simulations", shares.purge(FORGOTTEN_AT_ONCE), pace.windowsMs],
      ["forgetting facts of domains", cache.purge(FORGOTTEN_AT_ONCE), pace.windowsMs]
    ])
    yield* startDueLoop({
      name: "simulations",
      pollMs: pace.simulationPollMs,
      concurrency: SIMULATIONS_AT_ONCE,
      claim: (limit) => jobs.claim(limit, SIMULATION_LEASE_MS),
      work: (claim) => Effect.flatMap(runSimulation(claim), countSimulation),
      release: (claims) => jobs.release(claims)
    })
  })
).pipe(Layer.provide(LookUpPlaces.layer))

/** The same over a DNS client of its own, as the settings say. */
export const layerSimulationWorker: Layer.Layer<
  never,
  never,
  DomainFactCache | SimulationJobs | SimulationShares | WorkerConfig
> = Layer.provide(
  layerSimulationWorkerNoDeps,
  Layer.unwrap(
    Effect.map(WorkerConfig, ({ dnsServers, listKeys = {} }) =>
      CampaignFacts.layer({ dns: { servers: dnsServers }, listKeys })
    )
  )
)
