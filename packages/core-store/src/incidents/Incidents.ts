import {
  type AcknowledgedVia,
  type CheckRecord,
  type Incident,
  type IncidentDetails,
  isPublicId,
  type KindWithIncidents,
  type Language,
  type NotificationDelivery,
  type NotificationStatus,
  uuidv7
} from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../sql/operation.ts"
import { replicatedReads } from "../sql/ReadReplica.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import {
  type DeliveryRow,
  type DownParentRow,
  outcomeOfNotification,
  selectDeliveries,
  silence,
  suppressedBy,
  toDelivery
} from "./outcome.ts"
import { stateOf } from "../monitors/statements/MonitorCodes.ts"
import { visibleMonitors } from "../monitors/statements/visibleMonitors.ts"
import { selectIncidentRepair, toIncidentRepair } from "./IncidentRepairs.ts"
import {
  anyVisibleIncidents,
  type IncidentRow,
  selectIncidents,
  sharedCauseOf,
  toIncident,
  visibleIncidents
} from "./IncidentRow.ts"

/** The filter of a list of incidents. */
export interface IncidentPage {
  readonly limit: number
  /** The state of the incidents. Default: open and resolved incidents. */
  readonly state?: Incident["status"]
  /** The id of an incident. Only incidents that are older than this one are listed. */
  readonly before?: string
}

/** An acknowledgement of an incident, with its origin and a note. */
export interface AcknowledgeWish {
  readonly via: Extract<AcknowledgedVia, "dashboard" | "api">
  readonly note: string | null
}

/** An incident, with the facts for its diagnosis. */
export interface StoredIncident extends Omit<IncidentDetails, "diagnosis"> {
  /** The facts for the diagnosis: `DiagnosisFacts` of @mon/diagnosis as plain JSON. Null if there are none. */
  readonly diagnosisFacts: unknown
  /** The language that the caller has chosen. Null if the caller has chosen none. */
  readonly language: Language | null
}

interface HistoryRow {
  readonly checked_at: Date
  readonly micros: number
  readonly verdict: number
  readonly status_code: number | null
  readonly response_us: number | null
  readonly dns_us: number | null
  readonly connect_us: number | null
  readonly tls_us: number | null
  readonly wait_us: number | null
  readonly download_us: number | null
  readonly location: string
  readonly error_code: string | null
  readonly error_message: string | null
}

const milliseconds = (us: number | null): number | null => (us === null ? null : Math.round(us / 100) / 10)

/** Derives the id of a check from its time and monitor, because the table of checks has no id column. */
const checkId = (domainId: string, row: HistoryRow): string => {
  const monitor = Uint8Array.from(domainId.replaceAll("-", "").slice(-16).match(/../gu) ?? [], (pair) =>
    Number.parseInt(pair, 16)
  )
  return uuidv7(row.checked_at.getTime(), Uint8Array.of(row.micros >> 8, row.micros & 0xff, ...monitor))
}

const toCheckRecord =
  (domainId: string) =>
  (row: HistoryRow): CheckRecord => ({
    id: checkId(domainId, row),
    domainId,
    checkedAt: row.checked_at.toISOString(),
    status: stateOf("domain", row.verdict),
    statusCode: row.status_code,
    responseTimeMs: row.response_us === null ? null : Math.round(row.response_us / 1000),
    timings: {
      dnsMs: milliseconds(row.dns_us),
      connectMs: milliseconds(row.connect_us),
      tlsMs: milliseconds(row.tls_us),
      waitMs: milliseconds(row.wait_us),
      downloadMs: milliseconds(row.download_us)
    },
    location: row.location,
    error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? row.error_code }
  })

const listHistory = (sql: SqlClient.SqlClient) =>
  operation(
    "Incidents.history",
    function* (
      scope: AccessScope,
      domainId: string,
      hours: number,
      limit: number,
      kind: KindWithIncidents = "domain"
    ): Returns<ReadonlyArray<CheckRecord> | null> {
      if (!isPublicId(domainId)) return null
      const [domain] = yield* sql<{ key: string }>`
      select m.id::text as key from monitor m where ${visibleMonitors(sql, scope, kind)} and m.public_id = ${domainId}::uuid`
      if (domain === undefined) return null
      const rows = yield* sql<HistoryRow>`
      select checked_at, (extract(microseconds from checked_at)::int % 1000) as micros, verdict, status_code,
        response_us, dns_us, connect_us, tls_us, wait_us, download_us, location, error_code, error_message
      from check_history
      where monitor_id = ${domain.key}::bigint
        and checked_at > mon_now() - ${hours}::int * interval '1 hour'
      order by checked_at desc limit ${limit}`
      return rows.map(toCheckRecord(domainId))
    }
  )

/** The number of shown checks before an incident, and of the newest checks if the incident is still open. */
const CONTEXT = 3
/** The maximum number of checks shown from the beginning of an incident, and from its end. */
const SHOWN = 20

interface Keys {
  readonly key: string
  readonly monitor_key: string
}

const columns = `checked_at, (extract(microseconds from checked_at)::int % 1000) as micros, verdict, status_code,
  response_us, dns_us, connect_us, tls_us, wait_us, download_us, location, error_code, error_message`

/**
 * Selects the checks around the beginning and the end of the incident. If the incident is still open, selects the
 * newest checks instead of the end.
 */
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

const deliveriesOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, scope: AccessScope, { key }: Keys) {
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

const openingOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, scope: AccessScope, { key }: Keys) {
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

const diagnosedBy = (sql: SqlClient.SqlClient, { userKey }: AccessScope, { key }: Keys) =>
  sql<Diagnosed>`
    select (select facts from incident_diagnosis where incident_id = ${key}::bigint) as facts,
      (select language from user_setting where user_id = ${userKey}::bigint) as language`

const findIncident = (sql: SqlClient.SqlClient) =>
  operation("Incidents.find", function* (scope: AccessScope, id: string): Returns<StoredIncident | null> {
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

const inState = (sql: SqlClient.SqlClient, state: Incident["status"] | undefined) => {
  if (state === undefined) return sql`true`
  return state === "open" ? sql`i.resolved_at is null` : sql`i.resolved_at is not null`
}

/**
 * Reads the position of an incident in the list. Returns undefined if the caller cannot see the incident. The position
 * includes the time with microseconds.
 */
const cursorAt = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, scope: AccessScope, id: string) {
  if (!isPublicId(id)) return undefined
  const [row] = yield* sql<{ at: string; key: string }>`
    select i.started_at::text as at, i.id::text as key from incident i
    where ${visibleIncidents(sql, scope)} and i.public_id = ${id}::uuid`
  return row
})

/** Incidents and their checks. Every method is limited to the incidents that the caller can see. */
export class Incidents extends Context.Service<Incidents>()("@mon/core-store/Incidents", {
  make: Effect.map(Effect.all([SqlClient.SqlClient, replicatedReads]), ([sql, replicated]) => ({
    /**
     * Returns one incident with its evidence, even if its domain is deleted. Null if the caller cannot see the
     * incident.
     */
    find: findIncident(sql),
    /**
     * Lists the newest incidents of all domains, including deleted ones. Returns null if the caller cannot see the
     * incident after which the page of results begins.
     */
    recent: operation(
      "Incidents.recent",
      function* (scope: AccessScope, page: IncidentPage): Returns<ReadonlyArray<Incident> | null> {
        const cursor = page.before === undefined ? null : yield* cursorAt(sql, scope, page.before)
        if (cursor === undefined) return null
        const older =
          cursor === null ? sql`true` : sql`(i.started_at, i.id) < (${cursor.at}::timestamptz, ${cursor.key}::bigint)`
        const rows = yield* sql<IncidentRow>`
      ${selectIncidents(sql, scope)} where ${visibleIncidents(sql, scope)} and ${older} and ${inState(sql, page.state)}
      order by i.started_at desc, i.id desc limit ${page.limit}`
        return rows.map(toIncident)
      }
    ),
    /**
     * Lists the newest incidents of one domain, or of one monitor of another kind. Null if the caller cannot see that
     * monitor.
     */
    ofDomain: operation(
      "Incidents.ofDomain",
      function* (
        scope: AccessScope,
        id: string,
        limit: number,
        kind: KindWithIncidents = "domain"
      ): Returns<ReadonlyArray<Incident> | null> {
        if (!isPublicId(id)) return null
        const [monitor] = yield* sql<{ key: string }>`
      select m.id::text as key from monitor m
      where ${visibleMonitors(sql, scope, kind)} and m.public_id = ${id}::uuid`
        if (monitor === undefined) return null
        const rows = yield* sql<IncidentRow>`
      ${selectIncidents(sql, scope)} where i.monitor_id = ${monitor.key}::bigint
      order by i.started_at desc, i.id desc limit ${limit}`
        return rows.map(toIncident)
      }
    ),
    /**
     * Acknowledges an incident. Returns whether this changed the incident. If an open incident is already acknowledged,
     * the first acknowledgement stays. Has no effect if the caller cannot see the incident.
     */
    acknowledge: operation("Incidents.acknowledge", function* (scope: AccessScope, id: string, wish: AcknowledgeWish) {
      if (!isPublicId(id)) return false
      const changed = yield* sql`
      update incident i set acknowledged_at = mon_now(), acknowledged_by = ${scope.userKey}::bigint,
        acknowledged_via = ${wish.via}, acknowledgement_note = ${wish.note}
      where ${anyVisibleIncidents(sql, scope)} and i.public_id = ${id}::uuid and i.resolved_at is null
        and i.acknowledged_at is null
      returning 1`
      return changed.length > 0
    }),
    /** Withdraws the acknowledgement of an open incident. Returns whether there was an acknowledgement. */
    unacknowledge: operation("Incidents.unacknowledge", function* (scope: AccessScope, id: string) {
      if (!isPublicId(id)) return false
      const changed = yield* sql`
      update incident i set acknowledged_at = null, acknowledged_by = null, acknowledged_via = null,
        acknowledged_channel = null, acknowledged_recipient = null, acknowledgement_note = null
      where ${anyVisibleIncidents(sql, scope)} and i.public_id = ${id}::uuid and i.resolved_at is null
        and i.acknowledged_at is not null
      returning 1`
      return changed.length > 0
    }),
    /** Lists at most `limit` checks of the last hours, newest first. Null if the caller cannot see the domain. */
    history: replicated(listHistory)
  }))
}) {
  static readonly layer = Layer.effect(Incidents, Incidents.make)
}
