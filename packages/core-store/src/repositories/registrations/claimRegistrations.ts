import type * as SqlClient from "effect/sql/SqlClient"
import { isFiniteNumber, isListOf, isNullOr, isObjectOf, isOneOf, isText } from "../../sql/JsonGuard.ts"
import { operation } from "../../sql/operation.ts"
import type { Registrations, StoredRegistration } from "./Registrations.ts"

interface Row {
  readonly domain: string
  readonly lease_token: string
  readonly previous: unknown
  readonly claimed_at: Date
}

const isRegistration = isObjectOf<StoredRegistration>({
  expiresAt: isNullOr(isText),
  registrar: isNullOr(isText),
  statuses: isListOf(isText),
  conditions: isListOf(isText),
  source: isOneOf("rdap", "whois"),
  server: isText,
  checkedAt: isFiniteNumber
})

/**
 * One statement, so that two workers never get the same domain. A domain without monitors is taken off the schedule.
 */
export const claimRegistrations = (sql: SqlClient.SqlClient): Registrations["Service"]["claim"] =>
  operation("Registrations.claim", function* (limit, leaseMs) {
    const rows = yield* sql<Row>`
      with due as materialized (
        select domain from registration
        where next_at is not null and greatest(next_at, lease_until) <= mon_now()
        order by greatest(next_at, lease_until)
        limit ${limit}
        for update skip locked
      ), watched as materialized (
        select due.domain, exists (
            select 1 from monitor_registration w join monitor m on m.id = w.monitor_id
            where w.domain = due.domain and m.deleted_at is null) as is_watched
        from due
      ), claimed as (
        update registration r set
          next_at = case when w.is_watched then r.next_at end,
          lease_token = case when w.is_watched then gen_random_uuid() end,
          lease_until = case when w.is_watched then mon_now() + ${leaseMs}::int * interval '1 millisecond' end
        from watched w where r.domain = w.domain
        returning r.domain, r.lease_token, case when r.outcome = 'Registered' then r.registration end as previous
      )
      select domain, lease_token, previous, mon_now() as claimed_at from claimed where lease_token is not null`
    return rows.map((row) => ({
      domain: row.domain,
      leaseToken: row.lease_token,
      previous: isRegistration(row.previous) ? row.previous : null,
      claimedAt: row.claimed_at.getTime()
    }))
  })

export const releaseRegistrations = (sql: SqlClient.SqlClient): Registrations["Service"]["release"] =>
  operation("Registrations.release", function* (claims) {
    if (claims.length === 0) return
    const rows = claims.map(({ domain, leaseToken }) => ({ domain, token: leaseToken }))
    yield* sql`
      update registration r set lease_until = null, lease_token = null
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as c(domain text, token uuid)
      where r.domain = c.domain and r.lease_token = c.token`
  })
