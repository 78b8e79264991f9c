import { isPublicId, statusPageHostLimits } from "@mon/model"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { operation } from "../../sql/operation.ts"
import { storeError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { isProvenHost } from "./storedHost.ts"
import { type HostCounts, type HostNotice, type SetHostResult, StatusPageHosts } from "./StatusPageHosts.ts"

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

/** What stands in the way of a host name for a page. */
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

const set = (sql: SqlClient.SqlClient): StatusPageHosts["Service"]["set"] =>
  operation("StatusPageHosts.set", function* (scope, pageId, hostname, limit) {
    if (!isPublicId(pageId)) return { _tag: "Absent" } satisfies SetHostResult
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        // The account's row is the lock that enforces the limit under concurrent requests.
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
  })

const remove = (sql: SqlClient.SqlClient): StatusPageHosts["Service"]["remove"] =>
  operation("StatusPageHosts.remove", function* ({ accountKey }, pageId) {
    if (!isPublicId(pageId)) return false
    const rows = yield* sql`
        delete from status_page_host h using status_page p
        where p.id = h.page_id and p.account_id = ${accountKey}::bigint and p.public_id = ${pageId}::uuid returning 1`
    return rows.length > 0
  })

const ask = (sql: SqlClient.SqlClient): StatusPageHosts["Service"]["ask"] =>
  operation("StatusPageHosts.ask", function* (scope, pageId) {
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

const note = (sql: SqlClient.SqlClient): StatusPageHosts["Service"]["note"] =>
  operation("StatusPageHosts.note", function* ({ accountKey }, pageId, { address, isPublished }) {
    if (!isPublicId(pageId)) return
    yield* sql`
        update status_page_host h set checked_at = mon_now(), address = coalesce(${address}::text, h.address),
          found_at = case when ${isPublished}::boolean then h.found_at end
        from status_page p
        where p.id = h.page_id and p.account_id = ${accountKey}::bigint and p.public_id = ${pageId}::uuid`
  })

const reached = (sql: SqlClient.SqlClient): StatusPageHosts["Service"]["reached"] =>
  operation("StatusPageHosts.reached", function* (hostname) {
    yield* sql`
        update status_page_host h set reached_at = mon_now()
        where h.hostname = ${hostname} and ${sql.literal(isProvenHost)}
          and (h.reached_at is null or h.reached_at <= mon_now() - interval '1 day')`
  })

interface NoticeRow extends Omit<HostNotice, "owner" | "kind"> {
  readonly key: string
  readonly isReleased: boolean
  readonly email: string
  readonly timezone: string
  readonly language: HostNotice["owner"]["language"]
}

/** One due notice, locked; other workers skip it. */
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
    where h.proven_at is not null and (
      (h.released_at is not null and h.release_notified_at is null)
      or (h.released_at is null and h.missing_notified_at is null
        and x.absent_since <= mon_now() - ${statusPageHostLimits.noticeDays}::int * interval '1 day'))
    order by h.id limit 1 for update of h skip locked`

const notifyNext =
  (sql: SqlClient.SqlClient): StatusPageHosts["Service"]["notifyNext"] =>
  (send) => {
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

const counts = (sql: SqlClient.SqlClient): StatusPageHosts["Service"]["counts"] =>
  operation("StatusPageHosts.counts", function* () {
    const [row] = yield* sql<HostCounts>`
        select count(*) filter (where h.proven_at is null)::int as waiting,
          count(*) filter (where ${sql.literal(isProvenHost)} and x.absent_since is null)::int as proven,
          count(*) filter (where ${sql.literal(isProvenHost)} and x.absent_since is not null)::int as failing,
          count(*) filter (where h.released_at is not null)::int as released
        from status_page_host h
        left join host_proof x on x.account_id = h.account_id and x.hostname = h.hostname`
    return row ?? { waiting: 0, proven: 0, failing: 0, released: 0 }
  })

const reschedule = (sql: SqlClient.SqlClient): StatusPageHosts["Service"]["reschedule"] =>
  operation("StatusPageHosts.reschedule", function* () {
    yield* sql`
        insert into host_proof (account_id, hostname, next_at)
        select h.account_id, h.hostname, mon_now() from status_page_host h
        where not exists (select from host_proof x where x.account_id = h.account_id and x.hostname = h.hostname)
        on conflict (account_id, hostname) do nothing`
  })

/** {@link StatusPageHosts} over PostgreSQL. */
export const layerStatusPageHosts: Layer.Layer<StatusPageHosts, never, SqlClient.SqlClient> = Layer.effect(
  StatusPageHosts,
  Effect.map(SqlClient.SqlClient, (sql) =>
    StatusPageHosts.of({
      set: set(sql),
      remove: remove(sql),
      ask: ask(sql),
      note: note(sql),
      reached: reached(sql),
      notifyNext: notifyNext(sql),
      counts: counts(sql),
      reschedule: reschedule(sql)
    })
  )
)
