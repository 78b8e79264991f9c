import {
  type Acknowledgement,
  AlertFacts,
  AlertSourceKind,
  isPublicId,
  secondsBetween,
  type SourceIncident,
  type SourceIncidentDetails
} from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import type { AccessScope } from "../../access/AccessScope.ts"
import { operation, type Returns } from "../../sql/operation.ts"
import { visibleSourceIncidents } from "../IncidentRow.ts"
import { type DeliveryRow, selectDeliveries, toDelivery } from "../outcome.ts"

/** The filter of a list of incidents of sources. */
export interface SourceIncidentPage {
  readonly limit: number
  /** The state of the incidents. Default: open and resolved incidents. */
  readonly state?: SourceIncident["status"]
  /** The id of a source. Default: all sources. */
  readonly sourceId?: string
  /** The id of an incident. Only incidents that are older than this one are listed. */
  readonly before?: string
}

const StoredSource = Schema.Struct({
  ...AlertFacts.fields,
  source: Schema.Struct({ id: Schema.String, name: Schema.String, kind: AlertSourceKind }),
  alerts: Schema.Int,
  lastReceivedAt: Schema.String,
  note: Schema.optionalKey(Schema.String)
})

const decodeSource = Schema.decodeUnknownOption(StoredSource)

interface Row {
  readonly key: string
  readonly id: string
  readonly source_key: string | null
  readonly source: unknown
  readonly source_name: string | null
  readonly started_at: Date
  readonly resolved_at: Date | null
  readonly now: Date
  readonly acknowledged_at: Date | null
  readonly acknowledged_by: string | null
  readonly acknowledged_via: Acknowledgement["via"] | null
  readonly acknowledged_channel: string | null
  readonly acknowledgement_note: string | null
}

/** Members do not see the addresses of other people. */
const selectIncidents = (sql: SqlClient.SqlClient, scope: AccessScope) =>
  sql`
    select i.id::text as key, i.public_id as id, i.source_key, i.source, s.name as source_name, i.started_at,
      i.resolved_at, mon_now() as now, i.acknowledged_at, i.acknowledged_via, i.acknowledged_channel,
      coalesce(w.name, w.email, case when ${scope.role === "owner"}::boolean then i.acknowledged_recipient end)
        as acknowledged_by, i.acknowledgement_note
    from incident i left join alert_source s on s.id = i.source_id left join app_user w on w.id = i.acknowledged_by
    where ${visibleSourceIncidents(sql, scope)}`

/** Leaves out incidents that another release stored in a different form. */
const toIncident = (row: Row): ReadonlyArray<SourceIncident> => {
  const stored = decodeSource(row.source)
  if (Option.isNone(stored)) return []
  const { note = null, source, ...facts } = stored.value
  return [
    {
      id: row.id,
      sourceId: source.id,
      sourceName: row.source_name ?? source.name,
      sourceKind: source.kind,
      key: row.source_key ?? "",
      status: row.resolved_at === null ? "open" : "resolved",
      ...facts,
      startedAt: row.started_at.toISOString(),
      resolvedAt: row.resolved_at?.toISOString() ?? null,
      durationSeconds: secondsBetween(row.started_at.getTime(), (row.resolved_at ?? row.now).getTime()),
      note,
      acknowledgement:
        row.acknowledged_at === null
          ? null
          : {
              at: row.acknowledged_at.toISOString(),
              by: row.acknowledged_by,
              via: row.acknowledged_via ?? "api",
              channel: row.acknowledged_channel,
              note: row.acknowledgement_note
            }
    }
  ]
}

const listIncidents = (sql: SqlClient.SqlClient) =>
  operation(
    "SourceIncidents.list",
    function* (
      scope: AccessScope,
      { before, limit, sourceId, state }: SourceIncidentPage
    ): Returns<ReadonlyArray<SourceIncident> | null> {
      const [cursor] =
        before === undefined || !isPublicId(before)
          ? []
          : yield* sql<{ readonly at: string; readonly key: string }>`
            select i.started_at::text as at, i.id::text as key from incident i
            where ${visibleSourceIncidents(sql, scope)} and i.public_id = ${before}::uuid`
      if (before !== undefined && cursor === undefined) return null
      if (sourceId !== undefined && !isPublicId(sourceId)) return []
      const older =
        cursor === undefined
          ? sql`true`
          : sql`(i.started_at, i.id) < (${cursor.at}::timestamptz, ${cursor.key}::bigint)`
      const inState =
        state === undefined ? sql`true` : state === "open" ? sql`i.resolved_at is null` : sql`i.resolved_at is not null`
      // An account can have very many ended incidents, and no index leads from a person to the messages.
      const listed = scope.role === "owner" ? sql`true` : sql`i.resolved_at is null`
      const ofSource = sourceId === undefined ? sql`true` : sql`i.source #>> '{source,id}' = ${sourceId}`
      const rows = yield* sql<Row>`
      ${selectIncidents(sql, scope)} and ${older} and ${inState} and ${listed} and ${ofSource}
      order by i.started_at desc, i.id desc limit ${limit}`
      return rows.flatMap(toIncident)
    }
  )

const findIncident = (sql: SqlClient.SqlClient) =>
  operation("SourceIncidents.find", function* (scope: AccessScope, id: string): Returns<SourceIncidentDetails | null> {
    if (!isPublicId(id)) return null
    const [row] = yield* sql<Row>`${selectIncidents(sql, scope)} and i.public_id = ${id}::uuid`
    const [incident] = row === undefined ? [] : toIncident(row)
    if (row === undefined || incident === undefined) return null
    const deliveries = yield* sql<DeliveryRow>`
      ${selectDeliveries(sql, scope)} where n.incident_id = ${row.key}::bigint
        and n.account_id = ${scope.accountKey}::bigint order by d.id`
    return { ...incident, deliveries: deliveries.map(toDelivery) }
  })

/**
 * The incidents that other tools have opened. The owner and admins see all of them, and members see those of which
 * they were sent a message.
 */
export class SourceIncidents extends Context.Service<SourceIncidents>()("@mon/core-store/SourceIncidents", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * Lists the newest incidents. For members, the list contains only open ones. Null if the incident after which the
     * page begins does not exist.
     */
    list: listIncidents(sql),
    /** Returns an incident with the messages about it. Null if it does not exist. */
    find: findIncident(sql)
  }))
}) {
  static readonly layer = Layer.effect(SourceIncidents, SourceIncidents.make)
}
