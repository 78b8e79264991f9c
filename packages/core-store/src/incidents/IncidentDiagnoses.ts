import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { Plans } from "@mon/model"
import { operation, type Returns } from "../sql/operation.ts"
import { isOfKind } from "../monitors/statements/MonitorCodes.ts"
import {
  checkOptionColumns,
  type CheckOptionRow,
  type CheckOptions,
  readCheckOptions
} from "../monitors/statements/storedOptions.ts"

/**
 * An incident for which servers must be queried, because the name could not be resolved, the connection failed, or the
 * check used IPv6.
 */
export interface IncidentToObserve {
  /** The internal key of the incident (bigint as text). */
  readonly incidentKey: string
  readonly url: string
  /** The address of the server that failed. A service with several servers has another URL. */
  readonly failedUrl: string
  /** The outcome of the failed check. */
  readonly outcome: string
  /** The address to which the failed check last tried to connect. Null if there is none. */
  readonly address: string | null
  readonly accountKey: string
  readonly timeoutMs: number
  /** The options for a check of the site: the request, and the expected response. */
  readonly options: CheckOptions
}

interface Row extends Omit<IncidentToObserve, "options">, CheckOptionRow {}

/** New facts about an incident: parts of `DiagnosisFacts` of @mon/diagnosis, as plain JSON. */
export interface IncidentFindings {
  readonly dns?: object
  readonly otherPorts?: ReadonlyArray<object>
  /** The results of checking addresses that the failed check did not try. */
  readonly addresses?: ReadonlyArray<object>
}

/** SQL for the incidents `w` whose servers must be queried. A trigger sets the column. */
export const incidentsToObserve = "incident_diagnosis w where w.is_to_observe"

/** The facts for the diagnoses of incidents. The first facts are stored when an incident opens. */
export class IncidentDiagnoses extends Context.Service<IncidentDiagnoses>()("@mon/core-store/IncidentDiagnoses", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Claims up to `limit` incidents whose servers must be queried. Each incident is claimed only once. */
    claim: operation("IncidentDiagnoses.claim", function* (limit: number): Returns<ReadonlyArray<IncidentToObserve>> {
      const rows = yield* sql<Row>`
      update incident_diagnosis d set observed_at = mon_now()
      from incident i join monitor m on m.id = i.monitor_id join monitor_schedule s on s.monitor_id = m.id
      where i.id = d.incident_id and d.incident_id in (
        select w.incident_id from ${sql.literal(incidentsToObserve)}
        order by w.incident_id desc limit ${limit} for update skip locked)
      returning i.id::text as "incidentKey", m.url,
        case when ${sql.literal(isOfKind("m", "service"))} then coalesce(d.facts #>> '{target,url}', m.url) else m.url end as "failedUrl",
        d.facts #>> '{check,outcome}' as outcome,
        d.facts #>> '{check,address}' as address, m.account_id::text as "accountKey", s.timeout_ms as "timeoutMs",
        ${sql.literal(checkOptionColumns)}`
      const plans = yield* Plans
      return rows.map((row) => ({
        incidentKey: row.incidentKey,
        url: row.url,
        failedUrl: row.failedUrl,
        outcome: row.outcome,
        address: row.address,
        accountKey: row.accountKey,
        timeoutMs: row.timeoutMs,
        options: readCheckOptions(row, plans)
      }))
    }),
    /** Adds newly found facts to an incident. */
    add: operation(
      "IncidentDiagnoses.add",
      function* (incidentKey: string, { addresses, dns, otherPorts }: IncidentFindings) {
        const ports = otherPorts === undefined ? {} : { otherPorts }
        yield* sql`
        update incident_diagnosis set changed_at = mon_now(), facts = facts || ${JSON.stringify(ports)}::text::jsonb
          || jsonb_strip_nulls(jsonb_build_object(
            'dns', coalesce(facts -> 'dns', '{}') || ${dns === undefined ? null : JSON.stringify(dns)}::text::jsonb,
            'addresses', coalesce(facts -> 'addresses', '[]')
              || ${addresses === undefined ? null : JSON.stringify(addresses)}::text::jsonb))
        where incident_id = ${incidentKey}::bigint`
      }
    )
  }))
}) {
  static readonly layer = Layer.effect(IncidentDiagnoses, IncidentDiagnoses.make)
}
