import { isPublicId } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { AccessScope } from "../../access/AccessScope.ts"
import { operation, type Returns } from "../../sql/operation.ts"

/** The secret address of a calendar. */
export interface OnCallCalendarRow {
  /** The public id from which the address is made. It is as secret as the address. */
  readonly id: string
  readonly createdAt: Date
}

/** What the secret address of a calendar shows. */
export interface OpenedCalendar {
  readonly accountKey: string
  /** The person to whom the address belongs. */
  readonly membershipId: string
  /** The schedule. Null: the shifts of the person in all schedules. */
  readonly scheduleId: string | null
}

/** Returns a condition for the calendar of a schedule, or for the person's own calendar. */
const ofSchedule = (sql: SqlClient.SqlClient, { accountKey }: AccessScope, scheduleId: string | null) =>
  scheduleId === null
    ? sql`schedule_id is null`
    : sql`schedule_id = (select id from on_call_schedule
        where account_id = ${accountKey}::bigint and public_id = ${scheduleId}::uuid)`

const isNoId = (scheduleId: string | null): boolean => scheduleId !== null && !isPublicId(scheduleId)

const find = (sql: SqlClient.SqlClient) =>
  operation(
    "OnCallCalendars.find",
    function* (scope: AccessScope, scheduleId: string | null): Returns<OnCallCalendarRow | null> {
      if (isNoId(scheduleId)) return null
      const [row] = yield* sql<OnCallCalendarRow>`
        select public_id as id, created_at as "createdAt" from on_call_calendar
        where membership_id = ${scope.membershipKey}::bigint and ${ofSchedule(sql, scope, scheduleId)}`
      return row ?? null
    }
  )

const replace = (sql: SqlClient.SqlClient) =>
  operation(
    "OnCallCalendars.replace",
    function* (scope: AccessScope, scheduleId: string | null, id: string): Returns<OnCallCalendarRow | null> {
      if (isNoId(scheduleId)) return null
      const [row] = yield* sql<OnCallCalendarRow>`
        insert into on_call_calendar (public_id, membership_id, schedule_id)
        select ${id}::uuid, ms.id, s.id
        from membership ms left join on_call_schedule s
          on s.account_id = ms.account_id and s.public_id = ${scheduleId}::uuid
        where ms.id = ${scope.membershipKey}::bigint and ms.account_id = ${scope.accountKey}::bigint
          and ms.removed_at is null and (s.id is not null or ${scheduleId === null}::boolean)
        on conflict (membership_id, schedule_id)
        do update set public_id = excluded.public_id, created_at = excluded.created_at
        returning public_id as id, created_at as "createdAt"`
      return row ?? null
    }
  )

const remove = (sql: SqlClient.SqlClient) =>
  operation("OnCallCalendars.remove", function* (scope: AccessScope, scheduleId: string | null) {
    if (isNoId(scheduleId)) return
    yield* sql`
      delete from on_call_calendar
      where membership_id = ${scope.membershipKey}::bigint and ${ofSchedule(sql, scope, scheduleId)}`
  })

const open = (sql: SqlClient.SqlClient) =>
  operation("OnCallCalendars.open", function* (id: string): Returns<OpenedCalendar | null> {
    if (!isPublicId(id)) return null
    const [row] = yield* sql<OpenedCalendar>`
      select ms.account_id::text as "accountKey", ms.public_id as "membershipId", s.public_id as "scheduleId"
      from on_call_calendar c join membership ms on ms.id = c.membership_id join account a on a.id = ms.account_id
        left join on_call_schedule s on s.id = c.schedule_id
      where c.public_id = ${id}::uuid and ms.removed_at is null and a.suspended_at is null`
    return row ?? null
  })

/** The secret addresses of on-call calendars. Each belongs to one person. */
export class OnCallCalendars extends Context.Service<OnCallCalendars>()("@mon/core-store/OnCallCalendars", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Returns the person's address of a schedule, or of the person's own shifts (null). Null if there is none. */
    find: find(sql),
    /** Makes an address, which replaces an earlier one. Returns null if there is no such schedule. */
    replace: replace(sql),
    /** Removes an address, if there is one. */
    remove: remove(sql),
    /** Returns what an address shows. Null if it no longer works, or if the account is suspended. */
    open: open(sql)
  }))
}) {
  static readonly layer = Layer.effect(OnCallCalendars, OnCallCalendars.make)
}
