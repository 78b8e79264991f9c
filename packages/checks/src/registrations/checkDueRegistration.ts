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
import { databaseTime } from "../domains/checkDomain.ts"
import { storable } from "../StoredText.ts"

export interface ClaimedRegistration extends RegistrationClaim {
  /** The time at which the claim arrived, in nanoseconds on this process's monotonic clock. */
  readonly receivedAt: bigint
}

/** The most monitors that one claim assigns to registrations. The next claim continues with the remaining monitors. */
const ASSIGNED_AT_ONCE = 500

/**
 * Determines the registrable domains of new monitors, then claims up to `limit` domains whose registration is due for a
 * check.
 */
export const claimRegistrations = (
  limit: number,
  leaseMs: number
): Effect.Effect<ReadonlyArray<ClaimedRegistration>, StoreError, Registrations> =>
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

const toFound = ({ attempts, checkedAt, outcome, registration, retryAt }: RegistrationResult): RegistrationFound => {
  const last = attempts.findLast(({ result }) => result === outcome)
  if (outcome === "registered" && registration !== null)
    return { _tag: "Registered", registration: toStored(registration) }
  if (outcome === "not_registered" && last !== undefined)
    return { _tag: "NotRegistered", source: last.source, server: storable(last.server, MAX_TEXT) }
  if (outcome === "unsupported" || outcome === "no_domain") return { _tag: "Unsupported" }
  return { _tag: "Unavailable", retryAfterMs: retryAt === null ? null : Math.max(0, retryAt - checkedAt) }
}

/**
 * Queries the registry about a claimed domain and records the result for all monitors of the domain. Returns the
 * outcome.
 */
export const checkDueRegistration = Effect.fnUntraced(function* (
  claim: ClaimedRegistration
): Effect.fn.Return<string, StoreError, DomainExpiry | Registrations> {
  const result = yield* (yield* DomainExpiry).lookup({ hostname: claim.domain, previous: toPrevious(claim.previous) })
  const accepted = yield* (yield* Registrations).record(claim, yield* databaseTime(claim), toFound(result))
  return accepted ? result.outcome : "late"
})
