import { isPublicId } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { storeError } from "../../sql/StoreError.ts"
import type { Incidents } from "./Incidents.ts"
import { type IncidentRow, selectIncidents, toIncident } from "./IncidentRow.ts"
import { visibleDomains } from "../monitors/visibleMonitors.ts"

export const recentIncidents = (sql: SqlClient.SqlClient): Incidents["Service"]["recent"] =>
  Effect.fn("Incidents.recent")(
    function* (scope, limit) {
      const shared =
        scope.role === "owner"
          ? sql`true`
          : sql`exists (select 1 from domain_access da
          where da.membership_id = ${scope.membershipKey}::bigint and da.monitor_id = i.monitor_id)`
      const rows = yield* sql<IncidentRow>`
      ${selectIncidents(sql)} where i.account_id = ${scope.accountKey}::bigint and ${shared}
      order by i.started_at desc, i.id desc limit ${limit}`
      return rows.map(toIncident)
    },
    Effect.mapError(storeError("Incidents.recent"))
  )

export const incidentsOfDomain = (sql: SqlClient.SqlClient): Incidents["Service"]["ofDomain"] =>
  Effect.fn("Incidents.ofDomain")(
    function* (scope, domainId, limit) {
      if (!isPublicId(domainId)) return null
      const [domain] = yield* sql<{ key: string }>`
      select m.id::text as key from monitor m where ${visibleDomains(sql, scope)} and m.public_id = ${domainId}::uuid`
      if (domain === undefined) return null
      const rows = yield* sql<IncidentRow>`
      ${selectIncidents(sql)} where i.monitor_id = ${domain.key}::bigint
      order by i.started_at desc, i.id desc limit ${limit}`
      return rows.map(toIncident)
    },
    Effect.mapError(storeError("Incidents.ofDomain"))
  )
