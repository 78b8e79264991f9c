import {
  type RegistrationClaim,
  type RegistrationFound,
  Registrations,
  type StoredRegistration,
  type StoreError
} from "@mon/core-store"
import { registrableDomain } from "@mon/public-net"
import { conditionsOf } from "@mon/uptime-probe/domain-expiry"
import { DomainExpiry, type RegistrationResult, type Registration } from "@mon/uptime-probe/effect"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { databaseTime } from "../DueDomain.ts"
import { storable } from "../StoredText.ts"

/** A claimed domain and when the claim arrived here. */
export interface DueRegistration extends RegistrationClaim {
  /** Nanoseconds on this process's monotonic clock. */
  readonly receivedAt: bigint
}

/** Monitors of one go; there are more at the next. */
const ASSIGNED_AT_ONCE = 500

/** Works out the registrable domains of new monitors, then leases up to `limit` domains that are due. */
export const claimRegistrations = (
  limit: number,
  leaseMs: number
): Effect.Effect<ReadonlyArray<DueRegistration>, StoreError, Registrations> =>
  Effect.gen(function* () {
    const registrations = yield* Registrations
    const monitors = yield* registrations.unassigned(ASSIGNED_AT_ONCE)
    yield* registrations.assign(
      monitors.map(({ hostname, monitorKey }) => ({ monitorKey, domain: registrableDomain(hostname) }))
    )
    const claims = yield* registrations.claim(limit, leaseMs)
    const receivedAt = yield* Clock.monotonicTimeNanos
    return claims.map((claim) => ({ ...claim, receivedAt }))
  })

const MAX_TEXT = 200

const toStored = ({ registrar, server, statuses, ...registration }: Registration): StoredRegistration => ({
  ...registration,
  registrar: registrar === null ? null : storable(registrar, MAX_TEXT),
  server: storable(server, MAX_TEXT),
  statuses: statuses.map((status) => storable(status, MAX_TEXT))
})

const toPrevious = (stored: StoredRegistration | null): Registration | null =>
  stored === null ? null : { ...stored, conditions: conditionsOf(stored.statuses) }

const foundBy = ({ attempts, checkedAt, outcome, registration, retryAt }: RegistrationResult): RegistrationFound => {
  const last = attempts.findLast(({ result }) => result === outcome)
  if (outcome === "registered" && registration !== null)
    return { _tag: "Registered", registration: toStored(registration) }
  if (outcome === "not_registered" && last !== undefined)
    return { _tag: "NotRegistered", source: last.source, server: storable(last.server, MAX_TEXT) }
  if (outcome === "unsupported" || outcome === "no_domain") return { _tag: "Unsupported" }
  return { _tag: "Unavailable", retryAfterMs: retryAt === null ? null : Math.max(0, retryAt - checkedAt) }
}

/** Asks the registry about a claimed domain and records what it said for everybody who watches it; answers the outcome. */
export const checkDueRegistration = Effect.fnUntraced(function* (
  due: DueRegistration
): Effect.fn.Return<string, StoreError, DomainExpiry | Registrations> {
  const look = yield* (yield* DomainExpiry).lookup({ hostname: due.domain, previous: toPrevious(due.previous) })
  const taken = yield* (yield* Registrations).record(due, yield* databaseTime(due), foundBy(look))
  return taken ? look.outcome : "late"
})
