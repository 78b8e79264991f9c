import { scheduledReportLimits as limits, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "../sql/Randomness.ts"
import type { AccessScope } from "../access/AccessScope.ts"

/** An address whose owner must be asked whether to receive reports of the account. */
export interface AskedRecipient {
  readonly recipientId: string
  readonly address: string
}

const keyOfAddress = (address: string): string => address.trim().toLowerCase()

interface Saved extends AskedRecipient {
  readonly key: string
  readonly mustAsk: boolean
}

const questions = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, accountKey: string, addressKey: string) {
  const [row] = yield* sql<{ readonly ofAccount: number; readonly ofAddress: number }>`
    select (select count(*)::int from report_recipient
        where account_id = ${accountKey}::bigint and asked_at > mon_now() - interval '1 day') as "ofAccount",
      (select count(*)::int from report_recipient
        where address_key = ${addressKey} and asked_at > mon_now() - interval '1 day') as "ofAddress"`
  return row ?? { ofAccount: 0, ofAddress: 0 }
})

/** A member is confirmed immediately. A former member must confirm like any other recipient. */
const saveRecipient = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, accountKey: string, address: string) {
  const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
  const [row] = yield* sql<Saved>`
    with member as (
      select (select ms.id from membership ms join app_user u on u.id = ms.user_id
        where ms.account_id = ${accountKey}::bigint and ms.removed_at is null
          and lower(u.email) = ${keyOfAddress(address)} limit 1) as id
    )
    insert into report_recipient as p (public_id, account_id, membership_id, address, address_key, state)
    select ${id}::uuid, ${accountKey}::bigint, member.id, ${address.trim()}, ${keyOfAddress(address)},
      case when member.id is null then 'pending' else 'confirmed' end
    from member
    on conflict (account_id, address_key) do update set membership_id = excluded.membership_id,
      state = case when p.state = 'unsubscribed' then p.state when excluded.membership_id is not null then 'confirmed'
        when p.membership_id is not null then 'pending' else p.state end
    returning p.id::text as key, p.public_id as "recipientId", p.address,
      p.state = 'pending' and coalesce(p.asked_at < mon_now() - interval '1 day', true) as "mustAsk"`
  return row
})

/**
 * Replaces the recipients of a report, and returns the addresses to ask. Returns null if too many addresses were asked
 * within a day. The caller must have locked the account.
 */
export const saveRecipients = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { accountKey }: AccessScope,
  reportKey: string,
  addresses: ReadonlyArray<string>
) {
  yield* sql`delete from scheduled_report_recipient where report_id = ${reportKey}::bigint`
  const asked: Array<AskedRecipient> = []
  // The order of the addresses is always the same, so that two accounts never wait for each other.
  for (const address of addresses.toSorted((one, other) => (keyOfAddress(one) < keyOfAddress(other) ? -1 : 1))) {
    const saved = yield* saveRecipient(sql, accountKey, address)
    if (saved === undefined) continue
    const { key, mustAsk, ...recipient } = saved
    if (mustAsk) {
      // The lock makes sure that all concurrent confirmation requests to one address are counted.
      yield* sql`select pg_advisory_xact_lock(hashtextextended('report ' || ${keyOfAddress(address)}, 0))`
      const { ofAccount, ofAddress } = yield* questions(sql, accountKey, keyOfAddress(address))
      if (ofAccount >= limits.questions || ofAddress >= limits.questionsOfAddress) return null
      yield* sql`update report_recipient set asked_at = mon_now() where id = ${key}::bigint`
      asked.push(recipient)
    }
    yield* sql`
      insert into scheduled_report_recipient (report_id, recipient_id) values (${reportKey}::bigint, ${key}::bigint)
      on conflict do nothing`
  }
  return asked
})
