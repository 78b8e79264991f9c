import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../sql/operation.ts"
import type { AccessScope } from "../access/AccessScope.ts"

/** The WhatsApp numbers of an account. */
export interface WhatsAppContact {
  /** The confirmed number, which receives alerts. */
  readonly number: string | null
  /** The number to confirm, whose one-time code has not been entered yet. */
  readonly pendingNumber: string | null
}

/** The limits of an account's requests for codes: the pause between two requests, and the number within 24 hours. */
export interface CodePolicy {
  readonly pauseSeconds: number
  readonly perDay: number
}

/** A number to confirm, with the signature of its one-time code. */
export interface PendingCode {
  readonly number: string
  readonly signature: string
}

const remove = (sql: SqlClient.SqlClient) =>
  operation("WhatsAppContacts.remove", function* (scope: AccessScope) {
    yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`
        update whatsapp_contact set number = null, confirmed_at = null, pending_number = null, code_signature = null
        where account_id = ${scope.accountKey}::bigint`
        const muted = yield* sql<{ key: string }>`
        update notification_delivery set status = 'suppressed', error_code = 'number_removed', settled_at = mon_now()
        where account_id = ${scope.accountKey}::bigint and status = 'pending' and channel = 'whatsapp'
        returning notification_id::text as key`
        const keys = muted.map(({ key }) => key)
        yield* sql`
        select settle_notifications(array(select jsonb_array_elements_text(${JSON.stringify(keys)}::text::jsonb)::bigint))`
      })
    )
  })

/** WhatsApp numbers of accounts. A number is confirmed by a one-time code before alerts are sent to it. */
export class WhatsAppContacts extends Context.Service<WhatsAppContacts>()("@mon/core-store/WhatsAppContacts", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    find: operation("WhatsAppContacts.find", function* (scope: AccessScope) {
      const [row] = yield* sql<WhatsAppContact>`
      select number, pending_number as "pendingNumber" from whatsapp_contact where account_id = ${scope.accountKey}::bigint`
      return row ?? { number: null, pendingNumber: null }
    }),
    /** Stores a number with the signature of its code. Returns false if the account has requested too many codes. */
    begin: operation("WhatsAppContacts.begin", function* (scope: AccessScope, code: PendingCode, policy: CodePolicy) {
      const rows = yield* sql`
      insert into whatsapp_contact as c (account_id, pending_number, code_signature, code_sent_at, codes_sent, codes_since)
      values (${scope.accountKey}::bigint, ${code.number}, ${code.signature}, mon_now(), 1, mon_now())
      on conflict (account_id) do update set pending_number = excluded.pending_number, code_signature = excluded.code_signature,
        code_sent_at = mon_now(), code_attempts = 0,
        codes_sent = case when c.codes_since > mon_now() - interval '1 day' then c.codes_sent + 1 else 1 end,
        codes_since = case when c.codes_since > mon_now() - interval '1 day' then c.codes_since else mon_now() end
      where coalesce(c.code_sent_at <= mon_now() - ${policy.pauseSeconds}::int * interval '1 second', true)
        and (c.codes_sent < ${policy.perDay}::int or coalesce(c.codes_since <= mon_now() - interval '1 day', true))
      returning 1`
      return rows.length > 0
    }),
    /**
     * Counts an attempt to enter a code, and returns the code to verify. Null if there is no code, if the code has
     * expired, or if no attempts are left.
     */
    countAttempt: operation(
      "WhatsAppContacts.countAttempt",
      function* (scope: AccessScope, limits: { readonly seconds: number; readonly attempts: number }) {
        const rows = yield* sql<PendingCode>`
      update whatsapp_contact set code_attempts = code_attempts + 1
      where account_id = ${scope.accountKey}::bigint and pending_number is not null and code_attempts < ${limits.attempts}::int
        and code_sent_at > mon_now() - ${limits.seconds}::int * interval '1 second'
      returning pending_number as number, code_signature as signature`
        return rows[0] ?? null
      }
    ),
    /** Confirms the pending number, provided that the pending number is still the given number. */
    confirm: operation("WhatsAppContacts.confirm", function* (scope: AccessScope, code: PendingCode) {
      const rows = yield* sql`
      update whatsapp_contact set number = pending_number, confirmed_at = mon_now(), pending_number = null, code_signature = null
      where account_id = ${scope.accountKey}::bigint and pending_number = ${code.number} and code_signature = ${code.signature}
      returning 1`
      return rows.length > 0
    }),
    /** Removes the confirmed and the pending number, and suppresses pending deliveries to these numbers. */
    remove: remove(sql)
  }))
}) {
  static readonly layer = Layer.effect(WhatsAppContacts, WhatsAppContacts.make)
}
