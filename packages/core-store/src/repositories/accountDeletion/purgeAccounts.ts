import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { AccountDeletions } from "./AccountDeletions.ts"
import { imageHashes } from "./imageHashes.sql.ts"

const monitors = "(select id from monitor where account_id = $1::bigint)"
const pages = "(select id from status_page where account_id = $1::bigint)"
const simulations = "(select id from simulation where account_id = $1::bigint)"
const ofAccount = "account_id = $1::bigint"
const ofMonitor = `monitor_id in ${monitors}`

/** The people whose only accounts are this one. They are deleted with it. */
const leaving = `
  select u.id, u.email from app_user u where u.id in (select user_id from membership where ${ofAccount})
    and not exists (select from membership other where other.user_id = u.id and other.account_id <> $1::bigint)`

/** Addresses that only this account knows. */
const addresses = `
  select lower(address) from (
    select email from (${leaving}) person
    union select email from team_invite where ${ofAccount}
    union select unnest(cc_emails) from monitor where ${ofAccount}
    union select address from status_subscriber where page_id in ${pages}
  ) known (address) where not exists (select from app_user u where lower(u.email) = lower(address)
    and u.id not in (select id from (${leaving}) person))`

/** Images expire at once unless another account shows the same bytes. The sweep removes them. */
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
 * Tables that may have many rows of one account, and tables whose rows do not end with a row of the account. What is
 * not listed ends with `account` or `monitor`.
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

/** The account, its people and what is left. Persons are locked, so that none joins another account meanwhile. */
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

/** Each statement is a transaction of its own: an interrupted call leaves work for the next one. */
export const purgeAccounts = (sql: SqlClient.SqlClient): AccountDeletions["Service"]["purge"] =>
  operation("AccountDeletions.purge", function* (limit) {
    // Its people get an email first.
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
