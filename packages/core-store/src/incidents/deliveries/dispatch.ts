import { isPublicId, type OnCallReason, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { operation, type Returns } from "../../sql/operation.ts"
import { randomBytes } from "../../sql/Randomness.ts"
import { EXTERNAL_KINDS, isUpdate, readQuietHours, UPDATE, windowEnd } from "../outcome.ts"
import { sameSubject } from "../unended.sql.ts"
import { type CauseMessage, causeParts, closeBursts } from "./bursts.ts"
import type { DeliveryChannel, DeliveryTarget, PendingNotification } from "./takeUndispatched.ts"

/** The moment of a message within an alert, with the step of the route or the reminder that caused the message. */
export interface MessageMoment {
  /** The time since the alert, in minutes. Each recipient gets one message for each moment. */
  readonly minute: number
  /** The number of the route's step that causes the message. Null for a reminder. */
  readonly step: number | null
  /** The number of the reminder. Null for a message of a step. */
  readonly reminder: number | null
}

/**
 * A recipient, and the time until which the message waits for a summary. The time is null if the message is sent
 * immediately.
 */
export interface DispatchTarget extends DeliveryTarget {
  readonly waitsUntil: Date | null
  /** The message about a shared cause that lists the alert. Null if no such message lists it. */
  readonly cause: CauseMessage | null
  /** The on-call schedule because of which the recipient was chosen. Null if there is none. */
  readonly onCall: OnCallReason | null
}

const idBytes = 10

/**
 * The time until which deliveries to alert channels wait. This time hides the deliveries from the previous release,
 * which would otherwise send them.
 */
const HIDDEN = "infinity"

const newId = Effect.gen(function* () {
  return uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(idBytes))
})

export const dispatch = (sql: SqlClient.SqlClient) =>
  operation(
    "Deliveries.dispatch",
    function* (
      notification: PendingNotification,
      targets: ReadonlyArray<DispatchTarget>,
      moment: MessageMoment | null = null
    ) {
      const { minute = 0, reminder = null, step = null } = moment ?? {}
      const rows = yield* Effect.forEach(targets, ({ cause, channel, onCall, target, userKey, waitsUntil }) =>
        Effect.map(newId, (id) => ({
          id,
          channel,
          target,
          user_id: userKey,
          waits: waitsUntil?.toISOString() ?? null,
          cause: cause?.causeKey ?? null,
          part: cause === null ? null : causeParts[cause.part],
          on_call: onCall
        }))
      )
      // An alert with several moments may have recipients at later moments, even if the alert has no recipients now.
      yield* sql`
      update notification set dispatched_at = coalesce(dispatched_at, mon_now()), status = case
        when ${rows.length > 0}::boolean then 'pending' when ${moment === null}::boolean then 'suppressed' else status end,
        reason = case when ${rows.length === 0 && moment === null}::boolean then 'no_recipient' else reason end
      where id = ${notification.key}::bigint`
      if (rows.length === 0) return
      yield* sql`
        insert into notification_delivery (public_id, account_id, notification_id, key, channel, target, user_id,
          minute, route_step, reminder, waits_until, gathers_at, cause_id, cause_part, target_kind, target_name,
          on_call)
        select r.id, n.account_id, n.id, n.key || ':' || r.channel || ':' || lower(r.target)
            || case when r.channel <> 'webhook' and ${minute} > 0 then ${`:${minute}`} else '' end,
          r.channel, r.target, r.user_id, ${minute}::int, ${step}::smallint, ${reminder}::int,
          case when r.channel = 'channel' then ${HIDDEN}::timestamptz else r.waits end,
          case when r.channel = 'channel' then r.waits end, r.cause, r.part,
          ch.kind, coalesce(ch.name, w.label), nullif(r.on_call, 'null')
        from notification n cross join jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
          as r(id uuid, channel text, target text, user_id bigint, waits timestamptz, cause bigint, part smallint, on_call jsonb)
        left join alert_channel ch on r.channel = 'channel' and ch.account_id = n.account_id and ch.public_id::text = r.target
        left join webhook w on r.channel = 'webhook' and w.account_id = n.account_id and w.public_id::text = r.target
        where n.id = ${notification.key}::bigint
        on conflict (key) do nothing`
    }
  )

interface Waiting {
  readonly key: string
  readonly channel: DeliveryChannel
  readonly target: string
  readonly user_id: string | null
  readonly cause_id: string | null
  readonly cause_part: number | null
  readonly kind: string
  readonly monitor_id: string | null
}

const recipientOf = ({ cause_id, channel, target }: Waiting): string =>
  [channel, target.toLowerCase(), ...(cause_id === null ? [] : [cause_id])].join(":")

const digestKey = (waiting: ReadonlyArray<Waiting>): string =>
  createHash("sha256")
    .update(waiting.map(({ key }) => key).join("\n"))
    .digest("hex")
    .slice(0, 32)

const isTransition = ({ kind }: Waiting): boolean => kind === "down" || kind === "up"

/**
 * Returns whether waiting messages form a group. Messages about transitions form a group if they concern several
 * monitors. All other messages, which waited for the end of quiet hours, form a group if there are several.
 */
const isGroup = (messages: ReadonlyArray<Waiting>): boolean =>
  messages.every((one) => one.cause_id !== null || isTransition(one))
    ? new Set(messages.map(({ key, monitor_id }) => monitor_id ?? key)).size > 1
    : messages.length > 1

/**
 * Replaces several messages to one recipient by a digest. Messages that form no group are sent unchanged. A separate
 * digest combines the messages with a shared cause, and names the cause.
 */
export const gather = (sql: SqlClient.SqlClient) =>
  operation("Deliveries.gather", function* (accountKey: string, endsAt: Date) {
    yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* closeBursts(sql, accountKey, endsAt)
        const waiting = yield* sql<Waiting>`
        select d.id::text as key, d.channel, d.target, d.user_id::text, d.cause_id::text, d.cause_part, n.kind,
          n.monitor_id::text
        from notification_delivery d join notification n on n.id = d.notification_id
        where d.account_id = ${accountKey}::bigint and d.status = 'pending' and d.digest_id is null
          and ${sql.literal(windowEnd)} <= ${endsAt}::timestamptz
        order by d.id for update of d`
        const recipients = Map.groupBy(waiting, (one) => recipientOf(one))
        yield* Effect.forEach(
          [...recipients],
          ([recipient, messages]) =>
            Effect.gen(function* () {
              const [first] = messages
              const channel = first?.channel ?? "email"
              const keys = JSON.stringify(messages.map(({ key }) => key))
              if (first === undefined || !isGroup(messages)) {
                yield* sql`
                  update notification_delivery set gathers_at = null, next_at = mon_now(), held_until = null,
                    waits_until = case when channel = 'channel' then waits_until end
                  where id in (select jsonb_array_elements_text(${keys}::text::jsonb)::bigint)`
                return
              }
              yield* sql`
            with digest as (
              insert into notification_delivery (public_id, account_id, key, channel, target, user_id, waits_until,
                cause_id, cause_part)
              values (${yield* newId}::uuid, ${accountKey}::bigint, ${`digest:${digestKey(messages)}:${recipient}`},
                ${channel}, ${first.target}, ${first.user_id}::bigint,
                ${channel === "channel" ? HIDDEN : null}::timestamptz, ${first.cause_id}::bigint,
                ${Math.min(...messages.map(({ cause_part }) => cause_part ?? causeParts.rest))}::smallint)
              returning id
            )
            update notification_delivery set digest_id = digest.id from digest
            where notification_delivery.id in (select jsonb_array_elements_text(${keys}::text::jsonb)::bigint)`
            }),
          { discard: true }
        )
      })
    )
  })

const isExternal = ({ kind }: PendingNotification): boolean => EXTERNAL_KINDS.includes(kind)

/**
 * Selects the members who get an alert of another tool: the admins, the members whom a route names, and the members who
 * got the alert that a recovery ends. No other member gets such an alert, because it belongs to no monitor that is
 * shared with the member.
 */
const namedMembers = (
  sql: SqlClient.SqlClient,
  { accountKey, key }: PendingNotification,
  targets: ReadonlyArray<string>
) =>
  sql`
      union all
      select 2, 'email', u.email, u.id, null, false, null, ms.public_id::text
      from membership ms join app_user u on u.id = ms.user_id
      where ms.account_id = ${accountKey}::bigint and ms.role = 'member' and ms.removed_at is null and ms.alerts_by_email
        and (ms.member_role = 'admin' or ms.public_id::text in (select jsonb_array_elements_text(${JSON.stringify(targets)}::text::jsonb)) or exists (
          select from notification n join notification o on o.incident_id = n.incident_id and o.kind = 'external_alert'
          join notification_delivery d on d.notification_id = o.id and d.user_id = ms.user_id
          where n.id = ${key}::bigint and n.kind = 'external_resolved'))`

/**
 * Selects the email addresses by rank: the owner, then members with access to the domain, then additional addresses
 * that belong to no person.
 */
const emails = (sql: SqlClient.SqlClient, notification: PendingNotification, targets: ReadonlyArray<string>) => {
  const { accountKey, monitorKey, type, userKey } = notification
  return userKey !== null
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
        select 1 from email_suppression s where s.account_id = m.account_id and s.address = lower(cc.address))
      ${isExternal(notification) ? namedMembers(sql, notification, targets) : sql``}`
}

const whatsApp = (sql: SqlClient.SqlClient, { accountKey, type, userKey }: PendingNotification) =>
  sql`
    select 1, 'whatsapp', c.number, ms.user_id, null, false, null, null
    from whatsapp_contact c join membership ms on ms.account_id = c.account_id and ms.role = 'owner' and ms.removed_at is null
    where c.account_id = ${accountKey}::bigint and c.number is not null and ${userKey === null && type !== "weekly_report"}`

/**
 * Selects the webhooks of the monitor and of the whole account. The owner's weekly report goes to all webhooks, and
 * each webhook gets only its own part.
 */
const webhooks = (sql: SqlClient.SqlClient, { accountKey, monitorKey, type, userKey }: PendingNotification) =>
  sql`
    select 1, 'webhook', w.public_id::text, null::bigint, null, false, null, null
    from webhook w
    where w.account_id = ${accountKey}::bigint and w.is_active and ${type}::text = any(w.events)
      and (w.monitor_id = ${monitorKey}::bigint or (w.monitor_id is null and ${userKey === null}) or (${type} = 'weekly_report' and exists (
        select 1 from membership ms where ms.account_id = w.account_id and ms.user_id = ${userKey}::bigint
          and ms.role = 'owner' and ms.removed_at is null)))`

/** SQL for whether the delivery `d` to a channel is a separate message, and not part of a message about a cause. */
const isOwnMessage = "(d.digest_id is null and d.gathers_at is null and d.cause_id is null)"

/**
 * SQL for whether the channel `c` belongs to the account, or to the member `ms` who has verified it and gets the alerts
 * of the monitor. An alert without a monitor reaches the own channels of all people whom its route names.
 */
const ownChannelIsReached = (sql: SqlClient.SqlClient, monitorKey: string | null) =>
  sql`(c.membership_id is null or (ms.removed_at is null
    and exists (select from own_channel o where o.channel_id = c.id and o.verified_at is not null)
    and (ms.role = 'owner' or (ms.alerts_by_email and (${monitorKey === null} or exists (
      select from monitor_access ma where ma.membership_id = ms.id and ma.monitor_id = ${monitorKey}::bigint))))))`

/**
 * Selects the alert channels of a route, or of the default route. The channels get the alerts that the owner gets by
 * email. Own channels of people are included only if `channelIds` contains them. Personal reports are left out, because
 * a channel of the account belongs to no person.
 */
const channels = (
  sql: SqlClient.SqlClient,
  { accountKey, key, monitorKey, type, userKey }: PendingNotification,
  channelIds: ReadonlyArray<string>,
  withDefault: boolean
) =>
  sql`
    select 1, 'channel', c.public_id::text, ms.user_id, c.kind, exists (
      select from notification n join notification o on ${sql.literal(sameSubject("o", "n"))} and o.id < n.id
        and o.created_at <= n.created_at and case n.kind
          when 'recovered' then o.kind = 'degraded' when 'email_health_recovery' then o.kind = 'email_health_alert'
          else o.incident_id = n.incident_id end
      join notification_delivery d on d.notification_id = o.id and d.channel = 'channel'
        and d.target = c.public_id::text and ${sql.literal(isOwnMessage)}
      where n.id = ${key}::bigint), c.quiet_hours, null
    from alert_channel c left join membership ms on ms.id = c.membership_id
    where c.account_id = ${accountKey}::bigint and c.is_active and ${ownChannelIsReached(sql, monitorKey)}
      and (${withDefault}::boolean and c.in_default_route and c.membership_id is null
        or c.public_id in (select jsonb_array_elements_text(${JSON.stringify(channelIds)}::text::jsonb)::uuid))
      and ${userKey === null && type !== "weekly_report"}`

/** Each recipient occurs once per channel. */
export const targets = (sql: SqlClient.SqlClient) =>
  operation(
    "Deliveries.targets",
    function* (
      notification: PendingNotification,
      channelIds?: ReadonlyArray<string>,
      withDefault: boolean = channelIds === undefined
    ): Returns<ReadonlyArray<DeliveryTarget>> {
      const rows = yield* sql<Omit<DeliveryTarget, "quietHours"> & { readonly quietHours: unknown }>`
      select distinct on (channel, lower(target)) channel, target, user_id::text as "userKey", kind, known as "isKnown",
        quiet_hours as "quietHours", membership_id as "membershipId"
      from (${emails(sql, notification, channelIds ?? [])} union all ${whatsApp(sql, notification)} union all ${webhooks(sql, notification)}
        union all ${channels(sql, notification, channelIds ?? [], withDefault)}) t
      order by channel, lower(target), rank`
      return rows.map((row) => ({ ...row, quietHours: readQuietHours(row.quietHours) }))
    }
  )

/**
 * Creates updates for channels that got a separate message about the incident, or will get such a message. If an
 * acknowledgement is withdrawn, only messages that show the acknowledgement are updated. The key of an update contains
 * the time of the change, so that each change causes one message.
 */
export const showAcknowledgement = (sql: SqlClient.SqlClient) =>
  operation("Deliveries.showAcknowledgement", function* (incidentId: string, kinds: ReadonlyArray<string>) {
    if (!isPublicId(incidentId)) return
    yield* sql`
      insert into notification_delivery (public_id, account_id, notification_id, key, channel, target, user_id,
        waits_until, target_kind, target_name)
      select gen_random_uuid(), s.account_id, s.notification_id, s.key, 'channel', s.target, s.user_id,
        ${HIDDEN}::timestamptz, s.kind, s.name
      from (
        select distinct on (d.target) d.account_id, d.notification_id, d.target, d.user_id, c.kind, c.name,
          n.key || ':channel:' || lower(d.target) || ${UPDATE}
            || (extract(epoch from coalesce(i.acknowledged_at, mon_now())) * 1000)::bigint as key
        from incident i join notification n on n.incident_id = i.id and n.kind in ('down', 'external_alert')
        join notification_delivery d on d.notification_id = n.id and d.channel = 'channel'
          and d.status in ('pending', 'sent') and ${sql.literal(isOwnMessage)}
        join alert_channel c on c.public_id::text = d.target and c.account_id = d.account_id and c.is_active
          and c.kind in (select jsonb_array_elements_text(${JSON.stringify(kinds)}::text::jsonb))
        where i.public_id = ${incidentId}::uuid and i.resolved_at is null
          and (i.acknowledged_at is not null or ${sql.literal(isUpdate("d"))})
        order by d.target, d.id desc
      ) s
      on conflict (key) do nothing`
  })
