import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../sql/operation.ts"

/** An incident whose name could not be resolved or whose connection failed, so that its servers are to be asked. */
export interface IncidentToObserve {
  /** Internal key (bigint as text). */
  readonly incidentKey: string
  readonly url: string
  /** The outcome of the failed check. */
  readonly outcome: string
  /** The address that the failed check tried last; null without one. */
  readonly address: string | null
}

/** Incidents `w` to observe. */
export const incidentsToObserve = `incident_diagnosis w
        where w.observed_at is null and w.facts #>> '{check,outcome}' ~ '^(dns_|connect_|no_route|tls_timeout)'`

/** The facts that the diagnoses of incidents are computed from. Opening an incident stores the first. */
export class IncidentDiagnoses extends Context.Service<IncidentDiagnoses>()("@mon/core-store/IncidentDiagnoses", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Claims up to `limit` incidents to observe. Each is claimed once. */
    claim: operation(
      "IncidentDiagnoses.claim",
      (limit: number) => sql<IncidentToObserve>`
      update incident_diagnosis d set observed_at = mon_now()
      from incident i join monitor m on m.id = i.monitor_id
      where i.id = d.incident_id and d.incident_id in (
        select w.incident_id from ${sql.literal(incidentsToObserve)}
        order by w.incident_id desc limit ${limit} for update skip locked)
      returning i.id::text as "incidentKey", m.url, d.facts #>> '{check,outcome}' as outcome,
        d.facts #>> '{check,address}' as address`
    ),
    /** Adds what was found out: parts of `DiagnosisFacts` of @mon/diagnosis, as plain JSON. */
    add: operation(
      "IncidentDiagnoses.add",
      function* (incidentKey: string, found: { readonly dns: object; readonly otherPorts?: ReadonlyArray<object> }) {
        const ports = found.otherPorts === undefined ? {} : { otherPorts: found.otherPorts }
        yield* sql`
        update incident_diagnosis set changed_at = mon_now(), facts = facts || ${JSON.stringify(ports)}::text::jsonb
          || jsonb_build_object('dns', coalesce(facts -> 'dns', '{}') || ${JSON.stringify(found.dns)}::text::jsonb)
        where incident_id = ${incidentKey}::bigint`
      }
    )
  }))
}) {
  static readonly layer = Layer.effect(IncidentDiagnoses, IncidentDiagnoses.make)
}
