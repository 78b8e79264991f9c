import {
  type Connectivity,
  DnsObserver,
  PortObserver,
  RecordObserver,
  HostProofs,
  layerDomainExpiry,
  Location,
  ResultBatcher
} from "@mon/checks"
import type {
  RateLimitedAttempts,
  Billing,
  DomainFactCache,
  DueTimes,
  EmailHealthChecks,
  EmailHealthReports,
  MailHostContacts,
  Repairs,
  RegistryDocumentCache,
  HeartbeatPings,
  Locations,
  People,
  Secrets,
  AuditLog,
  Sessions,
  SimulationJobs,
  SimulationShares
} from "@mon/core-store"
import type { ServiceProbe, UptimeProbe } from "@mon/uptime-probe/effect"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { startDomainCheckLoop } from "./schedule/domainCheckLoop.ts"
import { makeChecksInFlight } from "./schedule/ChecksInFlight.ts"
import { DueWork } from "./loops/dueWork.ts"
import { layerEmailHealthWorker } from "./checks/EmailHealthWorker.ts"
import { type FactsStore, layerFactsWorkerNoDeps } from "./checks/FactsWorker.ts"
import { announceLocation } from "./locations/Announcement.ts"
import { layerServiceHeartbeat } from "./upkeep/serviceHeartbeat.ts"
import { layerAccountMaintenance, type SchedulerMaintenance, startSchedulerMaintenance } from "./upkeep/maintenance.ts"
import { layerMeasuredSchedule, showWorkerMetrics } from "./metrics/Metrics.ts"
import { layerProbes, layerResolution } from "./checks/Probes.ts"
import { layerSimulationWorker } from "./simulations/SimulationWorker.ts"
import { WorkerConfig } from "./settings/WorkerConfig.ts"

/**
 * A worker with the given engines. It runs while its scope is open. When the scope closes, it lets running checks
 * finish.
 */
export const layerWorkerNoDeps: Layer.Layer<
  never,
  never,
  | DueTimes
  | SchedulerMaintenance
  | Locations
  | ResultBatcher
  | Connectivity
  | HeartbeatPings
  | Secrets
  | ServiceProbe
  | UptimeProbe
  | WorkerConfig
> = Layer.effectDiscard(
  Effect.gen(function* () {
    const { concurrency, location } = yield* WorkerConfig
    yield* showWorkerMetrics
    yield* startSchedulerMaintenance
    const checks = yield* makeChecksInFlight
    const { stopClaiming } = yield* Effect.acquireRelease(startDomainCheckLoop(checks), (loop) => loop.drain)
    // The announcement starts after the loop. On shutdown, it is therefore withdrawn before the loop lets its checks
    // finish.
    yield* announceLocation
    // Withdrawing the announcement takes a moment, in which the worker would start further checks.
    yield* Effect.addFinalizer(() => stopClaiming)
    yield* Effect.logInfo("Worker started").pipe(Effect.annotateLogs({ location, concurrency }))
  })
).pipe(Layer.provide(DueWork.layer))

const layerEngines = ({
  dnsServers,
  dnsWatchPort,
  observedPorts,
  extraCa,
  rdapBootstrapUrl = null,
  whoisServer = null
}: WorkerConfig["Service"]) =>
  Layer.mergeAll(
    layerProbes,
    Layer.provide(
      Layer.mergeAll(
        layerDomainExpiry({ extraCa, rdapBootstrapUrl, whoisServer }),
        DnsObserver.layer(dnsWatchPort),
        PortObserver.layer(observedPorts),
        RecordObserver.layer({ resolvers: dnsServers, ...(dnsWatchPort === undefined ? {} : { port: dnsWatchPort }) }),
        HostProofs.layer
      ),
      layerResolution
    )
  )

type Store =
  | DueTimes
  | SchedulerMaintenance
  | Locations
  | FactsStore
  | HeartbeatPings
  | RegistryDocumentCache
  | EmailHealthChecks
  | EmailHealthReports
  | MailHostContacts
  | Repairs
  | RateLimitedAttempts
  | Billing
  | DomainFactCache
  | People
  | AuditLog
  | Sessions
  | SimulationJobs
  | SimulationShares
  | Secrets

/** A complete worker, which needs only the store and its settings. */
export const layerWorker: Layer.Layer<never, never, Store | WorkerConfig> = Layer.unwrap(
  Effect.map(WorkerConfig, (config) =>
    Layer.mergeAll(
      Layer.provide(layerWorkerNoDeps, layerMeasuredSchedule),
      layerFactsWorkerNoDeps,
      layerServiceHeartbeat
    ).pipe(
      Layer.provide([layerEngines(config), ResultBatcher.layerNoDeps()]),
      Layer.provide(Layer.succeed(Location, config.location)),
      Layer.merge(layerEmailHealthWorker),
      Layer.merge(layerAccountMaintenance),
      Layer.merge(layerSimulationWorker)
    )
  )
)
