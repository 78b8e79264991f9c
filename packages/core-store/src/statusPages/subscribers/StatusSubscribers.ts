import { isPublicId, type StatusAudience, type StatusSubscriber, type SubscriberState } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { offsetOf, type Page } from "../../sql/Page.ts"
import { operation, type Returns } from "../../sql/operation.ts"
import type { AccessScope } from "../../access/AccessScope.ts"
import { isStopped } from "../../access/stoppedAccount.sql.ts"
import {
  isAdmitted,
  isPaused,
  isReader,
  notifiedAfter,
  type PageReaders,
  placeOf,
  readReaders,
  recipients,
  recipientsAfter,
  subscriberLimit
} from "./pageReaders.ts"
import {
  confirm,
  confirmWebhook,
  readChoices,
  readSubscription,
  requestEmail,
  requestWebhook,
  saveChoice,
  type Subscription
} from "./requestSubscription.ts"

interface Row extends Omit<StatusSubscriber, "stoppedBy" | "componentIds" | "confirmedAt" | "createdAt" | "endedAt"> {
  readonly coversAll: boolean
  readonly chosen: ReadonlyArray<string>
  readonly place: number
  readonly isPaused: boolean
  readonly confirmedAt: Date | null
  readonly endedAt: Date | null
  readonly createdAt: Date
}

/**
 * SQL for the state of a subscriber. A paused subscription counts as confirmed, because only the access rules of the
 * page stop the subscription.
 */
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

const listSubscribers = (sql: SqlClient.SqlClient) =>
  operation(
    "StatusSubscribers.list",
    function* (
      scope: AccessScope,
      pageId: string,
      wanted: { readonly page: number; readonly limit: number; readonly state?: SubscriberState }
    ): Returns<Page<StatusSubscriber> | null> {
      const { limit, page, state } = wanted
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
    }
  )

const allSubscribers = (sql: SqlClient.SqlClient) =>
  operation(
    "StatusSubscribers.all",
    function* (scope: AccessScope, pageId: string): Returns<ReadonlyArray<StatusSubscriber> | null> {
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
    }
  )

const audience = (sql: SqlClient.SqlClient) =>
  operation(
    "StatusSubscribers.audience",
    function* (
      scope: AccessScope,
      pageId: string,
      componentIds: ReadonlyArray<string>,
      readers?: PageReaders
    ): Returns<StatusAudience | null> {
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
    }
  )

const choose = (sql: SqlClient.SqlClient) =>
  operation("StatusSubscribers.choose", function* (id: string, componentIds: ReadonlyArray<string> | null) {
    if (!isPublicId(id)) return false
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const [row] = yield* sql<{ readonly key: string; readonly pageKey: string }>`
            select s.id::text as key, p.id::text as "pageKey" from status_subscriber s
            join status_page p on p.id = s.page_id join account a on a.id = p.account_id
            where s.public_id = ${id}::uuid and ${sql.literal(isReader)} and not ${sql.literal(isStopped("a"))}
            for update of s`
        return row === undefined || (yield* subscriberLimit(sql, row.pageKey)) === 0
          ? false
          : yield* saveChoice(sql, row.key, componentIds)
      })
    )
  })

export const dropWaiting = (sql: SqlClient.SqlClient, subscriberKey: string, code: string) =>
  sql`
    update status_delivery set status = 'suppressed', error_code = ${code}, settled_at = mon_now()
    where subscriber_id = ${subscriberKey}::bigint and status = 'pending'`

/** Invalidates a token that waits for confirmation too, because a person who leaves does not want the subscription. */
const leave = (sql: SqlClient.SqlClient) =>
  operation("StatusSubscribers.leave", function* (id: string) {
    if (!isPublicId(id)) return false
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const [row] = yield* sql<{ readonly key: string }>`
            update status_subscriber set
              ended_at = case when state in ('unsubscribed', 'ended') then ended_at else mon_now() end,
              ended_reason = null, state = 'unsubscribed', confirm_hash = null, confirm_until = null
            where public_id = ${id}::uuid returning id::text as key`
        if (row === undefined) return false
        yield* dropWaiting(sql, row.key, "unsubscribed")
        return true
      })
    )
  })

/**
 * The subscribers of status pages. An id that is malformed or belongs to another account is treated like an id that
 * does not exist.
 */
export class StatusSubscribers extends Context.Service<StatusSubscribers>()("@mon/core-store/StatusSubscribers", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Returns the components of a page from which subscribers can choose. Null if there is no such page. */
    choices: operation("StatusSubscribers.choices", function* (pageId: string) {
      if (!isPublicId(pageId)) return null
      const [page] = yield* sql<{ readonly key: string }>`
        select id::text as key from status_page where public_id = ${pageId}::uuid`
      return page === undefined ? null : yield* readChoices(sql, page.key)
    }),
    /** Counts a request to subscribe an email address, and stores the subscription until the address is confirmed. */
    requestEmail: requestEmail(sql),
    /**
     * Returns the subscription that the token with this hash would confirm. Null if the token was used or has expired.
     */
    awaiting: operation(
      "StatusSubscribers.awaiting",
      function* (confirmHash: Uint8Array): Returns<Subscription | null> {
        const found = yield* readSubscription(
          sql,
          sql`s.confirm_hash = ${confirmHash} and s.confirm_until > mon_now() and s.state = 'pending'
          and ${sql.literal(isAdmitted)}`
        )
        return found?.isClosed === true ? null : found
      }
    ),
    /** Confirms an email address by its token. A token works once. */
    confirm: confirm(sql),
    /** Counts a request to subscribe a webhook. Must be called before the challenge is sent to the webhook. */
    requestWebhook: requestWebhook(sql),
    confirmWebhook: confirmWebhook(sql),
    find: operation("StatusSubscribers.find", (id: string) =>
      isPublicId(id) ? readSubscription(sql, sql`s.public_id = ${id}::uuid`) : Effect.succeed(null)
    ),
    /**
     * Replaces the chosen components of a subscriber. False if there is no such confirmed subscriber, or if one of the
     * components does not belong to the page.
     */
    choose: choose(sql),
    /** Ends a subscription. From then on, nothing is sent to the subscriber. False if there is no such subscriber. */
    leave: leave(sql),
    /** Lists subscribers, newest first. Null if the account has no such page. */
    list: listSubscribers(sql),
    /** Lists all subscribers, oldest first. Null if the account has no such page. */
    all: allSubscribers(sql),
    /**
     * Returns the numbers of subscribers that a publication about components would notify. A publication without
     * components notifies all subscribers. With `readers`, calculates as if the page had these readers. Null if the
     * account has no such page.
     */
    audience: audience(sql),
    /** Deletes a subscriber. False if the page has no subscriber with this id. */
    remove: operation("StatusSubscribers.remove", function* (scope: AccessScope, pageId: string, subscriberId: string) {
      const pageKey = isPublicId(subscriberId) ? yield* pageKeyOf(sql, scope, pageId) : null
      if (pageKey === null) return false
      const rows = yield* sql`
        delete from status_subscriber where page_id = ${pageKey}::bigint and public_id = ${subscriberId}::uuid returning 1`
      return rows.length > 0
    })
  }))
}) {
  static readonly layer = Layer.effect(StatusSubscribers, StatusSubscribers.make)
}
