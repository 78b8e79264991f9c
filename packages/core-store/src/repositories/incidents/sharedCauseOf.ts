import { type SharedCause, sharedCauseLimits } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { AccessScope } from "../access/AccessScope.ts"
import { visibleIncidents } from "./listIncidents.ts"

/** The shared cause of an incident (by its key), with the other incidents that the caller can see. */
export const sharedCauseOf = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  scope: AccessScope,
  incidentKey: string
) {
  const [cause] = yield* sql<Omit<SharedCause, "incidents"> & { readonly key: string }>`
    select c.id::text as key, c.kind, c.value, (
        select count(*)::int from shared_cause_incident o join incident i on i.id = o.incident_id
        join monitor m on m.id = i.monitor_id
        where o.cause_id = c.id and o.incident_id <> ci.incident_id and ${visibleIncidents(sql, scope)}) as others
    from shared_cause_incident ci join shared_cause c on c.id = ci.cause_id
    where ci.incident_id = ${incidentKey}::bigint`
  if (cause === undefined) return null
  const incidents = yield* sql<SharedCause["incidents"][number]>`
    select i.public_id as id, m.public_id as "domainId", m.name as "domainName",
      case when i.resolved_at is null then 'open' else 'resolved' end as status
    from shared_cause_incident o join incident i on i.id = o.incident_id join monitor m on m.id = i.monitor_id
    where o.cause_id = ${cause.key}::bigint and o.incident_id <> ${incidentKey}::bigint
      and ${visibleIncidents(sql, scope)}
    order by i.resolved_at nulls first, i.started_at, i.id limit ${sharedCauseLimits.incidentsShown}`
  const { key: _, ...shown } = cause
  return { ...shown, incidents } satisfies SharedCause
})
