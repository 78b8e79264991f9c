import {
  checkDueCertificate,
  checkDueRegistration,
  claimCertificates,
  claimRegistrations,
  type DueCertificate,
  type DueRegistration
} from "@mon/checks"
import { CertificateLooks, Registrations, RollUps } from "@mon/core-store"
import { DomainExpiry, UptimeProbe } from "@mon/uptime-probe/effect"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { startDueLoop } from "./dueLoop.ts"
import { startChores } from "./chores.ts"
import { countFactCheck } from "./Metrics.ts"
import { WorkerConfig } from "./WorkerConfig.ts"
import { WorkerPace } from "./WorkerPace.ts"

/** Looks at port 443 at once: each costs a handshake, and none is urgent. */
const CERTIFICATES_AT_ONCE = 16
/** Longest timeout of a monitor (decisions section 3). */
const LONGEST_LOOK_MS = 30_000
/** Registrations at once; those of one registry wait for each other. */
const REGISTRATIONS_AT_ONCE = 8
/** Longer than a look-up takes: a minute in the queue of a server, then several servers in turn. */
const LOOK_UP_MS = 300_000

/** Partitions of the roll-ups are there this many months before they are needed. */
const PARTITION_MONTHS_AHEAD = 2
/** Roll-ups are kept for a year and a month, so that a month can be held against that of the year before. */
const ROLL_UP_DAYS = 400

/** What the facts of domains are recorded in. */
export type FactsStore = CertificateLooks | Registrations | RollUps

/** Looks after certificates behind http URLs, registrations and roll-ups over given engines, for as long as its scope is open. */
export const layerFactsWorkerNoDeps: Layer.Layer<never, never, FactsStore | UptimeProbe | DomainExpiry | WorkerConfig> =
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { leaseMarginMs } = yield* WorkerConfig
      const pace = yield* WorkerPace
      const rollUps = yield* RollUps
      yield* startChores([
        ["making partitions of roll-ups", rollUps.ensurePartitions(PARTITION_MONTHS_AHEAD), pace.partitionsMs],
        ["forgetting roll-ups", rollUps.purge(ROLL_UP_DAYS), pace.partitionsMs]
      ])
      yield* startDueLoop({
        name: "certificates",
        concurrency: CERTIFICATES_AT_ONCE,
        claim: (limit) => claimCertificates(limit, LONGEST_LOOK_MS + leaseMarginMs),
        work: (due: DueCertificate) =>
          Effect.flatMap(checkDueCertificate(due), (taken) =>
            countFactCheck("certificate", taken ? "recorded" : "late")
          ),
        release: (claimed) => Effect.flatMap(CertificateLooks, (looks) => looks.release(claimed))
      })
      yield* startDueLoop({
        name: "registrations",
        concurrency: REGISTRATIONS_AT_ONCE,
        claim: (limit) => claimRegistrations(limit, LOOK_UP_MS + leaseMarginMs),
        work: (due: DueRegistration) =>
          Effect.flatMap(checkDueRegistration(due), (outcome) => countFactCheck("registration", outcome)),
        release: (claimed) => Effect.flatMap(Registrations, (registrations) => registrations.release(claimed))
      })
    })
  )
