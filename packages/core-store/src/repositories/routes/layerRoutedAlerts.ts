import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { PendingNotification } from "../deliveries/Deliveries.ts"
import { type ReachedTarget, RoutedAlerts } from "./RoutedAlerts.ts"
import { readRoutes, workingRoute } from "./selectRoutes.ts"
import { takeDue } from "./takeDue.ts"

const candidates = (sql: SqlClient.SqlClient): RoutedAlerts["Service"]["candidates"] =>
  operation("RoutedAlerts.candidates", function* ({ accountKey, monitorKey }) {
    const routes = yield* readRoutes(sql, accountKey, monitorKey)
    const [monitor] =
      routes.length === 0
        ? []
        : yield* sql<{ readonly id: string; readonly tagIds: ReadonlyArray<string> }>`
            select m.public_id as id, (select coalesce(jsonb_agg(t.public_id), '[]')
              from monitor_tag mt join tag t on t.id = mt.tag_id where mt.monitor_id = m.id) as "tagIds"
            from monitor m where m.id = ${monitorKey}::bigint`
    return {
      routes: routes.filter(({ stoppedBy }) => stoppedBy === null).map(workingRoute),
      monitorId: monitor?.id ?? null,
      tagIds: monitor?.tagIds ?? []
    }
  })

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

const begin = (sql: SqlClient.SqlClient): RoutedAlerts["Service"]["begin"] =>
  operation(
    "RoutedAlerts.begin",
    function* ({ accountKey, key, kind, monitorKey }, routeKey, { doneAtMs, dueAtMs, openedAtMs }) {
      yield* sql`
        update alert_due d set ended_at = mon_now(), due_at = null from notification n
        where d.monitor_id = ${monitorKey}::bigint and d.ended_at is null and n.id = d.notification_id
          and n.kind = ${kind} and n.incident_id is null and n.id <> ${key}::bigint`
      yield* sql`
        insert into alert_due (notification_id, account_id, monitor_id, route_id, opened_at, done_at, due_at)
        values (${key}::bigint, ${accountKey}::bigint, ${monitorKey}::bigint, ${routeKey}::bigint,
          ${iso(openedAtMs)}::timestamptz, ${iso(doneAtMs)}::timestamptz, ${iso(dueAtMs)}::timestamptz)
        on conflict (notification_id) do update set route_id = excluded.route_id, opened_at = excluded.opened_at,
          done_at = excluded.done_at, due_at = excluded.due_at, ended_at = null`
      yield* sql`
        update notification set dispatched_at = coalesce(dispatched_at, mon_now()) where id = ${key}::bigint`
    }
  )

const advance = (sql: SqlClient.SqlClient): RoutedAlerts["Service"]["advance"] =>
  operation("RoutedAlerts.advance", function* ({ key }, { doneAtMs, dueAtMs }) {
    yield* sql`
        update alert_due set done_at = ${iso(doneAtMs)}::timestamptz, due_at = ${iso(dueAtMs)}::timestamptz
        where notification_id = ${key}::bigint`
  })

/** Who waits for an alert in vain must see that it is over, and why: its steps reached nobody, or none was due. */
const suppressUnsent = (sql: SqlClient.SqlClient, { key }: Pick<PendingNotification, "key">) =>
  sql`
    update notification n set status = 'suppressed', reason = coalesce(n.reason, (
        select case when d.done_at is null then 'over' else 'no_recipient' end from alert_due d
        where d.notification_id = n.id))
    where n.id = ${key}::bigint and n.status = 'pending'
      and not exists (select from notification_delivery d where d.notification_id = n.id)`

const finish = (sql: SqlClient.SqlClient): RoutedAlerts["Service"]["finish"] =>
  operation("RoutedAlerts.finish", function* (notification) {
    yield* sql`
        update alert_due set due_at = null, ended_at = mon_now() where notification_id = ${notification.key}::bigint`
    yield* suppressUnsent(sql, notification)
  })

const skip = (sql: SqlClient.SqlClient): RoutedAlerts["Service"]["skip"] =>
  operation("RoutedAlerts.skip", function* ({ key }, reason) {
    yield* sql`update notification set reason = ${reason} where id = ${key}::bigint`
  })

const forget = (sql: SqlClient.SqlClient): RoutedAlerts["Service"]["forget"] =>
  operation("RoutedAlerts.forget", function* ({ key }) {
    yield* sql`delete from alert_due where notification_id = ${key}::bigint`
  })

/** Which kind of alert a recovery ends. */
const openings: Readonly<Record<string, string>> = {
  up: "down",
  recovered: "degraded",
  email_health_recovery: "email_health_alert"
}

/** The alert that a recovery ends: that of its incident, or the newest of its kind of the monitor. */
const openingOf = (sql: SqlClient.SqlClient, { key, kind, monitorKey }: PendingNotification) =>
  sql<{ readonly key: string }>`
    select d.notification_id::text as key
    from notification n join notification o on o.kind = ${openings[kind] ?? ""} and o.id < n.id
      and case when n.incident_id is null then o.monitor_id = ${monitorKey}::bigint and o.incident_id is null
        else o.incident_id = n.incident_id end
    join alert_due d on d.notification_id = o.id and (d.ended_at is null or n.incident_id is not null)
    where n.id = ${key}::bigint
    order by o.id desc limit 1 for update of d`

const recover = (sql: SqlClient.SqlClient): RoutedAlerts["Service"]["recover"] =>
  operation("RoutedAlerts.recover", function* (notification) {
    const [opening] = yield* openingOf(sql, notification)
    if (opening === undefined) return null
    yield* sql`
        update alert_due set due_at = null, ended_at = mon_now() where notification_id = ${opening.key}::bigint`
    yield* suppressUnsent(sql, opening)
    return yield* sql<ReachedTarget>`
        select distinct channel, target from notification_delivery
        where notification_id = ${opening.key}::bigint and status in ('pending', 'sent')`
  })

/** {@link RoutedAlerts} over PostgreSQL. */
export const layerRoutedAlerts: Layer.Layer<RoutedAlerts, never, SqlClient.SqlClient> = Layer.effect(
  RoutedAlerts,
  Effect.map(SqlClient.SqlClient, (sql) =>
    RoutedAlerts.of({
      candidates: candidates(sql),
      begin: begin(sql),
      takeDue: takeDue(sql),
      advance: advance(sql),
      finish: finish(sql),
      skip: skip(sql),
      forget: forget(sql),
      recover: recover(sql)
    })
  )
)
