import {
  type ChannelQuietHours,
  effectivePlan,
  isChannelInPlan,
  isPublicId,
  type MonitorKind,
  type PlanName,
  Plans
} from "@mon/model"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../../sql/operation.ts"
import type { AccessScope } from "../../access/AccessScope.ts"
import { isPaused } from "../../access/alertPause.sql.ts"
import { readQuietHours } from "../outcome.ts"
import { kindOf } from "../../monitors/statements/MonitorCodes.ts"
import { downParent } from "../../monitors/statements/parents.sql.ts"
import { COUNTED, isTransition } from "../../monitors/statements/stoppedColumns.ts"
import { type CandidateRoute, readRoutes, workingRoute } from "./RoutedAlerts.ts"

/** The facts about a monitor that are needed to simulate an alert. */
export interface SimulatedMonitor {
  readonly key: string
  readonly kind: MonitorKind
  readonly isPaused: boolean
  readonly alertsPaused: boolean
  /** The time at which the pause of alerts ends by itself. Null if the pause does not end by itself. */
  readonly alertsPausedUntil: Date | null
  /** Whether the account has enabled alerts about slow monitors. */
  readonly degradedAlerts: boolean
  /** The number of the monitor's state changes in the last 24 hours. */
  readonly transitions: number
  readonly maintenanceUntil: Date | null
  /** A parent of the monitor, if one is down. Null if no parent is down. */
  readonly downParent: { readonly key: string; readonly name: string } | null
  readonly tagIds: ReadonlyArray<string>
  readonly routes: ReadonlyArray<CandidateRoute>
  readonly channels: ReadonlyArray<{
    readonly id: string
    readonly kind: string
    readonly name: string
    readonly inDefaultRoute: boolean
    readonly isActive: boolean
    readonly isInPlan: boolean
    readonly quietHours: ChannelQuietHours | null
  }>
  readonly webhooks: ReadonlyArray<{ readonly id: string; readonly label: string }>
  /** The owner and the members. `id` is the public id of the membership. */
  readonly people: ReadonlyArray<{ readonly id: string; readonly email: string; readonly getsAlerts: boolean }>
  readonly now: Date
}

interface Row extends Omit<SimulatedMonitor, "kind" | "routes" | "channels"> {
  readonly kind: number
  readonly plan: PlanName
  readonly planExpiresAt: Date | null
  readonly channels: ReadonlyArray<{
    readonly id: string
    readonly kind: string
    readonly name: string
    readonly inDefaultRoute: boolean
    readonly isActive: boolean
    readonly olderChannels: number
    readonly quietHours: unknown
  }>
}

const find = (sql: SqlClient.SqlClient) =>
  operation(
    "SimulatedAlerts.find",
    function* (scope: AccessScope, monitorId: string, at: Date | null): Returns<SimulatedMonitor | null> {
      if (!isPublicId(monitorId)) return null
      const [row] = yield* sql<Row>`
        select m.id::text as key, m.kind, m.paused_at is not null as "isPaused", a.plan, a.plan_expires_at as "planExpiresAt",
          ${sql.literal(isPaused("a"))} and coalesce(a.notifications_paused_until > chosen.at, true) as "alertsPaused",
          a.notifications_paused_until as "alertsPausedUntil", a.degraded_alerts as "degradedAlerts",
          mon_now() as now,
          case when maintenance_at(m.id, chosen.at) is not null then maintenance_end(m.id, chosen.at) end as "maintenanceUntil",
          (select jsonb_build_object('key', p.id::text, 'name', p.name) from monitor p
            where p.id = ${sql.literal(downParent("m.id"))}) as "downParent",
          (select count(*)::int from notification n where n.monitor_id = m.id
            and n.created_at > mon_now() - ${sql.literal(COUNTED)} and ${sql.literal(isTransition("n"))}) as transitions,
          (select coalesce(jsonb_agg(t.public_id), '[]')
            from monitor_tag mt join tag t on t.id = mt.tag_id where mt.monitor_id = m.id) as "tagIds",
          (select coalesce(jsonb_agg(jsonb_build_object('id', ms.public_id, 'email', u.email,
              'getsAlerts', ms.role = 'owner' or ms.alerts_by_email)), '[]')
            from membership ms join app_user u on u.id = ms.user_id
            where ms.account_id = a.id and ms.removed_at is null) as people,
          (select coalesce(jsonb_agg(jsonb_build_object('id', w.public_id, 'label', w.label)), '[]')
            from webhook w where w.account_id = a.id) as webhooks,
          (select coalesce(jsonb_agg(jsonb_build_object('id', c.public_id, 'kind', c.kind, 'name', c.name,
              'inDefaultRoute', c.in_default_route, 'isActive', c.is_active, 'quietHours', c.quiet_hours,
              'olderChannels', (select count(*) from alert_channel o where o.account_id = a.id and o.id < c.id
                and o.membership_id is null))), '[]')
            from alert_channel c where c.account_id = a.id and c.membership_id is null) as channels
        from monitor m join account a on a.id = m.account_id
        cross join lateral (select coalesce(${at}::timestamptz, mon_now()) as at) chosen
        where m.account_id = ${scope.accountKey}::bigint and m.public_id = ${monitorId}::uuid and m.deleted_at is null`
      if (row === undefined) return null
      const { channels, kind, plan, planExpiresAt, ...facts } = row
      const plans = yield* Plans
      const limits = plans[effectivePlan(plan, planExpiresAt, new Date(yield* Clock.currentTimeMillis))]
      const routes = yield* readRoutes(sql, scope.accountKey, row.key)
      return {
        ...facts,
        kind: kindOf(kind),
        channels: channels.map(({ olderChannels, quietHours, ...channel }) => ({
          ...channel,
          isInPlan: isChannelInPlan({ kind: channel.kind, olderChannels }, limits),
          quietHours: readQuietHours(quietHours)
        })),
        routes: routes.filter(({ stoppedBy }) => stoppedBy === null).map(workingRoute)
      }
    }
  )

/** The facts that are needed to simulate an alert of a monitor. */
export class SimulatedAlerts extends Context.Service<SimulatedAlerts>()("@mon/core-store/SimulatedAlerts", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * Returns the facts of a monitor, with the pause and the maintenance at a given time or now. Null if the account
     * has no such monitor.
     */
    find: find(sql)
  }))
}) {
  static readonly layer = Layer.effect(SimulatedAlerts, SimulatedAlerts.make)
}
