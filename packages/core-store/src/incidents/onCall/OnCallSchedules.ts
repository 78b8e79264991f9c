import {
  isPublicId,
  OnCallDefinition,
  type OnCallOverride,
  type OnCallPerson,
  type OnCallSchedule,
  type PlanLimits
} from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import type { AccessScope } from "../../access/AccessScope.ts"
import { operation, type Returns } from "../../sql/operation.ts"

/** A schedule to create. */
export interface NewOnCallSchedule {
  readonly id: string
  readonly name: string
  readonly definition: OnCallDefinition
}

/** A change of a schedule. Absent fields stay unchanged. */
export type OnCallSchedulePatch = Partial<Omit<NewOnCallSchedule, "id">>

/** An override to create. Times are ISO 8601. */
export type NewOnCallOverride = Omit<OnCallOverride, "createdAt" | "createdBy">

/** The saved schedule, or the reason why it was not saved. */
export type SaveOnCallResult =
  | { readonly _tag: "Saved"; readonly schedule: OnCallSchedule }
  | { readonly _tag: "LimitReached" }
  | { readonly _tag: "Absent" }

/** The result of a deletion. `Used`: the named routes notify the people of the schedule. */
export type RemoveOnCallResult =
  | { readonly _tag: "Removed" }
  | { readonly _tag: "Used"; readonly routes: ReadonlyArray<string> }
  | { readonly _tag: "Absent" }

/** A schedule with its overrides, as far as they decide who is on call. */
export interface OnCallPlan {
  readonly id: string
  readonly name: string
  readonly definition: OnCallDefinition
  /** The overrides in the order in which they apply. */
  readonly overrides: ReadonlyArray<Pick<OnCallOverride, "id" | "start" | "end" | "people" | "replaces">>
}

/** A schedule as it is stored. */
export interface StoredOnCallPlan extends OnCallPlan {
  readonly createdAt: Date
  /** The time of the last change of the schedule or its overrides. */
  readonly updatedAt: Date
}

/** A member of the account, or a person who was one. */
export interface OnCallMember extends OnCallPerson {
  readonly email: string
}

interface Row {
  readonly id: string
  readonly name: string
  readonly definition: unknown
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly older: number
}

const decode = Schema.decodeUnknownOption(OnCallDefinition)

/** A definition that another release stored in a different form has no layers, so that alerts go to the fallback. */
const definitionOf = (stored: unknown): OnCallDefinition =>
  Option.getOrElse(decode(stored), () => ({ timezone: "UTC", mode: "layered" as const, layers: [] }))

type Limits = Pick<PlanLimits, "onCallSchedules">

const toSchedule =
  ({ onCallSchedules }: Limits) =>
  ({ createdAt, definition, id, name, older, updatedAt }: Row): OnCallSchedule => ({
    id,
    name,
    ...definitionOf(definition),
    exceedsPlan: older >= onCallSchedules,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString()
  })

const selectSchedules = (sql: SqlClient.SqlClient, { accountKey }: AccessScope, id: string | null = null) =>
  sql<Row>`
    select s.public_id as id, s.name, s.definition, s.created_at as "createdAt", s.updated_at as "updatedAt",
      (select count(*)::int from on_call_schedule o where o.account_id = s.account_id and o.id < s.id) as older
    from on_call_schedule s
    where s.account_id = ${accountKey}::bigint and (${id}::uuid is null or s.public_id = ${id}::uuid)
    order by s.id`

const find = (sql: SqlClient.SqlClient) =>
  operation(
    "OnCallSchedules.find",
    function* (scope: AccessScope, id: string, limits: Limits): Returns<OnCallSchedule | null> {
      if (!isPublicId(id)) return null
      const [row] = yield* selectSchedules(sql, scope, id)
      return row === undefined ? null : toSchedule(limits)(row)
    }
  )

const create = (sql: SqlClient.SqlClient) =>
  operation(
    "OnCallSchedules.create",
    function* (scope: AccessScope, wanted: NewOnCallSchedule, limits: Limits): Returns<SaveOnCallResult> {
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`select from account where id = ${scope.accountKey}::bigint for no key update`
          const [row] = yield* sql<{ readonly used: number }>`
            select count(*)::int as used from on_call_schedule where account_id = ${scope.accountKey}::bigint`
          if ((row?.used ?? 0) >= limits.onCallSchedules) return { _tag: "LimitReached" } satisfies SaveOnCallResult
          yield* sql`
            insert into on_call_schedule (public_id, account_id, name, definition)
            values (${wanted.id}::uuid, ${scope.accountKey}::bigint, ${wanted.name},
              ${JSON.stringify(wanted.definition)}::text::jsonb)`
          return yield* saved(sql, scope, wanted.id, limits)
        })
      )
    }
  )

const saved = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, scope: AccessScope, id: string, limits: Limits) {
  const [row] = yield* selectSchedules(sql, scope, id)
  return row === undefined
    ? ({ _tag: "Absent" } satisfies SaveOnCallResult)
    : ({ _tag: "Saved", schedule: toSchedule(limits)(row) } satisfies SaveOnCallResult)
})

const update = (sql: SqlClient.SqlClient) =>
  operation(
    "OnCallSchedules.update",
    function* (scope: AccessScope, id: string, patch: OnCallSchedulePatch, limits: Limits): Returns<SaveOnCallResult> {
      if (!isPublicId(id)) return { _tag: "Absent" } satisfies SaveOnCallResult
      const { definition, name = null } = patch
      yield* sql`
        update on_call_schedule set name = coalesce(${name}::text, name), updated_at = mon_now(),
          definition = coalesce(${definition === undefined ? null : JSON.stringify(definition)}::text::jsonb, definition)
        where account_id = ${scope.accountKey}::bigint and public_id = ${id}::uuid`
      return yield* saved(sql, scope, id, limits)
    }
  )

const remove = (sql: SqlClient.SqlClient) =>
  operation("OnCallSchedules.remove", function* (scope: AccessScope, id: string): Returns<RemoveOnCallResult> {
    if (!isPublicId(id)) return { _tag: "Absent" } satisfies RemoveOnCallResult
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        // The lock waits for a route that is just being saved with this schedule.
        const [row] = yield* sql<{ readonly key: string }>`
          select id::text as key from on_call_schedule
          where account_id = ${scope.accountKey}::bigint and public_id = ${id}::uuid for update`
        if (row === undefined) return { _tag: "Absent" } satisfies RemoveOnCallResult
        const routes = yield* sql<{ readonly name: string }>`
          select r.name from alert_route r
          where exists (select from alert_route_on_call g where g.route_id = r.id and g.schedule_id = ${row.key}::bigint)
          order by r.position, r.id`
        if (routes.length > 0)
          return { _tag: "Used", routes: routes.map(({ name }) => name) } satisfies RemoveOnCallResult
        yield* sql`delete from on_call_schedule where id = ${row.key}::bigint`
        return { _tag: "Removed" } satisfies RemoveOnCallResult
      })
    )
  })

interface OverrideRow extends Omit<OnCallOverride, "start" | "end" | "people" | "createdAt"> {
  readonly start: Date
  readonly end: Date
  readonly people: unknown
  readonly createdAt: Date
}

const decodePeople = Schema.decodeUnknownOption(Schema.Array(Schema.String))

const toOverride = ({ createdAt, end, people, start, ...row }: OverrideRow): OnCallOverride => ({
  ...row,
  start: start.toISOString(),
  end: end.toISOString(),
  people: Option.getOrElse(decodePeople(people), () => []),
  createdAt: createdAt.toISOString()
})

const overrides = (sql: SqlClient.SqlClient) =>
  operation(
    "OnCallSchedules.overrides",
    function* (scope: AccessScope, id: string, endsAfter: Date): Returns<ReadonlyArray<OnCallOverride> | null> {
      if (!isPublicId(id)) return null
      const [schedule] = yield* sql<{ readonly key: string }>`
        select id::text as key from on_call_schedule
        where account_id = ${scope.accountKey}::bigint and public_id = ${id}::uuid`
      if (schedule === undefined) return null
      const rows = yield* sql<OverrideRow>`
        select o.public_id as id, o.starts_at as start, o.ends_at as "end", o.people, o.replaces, o.note,
          coalesce(u.name, u.email) as "createdBy", o.created_at as "createdAt"
        from on_call_override o left join app_user u on u.id = o.created_by
        where o.schedule_id = ${schedule.key}::bigint and o.ends_at > ${endsAfter.toISOString()}::timestamptz
        order by o.id`
      return rows.map(toOverride)
    }
  )

/** The result of an added override. */
export type AddOverrideResult =
  | { readonly _tag: "Added"; readonly override: OnCallOverride }
  | { readonly _tag: "LimitReached" }
  | { readonly _tag: "Absent" }

const addOverride = (sql: SqlClient.SqlClient) =>
  operation(
    "OnCallSchedules.addOverride",
    function* (scope: AccessScope, id: string, wanted: NewOnCallOverride, limit: number): Returns<AddOverrideResult> {
      if (!isPublicId(id)) return { _tag: "Absent" } satisfies AddOverrideResult
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const [schedule] = yield* sql<{ readonly key: string; readonly used: number }>`
            select s.id::text as key, (select count(*)::int from on_call_override o
              where o.schedule_id = s.id and o.ends_at > mon_now()) as used
            from on_call_schedule s
            where s.account_id = ${scope.accountKey}::bigint and s.public_id = ${id}::uuid for no key update of s`
          if (schedule === undefined) return { _tag: "Absent" } satisfies AddOverrideResult
          if (schedule.used >= limit) return { _tag: "LimitReached" } satisfies AddOverrideResult
          const [row] = yield* sql<OverrideRow>`
            with added as (
              insert into on_call_override (public_id, schedule_id, starts_at, ends_at, people, replaces, note, created_by)
              values (${wanted.id}::uuid, ${schedule.key}::bigint, ${wanted.start}::timestamptz,
                ${wanted.end}::timestamptz, ${JSON.stringify(wanted.people)}::text::jsonb, ${wanted.replaces},
                ${wanted.note}, ${scope.userKey}::bigint)
              returning *)
            select o.public_id as id, o.starts_at as start, o.ends_at as "end", o.people, o.replaces, o.note,
              coalesce(u.name, u.email) as "createdBy", o.created_at as "createdAt"
            from added o left join app_user u on u.id = o.created_by`
          if (row === undefined) return { _tag: "Absent" } satisfies AddOverrideResult
          yield* sql`update on_call_schedule set updated_at = mon_now() where id = ${schedule.key}::bigint`
          return { _tag: "Added", override: toOverride(row) } satisfies AddOverrideResult
        })
      )
    }
  )

/** Adds overrides in their order, all of them or none. */
const addOverrides = (sql: SqlClient.SqlClient) =>
  operation(
    "OnCallSchedules.addOverrides",
    function* (
      scope: AccessScope,
      id: string,
      wanted: ReadonlyArray<NewOnCallOverride>,
      limit: number
    ): Returns<"Added" | "LimitReached" | "Absent"> {
      if (!isPublicId(id)) return "Absent" as const
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const [schedule] = yield* sql<{ readonly key: string; readonly used: number }>`
            select s.id::text as key, (select count(*)::int from on_call_override o
              where o.schedule_id = s.id and o.ends_at > mon_now()) as used
            from on_call_schedule s
            where s.account_id = ${scope.accountKey}::bigint and s.public_id = ${id}::uuid for no key update of s`
          if (schedule === undefined) return "Absent" as const
          if (schedule.used + wanted.length > limit) return "LimitReached" as const
          yield* sql`
            insert into on_call_override (public_id, schedule_id, starts_at, ends_at, people, replaces, note, created_by)
            select (o.value ->> 'id')::uuid, ${schedule.key}::bigint, (o.value ->> 'start')::timestamptz,
              (o.value ->> 'end')::timestamptz, o.value -> 'people', o.value ->> 'replaces', o.value ->> 'note',
              ${scope.userKey}::bigint
            from jsonb_array_elements(${JSON.stringify(wanted)}::text::jsonb) with ordinality o (value, number)
            order by o.number`
          yield* sql`update on_call_schedule set updated_at = mon_now() where id = ${schedule.key}::bigint`
          return "Added" as const
        })
      )
    }
  )

const removeOverride = (sql: SqlClient.SqlClient) =>
  operation("OnCallSchedules.removeOverride", function* (scope: AccessScope, id: string, overrideId: string) {
    if (!isPublicId(id) || !isPublicId(overrideId)) return false
    const rows = yield* sql`
      with removed as (
        delete from on_call_override o using on_call_schedule s
        where s.id = o.schedule_id and s.account_id = ${scope.accountKey}::bigint and s.public_id = ${id}::uuid
          and o.public_id = ${overrideId}::uuid
        returning o.schedule_id)
      update on_call_schedule s set updated_at = mon_now() from removed where s.id = removed.schedule_id returning 1`
    return rows.length > 0
  })

interface PlanRow {
  readonly id: string
  readonly name: string
  readonly definition: unknown
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly overrides: ReadonlyArray<{
    readonly id: string
    readonly start: string
    readonly end: string
    readonly people: unknown
    readonly replaces: string | null
  }>
}

/** Returns the schedules of an account, or some of them, with the overrides that end after a time. */
export const readPlans = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  accountKey: string,
  from: Date,
  ids: ReadonlyArray<string> | null = null
) {
  const rows = yield* sql<PlanRow>`
    select s.public_id as id, s.name, s.definition, s.created_at as "createdAt", s.updated_at as "updatedAt", (
      select coalesce(jsonb_agg(jsonb_build_object('id', o.public_id, 'start', o.starts_at, 'end', o.ends_at,
        'people', o.people, 'replaces', o.replaces) order by o.id), '[]')
      from on_call_override o
      where o.schedule_id = s.id and o.ends_at > ${from.toISOString()}::timestamptz) as overrides
    from on_call_schedule s
    where s.account_id = ${accountKey}::bigint and (${ids === null}::boolean or s.public_id::text in (
      select jsonb_array_elements_text(${JSON.stringify(ids ?? [])}::text::jsonb)))
    order by s.id`
  return rows.map(({ createdAt, definition, id, name, overrides: changed, updatedAt }): StoredOnCallPlan => ({
    id,
    name,
    createdAt,
    updatedAt,
    definition: definitionOf(definition),
    overrides: changed.map(({ people, ...override }) => ({
      ...override,
      people: Option.getOrElse(decodePeople(people), () => [])
    }))
  }))
})

/**
 * The on-call schedules of an account. An id that is malformed or belongs to another account is treated like an id that
 * does not exist.
 */
export class OnCallSchedules extends Context.Service<OnCallSchedules>()("@mon/core-store/OnCallSchedules", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Lists the schedules, oldest first. */
    list: operation("OnCallSchedules.list", function* (scope: AccessScope, limits: Limits): Returns<
      ReadonlyArray<OnCallSchedule>
    > {
      return (yield* selectSchedules(sql, scope)).map(toSchedule(limits))
    }),
    find: find(sql),
    /** Creates a schedule. The limit holds even for concurrent calls. */
    create: create(sql),
    update: update(sql),
    /** Deletes a schedule, unless a route uses it. */
    remove: remove(sql),
    /** Lists the overrides that end after a time, in the order in which they apply. Null if there is no schedule. */
    overrides: overrides(sql),
    /** Adds an override. The limit counts overrides that have not ended. */
    addOverride: addOverride(sql),
    /** Adds overrides, all of them or none. The limit counts overrides that have not ended. */
    addOverrides: addOverrides(sql),
    /** Removes an override. Returns false if there is none. */
    removeOverride: removeOverride(sql),
    /** Returns the schedules of an account, or some of them, with the overrides that end after a time. */
    plans: operation(
      "OnCallSchedules.plans",
      (accountKey: string, from: Date, ids: ReadonlyArray<string> | null = null) =>
        readPlans(sql, accountKey, from, ids)
    ),
    /** Lists the people whom schedules can name or have named: the owner, the members, and former members. */
    people: operation(
      "OnCallSchedules.people",
      (accountKey: string) => sql<OnCallMember>`
        select ms.public_id as "membershipId", coalesce(u.name, u.email) as name, u.email,
          ms.removed_at is null as "isMember"
        from membership ms join app_user u on u.id = ms.user_id
        where ms.account_id = ${accountKey}::bigint
        order by ms.removed_at is not null, ms.role <> 'owner', ms.id`
    )
  }))
}) {
  static readonly layer = Layer.effect(OnCallSchedules, OnCallSchedules.make)
}
