import {
  type AlertRoute,
  type AlertSeverity,
  builtInTargets,
  isAddressTarget,
  isBuiltInTarget,
  isPublicId,
  onCallTargetOf,
  type OnCallWho,
  type RoutedFactKind,
  type RoutePerson,
  type RouteRepeat,
  type RouteScope,
  type RouteStep,
  routeTargetKey
} from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../../sql/operation.ts"
import type { AccessScope } from "../../access/AccessScope.ts"
import { readRoutes, shownRoute } from "./RoutedAlerts.ts"

/** A step that a person sets. Without hours, it is sent at any time. */
type DraftStep = Omit<RouteStep, "hours"> & Partial<Pick<RouteStep, "hours">>

/** The fields of a route that a person sets. */
export interface RouteDraft {
  readonly name: string
  readonly kinds: ReadonlyArray<RoutedFactKind>
  readonly severities: ReadonlyArray<AlertSeverity>
  readonly scope: RouteScope
  readonly monitorIds: ReadonlyArray<string>
  readonly tagIds: ReadonlyArray<string>
  readonly steps: ReadonlyArray<DraftStep>
  readonly reminderMinutes: number | null
  /** Default: null. */
  readonly repeat?: RouteRepeat | null
  /**
   * The targets that get an alert if nobody on call can be reached: built-in targets, channels and members. Default:
   * none.
   */
  readonly fallback?: ReadonlyArray<string>
}

/**
 * The position of a route. If the position is absent, a changed route stays where it is, and a new route becomes the
 * last route.
 */
interface Placed {
  /** The position, which counts from 0. If the position is beyond the end, the route becomes the last route. */
  readonly position?: number
}

/** A route to create. */
export type NewRoute = RouteDraft & Placed & { readonly id: string }

/** A change of a route. Absent fields stay unchanged. */
export type RoutePatch = { readonly [Field in keyof RouteDraft]?: RouteDraft[Field] | undefined } & Placed

/** The saved route, or the reason why it was not saved. */
export type SaveRouteResult =
  | { readonly _tag: "Saved"; readonly route: AlertRoute }
  | { readonly _tag: "LimitReached" }
  | { readonly _tag: "Absent" }
  | { readonly _tag: "NoMonitor" }
  | { readonly _tag: "NoTag" }
  /** A target is neither a channel nor a member nor an on-call schedule of the account. */
  | { readonly _tag: "NoTarget" }
  /** `repeat` begins with a step that the route does not have. */
  | { readonly _tag: "NoRepeatedStep" }

interface Owned {
  readonly id: string
  readonly key: string
}

/** Returns null if one of the ids does not belong to the account. */
const keysOf = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { accountKey }: AccessScope,
  table: "monitor" | "tag",
  ids: ReadonlyArray<string>
) {
  const different = [...new Set(ids)]
  if (!different.every(isPublicId)) return null
  // The shared locks wait for deletions that are in progress.
  const rows = yield* sql<Owned>`
    select public_id as id, id::text as key from ${sql(table)}
    where account_id = ${accountKey}::bigint
      and public_id in (select jsonb_array_elements_text(${JSON.stringify(different)}::text::jsonb)::uuid)
      ${table === "monitor" ? sql`and deleted_at is null` : sql``}
    order by id for key share`
  return rows.length === different.length ? rows : null
})

const place = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { accountKey }: AccessScope,
  key: string,
  position: number
) {
  const rows = yield* sql<{ readonly key: string }>`
    select id::text as key from alert_route where account_id = ${accountKey}::bigint order by position, id`
  const others = rows.map((row) => row.key).filter((other) => other !== key)
  const ordered = [...others.slice(0, position), key, ...others.slice(position)]
  yield* sql`
    update alert_route r set position = o.position - 1
    from jsonb_array_elements_text(${JSON.stringify(ordered)}::text::jsonb) with ordinality as o(key, position)
    where r.id = o.key::bigint and r.position <> o.position - 1`
})

/** The internal key of the channel or the member that a target names. Built-in targets have neither key. */
interface TargetKeys {
  readonly kind: string
  readonly channel_id: string | null
  readonly membership_id: string | null
}

/** The internal key of the schedule that a target names. */
interface OnCallKeys {
  readonly schedule_id: string
  readonly who: OnCallWho
}

type Keys = TargetKeys | OnCallKeys

const isOnCall = (keys: Keys): keys is OnCallKeys => "schedule_id" in keys

/**
 * Returns the channels, members and schedules that are named by targets, by target. Returns null if a target names none
 * of the account.
 */
const targetKeys = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { accountKey }: AccessScope,
  targets: ReadonlyArray<string>
) {
  const named = [...new Set(targets)].filter((target) => !isBuiltInTarget(target))
  const onCall = named.flatMap((target) => onCallTargetOf(target) ?? [])
  const json = (texts: ReadonlyArray<string>) =>
    sql`(select jsonb_array_elements_text(${JSON.stringify(texts)}::text::jsonb))`
  const ids = json(named.filter(isPublicId))
  const addresses = json(named.filter(isAddressTarget).map((target) => target.trim().toLowerCase()))
  // The shared locks wait for deletions and removals that are in progress.
  const channels = yield* sql<Owned>`
    select public_id as id, id::text as key from alert_channel
    where account_id = ${accountKey}::bigint and membership_id is null and public_id::text in ${ids}
    order by id for key share`
  const people = yield* sql<Owned & { readonly email: string }>`
    select ms.public_id as id, ms.id::text as key, lower(u.email) as email
    from membership ms join app_user u on u.id = ms.user_id
    where ms.account_id = ${accountKey}::bigint and ms.removed_at is null
      and (ms.public_id::text in ${ids} or lower(u.email) in ${addresses})
    order by ms.id for key share of ms`
  const schedules = yield* sql<Owned>`
    select public_id as id, id::text as key from on_call_schedule
    where account_id = ${accountKey}::bigint
      and public_id::text in ${json(onCall.map(({ schedule }) => schedule))} order by id for key share`
  const scheduleKeys = new Map(schedules.map(({ id, key }) => [id, key]))
  const byTarget = new Map<string, Keys>([
    ...onCall.flatMap((target) => {
      const key = scheduleKeys.get(target.schedule)
      return key === undefined ? [] : [[routeTargetKey(target), { schedule_id: key, who: target.who }] as const]
    }),
    ...builtInTargets.map((kind) => [kind, { kind, channel_id: null, membership_id: null }] as const),
    ...channels.map(({ id, key }) => [id, { kind: "channel", channel_id: key, membership_id: null }] as const),
    ...people.flatMap(({ email, id, key }) => {
      const keys = { kind: "email", channel_id: null, membership_id: key }
      return [[id, keys] as const, [email, keys] as const]
    })
  ])
  const found = (target: string) => byTarget.get(isAddressTarget(target) ? target.trim().toLowerCase() : target)
  return named.every((target) => found(target) !== undefined) ? found : null
})

type Wrong = Extract<SaveRouteResult["_tag"], "NoMonitor" | "NoTag" | "NoTarget" | "NoRepeatedStep">

const replaceSteps = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  scope: AccessScope,
  key: string,
  steps: ReadonlyArray<DraftStep>
) {
  const found = yield* targetKeys(
    sql,
    scope,
    steps.flatMap(({ targets }) => targets.map(routeTargetKey))
  )
  if (found === null) return "NoTarget" satisfies Wrong
  yield* sql`delete from alert_route_step where route_id = ${key}::bigint`
  const numbered = steps.map(({ afterMinutes, hours = null, targets }, index) => ({
    step: index + 1,
    after_minutes: afterMinutes,
    hours,
    targets: [...new Set(targets.flatMap((target) => found(routeTargetKey(target)) ?? []))]
  }))
  yield* sql`
    insert into alert_route_step (route_id, number, after_minutes, hours)
    select ${key}::bigint, s.step, s.after_minutes, nullif(s.hours, 'null')
    from jsonb_to_recordset(${JSON.stringify(numbered)}::text::jsonb)
      as s(step smallint, after_minutes int, hours jsonb)`
  const rows = numbered.flatMap(({ step, targets }) => targets.map((target) => ({ step, ...target })))
  yield* sql`
    insert into alert_route_target (route_id, step, kind, channel_id, membership_id)
    select ${key}::bigint, t.step, t.kind, t.channel_id, t.membership_id
    from jsonb_to_recordset(${JSON.stringify(rows.filter((row) => !isOnCall(row)))}::text::jsonb)
      as t(step smallint, kind text, channel_id bigint, membership_id bigint)`
  yield* sql`
    insert into alert_route_on_call (route_id, step, schedule_id, who)
    select ${key}::bigint, t.step, t.schedule_id, t.who
    from jsonb_to_recordset(${JSON.stringify(rows.filter(isOnCall))}::text::jsonb)
      as t(step smallint, schedule_id bigint, who text)`
  return null
})

const replaceFallback = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  scope: AccessScope,
  key: string,
  fallback: ReadonlyArray<string>
) {
  const found = yield* targetKeys(sql, scope, fallback)
  const keys = fallback.flatMap((target) => found?.(target) ?? [])
  if (found === null || keys.some(isOnCall)) return "NoTarget" satisfies Wrong
  yield* sql`delete from alert_route_fallback where route_id = ${key}::bigint`
  yield* sql`
    insert into alert_route_fallback (route_id, kind, channel_id, membership_id)
    select ${key}::bigint, t.kind, t.channel_id, t.membership_id
    from jsonb_to_recordset(${JSON.stringify([...new Set(keys)])}::text::jsonb)
      as t(kind text, channel_id bigint, membership_id bigint)`
  return null
})

/**
 * Replaces the monitors, tags, steps and fallback of a route, as far as a change contains them. Returns the kind of
 * object that does not exist in the account, or null.
 */
const replaceParts = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  scope: AccessScope,
  key: string,
  { fallback, monitorIds, steps, tagIds }: Pick<RoutePatch, "fallback" | "monitorIds" | "steps" | "tagIds">
) {
  if (monitorIds !== undefined) {
    const rows = yield* keysOf(sql, scope, "monitor", monitorIds)
    if (rows === null) return "NoMonitor" satisfies Wrong
    yield* sql`delete from alert_route_monitor where route_id = ${key}::bigint`
    yield* sql`
      insert into alert_route_monitor (route_id, monitor_id)
      select ${key}::bigint, jsonb_array_elements_text(${JSON.stringify(rows.map((row) => row.key))}::text::jsonb)::bigint`
  }
  if (tagIds !== undefined) {
    const rows = yield* keysOf(sql, scope, "tag", tagIds)
    if (rows === null) return "NoTag" satisfies Wrong
    yield* sql`delete from alert_route_tag where route_id = ${key}::bigint`
    yield* sql`
      insert into alert_route_tag (route_id, tag_id)
      select ${key}::bigint, jsonb_array_elements_text(${JSON.stringify(rows.map((row) => row.key))}::text::jsonb)::bigint`
  }
  const wrong =
    (steps === undefined ? null : yield* replaceSteps(sql, scope, key, steps)) ??
    (fallback === undefined ? null : yield* replaceFallback(sql, scope, key, fallback))
  if (wrong !== null) return wrong
  const rows = yield* sql`
    select from alert_route r where r.id = ${key}::bigint and (r.repeat ->> 'fromStep')::int > (
      select count(*) from alert_route_step s where s.route_id = r.id)`
  return rows.length > 0 ? ("NoRepeatedStep" satisfies Wrong) : null
})

/** Locks the account's row, so that concurrent changes respect the limit and the order of routes. */
const lockAccount = (sql: SqlClient.SqlClient, { accountKey }: AccessScope) =>
  sql`select 1 from account where id = ${accountKey}::bigint for no key update`

const saved = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { accountKey }: AccessScope, id: string) {
  const route = (yield* readRoutes(sql, accountKey)).find((one) => one.id === id)
  return route === undefined
    ? ({ _tag: "Absent" } satisfies SaveRouteResult)
    : ({ _tag: "Saved", route: shownRoute(route) } satisfies SaveRouteResult)
})

/** Marks a refused change. The whole change is then rolled back. */
interface Refused {
  readonly _tag: "Refused"
  readonly why: Wrong
}

const orRefuse = <E, R>(parts: Effect.Effect<Wrong | null, E, R>) =>
  Effect.flatMap(parts, (why) =>
    why === null ? Effect.void : Effect.fail({ _tag: "Refused", why } satisfies Refused as Refused)
  )

const asResult = ({ why }: Refused) => Effect.succeed<SaveRouteResult>({ _tag: why })

const texts = (sql: SqlClient.SqlClient, values: ReadonlyArray<string>) =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify([...new Set(values)])}::text::jsonb))`

const jsonOrNull = (value: object | null): string | null => (value === null ? null : JSON.stringify(value))

const insertRoute = (sql: SqlClient.SqlClient, { accountKey }: AccessScope, id: string, route: RouteDraft) =>
  sql<{ readonly key: string }>`
    insert into alert_route (public_id, account_id, name, position, kinds, severities, scope, reminder_minutes, repeat)
    values (${id}::uuid, ${accountKey}::bigint, ${route.name}, 2147483647, ${texts(sql, route.kinds)},
      ${texts(sql, route.severities)}, ${route.scope}, ${route.reminderMinutes}::int,
      ${jsonOrNull(route.repeat ?? null)}::text::jsonb)
    returning id::text as key`

const createRoute = (sql: SqlClient.SqlClient) =>
  operation(
    "AlertRoutes.create",
    function* (scope: AccessScope, wanted: NewRoute, limit: number): Returns<SaveRouteResult> {
      const { id, position, ...route } = wanted
      return yield* sql
        .withTransaction(
          Effect.gen(function* () {
            yield* lockAccount(sql, scope)
            const [usage] = yield* sql<{ readonly used: number }>`
              select count(*)::int as used from alert_route where account_id = ${scope.accountKey}::bigint`
            const used = usage?.used ?? 0
            if (used >= limit) return { _tag: "LimitReached" } satisfies SaveRouteResult
            const [row] = yield* insertRoute(sql, scope, id, route)
            if (row === undefined) return { _tag: "Absent" } satisfies SaveRouteResult
            yield* orRefuse(replaceParts(sql, scope, row.key, route))
            yield* place(sql, scope, row.key, position ?? used)
            return yield* saved(sql, scope, id)
          })
        )
        .pipe(Effect.catchTag("Refused", asResult))
    }
  )

/** Makes a worker reconsider which steps of the route's open alerts are due. */
const reconsider = (sql: SqlClient.SqlClient, key: string) =>
  sql`update alert_due set due_at = mon_now() where route_id = ${key}::bigint and ended_at is null`

const updateRoute = (sql: SqlClient.SqlClient) =>
  operation("AlertRoutes.update", function* (scope: AccessScope, id: string, wanted: RoutePatch) {
    const { position, ...patch } = wanted
    if (!isPublicId(id)) return { _tag: "Absent" } satisfies SaveRouteResult
    const { kinds, name = null, reminderMinutes, repeat, scope: monitors = null, severities } = patch
    return yield* sql
      .withTransaction(
        Effect.gen(function* () {
          yield* lockAccount(sql, scope)
          const [row] = yield* sql<{ readonly key: string }>`
              update alert_route set
                name = coalesce(${name}::text, name),
                scope = coalesce(${monitors}::text, scope),
                kinds = ${kinds === undefined ? sql`kinds` : texts(sql, kinds)},
                severities = ${severities === undefined ? sql`severities` : texts(sql, severities)},
                reminder_minutes = case when ${reminderMinutes === undefined}::boolean then reminder_minutes
                  else ${reminderMinutes ?? null}::int end,
                repeat = case when ${repeat === undefined}::boolean then repeat
                  else ${jsonOrNull(repeat ?? null)}::text::jsonb end
              where account_id = ${scope.accountKey}::bigint and public_id = ${id}::uuid returning id::text as key`
          if (row === undefined) return { _tag: "Absent" } satisfies SaveRouteResult
          yield* orRefuse(replaceParts(sql, scope, row.key, patch))
          if (position !== undefined) yield* place(sql, scope, row.key, position)
          yield* reconsider(sql, row.key)
          return yield* saved(sql, scope, id)
        })
      )
      .pipe(Effect.catchTag("Refused", asResult))
  })

/**
 * The alert routes of an account. An id that is malformed or belongs to another account is treated like an id that does
 * not exist.
 */
export class AlertRoutes extends Context.Service<AlertRoutes>()("@mon/core-store/AlertRoutes", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Lists the people whom routes can name: first the owner, then the members in the order in which they joined. */
    people: operation(
      "AlertRoutes.people",
      (scope: AccessScope) => sql<RoutePerson>`
      select ms.public_id as "membershipId", u.name, u.email,
        (ms.role = 'owner' or ms.alerts_by_email) as "getsAlerts"
      from membership ms join app_user u on u.id = ms.user_id
      where ms.account_id = ${scope.accountKey}::bigint and ms.removed_at is null
      order by ms.role <> 'owner', ms.id`
    ),
    /** Lists the routes in the order of their positions. */
    list: operation("AlertRoutes.list", function* (scope: AccessScope): Returns<ReadonlyArray<AlertRoute>> {
      return (yield* readRoutes(sql, scope.accountKey)).map(shownRoute)
    }),
    /** Creates a route. The limit of routes holds even for concurrent calls. */
    create: createRoute(sql),
    /** Updates a route. Alerts that have begun keep the steps with which they began. */
    update: updateRoute(sql),
    /** Removes the on-call targets of a route. */
    withoutOnCall: operation("AlertRoutes.withoutOnCall", function* ({ accountKey }: AccessScope, id: string) {
      if (!isPublicId(id)) return
      yield* sql`
        delete from alert_route_on_call g using alert_route r
        where r.id = g.route_id and r.account_id = ${accountKey}::bigint and r.public_id = ${id}::uuid`
    }),
    /**
     * Deletes a route. Returns false if there is no such route. If nothing of an alert has been sent yet, another route
     * takes the alert.
     */
    remove: operation("AlertRoutes.remove", function* (scope: AccessScope, id: string) {
      if (!isPublicId(id)) return false
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const [row] = yield* sql<{ readonly key: string }>`
            select id::text as key from alert_route
            where account_id = ${scope.accountKey}::bigint and public_id = ${id}::uuid for update`
          if (row === undefined) return false
          yield* reconsider(sql, row.key)
          yield* sql`delete from alert_route where id = ${row.key}::bigint`
          return true
        })
      )
    })
  }))
}) {
  static readonly layer = Layer.effect(AlertRoutes, AlertRoutes.make)
}
