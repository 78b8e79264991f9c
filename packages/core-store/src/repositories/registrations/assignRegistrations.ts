import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { Registrations } from "./Registrations.ts"
import { copyToMonitors } from "./copyRegistration.ts"

export const unassignedMonitors = (sql: SqlClient.SqlClient): Registrations["Service"]["unassigned"] =>
  operation("Registrations.unassigned", function* (limit) {
    return yield* sql<{ monitorKey: string; hostname: string }>`
      select w.monitor_id::text as "monitorKey", m.hostname
      from monitor_registration w join monitor m on m.id = w.monitor_id
      where w.domain is null order by w.monitor_id limit ${limit}`
  })

/**
 * Two workers may assign the same monitors; the result is the same. A domain without monitors until now is due at once.
 */
export const assignRegistrations = (sql: SqlClient.SqlClient): Registrations["Service"]["assign"] =>
  operation("Registrations.assign", function* (monitors) {
    if (monitors.length === 0) return
    const rows = JSON.stringify(monitors.map(({ domain, monitorKey }) => ({ id: monitorKey, domain: domain ?? "" })))
    yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`
        with given as (
          select * from jsonb_to_recordset(${rows}::text::jsonb) as g(id bigint, domain text)
        ), known as (
          insert into registration (domain, next_at)
          select distinct domain, mon_now() from given where domain <> '' order by domain
          on conflict (domain) do update set next_at = mon_now() where registration.next_at is null
        )
        update monitor_registration w set domain = g.domain from given g where w.monitor_id = g.id and w.domain is null`
        yield* copyToMonitors(
          sql,
          monitors.map(({ monitorKey }) => monitorKey)
        )
      })
    )
  })
