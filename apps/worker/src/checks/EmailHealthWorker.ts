import {
  emailHealthLimits,
  checkDueEmailHealth,
  claimEmailHealth,
  type ClaimedEmailHealth,
  EmailHealthReportCache,
  layerEmailHealthEngine,
  RecordObserver
} from "@mon/checks"
import { type DueTimes, EmailHealthChecks, EmailHealthReports, MailHostContacts, type Repairs } from "@mon/core-store"
import { layerUdp } from "@mon/dns/effect"
import type { EmailHealth } from "@mon/email-health/effect"
import { retentionDays } from "@mon/model"
import { NetworkPolicy } from "@mon/public-net/effect"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { DueWork } from "../loops/dueWork.ts"
import { inBatches, ROWS_AT_ONCE } from "../loops/inBatches.ts"
import { startLeasedWorkLoop } from "../loops/leasedWorkLoop.ts"
import { countEmailHealthCheck } from "../metrics/Metrics.ts"
import { startPeriodicTasks } from "../loops/periodicTasks.ts"
import { WorkerConfig } from "../settings/WorkerConfig.ts"
import { WorkerTimings } from "../settings/WorkerTimings.ts"

/** The largest number of concurrent email health checks. Each check sends up to 233 DNS queries. */
const CONCURRENCY = 16
const ERROR_RETRY_MS = 900_000

/**
 * Checks email health with the given engine while its scope is open. When the scope closes, it lets running checks
 * finish.
 */
export const layerEmailHealthWorkerNoDeps: Layer.Layer<
  never,
  never,
  | DueTimes
  | EmailHealth
  | EmailHealthChecks
  | EmailHealthReports
  | MailHostContacts
  | RecordObserver
  | Repairs
  | WorkerConfig
> = Layer.effectDiscard(
  Effect.gen(function* () {
    const checks = yield* EmailHealthChecks
    const reports = yield* EmailHealthReports
    const contacts = yield* MailHostContacts
    const { leaseMarginMs } = yield* WorkerConfig
    const retention = yield* WorkerConfig.retention
    const due = yield* DueWork
    const { partitionsMs, purgeMs } = yield* WorkerTimings
    yield* startPeriodicTasks([
      { name: "purging email health reports", everyMs: purgeMs, run: inBatches(reports.purge(ROWS_AT_ONCE)) },
      {
        name: "purging mail host contacts",
        everyMs: partitionsMs,
        run: inBatches(contacts.purge(retentionDays.mailHostContacts, ROWS_AT_ONCE))
      },
      {
        name: "purging email health scores",
        everyMs: partitionsMs,
        run: inBatches(checks.purgeHistory(retention.emailHealthScores, ROWS_AT_ONCE))
      }
    ])
    yield* startLeasedWorkLoop({
      name: "email health",
      idle: due.wait("email health"),
      concurrency: CONCURRENCY,
      leaseMs: emailHealthLimits.deadlineMs + emailHealthLimits.maxWaitMs + leaseMarginMs,
      claim: claimEmailHealth,
      accountOf: ({ accountKey }) => accountKey,
      perform: (claimed: ClaimedEmailHealth) =>
        Effect.flatMap(checkDueEmailHealth(claimed), ({ accepted, announced }) =>
          countEmailHealthCheck(announced ?? (accepted ? "recorded" : "late"))
        ),
      release: (claimed) => checks.release(claimed),
      onFailed: (claimed, error) =>
        Effect.logError("An email health check failed; it will be repeated").pipe(
          Effect.annotateLogs({ error, monitor: claimed.monitorKey }),
          Effect.andThen(countEmailHealthCheck("fault")),
          // If the store is unavailable, the check is repeated when its lease expires.
          Effect.andThen(Effect.ignore(checks.postpone(claimed, ERROR_RETRY_MS)))
        )
    })
  })
).pipe(Layer.provide([DueWork.layer, EmailHealthReportCache.layerNoDeps()]))

/**
 * Checks email health with its own engine, DNS client and address policy, as configured. To verify repairs, it also
 * queries name servers.
 */
export const layerEmailHealthWorker: Layer.Layer<
  never,
  never,
  DueTimes | EmailHealthChecks | EmailHealthReports | MailHostContacts | Repairs | WorkerConfig
> = Layer.provide(
  layerEmailHealthWorkerNoDeps,
  Layer.unwrap(
    Effect.map(WorkerConfig, ({ allowPrivateNetworks, contactMailHosts = false, dnsServers, extraCa, listKeys = {} }) =>
      Layer.provide(
        Layer.merge(
          layerEmailHealthEngine({ contactMailHosts, extraCa, listKeys }),
          RecordObserver.layer({ resolvers: dnsServers })
        ),
        [layerUdp({ servers: dnsServers }), NetworkPolicy.layer({ allow: allowPrivateNetworks })]
      )
    )
  )
)
