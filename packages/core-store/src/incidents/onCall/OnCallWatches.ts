import type { Language, OnCallDefinition } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError } from "effect/sql/SqlError"
import { isStopped } from "../../access/stoppedAccount.sql.ts"
import { storeError, type StoreError } from "../../sql/operation.ts"
import { type OnCallMember, type OnCallPlan, readPlans } from "./OnCallSchedules.ts"

/** A person who gets letters about a schedule. */
export interface OnCallRecipient extends OnCallMember {
  readonly language: Language
  readonly timezone: string
  /** Whether the person gets alerts by email. The owner always does. */
  readonly getsAlerts: boolean
  readonly isOwner: boolean
}

/** A schedule that is due for examination, with what the last examination found. */
export interface DueWatch extends OnCallPlan {
  /** The internal key of the schedule. */
  readonly key: string
  readonly recipients: ReadonlyArray<OnCallRecipient>
  readonly people: ReadonlyArray<string> | null
  readonly reportedGaps: ReadonlyArray<string>
  /** The shifts that people have taken over at somebody's request, and that have not ended. */
  readonly taken: ReadonlyArray<TakenShift>
  readonly now: Date
}

/** The result of an examination, which is stored. */
export interface WatchResult {
  /** The definition without people who have left. Null if it does not change. */
  readonly definition: OnCallDefinition | null
  /** The people who have left. They are removed from the overrides that have not ended. */
  readonly departed: ReadonlyArray<string>
  readonly people: ReadonlyArray<string>
  readonly reportedGaps: ReadonlyArray<string>
  readonly watchAt: Date
}

interface Row {
  readonly key: string
  readonly id: string
  readonly accountKey: string
  readonly people: unknown
  readonly reportedGaps: unknown
  readonly now: Date
}

const decodeTexts = Schema.decodeUnknownOption(Schema.Array(Schema.String))

/** Returns the members and the former members of an account, with what their letters need. */
export const readRecipients = (sql: SqlClient.SqlClient, accountKey: string) =>
  sql<OnCallRecipient>`
    select ms.public_id as "membershipId", coalesce(u.name, u.email) as name, u.email,
      ms.removed_at is null as "isMember", coalesce(us.language, 'en') as language,
      coalesce(us.timezone, 'UTC') as timezone, ms.role = 'owner' as "isOwner",
      ms.role = 'owner' or ms.alerts_by_email as "getsAlerts"
    from membership ms join app_user u on u.id = ms.user_id left join user_setting us on us.user_id = u.id
    where ms.account_id = ${accountKey}::bigint
    order by ms.removed_at is not null, ms.role <> 'owner', ms.id`

/** A shift that a person has taken over at the request of another. */
export interface TakenShift {
  /** The public ids of their memberships. */
  readonly asker: string
  readonly taker: string
  readonly start: Date
  readonly end: Date
}

/** Returns the shifts of a schedule that were taken over and have not ended, or the one that an override made. */
export const readTaken = (sql: SqlClient.SqlClient, scheduleKey: string, overrideId: string | null = null) =>
  sql<TakenShift>`
    select asker.public_id as asker, taker.public_id as taker, o.starts_at as start, o.ends_at as "end"
    from on_call_request r join membership asker on asker.id = r.membership_id
      join membership taker on taker.id = r.answered_by join on_call_override o on o.id = r.override_id
    where r.schedule_id = ${scheduleKey}::bigint and r.state = 'accepted' and r.ends_at > mon_now()
      and (${overrideId === null}::boolean or o.public_id = ${overrideId}::uuid)
    order by r.id`

/** The on-call schedules that workers examine, to notify people of hand-offs, gaps and people who have left. */
export class OnCallWatches extends Context.Service<OnCallWatches>()("@mon/core-store/OnCallWatches", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const stored = storeError("OnCallWatches.watchNext")
    const save = Effect.fnUntraced(function* ({ key }: DueWatch, result: WatchResult) {
      const { definition, departed, people, reportedGaps, watchAt } = result
      if (departed.length > 0) {
        const gone = JSON.stringify(departed)
        yield* sql`
          delete from on_call_override o
          where o.schedule_id = ${key}::bigint and o.ends_at > mon_now() and o.people <> '[]' and not exists (
            select from jsonb_array_elements_text(o.people) p where not ${gone}::text::jsonb ? p)`
        yield* sql`
          update on_call_override o set people = (
            select coalesce(jsonb_agg(p), '[]') from jsonb_array_elements_text(o.people) p
            where not ${gone}::text::jsonb ? p)
          where o.schedule_id = ${key}::bigint and o.ends_at > mon_now()`
      }
      yield* sql`
        update on_call_schedule set updated_at = case when ${definition === null}::boolean then updated_at else mon_now() end,
          definition = coalesce(${definition === null ? null : JSON.stringify(definition)}::text::jsonb, definition)
        where id = ${key}::bigint`
      yield* sql`
        update on_call_schedule set people = ${JSON.stringify(people)}::text::jsonb,
          reported_gaps = ${JSON.stringify(reportedGaps)}::text::jsonb, watch_at = ${watchAt.toISOString()}::timestamptz
        where id = ${key}::bigint`
    })
    const next = Effect.fnUntraced(function* <E, R>(watch: (due: DueWatch) => Effect.Effect<WatchResult, E, R>) {
      const [row] = yield* sql<Row>`
        select s.id::text as key, s.public_id as id, s.account_id::text as "accountKey", s.people,
          s.reported_gaps as "reportedGaps", mon_now() as now
        from on_call_schedule s join account a on a.id = s.account_id
        where s.watch_at <= mon_now() and not ${sql.literal(isStopped("a"))}
        order by s.watch_at limit 1 for no key update of s skip locked`
      if (row === undefined) return false
      const [plan] = yield* readPlans(sql, row.accountKey, row.now, [row.id])
      if (plan === undefined) return false
      const recipients = yield* readRecipients(sql, row.accountKey)
      const due: DueWatch = {
        ...plan,
        key: row.key,
        recipients,
        people: Option.getOrNull(decodeTexts(row.people)),
        reportedGaps: Option.getOrElse(decodeTexts(row.reportedGaps), () => []),
        taken: yield* readTaken(sql, row.key),
        now: row.now
      }
      yield* save(due, yield* watch(due))
      return true
    })
    return {
      /**
       * Examines one schedule that is due. `watch` runs in the transaction that stores its result. Returns false if no
       * schedule is due.
       */
      watchNext: <E, R>(
        watch: (due: DueWatch) => Effect.Effect<WatchResult, E, R>
      ): Effect.Effect<boolean, E | StoreError, R> =>
        Effect.mapError(sql.withTransaction(next(watch)), (error) => (isSqlError(error) ? stored(error) : error))
    }
  })
}) {
  static readonly layer = Layer.effect(OnCallWatches, OnCallWatches.make)
}
