import { isPublicId, type Language } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { operation, storeError, type StoreError } from "../sql/operation.ts"
import { AFTER_PAUSES, movePauses, resumeSince, touchPages } from "../monitors/statements/stopWithAccount.ts"
import { pauseWanted } from "../monitors/statements/updateMonitors.ts"

/** The number of days between the reminder and the deletion. */
export const REMINDER_DAYS = 3

/** An email about the deletion of an account, with the people who receive it. */
export interface DeletionNotice {
  /** The reason for the email. `reminder` is sent shortly before the deletion, and only to the owner. */
  readonly kind: "requested" | "reminder"
  readonly accountId: string
  readonly ownerEmail: string
  readonly requestedAt: Date
  readonly deletesAt: Date
  readonly recipients: ReadonlyArray<{
    readonly email: string
    readonly language: Language
    /** The IANA time zone of the recipient. */
    readonly timezone: string
    readonly isOwner: boolean
  }>
}

export const imageHashes = `
  select image_hash from url_screenshot where account_id = $1::bigint union select thumbnail_hash from url_screenshot where account_id = $1::bigint
  union select before_image from url_change where account_id = $1::bigint union select after_image from url_change where account_id = $1::bigint
  union select image_hash from url_page where monitor_id in (select id from monitor where account_id = $1::bigint)
  union select substring(trigger_screenshot_url from '[0-9a-f]{64}') from incident where account_id = $1::bigint
  union select substring(resolution_screenshot_url from '[0-9a-f]{64}') from incident where account_id = $1::bigint`

interface Requested {
  readonly key: string
  readonly requestedAt: Date
  readonly deletesAt: Date
}

const requestDeletion = (sql: SqlClient.SqlClient) =>
  operation("AccountDeletions.request", function* (accountId: string, days: number) {
    if (!isPublicId(accountId)) return null
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const after = sql.literal(AFTER_PAUSES)
        // If the account was already paused, the account stays paused when the deletion is cancelled.
        const [account] = yield* sql<Requested>`
            update account set deletion_requested_at = ${after},
              deletes_at = mon_now() + ${days}::int * interval '1 day', deletion_notified_at = null,
              deletion_reminded_at = null, notifications_paused_at = coalesce(notifications_paused_at, ${after}),
              notifications_paused_until = null
            where public_id = ${accountId}::uuid and deletes_at is null
            returning id::text as key, deletion_requested_at as "requestedAt", deletes_at as "deletesAt"`
        if (account === undefined) {
          const [before] = yield* sql<Pick<Requested, "deletesAt">>`
              select deletes_at as "deletesAt" from account where public_id = ${accountId}::uuid`
          return before?.deletesAt ?? null
        }
        const { deletesAt, key } = account
        yield* pauseWanted(
          sql,
          sql`m.account_id = ${key}::bigint and m.deleted_at is null and m.paused_at is null`,
          sql`(select a.deletion_requested_at from account a where a.id = m.account_id)`
        )
        yield* touchPages(sql, key)
        return deletesAt
      })
    )
  })

const keepAccount = (sql: SqlClient.SqlClient) =>
  operation("AccountDeletions.keep", function* (accountId: string) {
    if (!isPublicId(accountId)) return false
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const [account] = yield* sql<{ readonly key: string; readonly isSuspended: boolean }>`
            select id::text as key, suspended_at is not null as "isSuspended" from account
            where public_id = ${accountId}::uuid and deletes_at > mon_now() for update`
        if (account === undefined) return false
        yield* account.isSuspended
          ? movePauses(sql, account.key, "deletion_requested_at", "suspended_at")
          : resumeSince(sql, account.key, "deletion_requested_at")
        yield* sql`
            update account set deletion_requested_at = null, deletes_at = null, deletion_notified_at = null,
              deletion_reminded_at = null, notifications_paused_at = case
                when notifications_paused_at is distinct from deletion_requested_at then notifications_paused_at end
            where id = ${account.key}::bigint`
        yield* touchPages(sql, account.key)
        return true
      })
    )
  })

interface Row extends Omit<DeletionNotice, "kind" | "recipients" | "ownerEmail"> {
  readonly key: string
  readonly isReminder: boolean
}

/**
 * SQL for the accounts `a` whose people must be notified of the deletion. There is no reminder if the deletion takes
 * place soon after the request.
 */
export const accountsToNotify = `account a
    where a.deletes_at is not null and (a.deletion_notified_at is null or (
      a.deletion_reminded_at is null and a.deletes_at > mon_now()
      and a.deletes_at <= mon_now() + interval '${REMINDER_DAYS} days'
      and a.deletion_requested_at < a.deletes_at - interval '${2 * REMINDER_DAYS} days'))`

const dueNotice = (sql: SqlClient.SqlClient) =>
  sql<Row>`
    select a.id::text as key, a.public_id as "accountId", a.deletion_requested_at as "requestedAt",
      a.deletes_at as "deletesAt", a.deletion_notified_at is not null as "isReminder"
    from ${sql.literal(accountsToNotify)}
    order by a.deletes_at limit 1 for update skip locked`

const notifyNext =
  (sql: SqlClient.SqlClient) =>
  <E, R>(send: (notice: DeletionNotice) => Effect.Effect<void, E, R>): Effect.Effect<boolean, E | StoreError, R> => {
    const stored = storeError("AccountDeletions.notifyNext")
    const run = <A>(statement: Effect.Effect<A, SqlError>) => Effect.mapError(statement, stored)
    const next = Effect.gen(function* () {
      const [row] = yield* run(dueNotice(sql))
      if (row === undefined) return false
      const { isReminder, key, ...account } = row
      const people = yield* run(sql<DeletionNotice["recipients"][number]>`
        select u.email, coalesce(s.language, 'en') as language, coalesce(s.timezone, 'UTC') as timezone,
          ms.role = 'owner' as "isOwner"
        from membership ms join app_user u on u.id = ms.user_id left join user_setting s on s.user_id = u.id
        where ms.account_id = ${key}::bigint and ms.removed_at is null order by ms.role = 'owner' desc, ms.id`)
      yield* send({
        ...account,
        kind: isReminder ? "reminder" : "requested",
        ownerEmail: people.find(({ isOwner }) => isOwner)?.email ?? "",
        recipients: people.filter(({ isOwner }) => isOwner || !isReminder)
      })
      const column = sql.literal(isReminder ? "deletion_reminded_at" : "deletion_notified_at")
      yield* run(sql`update account set ${column} = mon_now() where id = ${key}::bigint`)
      return true
    })
    return Effect.mapError(sql.withTransaction(next), (error) => (isSqlError(error) ? stored(error) : error))
  }

const monitors = "(select id from monitor where account_id = $1::bigint)"
const pages = "(select id from status_page where account_id = $1::bigint)"
const simulations = "(select id from simulation where account_id = $1::bigint)"
const ofAccount = "account_id = $1::bigint"
const ofMonitor = `monitor_id in ${monitors}`

/** SQL for the people who belong to no account other than `$1`. These people are deleted with the account. */
const leaving = `
  select u.id, u.email from app_user u where u.id in (select user_id from membership where ${ofAccount})
    and not exists (select from membership other where other.user_id = u.id and other.account_id <> $1::bigint)`

/** SQL for the addresses that only this account uses. */
const addresses = `
  select lower(address) from (
    select email from (${leaving}) person
    union select email from team_invite where ${ofAccount}
    union select unnest(cc_emails) from monitor where ${ofAccount}
    union select address from status_subscriber where page_id in ${pages}
  ) known (address) where not exists (select from app_user u where lower(u.email) = lower(address)
    and u.id not in (select id from (${leaving}) person))`

/**
 * Makes the account's images expire immediately, unless another account shows the same bytes. The sweep of blobs then
 * removes the images.
 */
const expireImages = `
  update blob set expires_at = mon_now() where hash in (
    select b.hash from blob b join (${imageHashes}) own (hash) on own.hash = encode(b.hash, 'hex')
    where b.expires_at > mon_now()
      and not exists (select from url_screenshot o where o.account_id <> $1::bigint and own.hash in (o.image_hash, o.thumbnail_hash))
      and not exists (select from url_change o where o.account_id <> $1::bigint and own.hash in (o.before_image, o.after_image))
      and not exists (select from url_page o where o.image_hash = own.hash and o.monitor_id not in ${monitors})
    limit $2 for update of b skip locked)
  returning 1`

/**
 * The tables that may have many rows of one account, and the tables whose rows do not cascade from a row of the
 * account. The rows of other tables are deleted with `account` or `monitor`.
 */
const bulkyTables: ReadonlyArray<readonly [table: string, key: string, where: string]> = [
  ["check_history", "monitor_id, checked_at", ofMonitor],
  ["check_hour", "monitor_id, hour", ofMonitor],
  ["check_day", "monitor_id, day", ofMonitor],
  ["email_health_history", "monitor_id, checked_at", ofMonitor],
  ["status_period", "monitor_id, since", ofMonitor],
  ["unwatched_period", "monitor_id, since", ofMonitor],
  ["maintenance_period", "monitor_id, since, window_id", ofMonitor],
  ["dns_change", "id", ofMonitor],
  ["url_change", "id", ofAccount],
  ["url_screenshot", "id", ofAccount],
  ["notification_delivery", "id", ofAccount],
  ["notification", "id", ofAccount],
  ["incident", "id", ofAccount],
  ["shared_cause", "id", ofAccount],
  ["status_delivery", "id", `page_id in ${pages}`],
  ["email_outbox", "id", `lower(recipient) in (${addresses})`],
  ["status_subscriber", "id", `page_id in ${pages}`],
  ["status_signup", "id", `page_id in ${pages}`],
  ["status_post", "id", `page_id in ${pages}`],
  ["simulation_csv", "simulation_id, type, piece", `simulation_id in ${simulations}`],
  ["simulation", "id", ofAccount],
  ["audit_entry", "id", ofAccount],
  ["email_suppression", "account_id, address", ofAccount],
  [
    "credit_movement",
    "transaction_id, lot_id",
    `transaction_id in (select id from credit_transaction where ${ofAccount})`
  ],
  ["credit_transaction", "id", ofAccount],
  ["credit_lot", "id", ofAccount],
  ["payment_event", "id", `order_id in (select public_id from payment_order where ${ofAccount})`],
  ["payment_order", "id", ofAccount],
  ["whatsapp_slot", "number", `number in (select number from whatsapp_contact where ${ofAccount})`],
  ["monitor", "id", ofAccount]
]

/** Locks the people, so that nobody joins another account at the same time. */
const purgeRest = (sql: SqlClient.SqlClient, key: string) =>
  sql.withTransaction(
    Effect.gen(function* () {
      const locked = yield* sql`
        select 1 from account where id = ${key}::bigint and deletes_at <= mon_now() for update skip locked`
      if (locked.length === 0) return 0
      const people = yield* sql.unsafe<{ readonly id: string }>(
        `select id::text as id from app_user where id in (select id from (${leaving}) person) order by id for update`,
        [key]
      )
      const ids = people.map(({ id }) => id)
      yield* sql`delete from account where id = ${key}::bigint`
      yield* sql`
        delete from app_user u where u.id = any(${ids}::bigint[])
          and not exists (select from membership other where other.user_id = u.id)`
      return 1 + ids.length
    })
  )

/**
 * Deletes the rows of an account whose deletion is due, in separate transactions. If a call is interrupted, the next
 * call continues.
 */
const purgeAccounts = (sql: SqlClient.SqlClient) =>
  operation("AccountDeletions.purge", function* (limit: number) {
    // An account is deleted only after its people have been notified by email.
    const [account] = yield* sql<{ readonly key: string }>`
        select id::text as key from account
        where deletes_at <= mon_now() and deletion_notified_at is not null order by deletes_at, id limit 1`
    if (account === undefined) return 0
    let deleted = (yield* sql.unsafe(expireImages, [account.key, limit])).length
    if (deleted >= limit) return deleted
    for (const [table, key, where] of bulkyTables) {
      const rows = yield* sql.unsafe(
        `delete from ${table} where (${key}) in (
            select ${key} from ${table} where ${where} limit $2 for update skip locked)
          returning 1`,
        [account.key, limit - deleted]
      )
      deleted += rows.length
      if (deleted >= limit) return deleted
    }
    return deleted + (yield* purgeRest(sql, account.key))
  })

/**
 * Deletes accounts. From the request on, Mon checks none of the account's monitors and sends no alerts, nothing of the
 * account is public, and its keys and sessions can only cancel the deletion. When the time to reconsider is over, a
 * periodic task deletes every row.
 */
export class AccountDeletions extends Context.Service<AccountDeletions>()("@mon/core-store/AccountDeletions", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * Requests the deletion of an account (public id) in `days` days, and pauses the monitors and alerts of the
     * account. Returns the time of the deletion, even if the deletion had already been requested. Null if there is no
     * such account.
     */
    request: requestDeletion(sql),
    /**
     * Cancels the deletion of an account (public id). The account's monitors are then checked again. False if no
     * deletion was requested, or if it is too late to cancel the deletion.
     */
    keep: keepAccount(sql),
    /**
     * Runs `send` for one account whose people must be notified of its deletion, in a transaction that records the
     * notification. False if there is no such account.
     */
    notifyNext: notifyNext(sql),
    /**
     * Deletes about `limit` rows of an account whose time to reconsider is over. Returns the number of deleted rows.
     * Several processes may call this method at the same time. If a call is interrupted, the next call continues.
     */
    purge: purgeAccounts(sql)
  }))
}) {
  static readonly layer = Layer.effect(AccountDeletions, AccountDeletions.make)
}
