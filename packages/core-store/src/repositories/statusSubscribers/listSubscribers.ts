import { isPublicId, type StatusSubscriber, type SubscriberState } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { offsetOf } from "../../sql/Page.ts"
import { operation } from "../../sql/operation.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { placeOf, recipients, recipientsAfter, subscriberLimit } from "./audience.sql.ts"
import { isPaused, notifiedAfter, readReaders } from "./pageReaders.ts"
import type { StatusSubscribers } from "./StatusSubscribers.ts"

interface Row extends Omit<StatusSubscriber, "stoppedBy" | "componentIds" | "confirmedAt" | "createdAt" | "endedAt"> {
  readonly coversAll: boolean
  readonly chosen: ReadonlyArray<string>
  readonly place: number
  readonly isPaused: boolean
  readonly confirmedAt: Date | null
  readonly endedAt: Date | null
  readonly createdAt: Date
}

/** A paused subscription is confirmed, and stopped by the access to the page. */
const STATE = `case when ${isPaused} then 'confirmed' else s.state end`

const pageKeyOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { accountKey }: AccessScope, id: string) {
  if (!isPublicId(id)) return null
  const [row] = yield* sql<{ readonly key: string }>`
    select id::text as key from status_page where account_id = ${accountKey}::bigint and public_id = ${id}::uuid`
  return row?.key ?? null
})

const rowsOf = (sql: SqlClient.SqlClient, pageKey: string, rest: Fragment) =>
  sql<Row>`
    select s.public_id as id, s.kind, s.address, s.language, ${sql.literal(STATE)} as state,
      ${sql.literal(isPaused)} as "isPaused", s.ended_reason as "endedReason", s.covers_all as "coversAll",
      s.failing_since is not null as "isFailing",
      array(select c.public_id::text from status_subscriber_component x join status_component c on c.id = x.component_id
        where x.subscriber_id = s.id order by c.position, c.id) as chosen,
      case when s.state = 'confirmed' then ${sql.literal(placeOf)} else 0 end::int as place,
      s.confirmed_at as "confirmedAt", s.ended_at as "endedAt", s.created_at as "createdAt"
    from status_subscriber s where s.page_id = ${pageKey}::bigint ${rest}`

const toSubscriber =
  (limit: number) =>
  ({ chosen, confirmedAt, coversAll, createdAt, endedAt, isPaused: paused, place, ...row }: Row): StatusSubscriber => ({
    ...row,
    componentIds: coversAll ? null : chosen,
    stoppedBy: paused ? "access" : row.state === "confirmed" && place >= limit ? "plan" : null,
    confirmedAt: confirmedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString()
  })

export const listSubscribers = (sql: SqlClient.SqlClient): StatusSubscribers["Service"]["list"] =>
  operation("StatusSubscribers.list", function* (scope, pageId, { limit, page, state }) {
    const pageKey = yield* pageKeyOf(sql, scope, pageId)
    if (pageKey === null) return null
    const which = state === undefined ? sql`` : sql`and ${sql.literal(STATE)} = ${state satisfies SubscriberState}`
    const [counted] = yield* sql<{ readonly total: number }>`
        select count(*)::int as total from status_subscriber s where s.page_id = ${pageKey}::bigint ${which}`
    const rows = yield* rowsOf(
      sql,
      pageKey,
      sql`${which} order by s.id desc limit ${limit} offset ${offsetOf(page, limit)}::bigint`
    )
    return {
      total: counted?.total ?? 0,
      items: rows.map(toSubscriber(yield* subscriberLimit(sql, pageKey)))
    }
  })

export const allSubscribers = (sql: SqlClient.SqlClient): StatusSubscribers["Service"]["all"] =>
  operation("StatusSubscribers.all", function* (scope, pageId) {
    const pageKey = yield* pageKeyOf(sql, scope, pageId)
    if (pageKey === null) return null
    const limit = yield* subscriberLimit(sql, pageKey)
    const rows = yield* sql<Row>`
        select t.*, case when t.state = 'confirmed' and not t."isPaused"
          then row_number() over (partition by t.state, t."isPaused" order by t."confirmedAt", t.key) - 1 else 0 end::int as place
        from (
          select s.id as key, s.public_id as id, s.kind, s.address, s.language, ${sql.literal(STATE)} as state,
            ${sql.literal(isPaused)} as "isPaused", s.ended_reason as "endedReason", s.covers_all as "coversAll", s.failing_since is not null as "isFailing",
            array(select c.public_id::text from status_subscriber_component x
              join status_component c on c.id = x.component_id
              where x.subscriber_id = s.id order by c.position, c.id) as chosen,
            s.confirmed_at as "confirmedAt", s.ended_at as "endedAt", s.created_at as "createdAt"
          from status_subscriber s where s.page_id = ${pageKey}::bigint
        ) t order by t.key`
    return rows.map(toSubscriber(limit))
  })

export const audience = (sql: SqlClient.SqlClient): StatusSubscribers["Service"]["audience"] =>
  operation("StatusSubscribers.audience", function* (scope, pageId, componentIds, readers) {
    const pageKey = yield* pageKeyOf(sql, scope, pageId)
    if (pageKey === null) return null
    const about = sql`array(select c.id from status_component c where c.page_id = ${pageKey}::bigint
        and c.public_id::text in (select jsonb_array_elements_text(${JSON.stringify(componentIds)}::text::jsonb)))`
    const limit = yield* subscriberLimit(sql, pageKey)
    const before = yield* readReaders(sql, pageKey)
    const [row] = yield* sql<{ readonly email: number; readonly webhook: number }>`
        select count(*) filter (where r.kind = 'email')::int as email,
          count(*) filter (where r.kind = 'webhook')::int as webhook
        from (${
          before === null || readers === undefined
            ? recipients(sql, pageKey, limit, about)
            : recipientsAfter(sql, pageKey, limit, about, notifiedAfter(sql, before, readers))
        }) r`
    return { email: row?.email ?? 0, webhook: row?.webhook ?? 0 }
  })

export const removeSubscriber = (sql: SqlClient.SqlClient): StatusSubscribers["Service"]["remove"] =>
  operation("StatusSubscribers.remove", function* (scope, pageId, subscriberId) {
    const pageKey = isPublicId(subscriberId) ? yield* pageKeyOf(sql, scope, pageId) : null
    if (pageKey === null) return false
    const rows = yield* sql`
        delete from status_subscriber where page_id = ${pageKey}::bigint and public_id = ${subscriberId}::uuid returning 1`
    return rows.length > 0
  })
