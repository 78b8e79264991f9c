import type { EndedAdditions } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

/** Ends what a membership (internal key) added, and returns it. */
type End<A> = (sql: SqlClient.SqlClient, membershipKey: string) => Effect.Effect<ReadonlyArray<A>, SqlError>

/**
 * Everything that a member can add and that acts or receives data without the member. A new kind needs an author in its
 * table and an entry here and in `EndedAdditions`.
 */
const ends: { readonly [Kind in keyof EndedAdditions]: End<EndedAdditions[Kind][number]> } = {
  apiKeys: (sql, membershipKey) => sql`
    update api_key set revoked_at = mon_now()
    where membership_id = ${membershipKey}::bigint and revoked_at is null
    returning public_id as id, shown_start || '…' || shown_end as shown`,

  webhooks: (sql, membershipKey) => sql`
    delete from webhook w using monitor m
    where w.added_by = ${membershipKey}::bigint and m.id = w.monitor_id
    returning w.public_id as id, m.public_id as "domainId", w.label, w.url`,

  ccEmails: (sql, membershipKey) => sql`
    with authored as (
      select monitor_id, address from cc_email_author where membership_id = ${membershipKey}::bigint
    ), locked as (
      select id, public_id, deleted_at, cc_emails from monitor
      where id in (select monitor_id from authored) order by id for no key update
    ), changed as (
      update monitor m set updated_at = mon_now(), cc_emails = array(
        select cc.address from unnest(l.cc_emails) with ordinality as cc (address, position)
        where not exists (select 1 from authored a where a.monitor_id = l.id and a.address = lower(cc.address))
        order by cc.position)
      from locked l where m.id = l.id
    )
    select l.public_id as "domainId", cc.address as email
    from locked l cross join unnest(l.cc_emails) with ordinality as cc (address, position)
    join authored a on a.monitor_id = l.id and a.address = lower(cc.address)
    where l.deleted_at is null
    order by l.id, cc.position`
}

/** Deliveries that wait for an address or a person of the account that gets nothing any more. */
const suppressWaiting = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  membershipKey: string,
  { ccEmails }: EndedAdditions
) {
  const addresses = JSON.stringify(ccEmails.map(({ domainId, email }) => ({ domainId, email: email.toLowerCase() })))
  const suppressed = yield* sql<{ readonly id: string | null }>`
    update notification_delivery d set status = 'suppressed', error_code = 'removed', settled_at = mon_now()
    from membership ms
    where ms.id = ${membershipKey}::bigint and d.account_id = ms.account_id and d.status = 'pending'
      and d.channel = 'email' and (d.user_id = ms.user_id or (d.user_id is null and exists (
        select 1 from jsonb_to_recordset(${addresses}::text::jsonb) as cc ("domainId" uuid, email text)
        join monitor m on m.public_id = cc."domainId" join notification n on n.monitor_id = m.id
        where n.id = d.notification_id and cc.email = lower(d.target))))
    returning d.notification_id::text as id`
  const keys = JSON.stringify(suppressed.flatMap(({ id }) => id ?? []))
  yield* sql`
    select settle_notifications(array(select jsonb_array_elements_text(${keys}::text::jsonb)::bigint))`
})

/** Ends everything that a membership (internal key) added. Runs in the transaction that removes the membership. */
export const endAdditions = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, membershipKey: string) {
  const ended: EndedAdditions = {
    apiKeys: yield* ends.apiKeys(sql, membershipKey),
    webhooks: yield* ends.webhooks(sql, membershipKey),
    ccEmails: yield* ends.ccEmails(sql, membershipKey)
  }
  yield* suppressWaiting(sql, membershipKey, ended)
  return ended
})
