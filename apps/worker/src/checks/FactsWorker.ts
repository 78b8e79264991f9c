import {
  type Connectivity,
  checkDueCertificate,
  checkDueDnsWatch,
  checkDueHostProof,
  checkDueRegistration,
  checkDueServiceProof,
  claimCertificates,
  claimDnsWatches,
  claimHostProofs,
  claimRegistrations,
  claimServiceProofs,
  type ClaimedCertificate,
  type ClaimedDnsWatch,
  type ClaimedRegistration,
  DNS_WATCH_WITHIN_MS,
  DnsObserver,
  followCertificateRepairs,
  followIncidentRepairs,
  type HostProofs,
  observeIncidents,
  PortObserver,
  RecordObserver
} from "@mon/checks"
import {
  CertificateChecks,
  CertificateRepairs,
  DnsWatches,
  type DueTimes,
  HostProofChecks,
  type HostProofClaim,
  IncidentDiagnoses,
  IncidentRepairs,
  Registrations,
  RollUps,
  Secrets,
  type ServiceProofClaim,
  ServiceProofs
} from "@mon/core-store"
import { DomainExpiry, ServiceProbe, UptimeProbe } from "@mon/uptime-probe/effect"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { DueWork, startDueTasks } from "../loops/dueWork.ts"
import { startLeasedWorkLoop } from "../loops/leasedWorkLoop.ts"
import { countFactCheck } from "../metrics/Metrics.ts"
import { startPeriodicTasks } from "../loops/periodicTasks.ts"
import { WorkerConfig } from "../settings/WorkerConfig.ts"
import { WorkerTimings } from "../settings/WorkerTimings.ts"

/** The largest number of concurrent certificate checks. Each check needs a TLS handshake, and none is urgent. */
const CERTIFICATES_AT_ONCE = 16
/** The longest timeout of a monitor. */
const LONGEST_CHECK_MS = 30_000
/** The largest number of concurrent registration lookups. Lookups at one registry wait for each other. */
const REGISTRATIONS_AT_ONCE = 8
/**
 * The lease of a registration lookup, in milliseconds. It is longer than any lookup, which may wait up to a minute for
 * each of several servers.
 */
const LOOKUP_MS = 300_000

/**
 * The largest number of concurrent DNS observations. Each observation queries a few servers, and mostly waits for them.
 */
const DNS_WATCHES_AT_ONCE = 32

/** The largest number of concurrent lookups of host proofs. Each lookup is one query, and none is urgent. */
const HOST_PROOFS_AT_ONCE = 8
/** The lease of a lookup of a host proof, in milliseconds. It is longer than three lookups. */
const PROOF_LOOKUP_MS = 20_000
/** The lease of a lookup of a service's proof, in milliseconds. It is longer than the lookups of 100 domains. */
const SERVICE_PROOF_MS = 60_000

const PARTITION_MONTHS_AHEAD = 2

export type FactsStore =
  | CertificateChecks
  | CertificateRepairs
  | DnsWatches
  | DueTimes
  | HostProofChecks
  | IncidentDiagnoses
  | IncidentRepairs
  | Registrations
  | RollUps
  | ServiceProofs

/**
 * Checks certificates of hosts with http URLs, registrations and watched DNS records with the given engines. Also
 * maintains roll-ups. Runs while its scope is open.
 */
export const layerFactsWorkerNoDeps: Layer.Layer<
  never,
  never,
  | FactsStore
  | ServiceProbe
  | UptimeProbe
  | Connectivity
  | DnsObserver
  | PortObserver
  | RecordObserver
  | HostProofs
  | DomainExpiry
  | Secrets
  | WorkerConfig
> = Layer.effectDiscard(
  Effect.gen(function* () {
    const { leaseMarginMs, location, serviceHost = null } = yield* WorkerConfig
    const work = yield* DueWork
    const { partitionsMs } = yield* WorkerTimings
    const rollUps = yield* RollUps
    const retention = yield* WorkerConfig.retention
    const observer = yield* DnsObserver
    const ports = yield* PortObserver
    const records = yield* RecordObserver
    const diagnoses = yield* IncidentDiagnoses
    const probe = yield* UptimeProbe
    const services = yield* ServiceProbe
    const secrets = yield* Secrets
    const repairs = yield* IncidentRepairs
    const certificates = yield* CertificateRepairs
    yield* startPeriodicTasks([
      {
        name: "creating roll-up partitions",
        everyMs: partitionsMs,
        run: rollUps.ensurePartitions(PARTITION_MONTHS_AHEAD)
      },
      { name: "purging roll-ups", everyMs: partitionsMs, run: rollUps.purge(retention.rollUps) }
    ])
    yield* startDueTasks([
      {
        name: "checking the servers behind incidents",
        due: "servers of incidents",
        run: observeIncidents().pipe(
          Effect.provideService(DnsObserver, observer),
          Effect.provideService(PortObserver, ports),
          Effect.provideService(IncidentDiagnoses, diagnoses),
          Effect.provideService(UptimeProbe, probe),
          Effect.provideService(ServiceProbe, services),
          Effect.provideService(Secrets, secrets)
        )
      },
      {
        name: "tracking incident repairs",
        due: "repairs of incidents",
        run: followIncidentRepairs().pipe(
          Effect.provideService(RecordObserver, records),
          Effect.provideService(IncidentRepairs, repairs)
        )
      },
      {
        name: "tracking certificate repairs",
        due: "repairs of certificates",
        run: followCertificateRepairs().pipe(Effect.provideService(CertificateRepairs, certificates))
      }
    ])
    yield* startLeasedWorkLoop({
      name: "certificates",
      idle: work.wait("certificates"),
      concurrency: CERTIFICATES_AT_ONCE,
      leaseMs: LONGEST_CHECK_MS + leaseMarginMs,
      claim: (limit, leaseMs, exceptAccounts) => claimCertificates(limit, leaseMs, exceptAccounts, location),
      accountOf: ({ accountKey }) => accountKey,
      perform: (due: ClaimedCertificate) =>
        Effect.flatMap(checkDueCertificate(due), (taken) => countFactCheck("certificate", taken ? "recorded" : "late")),
      release: (claimed) => Effect.flatMap(CertificateChecks, (checks) => checks.release(claimed))
    })
    yield* startLeasedWorkLoop({
      name: "DNS watches",
      idle: work.wait("DNS watches"),
      concurrency: DNS_WATCHES_AT_ONCE,
      leaseMs: DNS_WATCH_WITHIN_MS + leaseMarginMs,
      claim: claimDnsWatches,
      accountOf: ({ accountKey }) => accountKey,
      perform: (due: ClaimedDnsWatch) =>
        Effect.flatMap(checkDueDnsWatch(due), (outcome) => countFactCheck("dns", outcome)),
      release: (claimed) => Effect.flatMap(DnsWatches, (watches) => watches.release(claimed))
    })
    yield* startLeasedWorkLoop({
      name: "proofs of hosts",
      idle: work.wait("proofs of hosts"),
      concurrency: HOST_PROOFS_AT_ONCE,
      leaseMs: PROOF_LOOKUP_MS + leaseMarginMs,
      claim: claimHostProofs,
      perform: (due: HostProofClaim) =>
        Effect.flatMap(checkDueHostProof(due, serviceHost), (outcome) => countFactCheck("host_proof", outcome)),
      release: (claimed) => Effect.flatMap(HostProofChecks, (checks) => checks.release(claimed))
    })
    yield* startLeasedWorkLoop({
      name: "proofs of services",
      idle: work.wait("proofs of services"),
      concurrency: HOST_PROOFS_AT_ONCE,
      leaseMs: SERVICE_PROOF_MS + leaseMarginMs,
      claim: claimServiceProofs,
      perform: (due: ServiceProofClaim) =>
        Effect.flatMap(checkDueServiceProof(due), (outcome) => countFactCheck("service_proof", outcome)),
      release: (claimed) => Effect.flatMap(ServiceProofs, (proofs) => proofs.release(claimed))
    })
    yield* startLeasedWorkLoop({
      name: "registrations",
      idle: work.wait("registrations"),
      concurrency: REGISTRATIONS_AT_ONCE,
      leaseMs: LOOKUP_MS + leaseMarginMs,
      claim: claimRegistrations,
      perform: (due: ClaimedRegistration) =>
        Effect.flatMap(checkDueRegistration(due), (outcome) => countFactCheck("registration", outcome)),
      release: (claimed) => Effect.flatMap(Registrations, (registrations) => registrations.release(claimed))
    })
  })
).pipe(Layer.provide(DueWork.layer))
