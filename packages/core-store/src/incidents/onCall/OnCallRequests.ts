import { isPublicId, type OnCallRequest } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { AccessScope } from "../../access/AccessScope.ts"
import { operation, type Returns } from "../../sql/operation.ts"
import { type OnCallRecipient, readRecipients, readTaken, type TakenShift } from "./OnCallWatches.ts"

/** A request to create. `asked` is the public id of a membership, or null for everyone. Times are ISO 8601. */
export interface NewOnCallRequest extends Pick<OnCallRequest, "id" | "start" | "end" | "note"> {
  readonly asked: string | null
}

/** A request as it is stored. People are public ids of memberships. */
export interface StoredOnCallRequest extends Omit<OnCallRequest, "asker" | "asked" | "answeredBy"> {
  readonly asker: string
  readonly asked: string | null
  readonly answeredBy: string | null
}

/** The stored request, or the limit that refused it. `Unknown`: the person who was asked is not in the account. */
export type AskRequestResult =
  | { readonly _tag: "Asked"; readonly request: StoredOnCallRequest }
  | { readonly _tag: "DayLimit" | "OpenLimit" | "Unknown" | "Absent" }

/**
 * The answered request. `Over`: it is no longer open. `NotAsked`: another person was asked, or the caller is the asker.
 * `OverrideLimit`: the schedule has too many overrides.
 */
export type AcceptRequestResult =
  | { readonly _tag: "Answered"; readonly request: StoredOnCallRequest }
  | { readonly _tag: "Over" | "NotAsked" | "OverrideLimit" | "Absent" }

type Row = Omit<StoredOnCallRequest, "start" | "end" | "answeredAt" | "createdAt"> & {
  readonly start: Date
  readonly end: Date
  readonly answeredAt: Date | null
  readonly createdAt: Date
}

const toRequest = ({ answeredAt, createdAt, end, start, ...row }: Row): StoredOnCallRequest => ({
  ...row,
  start: start.toISOString(),
  end: end.toISOString(),
  answeredAt: answeredAt === null ? null : answeredAt.toISOString(),
  createdAt: createdAt.toISOString()
})

/** Selects requests that are not answered or ended after a time, open ones first, newest first. */
const selectRequests = (
  sql: SqlClient.SqlClient,
  scheduleKey: string,
  { endsAfter, id = null }: { readonly endsAfter: Date | null; readonly id?: string | null }
) =>
  sql<Row>`
    select r.public_id as id, r.starts_at as start, r.ends_at as "end", asker.public_id as asker,
      asked.public_id as asked, r.note,
      case when r.state = 'open' and r.ends_at <= mon_now() then 'expired' else r.state end as state,
      answerer.public_id as "answeredBy", r.answered_at as "answeredAt", r.created_at as "createdAt"
    from on_call_request r join membership asker on asker.id = r.membership_id
      left join membership asked on asked.id = r.asked_id left join membership answerer on answerer.id = r.answered_by
    where r.schedule_id = ${scheduleKey}::bigint and (${id}::uuid is null or r.public_id = ${id}::uuid)
      and (${endsAfter?.toISOString() ?? null}::timestamptz is null
        or r.ends_at > ${endsAfter?.toISOString() ?? null}::timestamptz)
    order by r.state <> 'open' or r.ends_at <= mon_now(), r.id desc
    limit 200`

const requireRequest = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, scheduleKey: string, id: string) {
  const [row] = yield* selectRequests(sql, scheduleKey, { endsAfter: null, id })
  return row === undefined ? yield* Effect.die(new Error("A locked request was not found.")) : toRequest(row)
})

const scheduleKeyOf = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { accountKey }: AccessScope,
  scheduleId: string
) {
  if (!isPublicId(scheduleId)) return null
  const [row] = yield* sql<{ readonly key: string }>`
    select id::text as key from on_call_schedule
    where account_id = ${accountKey}::bigint and public_id = ${scheduleId}::uuid`
  return row?.key ?? null
})

const list = (sql: SqlClient.SqlClient) =>
  operation(
    "OnCallRequests.list",
    function* (
      scope: AccessScope,
      scheduleId: string,
      endsAfter: Date
    ): Returns<ReadonlyArray<StoredOnCallRequest> | null> {
      const key = yield* scheduleKeyOf(sql, scope, scheduleId)
      return key === null ? null : (yield* selectRequests(sql, key, { endsAfter })).map(toRequest)
    }
  )

interface Used {
  readonly key: string
  readonly open: number
  readonly today: number
}

const ask = (sql: SqlClient.SqlClient) =>
  operation(
    "OnCallRequests.ask",
    function* (
      scope: AccessScope,
      scheduleId: string,
      wanted: NewOnCallRequest,
      limits: { readonly open: number; readonly perDay: number }
    ): Returns<AskRequestResult> {
      if (!isPublicId(scheduleId)) return { _tag: "Absent" } satisfies AskRequestResult
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          // Two requests at once count each other: those of a person, and those of a schedule.
          yield* sql`select from membership where id = ${scope.membershipKey}::bigint for no key update`
          const [used] = yield* sql<Used>`
            select s.id::text as key,
              (select count(*)::int from on_call_request r
                where r.schedule_id = s.id and r.state = 'open' and r.ends_at > mon_now()) as open,
              (select count(*)::int from on_call_request r
                where r.membership_id = ${scope.membershipKey}::bigint
                  and r.created_at > mon_now() - interval '24 hours') as today
            from on_call_schedule s
            where s.account_id = ${scope.accountKey}::bigint and s.public_id = ${scheduleId}::uuid
            for no key update of s`
          if (used === undefined) return { _tag: "Absent" } satisfies AskRequestResult
          if (used.today >= limits.perDay) return { _tag: "DayLimit" } satisfies AskRequestResult
          if (used.open >= limits.open) return { _tag: "OpenLimit" } satisfies AskRequestResult
          const added = yield* sql`
            insert into on_call_request (public_id, schedule_id, membership_id, asked_id, starts_at, ends_at, note)
            select ${wanted.id}::uuid, ${used.key}::bigint, ${scope.membershipKey}::bigint, asked.id,
              ${wanted.start}::timestamptz, ${wanted.end}::timestamptz, ${wanted.note}
            from (select) as one left join membership asked on asked.account_id = ${scope.accountKey}::bigint
              and asked.public_id = ${wanted.asked}::uuid and asked.removed_at is null
            where asked.id is not null or ${wanted.asked === null}::boolean
            returning 1`
          if (added.length === 0) return { _tag: "Unknown" } satisfies AskRequestResult
          return {
            _tag: "Asked",
            request: yield* requireRequest(sql, used.key, wanted.id)
          } satisfies AskRequestResult
        })
      )
    }
  )

interface Locked {
  readonly key: string
  readonly scheduleKey: string
  readonly isOpen: boolean
  readonly isAsker: boolean
  readonly isAsked: boolean
  readonly isForEveryone: boolean
  readonly overrides: number
}

/** Locks a request and its schedule. Of two answers at once, the later one finds the request answered. */
const lockRequest = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  scope: AccessScope,
  scheduleId: string,
  id: string
) {
  if (!isPublicId(scheduleId) || !isPublicId(id)) return null
  const [schedule] = yield* sql<{ readonly key: string }>`
    select id::text as key from on_call_schedule
    where account_id = ${scope.accountKey}::bigint and public_id = ${scheduleId}::uuid for no key update`
  if (schedule === undefined) return null
  const [row] = yield* sql<Locked>`
    select r.id::text as key, r.schedule_id::text as "scheduleKey",
      r.state = 'open' and r.ends_at > mon_now() as "isOpen",
      r.membership_id = ${scope.membershipKey}::bigint as "isAsker",
      coalesce(r.asked_id = ${scope.membershipKey}::bigint, false) as "isAsked", r.asked_id is null as "isForEveryone",
      (select count(*)::int from on_call_override o where o.schedule_id = r.schedule_id and o.ends_at > mon_now())
        as overrides
    from on_call_request r
    where r.schedule_id = ${schedule.key}::bigint and r.public_id = ${id}::uuid for update`
  return row ?? null
})

const mayAnswer = ({ isAsked, isAsker, isForEveryone }: Locked): boolean => isAsked || (isForEveryone && !isAsker)

const accept = (sql: SqlClient.SqlClient) =>
  operation(
    "OnCallRequests.accept",
    function* (
      scope: AccessScope,
      scheduleId: string,
      id: string,
      overrideId: string,
      overrideLimit: number
    ): Returns<AcceptRequestResult> {
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const locked = yield* lockRequest(sql, scope, scheduleId, id)
          if (locked === null) return { _tag: "Absent" } satisfies AcceptRequestResult
          if (!mayAnswer(locked)) return { _tag: "NotAsked" } satisfies AcceptRequestResult
          if (!locked.isOpen) return { _tag: "Over" } satisfies AcceptRequestResult
          if (locked.overrides >= overrideLimit) return { _tag: "OverrideLimit" } satisfies AcceptRequestResult
          // A shift that has begun is taken over from now on, so that the past stays as it was.
          yield* sql`
            with made as (
              insert into on_call_override (public_id, schedule_id, starts_at, ends_at, people, replaces, note, created_by)
              select ${overrideId}::uuid, r.schedule_id, greatest(r.starts_at, date_trunc('milliseconds', mon_now())),
                r.ends_at, jsonb_build_array(taker.public_id), asker.public_id::text, r.note, ${scope.userKey}::bigint
              from on_call_request r join membership asker on asker.id = r.membership_id
                join membership taker on taker.id = ${scope.membershipKey}::bigint
              where r.id = ${locked.key}::bigint
              returning id)
            update on_call_request r set state = 'accepted', override_id = made.id,
              answered_by = ${scope.membershipKey}::bigint, answered_at = mon_now()
            from made where r.id = ${locked.key}::bigint`
          yield* sql`
            update on_call_schedule set updated_at = mon_now() where id = ${locked.scheduleKey}::bigint`
          return {
            _tag: "Answered",
            request: yield* requireRequest(sql, locked.scheduleKey, id)
          } satisfies AcceptRequestResult
        })
      )
    }
  )

/** Ends a request without an override. */
const end = (
  sql: SqlClient.SqlClient,
  name: string,
  state: "declined" | "withdrawn",
  may: (locked: Locked, scope: AccessScope) => boolean
) =>
  operation(name, function* (scope: AccessScope, scheduleId: string, id: string): Returns<AcceptRequestResult> {
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const locked = yield* lockRequest(sql, scope, scheduleId, id)
        if (locked === null) return { _tag: "Absent" } satisfies AcceptRequestResult
        if (!may(locked, scope)) return { _tag: "NotAsked" } satisfies AcceptRequestResult
        if (!locked.isOpen) return { _tag: "Over" } satisfies AcceptRequestResult
        yield* sql`
          update on_call_request set state = ${state}, answered_at = mon_now(),
            answered_by = case when ${state} = 'declined' then ${scope.membershipKey}::bigint end
          where id = ${locked.key}::bigint`
        return {
          _tag: "Answered",
          request: yield* requireRequest(sql, locked.scheduleKey, id)
        } satisfies AcceptRequestResult
      })
    )
  })

/**
 * Requests that somebody else takes over a shift. An id that is malformed or belongs to another account is treated like
 * an id that does not exist.
 */
export class OnCallRequests extends Context.Service<OnCallRequests>()("@mon/core-store/OnCallRequests", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Lists the requests whose range ends after a time, open ones first. Null if there is no schedule. */
    list: list(sql),
    has: operation("OnCallRequests.has", function* (scope: AccessScope, scheduleId: string, id: string) {
      const key = yield* scheduleKeyOf(sql, scope, scheduleId)
      if (key === null || !isPublicId(id)) return false
      return (yield* selectRequests(sql, key, { endsAfter: null, id })).length > 0
    }),
    /** Stores a request of the person. The limits hold even for concurrent calls. */
    ask: ask(sql),
    /** Puts the person on call instead of the asker, for the rest of the range. Only the first answer counts. */
    accept: accept(sql),
    /** Declines a request. Only the person who was asked can do this. */
    decline: end(sql, "OnCallRequests.decline", "declined", ({ isAsked }) => isAsked),
    /** Takes back a request. Only its asker, the owner and admins can do this. */
    withdraw: end(sql, "OnCallRequests.withdraw", "withdrawn", ({ isAsker }, { role }) => isAsker || role === "owner"),
    /** Returns the shift that was taken over with an override. Null if the override was not made by a request. */
    takenWith: operation(
      "OnCallRequests.takenWith",
      function* (scope: AccessScope, scheduleId: string, overrideId: string): Returns<TakenShift | null> {
        const key = yield* scheduleKeyOf(sql, scope, scheduleId)
        if (key === null || !isPublicId(overrideId)) return null
        const [taken] = yield* readTaken(sql, key, overrideId)
        return taken ?? null
      }
    ),
    /** Returns the members and the former members of the account, with what their letters need. */
    recipients: operation(
      "OnCallRequests.recipients",
      ({ accountKey }: AccessScope): Effect.Effect<ReadonlyArray<OnCallRecipient>, SqlError> =>
        readRecipients(sql, accountKey)
    )
  }))
}) {
  static readonly layer = Layer.effect(OnCallRequests, OnCallRequests.make)
}
