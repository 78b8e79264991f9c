import {
  type AlertRoute,
  type AlertSeverity,
  effectivePlan,
  isChannelInPlan,
  type PlanName,
  Plans,
  type RoutedFactKind,
  type RouteScope
} from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"

interface TargetRow {
  /**
   * The target: `email`, `whatsapp`, `webhooks`, the public id of a channel, or the public id of a person's membership.
   */
  readonly id: string
  /** The kind of the channel. Null for other targets. */
  readonly kind: string | null
  readonly isActive: boolean
  readonly olderChannels: number
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
  readonly plan: PlanName
  readonly planExpiresAt: Date | null
  readonly monitorIds: ReadonlyArray<string>
  readonly tagIds: ReadonlyArray<string>
  readonly steps: ReadonlyArray<{ readonly afterMinutes: number; readonly targets: ReadonlyArray<TargetRow> }>
}

/** A stored route. */
export interface StoredRoute extends AlertRoute {
  readonly key: string
  /** The steps, with only those targets that can receive something. */
  readonly workingSteps: AlertRoute["steps"]
}

/**
 * Selects the routes `r` of an account, by position. `monitorKey`: only the chosen monitors and tags of this monitor
 * are included.
 */
const selectRoutes = (sql: SqlClient.SqlClient, accountKey: string, monitorKey?: string | null) => {
  const ofMonitor = (column: Fragment) =>
    monitorKey === undefined ? sql`true` : sql`${column} = ${monitorKey}::bigint`
  const withTag =
    monitorKey === undefined
      ? sql`true`
      : sql`exists (select from monitor_tag mt where mt.tag_id = t.id and mt.monitor_id = ${monitorKey}::bigint)`
  // People who cannot see the monitor get nothing about it, so that another target or route is used.
  const mayBeReached =
    monitorKey === undefined
      ? sql`true`
      : sql`exists (select from monitor_access pa where pa.membership_id = p.id and pa.monitor_id = ${monitorKey}::bigint)`
  const reachesPerson = sql`p.removed_at is null and (p.role = 'owner' or (p.alerts_by_email and ${mayBeReached}))`
  return sql<RouteRow>`
    select r.id::text as key, r.public_id as id, r.name, r.kinds, r.severities, r.scope,
      r.reminder_minutes as "reminderMinutes", r.created_at as "createdAt", a.plan, a.plan_expires_at as "planExpiresAt",
      (select count(*)::int from alert_route o where o.account_id = r.account_id and o.id < r.id) as "olderRoutes",
      (select coalesce(jsonb_agg(m.public_id order by m.id), '[]') from alert_route_monitor rm
        join monitor m on m.id = rm.monitor_id
        where rm.route_id = r.id and m.deleted_at is null and ${ofMonitor(sql`m.id`)}) as "monitorIds",
      (select coalesce(jsonb_agg(t.public_id order by t.id), '[]') from alert_route_tag rt join tag t on t.id = rt.tag_id
        where rt.route_id = r.id and ${withTag}) as "tagIds",
      (select coalesce(jsonb_agg(jsonb_build_object('afterMinutes', s.after_minutes, 'targets', (
          select coalesce(jsonb_agg(jsonb_build_object('id', coalesce(c.public_id::text, p.public_id::text, g.kind), 'kind', c.kind,
            'isActive', case when p.id is not null then ${reachesPerson}
              when g.kind = 'channel' then c.is_active
              when g.kind = 'whatsapp' then exists (
                select from whatsapp_contact w where w.account_id = r.account_id and w.number is not null)
              when g.kind = 'webhooks' then exists (
                select from webhook w where w.account_id = r.account_id and w.is_active)
              else true end,
            'olderChannels', (select count(*) from alert_channel o where o.account_id = c.account_id and o.id < c.id))
            order by g.id), '[]')
          from alert_route_target g left join alert_channel c on c.id = g.channel_id
            left join membership p on p.id = g.membership_id
          where g.route_id = s.route_id and g.step = s.number)) order by s.number), '[]')
        from alert_route_step s where s.route_id = r.id) as steps
    from alert_route r join account a on a.id = r.account_id
    where r.account_id = ${accountKey}::bigint order by r.position, r.id`
}

const toRoute = Effect.fnUntraced(function* (row: RouteRow, position: number) {
  const plans = yield* Plans
  const limits = plans[effectivePlan(row.plan, row.planExpiresAt, new Date(yield* Clock.currentTimeMillis))]
  const works = ({ isActive, kind, olderChannels }: TargetRow) =>
    isActive && (kind === null || isChannelInPlan({ kind, olderChannels }, limits))
  const withTargets = (accepts: (target: TargetRow) => boolean) =>
    row.steps.map(({ afterMinutes, targets }) => ({
      afterMinutes,
      targets: targets.filter(accepts).map(({ id }) => id)
    }))
  const workingSteps = withTargets(works)
  const isInPlan = row.olderRoutes < limits.routes
  const hasTargets = workingSteps.some(({ targets }) => targets.length > 0)
  const { createdAt, id, key, kinds, monitorIds, name, reminderMinutes, scope, severities, tagIds } = row
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
    steps: withTargets(() => true),
    reminderMinutes,
    stoppedBy: isInPlan ? (hasTargets ? null : "targets") : "plan",
    createdAt: createdAt.toISOString(),
    workingSteps
  } satisfies StoredRoute
})

/**
 * Reads the routes of an account, by position. If a monitor is given, only the chosen monitors and tags of that monitor
 * are included.
 */
export const readRoutes = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  accountKey: string,
  monitorKey?: string | null
) {
  return yield* Effect.forEach(yield* selectRoutes(sql, accountKey, monitorKey), toRoute)
})

/** Converts a stored route to the form that deliveries use. */
export const workingRoute = ({ workingSteps, ...route }: StoredRoute) => ({ ...route, steps: workingSteps })

/** Converts a stored route to the record of the API. */
export const shownRoute = ({ key: _key, workingSteps: _working, ...route }: StoredRoute): AlertRoute => route
