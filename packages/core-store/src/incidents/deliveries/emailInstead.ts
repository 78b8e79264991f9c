import type * as SqlClient from "effect/sql/SqlClient"
import { isUpdate } from "../outcome.ts"

/**
 * Writes an email for each message to an own channel that has ended without being sent, if its person did not get the
 * alert by another way. A person who chose a channel is therefore never without a message because the channel fails.
 * `keys` are the messages, or the digests that contain them. Must run in the transaction that ends the messages.
 */
export const emailInstead = (sql: SqlClient.SqlClient, keys: ReadonlyArray<string>) =>
  sql`
    insert into notification_delivery (public_id, account_id, notification_id, key, channel, target, user_id, minute,
      route_step, reminder, on_call)
    select gen_random_uuid(), d.account_id, n.id, n.key || ':email:' || lower(u.email)
        || case when d.minute > 0 then ':' || d.minute else '' end,
      'email', u.email, d.user_id, d.minute, d.route_step, d.reminder, d.on_call
    from notification_delivery d join notification n on n.id = d.notification_id
    join app_user u on u.id = d.user_id
    join membership ms on ms.account_id = d.account_id and ms.user_id = u.id and ms.removed_at is null
    where coalesce(d.digest_id, d.id) = any (${keys}::text[]::bigint[]) and d.channel = 'channel'
      and d.status in ('failed', 'suppressed') and not ${sql.literal(isUpdate("d"))}
      and not exists (select from notification_delivery o where o.notification_id = n.id and o.user_id = d.user_id
        and o.status in ('pending', 'sent'))
    on conflict (key) do nothing`
