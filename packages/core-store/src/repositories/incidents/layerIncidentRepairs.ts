import { incidentRepairLimits, isPublicId } from "@mon/model"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { visibleIncidents } from "./listIncidents.ts"
import { followIncidentRepair } from "./followIncidentRepair.ts"
import { IncidentRepairs, type RepairInMotion } from "./IncidentRepairs.ts"

/** A repair is followed at most this often. */
const FOLLOWED_EVERY = "3 seconds"

/**
 * An open incident is followed when its cause may have changed, and when a location has seen the site up. A repair that
 * was seen is followed until it is verified.
 */
const claim = (sql: SqlClient.SqlClient): IncidentRepairs["Service"]["claim"] =>
  operation(
    "IncidentRepairs.claim",
    (limit) => sql<RepairInMotion>`
      update incident_repair r set followed_at = mon_now()
      from incident_diagnosis d
      where d.incident_id = r.incident_id and r.incident_id in (
        select w.incident_id from incident_repair w join incident i on i.id = w.incident_id
        join incident_diagnosis f on f.incident_id = w.incident_id
        join monitor_schedule s on s.monitor_id = w.monitor_id
        where w.ended_at is null and coalesce(w.followed_at < mon_now() - ${FOLLOWED_EVERY}::interval, true)
          and (w.classified_at is null or w.classified_at < f.changed_at or w.state <> 'open'
            or i.resolved_at is not null or s.streak_started_at is not null)
        order by w.followed_at nulls first limit ${limit} for update of w skip locked)
      returning r.incident_id::text as "incidentKey",
        case when r.classified_at is null or r.classified_at < d.changed_at then d.facts end as facts`
  )

const classify = (sql: SqlClient.SqlClient): IncidentRepairs["Service"]["classify"] =>
  operation("IncidentRepairs.classify", function* (incidentKey, cause) {
    yield* sql`
        update incident_repair r set cause = ${cause}, classified_at = coalesce(r.followed_at, mon_now()), returned_from = before.incident_id,
          returned = coalesce(before.returned + 1, 0)
        from (select 1) as one left join lateral (
          select e.incident_id, e.returned from incident_repair own
          join incident_repair e on e.monitor_id = own.monitor_id and e.cause = ${cause}
            and e.opened_at < own.opened_at and e.opened_at > own.opened_at - interval '400 days'
          join incident i on i.id = e.incident_id and i.resolution = 'recovered'
            and i.resolved_at > own.opened_at - ${incidentRepairLimits.returnDays}::int * interval '1 day'
          where own.incident_id = ${incidentKey}::bigint
          order by e.opened_at desc limit 1) before on true
        where r.incident_id = ${incidentKey}::bigint`
  })

const follow = (sql: SqlClient.SqlClient): IncidentRepairs["Service"]["follow"] =>
  operation("IncidentRepairs.follow", (incidentKey) => sql.withTransaction(followIncidentRepair(sql, incidentKey)))

const report = (sql: SqlClient.SqlClient): IncidentRepairs["Service"]["report"] =>
  operation("IncidentRepairs.report", function* (scope, id) {
    if (!isPublicId(id)) return false
    // One statement: what is asked for is stored if and only if somebody asked.
    const reported = yield* sql`
        with reported as (
          update incident_repair r set reported_at = mon_now(), reported_by = ${scope.userKey}::bigint, asked = '{}'
          from incident i
          where i.id = r.incident_id and i.public_id = ${id}::uuid and ${visibleIncidents(sql, scope)} and r.ended_at is null
          returning r.monitor_id
        ), due as (
          update monitor_schedule s set next_at = least(s.next_at, mon_now())
          from reported where s.monitor_id = reported.monitor_id and s.next_at is not null and not s.is_unsafe
        )
        select 1 from reported`
    return reported.length > 0
  })

/** {@link IncidentRepairs} over PostgreSQL. */
export const layerIncidentRepairs: Layer.Layer<IncidentRepairs, never, SqlClient.SqlClient> = Layer.effect(
  IncidentRepairs,
  Effect.map(SqlClient.SqlClient, (sql) =>
    IncidentRepairs.of({ claim: claim(sql), classify: classify(sql), follow: follow(sql), report: report(sql) })
  )
)
