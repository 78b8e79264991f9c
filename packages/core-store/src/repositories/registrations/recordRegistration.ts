import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { RegistrationFound, Registrations, StoredRegistration } from "./Registrations.ts"
import { copyToMonitorsOfDomain } from "./copyRegistration.ts"

const HOUR_MS = 3_600_000
/** Time between two lookups. */
const INTERVAL_MS = 24 * HOUR_MS
/** A failed lookup is repeated after this time, then after twice as long, at most after the interval. */
const RETRY_MS = HOUR_MS
/** 2^5 hours are longer than the interval. */
const MAX_DOUBLINGS = 5

/** What is stored for a domain that is not registered; "notRegistered" is its only status. */
const noRegistration = (
  { server, source }: Extract<RegistrationFound, { _tag: "NotRegistered" }>,
  at: number
): StoredRegistration => ({
  expiresAt: null,
  registrar: null,
  statuses: ["notRegistered"],
  conditions: [],
  source,
  server,
  checkedAt: at
})

const toStore = (found: RegistrationFound, at: number): StoredRegistration | null => {
  switch (found._tag) {
    case "Registered":
      return found.registration
    case "NotRegistered":
      return noRegistration(found, at)
    case "Unsupported":
    case "Unavailable":
      return null
  }
}

const delayMs = (found: RegistrationFound, failures: number): number =>
  found._tag === "Unavailable"
    ? Math.min(Math.max(RETRY_MS * 2 ** Math.min(failures, MAX_DOUBLINGS), found.retryAfterMs ?? 0), INTERVAL_MS)
    : INTERVAL_MS

/**
 * The row of the domain is the lock. Without a new result the stored registration stays and still triggers its alerts.
 */
export const recordRegistration = (sql: SqlClient.SqlClient): Registrations["Service"]["record"] =>
  operation("Registrations.record", function* ({ domain, leaseToken }, at, found) {
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const [row] = yield* sql<{ failures: number }>`
        select failures from registration where domain = ${domain} and lease_token = ${leaseToken}::uuid for update`
        if (row === undefined) return false
        const stored = toStore(found, at)
        const result =
          stored === null
            ? sql``
            : sql`outcome = ${found._tag}, registration = ${JSON.stringify(stored)}::text::jsonb,
        checked_at = ${new Date(at).toISOString()}::timestamptz,`
        yield* sql`
        update registration set ${result}
          failures = ${found._tag === "Unavailable" ? Math.min(row.failures + 1, MAX_DOUBLINGS) : 0}::smallint,
          next_at = mon_now() + ${delayMs(found, row.failures)}::int * interval '1 millisecond',
          lease_until = null, lease_token = null
        where domain = ${domain}`
        yield* copyToMonitorsOfDomain(sql, domain)
        return true
      })
    )
  })
