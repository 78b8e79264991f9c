import { isPublicId } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../sql/operation.ts"

const stop = (sql: SqlClient.SqlClient) =>
  operation("Suppressions.stop", function* (accountId: string, address: string) {
    if (!isPublicId(accountId)) return false
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const stopped = yield* sql`
        insert into email_suppression (account_id, address)
        select id, lower(${address}) from account where public_id = ${accountId}::uuid
        on conflict (account_id, address) do update set address = excluded.address
        returning 1`
        const muted = yield* sql<{ notification_id: string | null }>`
        update notification_delivery d set status = 'suppressed', error_code = 'stopped', settled_at = mon_now()
        from account a
        where a.public_id = ${accountId}::uuid and d.account_id = a.id and d.status = 'pending' and d.channel = 'email'
          and lower(d.target) = lower(${address}) and d.user_id is null
        returning d.notification_id::text`
        const keys = muted.flatMap(({ notification_id }) => notification_id ?? [])
        yield* sql`
        select settle_notifications(array(select jsonb_array_elements_text(${JSON.stringify(keys)}::text::jsonb)::bigint))`
        return stopped.length > 0
      })
    )
  })

const ofAddress = (sql: SqlClient.SqlClient, accountId: string, address: string) =>
  sql`account_id = (select id from account where public_id = ${accountId}::uuid) and address = lower(${address})`

/** Addresses that have unsubscribed from the emails of an account. */
export class Suppressions extends Context.Service<Suppressions>()("@mon/core-store/Suppressions", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * Unsubscribes an address from all emails of an account (public id), including emails that are not sent yet.
     * Idempotent. Returns false if the account does not exist.
     */
    stop: stop(sql),
    /** Returns whether an address has unsubscribed from the emails of an account. */
    isStopped: operation("Suppressions.isStopped", function* (accountId: string, address: string) {
      if (!isPublicId(accountId)) return false
      const rows = yield* sql`select 1 from email_suppression where ${ofAddress(sql, accountId, address)}`
      return rows.length > 0
    }),
    /** Subscribes an unsubscribed address to the emails of an account again. */
    lift: operation("Suppressions.lift", function* (accountId: string, address: string) {
      if (!isPublicId(accountId)) return
      yield* sql`delete from email_suppression where ${ofAddress(sql, accountId, address)}`
    })
  }))
}) {
  static readonly layer = Layer.effect(Suppressions, Suppressions.make)
}
