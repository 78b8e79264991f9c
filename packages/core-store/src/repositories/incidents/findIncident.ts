import { isPublicId, type Language, type NotificationDelivery, type NotificationStatus } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { type DownParentRow, suppressedBy } from "../deliveryRecords/downParent.ts"
import { outcomeOfNotification, silence } from "../deliveryRecords/outcome.ts"
import { type DeliveryRow, selectDeliveries, toDelivery } from "../deliveryRecords/deliveryRow.ts"
import { selectIncidentRepair, toIncidentRepair } from "./incidentRepairRow.ts"
import type { Incidents } from "./Incidents.ts"
import { type IncidentRow, selectIncidents, toIncident } from "./IncidentRow.ts"
import { type HistoryRow, toCheckRecord } from "./listHistory.ts"
import { visibleIncidents } from "./listIncidents.ts"
import { sharedCauseOf } from "./sharedCauseOf.ts"

/** Checks shown before an incident, and at the end of an open one. */
const CONTEXT = 3
/** Checks shown of the beginning and of the end. */
const SHOWN = 20

interface Keys {
  readonly key: string
  readonly monitor_key: string
}

const columns = `checked_at, (extract(microseconds from checked_at)::int % 1000) as micros, verdict, status_code,
  response_us, dns_us, connect_us, tls_us, wait_us, download_us, location, error_code, error_message`

/** The checks around the beginning and the end of the incident. For an open one, the newest checks are its end. */
const selectEvidence = (sql: SqlClient.SqlClient, { key, monitor_key }: Keys) => {
  const history = sql`select ${sql.literal(columns)} from check_history where monitor_id = ${monitor_key}::bigint`
  const incident = (column: string) => sql`(select ${sql.literal(column)} from incident where id = ${key}::bigint)`
  return sql<HistoryRow>`
    (${history} and checked_at < ${incident("started_at")}
      and checked_at > ${incident("started_at")} - interval '1 day' order by checked_at desc limit ${CONTEXT})
    union
    (${history} and checked_at >= ${incident("started_at")} and checked_at <= ${incident("confirmed_at")}
      order by checked_at limit ${SHOWN})
    union
    (${history} and checked_at >= ${incident("resolved_at")} and checked_at <= ${incident("closed_at")}
      order by checked_at limit ${SHOWN})
    union
    (${history} and ${incident("resolved_at")} is null and checked_at >= ${incident("started_at")}
      order by checked_at desc limit ${CONTEXT})
    order by checked_at`
}

const deliveriesOf = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  scope: Parameters<Incidents["Service"]["find"]>[0],
  { key }: Keys
) {
  const rows = yield* sql<DeliveryRow>`
    ${selectDeliveries(sql, scope)} where n.incident_id = ${key}::bigint and n.account_id = ${scope.accountKey}::bigint
      and (n.user_id is null or n.user_id = ${scope.userKey}::bigint)
    order by d.id`
  return rows.map(toDelivery) satisfies ReadonlyArray<NotificationDelivery>
})

interface OpeningRow extends DownParentRow {
  readonly status: NotificationStatus
  readonly silence: string | null
}

/** The notification of the beginning. */
const openingOf = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  scope: Parameters<Incidents["Service"]["find"]>[0],
  { key }: Keys
) {
  const [row] = yield* sql<OpeningRow>`
    select n.status, ${silence(sql)} as silence, ${suppressedBy(sql, scope)} from notification n
    where n.incident_id = ${key}::bigint and n.account_id = ${scope.accountKey}::bigint and n.kind = 'down'`
  const silent = row !== undefined && (row.status === "suppressed" || row.status === "pending")
  return {
    suppressedBy: row?.suppressed_by ?? null,
    silence: silent ? outcomeOfNotification(row.status, row.silence, []).reason : null
  }
})

interface Diagnosed {
  readonly facts: unknown
  readonly language: Language | null
}

const diagnosedBy = (
  sql: SqlClient.SqlClient,
  { userKey }: Parameters<Incidents["Service"]["find"]>[0],
  { key }: Keys
) =>
  sql<Diagnosed>`
    select (select facts from incident_diagnosis where incident_id = ${key}::bigint) as facts,
      (select language from user_setting where user_id = ${userKey}::bigint) as language`

export const findIncident = (sql: SqlClient.SqlClient): Incidents["Service"]["find"] =>
  operation("Incidents.find", function* (scope, id) {
    if (!isPublicId(id)) return null
    const mine = sql`where ${visibleIncidents(sql, scope)} and i.public_id = ${id}::uuid`
    const [keys] = yield* sql<Keys>`
      select i.id::text as key, i.monitor_id::text as monitor_key from incident i ${mine}`
    const [row] = yield* sql<IncidentRow>`${selectIncidents(sql, scope)} ${mine}`
    if (row === undefined || keys === undefined) return null
    const evidence = yield* selectEvidence(sql, keys)
    const [diagnosed] = yield* diagnosedBy(sql, scope, keys)
    const [repair] = yield* selectIncidentRepair(sql, keys.key)
    return {
      ...toIncident(row),
      evidence: evidence.map(toCheckRecord(row.domain_id)),
      ...(yield* openingOf(sql, scope, keys)),
      sharedCause: yield* sharedCauseOf(sql, scope, keys.key),
      deliveries: yield* deliveriesOf(sql, scope, keys),
      repair: repair === undefined ? null : toIncidentRepair(repair),
      diagnosisFacts: diagnosed?.facts ?? null,
      language: diagnosed?.language ?? null
    }
  })
