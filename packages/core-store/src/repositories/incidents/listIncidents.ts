import { type Incident, isPublicId } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import type { Incidents } from "./Incidents.ts"
import { type IncidentRow, selectIncidents, toIncident } from "./IncidentRow.ts"
import { visibleDomains } from "../monitors/visibleMonitors.ts"

/** Incidents `i` that the caller can see, including those of deleted domains. */
export const visibleIncidents = (sql: SqlClient.SqlClient, scope: AccessScope) =>
  scope.role === "owner"
    ? sql`i.account_id = ${scope.accountKey}::bigint`
    : sql`i.account_id = ${scope.accountKey}::bigint and exists (select 1 from monitor_access ma
        where ma.membership_id = ${scope.membershipKey}::bigint and ma.monitor_id = i.monitor_id)`

const inState = (sql: SqlClient.SqlClient, state: Incident["status"] | undefined) => {
  if (state === undefined) return sql`true`
  return state === "open" ? sql`i.resolved_at is null` : sql`i.resolved_at is not null`
}

/** Where an incident stands in the list; undefined when the caller cannot see it. The time has microseconds. */
const cursorAt = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, scope: AccessScope, id: string) {
  if (!isPublicId(id)) return undefined
  const [row] = yield* sql<{ at: string; key: string }>`
    select i.started_at::text as at, i.id::text as key from incident i
    where ${visibleIncidents(sql, scope)} and i.public_id = ${id}::uuid`
  return row
})

export const recentIncidents = (sql: SqlClient.SqlClient): Incidents["Service"]["recent"] =>
  operation("Incidents.recent", function* (scope, { before, limit, state }) {
    const cursor = before === undefined ? null : yield* cursorAt(sql, scope, before)
    if (cursor === undefined) return null
    const older =
      cursor === null ? sql`true` : sql`(i.started_at, i.id) < (${cursor.at}::timestamptz, ${cursor.key}::bigint)`
    const rows = yield* sql<IncidentRow>`
      ${selectIncidents(sql, scope)} where ${visibleIncidents(sql, scope)} and ${older} and ${inState(sql, state)}
      order by i.started_at desc, i.id desc limit ${limit}`
    return rows.map(toIncident)
  })

export const incidentsOfDomain = (sql: SqlClient.SqlClient): Incidents["Service"]["ofDomain"] =>
  operation("Incidents.ofDomain", function* (scope, domainId, limit) {
    if (!isPublicId(domainId)) return null
    const [domain] = yield* sql<{ key: string }>`
      select m.id::text as key from monitor m where ${visibleDomains(sql, scope)} and m.public_id = ${domainId}::uuid`
    if (domain === undefined) return null
    const rows = yield* sql<IncidentRow>`
      ${selectIncidents(sql, scope)} where i.monitor_id = ${domain.key}::bigint
      order by i.started_at desc, i.id desc limit ${limit}`
    return rows.map(toIncident)
  })
