import {
  type AlertRoute,
  type AlertSeverity,
  type PlanLimits,
  type RoutedFactKind,
  RouteRepeat,
  type RouteScope,
  type RouteStep,
  routeTargetOfKey,
  StepHours,
  type SuppressionReason
} from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { operation, type Returns } from "../../sql/operation.ts"
import { type DeliveryChannel, pendingColumns, type PendingNotification } from "../deliveries/takeUndispatched.ts"
import { isDelayed } from "../outcome.ts"
import { opened, unended } from "../unended.sql.ts"
import { workingTargets } from "./workingTargets.ts"

interface StoredStep extends Pick<RouteStep, "afterMinutes"> {
  readonly hours: unknown
  /** The keys of the targets. */
  readonly targets: ReadonlyArray<string>
}

interface RouteRow {
  readonly key: string
  readonly id: string
  readonly name: string
  readonly kinds: ReadonlyArray<RoutedFactKind>
  readonly severities: ReadonlyArray<AlertSeverity>
  readonly scope: RouteScope
  readonly reminderMinutes: number | null
  readonly createdAt: Date
  readonly olderRoutes: number
  readonly monitorIds: ReadonlyArray<string>
  readonly tagIds: ReadonlyArray<string>
  readonly steps: ReadonlyArray<StoredStep>
  readonly repeat: unknown
  readonly fallback: ReadonlyArray<string>
}

const KeyedStep = Schema.Struct({
  afterMinutes: Schema.Int,
  targets: Schema.Array(Schema.String),
  hours: Schema.NullOr(StepHours)
})
/** A step of a route whose targets are keys. */
export interface KeyedStep extends Schema.Schema.Type<typeof KeyedStep> {}

const RouteCourse = Schema.Struct({
  steps: Schema.Array(KeyedStep),
  reminderMinutes: Schema.NullOr(Schema.Int),
  repeat: Schema.NullOr(RouteRepeat),
  fallback: Schema.Array(Schema.String)
})
/** The parts of a route that an alert keeps from its beginning. */
export interface RouteCourse extends Schema.Schema.Type<typeof RouteCourse> {}

const decodeCourse = Schema.decodeUnknownOption(RouteCourse)
const decodeHours = Schema.decodeUnknownOption(Schema.NullOr(StepHours))
const decodeRepeat = Schema.decodeUnknownOption(Schema.NullOr(RouteRepeat))

interface StoredRoute extends Omit<AlertRoute, "steps"> {
  readonly key: string
  readonly steps: ReadonlyArray<KeyedStep>
  /** The steps of the route, with only those targets that can receive something. */
  readonly workingSteps: ReadonlyArray<KeyedStep>
}

/** SQL for the key of a target in the row `g`, with its channel `c` and its person `p`. */
const targetKey = "coalesce(c.public_id::text, p.public_id::text, g.kind)"

/**
 * Selects the routes `r` of an account, by position. With `monitorKey`, the chosen monitors and tags include only this
 * monitor and its tags.
 */
const selectRoutes = (sql: SqlClient.SqlClient, accountKey: string, monitorKey?: string | null) => {
  const ofMonitor = (column: Fragment) =>
    monitorKey === undefined ? sql`true` : sql`${column} = ${monitorKey}::bigint`
  const withTag =
    monitorKey === undefined
      ? sql`true`
      : sql`exists (select from monitor_tag mt where mt.tag_id = t.id and mt.monitor_id = ${monitorKey}::bigint)`
  return sql<RouteRow>`
    select r.id::text as key, r.public_id as id, r.name, r.kinds, r.severities, r.scope,
      r.reminder_minutes as "reminderMinutes", r.created_at as "createdAt", r.repeat,
      (select count(*)::int from alert_route o where o.account_id = r.account_id and o.id < r.id) as "olderRoutes",
      (select coalesce(jsonb_agg(m.public_id order by m.id), '[]') from alert_route_monitor rm
        join monitor m on m.id = rm.monitor_id
        where rm.route_id = r.id and m.deleted_at is null and ${ofMonitor(sql`m.id`)}) as "monitorIds",
      (select coalesce(jsonb_agg(t.public_id order by t.id), '[]') from alert_route_tag rt join tag t on t.id = rt.tag_id
        where rt.route_id = r.id and ${withTag}) as "tagIds",
      (select coalesce(jsonb_agg(jsonb_build_object('afterMinutes', s.after_minutes, 'hours', s.hours, 'targets', (
          select coalesce(jsonb_agg(x.target order by x.place, x.position), '[]')
          from (
            select ${sql.literal(targetKey)} as target, 1 as place, g.id as position
            from alert_route_target g left join alert_channel c on c.id = g.channel_id
              left join membership p on p.id = g.membership_id
            where g.route_id = s.route_id and g.step = s.number
            union all
            select 'on-call:' || o.public_id || ':' || g.who, 0, g.id
            from alert_route_on_call g join on_call_schedule o on o.id = g.schedule_id
            where g.route_id = s.route_id and g.step = s.number
          ) x)) order by s.number), '[]')
        from alert_route_step s where s.route_id = r.id) as steps,
      (select coalesce(jsonb_agg(${sql.literal(targetKey)} order by g.id), '[]')
        from alert_route_fallback g left join alert_channel c on c.id = g.channel_id
          left join membership p on p.id = g.membership_id
        where g.route_id = r.id) as fallback
    from alert_route r
    where r.account_id = ${accountKey}::bigint order by r.position, r.id`
}

type Works = (target: string) => boolean

const withWorking = (steps: ReadonlyArray<KeyedStep>, works: Works): ReadonlyArray<KeyedStep> =>
  steps.map((step) => ({ ...step, targets: step.targets.filter(works) }))

const toRoute =
  (limits: PlanLimits, works: Works) =>
  (row: RouteRow, position: number): StoredRoute => {
    const { createdAt, id, key, kinds, monitorIds, name, reminderMinutes, scope, severities, tagIds } = row
    // A step whose hours another release stored in a different form is sent at any time.
    const steps = row.steps.map(({ hours, ...step }) => ({
      ...step,
      hours: Option.getOrElse(decodeHours(hours), () => null)
    }))
    const workingSteps = withWorking(steps, works)
    const hasTargets = workingSteps.some(({ targets }) => targets.length > 0)
    return {
      key,
      id,
      name,
      position,
      kinds,
      severities,
      scope,
      monitorIds,
      tagIds,
      steps,
      reminderMinutes,
      repeat: Option.getOrElse(decodeRepeat(row.repeat), () => null),
      fallback: row.fallback,
      stoppedBy: row.olderRoutes < limits.routes ? (hasTargets ? null : "targets") : "plan",
      createdAt: createdAt.toISOString(),
      workingSteps
    }
  }

/** If a monitor is given, the chosen monitors and tags of the routes include only that monitor and its tags. */
export const readRoutes = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  accountKey: string,
  monitorKey?: string | null
) {
  const rows = yield* selectRoutes(sql, accountKey, monitorKey)
  if (rows.length === 0) return []
  const { limits, works } = yield* workingTargets(sql, accountKey, monitorKey)
  return rows.map(toRoute(limits, works))
})

export const workingRoute = ({ steps, workingSteps, ...route }: StoredRoute): CandidateRoute => ({
  ...route,
  steps: workingSteps,
  allSteps: steps
})

export const shownRoute = ({ key: _key, steps, workingSteps: _working, ...route }: StoredRoute): AlertRoute => ({
  ...route,
  steps: steps.map((step) => ({ ...step, targets: step.targets.map(routeTargetOfKey) }))
})

/**
 * A route that may take an alert. Its chosen monitors and tags are limited to those that match the monitor of the
 * alert.
 */
export interface CandidateRoute
  extends Pick<AlertRoute, "id" | "name" | "kinds" | "severities" | "scope" | "monitorIds" | "tagIds">, RouteCourse {
  readonly key: string
  /** The steps with all of their targets. `steps` contains only targets that can receive something. */
  readonly allSteps: ReadonlyArray<KeyedStep>
}

/**
 * The routes of an account, and the facts about an alert with which the routes are compared.
 */
export interface RouteCandidates {
  readonly routes: ReadonlyArray<CandidateRoute>
  readonly monitorId: string | null
  readonly tagIds: ReadonlyArray<string>
}

/** The progress of an alert along its route, in milliseconds since the epoch. */
export interface AlertProgress {
  readonly openedAtMs: number
  /** The time up to which all steps were sent. Null if no step was sent. */
  readonly doneAtMs: number | null
  /** The time at which the next step is due. Null if no further step is due. */
  readonly dueAtMs: number | null
}

/** An alert with a due step, locked for the caller's transaction. */
export interface DueAlert {
  readonly notification: PendingNotification
  readonly openedAtMs: number
  readonly doneAtMs: number | null
  readonly nowMs: number
  /** The route that has taken the alert. Null if the route was deleted. */
  readonly route: CandidateRoute | null
  readonly acknowledgedAtMs: number | null
  /** Whether the outage or problem of the alert has ended, so that nothing more is sent. */
  readonly isOver: boolean
  /** The end of the monitor's maintenance, until which nothing is sent. Null without maintenance. */
  readonly waitsUntilMs: number | null
  /** Whether anybody got the alert, or is about to get it. */
  readonly isSent: boolean
}

/** A recipient who got an alert, or is about to get it. */
export interface ReachedTarget {
  readonly channel: DeliveryChannel
  readonly target: string
}

interface Row extends PendingNotification {
  readonly routeKey: string | null
  readonly openedAt: Date
  readonly doneAt: Date | null
  readonly acknowledgedAt: Date | null
  readonly waitsUntil: Date | null
  readonly course: unknown
  readonly isOver: boolean | null
  readonly isSent: boolean
}

/**
 * SQL for whether the problem of the alert `n` has ended. An incident also ends if its monitor is paused, but then
 * there is no recovery. Only a notification reports the end of poor email health.
 */
export const isOver = `
  d.ended_at is not null or m.deleted_at is not null or m.paused_at is not null
    or case n.kind when 'down' then i.resolved_at is not null when 'external_alert' then i.resolved_at is not null
      when 'degraded' then not coalesce(s.is_degraded, false)
      else false end`

/**
 * Returns the route with the steps that it had when the alert began, without targets that cannot receive anything now.
 * An alert of the previous release follows the route as it is now.
 */
const asBegun = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { accountKey, course, monitorKey }: Pick<Row, "accountKey" | "course" | "monitorKey">,
  route: CandidateRoute
) {
  const begun = decodeCourse(course)
  if (Option.isNone(begun)) return route
  const { works } = yield* workingTargets(sql, accountKey, monitorKey)
  const { steps } = begun.value
  return { ...route, ...begun.value, steps: withWorking(steps, works), allSteps: steps }
})

/** Selects an alert with its route, its incident `i` and its row `d` of alert_due. */
const selectAlert = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  condition: Fragment,
  lock: Fragment
): Returns<DueAlert | null> {
  const [row] = yield* sql<Row>`
    select ${sql.literal(pendingColumns)}, d.route_id::text as "routeKey", d.opened_at as "openedAt",
      d.done_at as "doneAt", d.course, i.acknowledged_at as "acknowledgedAt",
      case when maintenance_at(n.monitor_id, mon_now()) is not null
        then maintenance_end(n.monitor_id, mon_now()) end as "waitsUntil",
      ${sql.literal(isOver)} as "isOver",
      exists (select from notification_delivery o where o.notification_id = n.id) as "isSent"
    from alert_due d join notification n on n.id = d.notification_id join account a on a.id = n.account_id
    left join monitor m on m.id = n.monitor_id left join monitor_schedule s on s.monitor_id = n.monitor_id
    left join incident i on i.id = n.incident_id
    where ${condition} order by d.due_at limit 1 ${lock}`
  if (row === undefined) return null
  const { acknowledgedAt, course: _course, doneAt, isOver: over, isSent, openedAt, routeKey, waitsUntil, ...rest } = row
  const routes = routeKey === null ? [] : yield* readRoutes(sql, row.accountKey, row.monitorKey)
  const found = routes.find(({ key, stoppedBy }) => key === routeKey && stoppedBy !== "plan")
  return {
    notification: rest,
    openedAtMs: openedAt.getTime(),
    doneAtMs: doneAt?.getTime() ?? null,
    nowMs: row.now.getTime(),
    route: found === undefined ? null : yield* asBegun(sql, row, workingRoute(found)),
    acknowledgedAtMs: acknowledgedAt?.getTime() ?? null,
    isOver: over === true,
    waitsUntilMs: waitsUntil?.getTime() ?? null,
    isSent
  }
})

const takeDue = (sql: SqlClient.SqlClient) =>
  operation("RoutedAlerts.takeDue", () =>
    selectAlert(sql, sql`d.due_at <= mon_now() and not ${sql.literal(isDelayed)}`, sql`for update of d skip locked`)
  )

const ofIncident = (sql: SqlClient.SqlClient) =>
  operation("RoutedAlerts.ofIncident", (incidentId: string, locks: boolean) =>
    selectAlert(
      sql,
      sql`i.public_id = ${incidentId}::uuid and d.ended_at is null and i.resolved_at is null`,
      locks ? sql`for update of d` : sql``
    )
  )

const candidates = (sql: SqlClient.SqlClient) =>
  operation("RoutedAlerts.candidates", function* (notification: PendingNotification): Returns<RouteCandidates> {
    const routes = yield* readRoutes(sql, notification.accountKey, notification.monitorKey)
    const [monitor] =
      routes.length === 0
        ? []
        : yield* sql<{ readonly id: string; readonly tagIds: ReadonlyArray<string> }>`
            select m.public_id as id, (select coalesce(jsonb_agg(t.public_id), '[]')
              from monitor_tag mt join tag t on t.id = mt.tag_id where mt.monitor_id = m.id) as "tagIds"
            from monitor m where m.id = ${notification.monitorKey}::bigint`
    return {
      routes: routes.filter(({ stoppedBy }) => stoppedBy === null).map(workingRoute),
      monitorId: monitor?.id ?? null,
      tagIds: monitor?.tagIds ?? []
    }
  })

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

const begin = (sql: SqlClient.SqlClient) =>
  operation(
    "RoutedAlerts.begin",
    function* (notification: PendingNotification, route: CandidateRoute, progress: AlertProgress) {
      const { accountKey, key, kind, monitorKey } = notification
      const { allSteps, fallback, reminderMinutes, repeat } = route
      const course: RouteCourse = { steps: allSteps, reminderMinutes, repeat, fallback }
      yield* sql`
        update alert_due d set ended_at = mon_now(), due_at = null from notification n
        where d.monitor_id = ${monitorKey}::bigint and d.ended_at is null and n.id = d.notification_id
          and n.kind = ${kind} and n.incident_id is null and n.id <> ${key}::bigint`
      yield* sql`
        insert into alert_due (notification_id, account_id, monitor_id, route_id, course, opened_at, done_at, due_at)
        values (${key}::bigint, ${accountKey}::bigint, ${monitorKey}::bigint, ${route.key}::bigint,
          ${JSON.stringify(course)}::text::jsonb, ${iso(progress.openedAtMs)}::timestamptz, ${iso(progress.doneAtMs)}::timestamptz, ${iso(progress.dueAtMs)}::timestamptz)
        on conflict (notification_id) do update set route_id = excluded.route_id, course = excluded.course,
          opened_at = excluded.opened_at, done_at = excluded.done_at, due_at = excluded.due_at, ended_at = null`
      yield* sql`
        update notification set dispatched_at = coalesce(dispatched_at, mon_now()) where id = ${key}::bigint`
    }
  )

/**
 * Suppresses an alert that was sent to nobody. People can then see that the alert has ended, and why nobody got it: its
 * steps reached nobody, or no step became due.
 */
const suppressUnsent = (sql: SqlClient.SqlClient, { key }: Pick<PendingNotification, "key">) =>
  sql`
    update notification n set status = 'suppressed', reason = coalesce(n.reason, (
        select case when d.done_at is null then 'over' else 'no_recipient' end from alert_due d
        where d.notification_id = n.id))
    where n.id = ${key}::bigint and n.status = 'pending'
      and not exists (select from notification_delivery d where d.notification_id = n.id)`

/**
 * Selects the alerts that a recovery ends: the alert of its incident, or, without an incident, the alerts of the
 * opposite kind since the last recovery.
 */
const openingsOf = (sql: SqlClient.SqlClient, { key, kind, monitorKey }: PendingNotification) =>
  sql<{ readonly key: string }>`
    select o.id::text as key
    from notification n join notification o on o.kind = ${opened.get(kind) ?? ""} and o.id < n.id
      and case when n.incident_id is null then o.monitor_id = ${monitorKey}::bigint and o.incident_id is null
          and not exists (select from notification r where r.monitor_id = o.monitor_id and r.kind = n.kind
            and r.id > o.id and r.id < n.id)
        else o.incident_id = n.incident_id end
    where n.id = ${key}::bigint
    order by o.id`

/** The alerts that routes have taken, with the steps that are still to be sent. */
export class RoutedAlerts extends Context.Service<RoutedAlerts>()("@mon/core-store/RoutedAlerts", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    candidates: candidates(sql),
    /**
     * Stores which route has taken an alert. This ends any earlier alert of the same kind and monitor, unless the
     * earlier alert belongs to an incident.
     */
    begin: begin(sql),
    /**
     * Returns the alert of an open incident (public id) that a route has taken. Null if there is none. With `locks`,
     * the alert is locked for the caller's transaction.
     */
    ofIncident: ofIncident(sql),
    /**
     * Makes the next step of an alert due now, by the time at which the alert would have begun then. Withdraws the
     * acknowledgement of its incident, because whoever asks for the next step does not solve the problem alone.
     */
    escalate: operation("RoutedAlerts.escalate", function* ({ key }: PendingNotification, openedAtMs: number) {
      yield* sql`
        update alert_due set opened_at = ${iso(openedAtMs)}::timestamptz, due_at = mon_now(),
          done_at = done_at + (${iso(openedAtMs)}::timestamptz - opened_at)
        where notification_id = ${key}::bigint`
      yield* sql`
        update incident i set acknowledged_at = null, acknowledged_by = null, acknowledged_via = null,
          acknowledged_channel = null, acknowledged_recipient = null, acknowledgement_note = null
        from notification n where n.id = ${key}::bigint and i.id = n.incident_id and i.acknowledged_at is not null`
    }),
    /** Returns the alert whose step is due first, locked for the caller's transaction. Null if no step is due. */
    takeDue: takeDue(sql),
    advance: operation(
      "RoutedAlerts.advance",
      function* (notification: PendingNotification, progress: Pick<AlertProgress, "doneAtMs" | "dueAtMs">) {
        yield* sql`
        update alert_due set done_at = ${iso(progress.doneAtMs)}::timestamptz, due_at = ${iso(progress.dueAtMs)}::timestamptz
        where notification_id = ${notification.key}::bigint`
      }
    ),
    /** Ends an alert, so that no more messages about it are sent. If nobody got the alert, it becomes suppressed. */
    finish: operation("RoutedAlerts.finish", function* (notification: PendingNotification) {
      yield* sql`
        update alert_due set due_at = null, ended_at = mon_now() where notification_id = ${notification.key}::bigint`
      yield* suppressUnsent(sql, notification)
    }),
    /** Records the reason why steps of an alert were skipped. */
    skip: operation("RoutedAlerts.skip", function* (notification: PendingNotification, reason: SuppressionReason) {
      yield* sql`update notification set reason = ${reason} where id = ${notification.key}::bigint`
    }),
    /** Removes the route of an alert. From then on, no route counts as having taken the alert. */
    forget: operation("RoutedAlerts.forget", function* (notification: PendingNotification) {
      yield* sql`delete from alert_due where notification_id = ${notification.key}::bigint`
    }),
    /**
     * Ends the alerts that a recovery resolves. Returns the recipients who got these alerts or are about to get them.
     * `isRouted` says whether a route had taken one of the alerts. `isSilent` says whether nothing was sent because of
     * flapping, a pause or a suspension; the recovery is then announced later or not at all. `isUnsent` says whether
     * nothing was sent to anybody, for example because of a pause.
     */
    recover: operation("RoutedAlerts.recover", function* (notification: PendingNotification) {
      const openingAlerts = yield* openingsOf(sql, notification)
      const keys = openingAlerts.map(({ key }) => key)
      // The lock makes sure that the deliveries below include a step or a reminder that is just being written.
      const routed = yield* sql`
        update alert_due set due_at = null, ended_at = mon_now() where notification_id = any(${keys}::text[]::bigint[])
        returning 1`
      yield* Effect.forEach(openingAlerts, (opening) => suppressUnsent(sql, opening), { discard: true })
      const reached = yield* sql<ReachedTarget>`
        select distinct d.channel, d.target from notification n cross join lateral (${sql.literal(unended("n"))}) d
        where n.id = ${notification.key}::bigint`
      const [own] = yield* sql<{ readonly isMuted: boolean; readonly isUnsent: boolean }>`
        select n.reason in ('flapping', 'paused', 'account_suspended') or exists (
            select from notification o
            where o.id = any(${keys}::text[]::bigint[]) and o.reason = 'account_suspended') as "isMuted",
          not exists (
            select from notification_delivery where notification_id = any(${keys}::text[]::bigint[])) as "isUnsent"
        from notification n where n.id = ${notification.key}::bigint`
      const isUnsent = own?.isUnsent === true
      return { isRouted: routed.length > 0, isSilent: isUnsent && own?.isMuted === true, isUnsent, reached }
    })
  }))
}) {
  static readonly layer = Layer.effect(RoutedAlerts, RoutedAlerts.make)
}
