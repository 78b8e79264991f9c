import { isPublicId, type Language, type StatusPageHostAddress, statusPageHostLimits } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { operation, type Returns, storeError, type StoreError } from "../sql/operation.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { isHeldByOther, isProvenHost } from "./storedHost.ts"

/** The result of giving a page a host name: success, or the reason for the refusal. */
export type SetHostResult =
  | { readonly _tag: "Set" }
  | { readonly _tag: "Absent" }
  | { readonly _tag: "LimitReached" }
  /** Another page of the account has the host name, whether it is proven or not. */
  | { readonly _tag: "OwnPage"; readonly pageName: string }
  /** A page of another account has proven the host name. */
  | { readonly _tag: "Proven" }

/** The answer to a person's request for a lookup: the host name to look up, or the reason for the refusal. */
export type AskResult =
  | { readonly _tag: "Ask"; readonly hostname: string }
  | { readonly _tag: "TooSoon"; readonly seconds: number }
  | { readonly _tag: "Absent" }

/** The result of looking up the records of a host name. */
export interface HostLookup {
  readonly isPublished: boolean
  /** The target to which the addresses of the host name lead. Null if the target is not known. */
  readonly address: StatusPageHostAddress | null
}

/** The numbers of custom host names in all accounts, by the state of their TXT record. */
export interface HostCounts {
  /** The number of host names that are not proven yet. */
  readonly waiting: number
  readonly proven: number
  /** The number of proven host names whose record is missing. */
  readonly failing: number
  readonly released: number
}

/** A notice to the owner of a page about the custom host name of the page. */
export interface HostNotice {
  readonly kind: "missing" | "released"
  /** The public id of the page. */
  readonly pageId: string
  readonly pageName: string
  readonly hostname: string
  readonly absentSince: Date
  /** The time at which the host name was released or will be released. */
  readonly releasesAt: Date
  readonly owner: { readonly email: string; readonly timezone: string; readonly language: Language }
}

const LOCK = "status page host:"

interface LookedUpHost {
  readonly accountKey: string
  readonly hostname: string
}

/**
 * Applies the result of a TXT record lookup to the account's status page with this host name. The first page to prove a
 * name gets the name. A proven name whose record has been missing for `statusPageHostLimits.releaseDays` days is
 * released. Must run in the transaction that records the lookup.
 */
export const settleHosts = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { accountKey, hostname }: LookedUpHost,
  isPublished: boolean,
  address: StatusPageHostAddress | null
) {
  const which = sql`h.account_id = ${accountKey}::bigint and h.hostname = ${hostname}`
  const [known] = yield* sql`select 1 from status_page_host h where ${which}`
  if (known === undefined) return
  // The lock is needed because two accounts may prove the same name at the same time.
  yield* sql`select pg_advisory_xact_lock(hashtextextended(${LOCK} || ${hostname}::text, 0))`
  if (isPublished) {
    const isHeld = sql.literal(isHeldByOther("h"))
    yield* sql`
      update status_page_host h set found_at = mon_now(), checked_at = mon_now(),
        address = coalesce(${address}::text, h.address),
        proven_at = case when ${isHeld} then h.proven_at
          when h.proven_at is null or h.released_at is not null then mon_now() else h.proven_at end,
        released_at = case when ${isHeld} then h.released_at end,
        missing_notified_at = null, release_notified_at = null
      where ${which}`
  } else {
    yield* sql`
      update status_page_host h set found_at = null, checked_at = mon_now(),
        address = coalesce(${address}::text, h.address),
        released_at = coalesce(h.released_at, case when h.proven_at is not null
          and p.absent_since <= mon_now() - ${statusPageHostLimits.releaseDays}::int * interval '1 day' then mon_now() end)
      from host_proof p where ${which} and p.account_id = h.account_id and p.hostname = h.hostname`
  }
  // On the first day, an unproven name is looked up often, because its owner is waiting for the result.
  yield* sql`
    update host_proof p set next_at = mon_now() + interval '10 minutes' from status_page_host h
    where ${which} and p.account_id = h.account_id and p.hostname = h.hostname
      and h.proven_at is null and h.created_at > mon_now() - interval '1 day'`
})

const pageKeyOf = (sql: SqlClient.SqlClient, { accountKey }: AccessScope, pageId: string) =>
  Effect.map(
    sql<{ readonly key: string }>`
      select id::text as key from status_page where account_id = ${accountKey}::bigint and public_id = ${pageId}::uuid`,
    ([row]) => row?.key ?? null
  )

interface Usage {
  readonly own: string | null
  readonly pageName: string | null
  readonly isHeld: boolean
  readonly used: number
}

const usageOf = (sql: SqlClient.SqlClient, { accountKey }: AccessScope, pageKey: string, hostname: string) =>
  sql<Usage>`
    select (select hostname from status_page_host where page_id = ${pageKey}::bigint) as own,
      (select p.name from status_page_host h join status_page p on p.id = h.page_id
        where h.account_id = ${accountKey}::bigint and h.hostname = ${hostname} and h.page_id <> ${pageKey}::bigint
      ) as "pageName",
      exists (select from status_page_host h where h.hostname = ${hostname} and h.page_id <> ${pageKey}::bigint
        and h.proven_at is not null and h.released_at is null) as "isHeld",
      (select count(*)::int from status_page_host
        where account_id = ${accountKey}::bigint and page_id <> ${pageKey}::bigint) as used`

const set = (sql: SqlClient.SqlClient) =>
  operation(
    "StatusPageHosts.set",
    function* (scope: AccessScope, pageId: string, hostname: string, limit: number): Returns<SetHostResult> {
      if (!isPublicId(pageId)) return { _tag: "Absent" } satisfies SetHostResult
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          // The lock of the account's row makes sure that concurrent calls cannot exceed the limit.
          yield* sql`select 1 from account where id = ${scope.accountKey}::bigint for no key update`
          const key = yield* pageKeyOf(sql, scope, pageId)
          if (key === null) return { _tag: "Absent" } satisfies SetHostResult
          const [usage] = yield* usageOf(sql, scope, key, hostname)
          if (usage === undefined) return { _tag: "Absent" } satisfies SetHostResult
          if (usage.own === hostname) return { _tag: "Set" } satisfies SetHostResult
          if (usage.pageName !== null) return { _tag: "OwnPage", pageName: usage.pageName } satisfies SetHostResult
          if (usage.isHeld) return { _tag: "Proven" } satisfies SetHostResult
          if (usage.used >= limit) return { _tag: "LimitReached" } satisfies SetHostResult
          yield* sql`delete from status_page_host where page_id = ${key}::bigint`
          yield* sql`
            insert into status_page_host (page_id, account_id, hostname)
            values (${key}::bigint, ${scope.accountKey}::bigint, ${hostname})`
          return { _tag: "Set" } satisfies SetHostResult
        })
      )
    }
  )

const ask = (sql: SqlClient.SqlClient) =>
  operation("StatusPageHosts.ask", function* (scope: AccessScope, pageId: string): Returns<AskResult> {
    const key = isPublicId(pageId) ? yield* pageKeyOf(sql, scope, pageId) : null
    if (key === null) return { _tag: "Absent" } as const
    const wait = sql`${statusPageHostLimits.checkSeconds}::int * interval '1 second'`
    const [taken] = yield* sql<{ readonly hostname: string }>`
        update status_page_host set asked_at = mon_now()
        where page_id = ${key}::bigint and (asked_at is null or asked_at <= mon_now() - ${wait}) returning hostname`
    if (taken !== undefined) return { _tag: "Ask", hostname: taken.hostname } as const
    const [row] = yield* sql<{ readonly seconds: number }>`
        select ceil(extract(epoch from asked_at + ${wait} - mon_now()))::int as seconds
        from status_page_host where page_id = ${key}::bigint`
    return row === undefined
      ? ({ _tag: "Absent" } as const)
      : ({ _tag: "TooSoon", seconds: Math.max(1, row.seconds) } as const)
  })

interface NoticeRow extends Omit<HostNotice, "owner" | "kind"> {
  readonly key: string
  readonly isReleased: boolean
  readonly email: string
  readonly timezone: string
  readonly language: HostNotice["owner"]["language"]
}

/** SQL for whether a notice about a host name `h` with the proof `x` is due to its owner. */
export const isNoticeDue = `h.proven_at is not null and (
      (h.released_at is not null and h.release_notified_at is null)
      or (h.released_at is null and h.missing_notified_at is null
        and x.absent_since <= mon_now() - interval '${statusPageHostLimits.noticeDays} days'))`

const dueNotice = (sql: SqlClient.SqlClient) =>
  sql<NoticeRow>`
    select h.id::text as key, p.public_id as "pageId", p.name as "pageName", h.hostname,
      h.released_at is not null as "isReleased", coalesce(x.absent_since, h.released_at) as "absentSince",
      coalesce(h.released_at, x.absent_since + ${statusPageHostLimits.releaseDays}::int * interval '1 day') as "releasesAt",
      u.email, coalesce(s.timezone, 'UTC') as timezone, coalesce(s.language, 'en') as language
    from status_page_host h join status_page p on p.id = h.page_id
    left join host_proof x on x.account_id = h.account_id and x.hostname = h.hostname
    join membership ms on ms.account_id = h.account_id and ms.role = 'owner' and ms.removed_at is null
    join app_user u on u.id = ms.user_id left join user_setting s on s.user_id = u.id
    where ${sql.literal(isNoticeDue)}
    order by h.id limit 1 for update of h skip locked`

const notifyNext =
  (sql: SqlClient.SqlClient) =>
  <E, R>(send: (notice: HostNotice) => Effect.Effect<void, E, R>): Effect.Effect<boolean, E | StoreError, R> => {
    const stored = storeError("StatusPageHosts.notifyNext")
    const run = <A>(statement: Effect.Effect<A, SqlError>) => Effect.mapError(statement, stored)
    const next = Effect.gen(function* () {
      const [row] = yield* run(dueNotice(sql))
      if (row === undefined) return false
      const { email, isReleased, key, language, timezone, ...rest } = row
      yield* send({ ...rest, kind: isReleased ? "released" : "missing", owner: { email, language, timezone } })
      const column = sql.literal(isReleased ? "release_notified_at" : "missing_notified_at")
      yield* run(sql`update status_page_host set ${column} = mon_now() where id = ${key}::bigint`)
      return true
    })
    return Effect.mapError(sql.withTransaction(next), (error) => (isSqlError(error) ? stored(error) : error))
  }

/**
 * The custom host names of status pages. `HostProofChecks` looks up the TXT record that proves a host name, assigns
 * proven names to pages, and releases names.
 */
export class StatusPageHosts extends Context.Service<StatusPageHosts>()("@mon/core-store/StatusPageHosts", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * Gives a page a new host name, which is not proven yet. The limit of host names holds even for concurrent calls.
     */
    set: set(sql),
    /** Removes the host name of a page. False if there is no such page, or if it has no host name. */
    remove: operation("StatusPageHosts.remove", function* (scope: AccessScope, pageId: string) {
      if (!isPublicId(pageId)) return false
      const rows = yield* sql`
        delete from status_page_host h using status_page p
        where p.id = h.page_id and p.account_id = ${scope.accountKey}::bigint and p.public_id = ${pageId}::uuid returning 1`
      return rows.length > 0
    }),
    /** Checks whether a person may have the records of a host name queried now, and if so, counts the request. */
    ask: ask(sql),
    /**
     * Records the result of a lookup that a person requested. Only `HostProofChecks` records that a TXT record is
     * missing.
     */
    note: operation("StatusPageHosts.note", function* (scope: AccessScope, pageId: string, lookup: HostLookup) {
      if (!isPublicId(pageId)) return
      yield* sql`
        update status_page_host h set checked_at = mon_now(), address = coalesce(${lookup.address}::text, h.address),
          found_at = case when ${lookup.isPublished}::boolean then h.found_at end
        from status_page p
        where p.id = h.page_id and p.account_id = ${scope.accountKey}::bigint and p.public_id = ${pageId}::uuid`
    }),
    /** Records that an HTTP request for a proven host name has arrived. */
    reached: operation("StatusPageHosts.reached", function* (hostname: string) {
      yield* sql`
        update status_page_host h set reached_at = mon_now()
        where h.hostname = ${hostname} and ${sql.literal(isProvenHost)}
          and (h.reached_at is null or h.reached_at <= mon_now() - interval '1 day')`
    }),
    /**
     * Passes the next due notice to `send`. If `send` fails, the notice is passed again later. False if no notice was
     * due.
     */
    notifyNext: notifyNext(sql),
    /** Counts the host names of all accounts, for the operator. */
    counts: operation("StatusPageHosts.counts", function* () {
      const [row] = yield* sql<HostCounts>`
        select count(*) filter (where h.proven_at is null)::int as waiting,
          count(*) filter (where ${sql.literal(isProvenHost)} and x.absent_since is null)::int as proven,
          count(*) filter (where ${sql.literal(isProvenHost)} and x.absent_since is not null)::int as failing,
          count(*) filter (where h.released_at is not null)::int as released
        from status_page_host h
        left join host_proof x on x.account_id = h.account_id and x.hostname = h.hostname`
      return row ?? { waiting: 0, proven: 0, failing: 0, released: 0 }
    }),
    /** Restores host names to the schedule of lookups if a worker of an older release has removed them. */
    reschedule: operation("StatusPageHosts.reschedule", function* () {
      yield* sql`
        insert into host_proof (account_id, hostname, next_at)
        select h.account_id, h.hostname, mon_now() from status_page_host h
        where not exists (select from host_proof x where x.account_id = h.account_id and x.hostname = h.hostname)
        on conflict (account_id, hostname) do nothing`
    })
  }))
}) {
  static readonly layer = Layer.effect(StatusPageHosts, StatusPageHosts.make)
}
