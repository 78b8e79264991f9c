import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { readQuietHours } from "../deliveryRecords/quietHours.ts"
import type { Deliveries, DeliveryTarget, PendingNotification } from "./Deliveries.ts"

/** Email addresses by rank: the owner, members with access to the domain, then additional addresses without a user. */
const emails = (sql: SqlClient.SqlClient, { accountKey, monitorKey, type, userKey }: PendingNotification) =>
  userKey !== null
    ? sql`
      select 1 as rank, 'email' as channel, u.email as target, u.id as user_id, null::text as kind, false as known, null::jsonb as quiet_hours,
        ms.public_id::text as membership_id
      from membership ms join app_user u on u.id = ms.user_id left join user_setting us on us.user_id = u.id
      where ms.account_id = ${accountKey}::bigint and ms.user_id = ${userKey}::bigint and ms.removed_at is null
        and (${type} <> 'weekly_report' or coalesce(us.weekly_report_enabled, true))`
    : sql`
      select 1 as rank, 'email' as channel, u.email as target, u.id as user_id, null::text as kind, false as known, null::jsonb as quiet_hours,
        ms.public_id::text as membership_id
      from membership ms join app_user u on u.id = ms.user_id
      where ms.account_id = ${accountKey}::bigint and ms.role = 'owner' and ms.removed_at is null
      union all
      select 2, 'email', u.email, u.id, null, false, null, ms.public_id::text
      from membership ms join app_user u on u.id = ms.user_id
      join monitor_access ma on ma.membership_id = ms.id and ma.monitor_id = ${monitorKey}::bigint
      where ms.account_id = ${accountKey}::bigint and ms.role = 'member' and ms.removed_at is null and ms.alerts_by_email
      union all
      select 3, 'email', cc.address, null, null, false, null, null
      from monitor m cross join unnest(m.cc_emails) as cc (address)
      where m.id = ${monitorKey}::bigint and m.account_id = ${accountKey}::bigint and not exists (
        select 1 from email_suppression s where s.account_id = m.account_id and s.address = lower(cc.address))`

const whatsApp = (sql: SqlClient.SqlClient, { accountKey, type, userKey }: PendingNotification) =>
  sql`
    select 1, 'whatsapp', c.number, ms.user_id, null, false, null, null
    from whatsapp_contact c join membership ms on ms.account_id = c.account_id and ms.role = 'owner' and ms.removed_at is null
    where c.account_id = ${accountKey}::bigint and c.number is not null and ${userKey === null && type !== "weekly_report"}`

/**
 * Webhooks of the monitor, and those of the whole account. The owner's weekly report goes to all webhooks, each with
 * its own part.
 */
const webhooks = (sql: SqlClient.SqlClient, { accountKey, monitorKey, type, userKey }: PendingNotification) =>
  sql`
    select 1, 'webhook', w.public_id::text, null::bigint, null, false, null, null
    from webhook w
    where w.account_id = ${accountKey}::bigint and w.is_active and ${type}::text = any(w.events)
      and (w.monitor_id = ${monitorKey}::bigint or (w.monitor_id is null and ${userKey === null}) or (${type} = 'weekly_report' and exists (
        select 1 from membership ms where ms.account_id = w.account_id and ms.user_id = ${userKey}::bigint
          and ms.role = 'owner' and ms.removed_at is null)))`

/**
 * Alert channels of a route, or of the default route: what the owner gets by email. A report for one person is no
 * alert, and a channel belongs to nobody.
 */
const channels = (
  sql: SqlClient.SqlClient,
  { accountKey, key, type, userKey }: PendingNotification,
  channelIds: ReadonlyArray<string> | undefined
) =>
  sql`
    select 1, 'channel', c.public_id::text, null::bigint, c.kind, exists (
      select from notification n join notification o on o.incident_id = n.incident_id and o.monitor_id = n.monitor_id
        and o.created_at <= n.created_at and o.id < n.id
      join notification_delivery d on d.notification_id = o.id and d.channel = 'channel'
        and d.target = c.public_id::text and d.digest_id is null and d.gathers_at is null
      where n.id = ${key}::bigint), c.quiet_hours, null
    from alert_channel c
    where c.account_id = ${accountKey}::bigint and c.is_active
      and ${
        channelIds === undefined
          ? sql`c.in_default_route`
          : sql`c.public_id in (select jsonb_array_elements_text(${JSON.stringify(channelIds)}::text::jsonb)::uuid)`
      }
      and ${userKey === null && type !== "weekly_report"}`

/** Each recipient once per channel. */
export const targets = (sql: SqlClient.SqlClient): Deliveries["Service"]["targets"] =>
  operation("Deliveries.targets", function* (notification, channelIds) {
    const rows = yield* sql<Omit<DeliveryTarget, "quietHours"> & { readonly quietHours: unknown }>`
      select distinct on (channel, lower(target)) channel, target, user_id::text as "userKey", kind, known as "isKnown",
        quiet_hours as "quietHours", membership_id as "membershipId"
      from (${emails(sql, notification)} union all ${whatsApp(sql, notification)} union all ${webhooks(sql, notification)}
        union all ${channels(sql, notification, channelIds)}) t
      order by channel, lower(target), rank`
    return rows.map((row) => ({ ...row, quietHours: readQuietHours(row.quietHours) }))
  })
