import { effectivePlan, isChannelInPlan, isPublicId, type Language, type PlanName, Plans } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../sql/operation.ts"
import { lockReceiver } from "./deliveries/claimDelivery.ts"
import { type ChannelSettingsRow, readTexts, type SealedSettings } from "./AlertChannels.ts"

/** A channel, with the facts that are needed for deliveries to it. */
export interface ChannelTarget {
  readonly id: string
  /** The kind of the channel. This release may not support it. */
  readonly kind: string
  readonly name: string
  /** The encrypted settings. */
  readonly settings: string
  readonly isActive: boolean
  /** Whether the plan of the account allows the channel. */
  readonly isInPlan: boolean
  /** The person to whom the channel belongs: the owner of the account, unless it is a member's own channel. */
  readonly owner: { readonly email: string; readonly timezone: string; readonly language: Language }
  /** Whether the channel belongs to one person alone. */
  readonly isOwn: boolean
}

/** The result of an attempt at a delivery to a channel. */
export interface ChannelAttempt {
  readonly delivered: boolean
  /** The status as it is shown to people: `delivered`, an HTTP status, or `failed`. */
  readonly status: string
  /** Whether the service refuses all messages until the settings of the channel are changed. */
  readonly refused: boolean
  /** Whether the attempt failed because of an error in the worker. Such a failure says nothing about the service. */
  readonly ownFault: boolean
  /** The time for which the service asks for no further messages. Null if the service gave no time. */
  readonly pauseSeconds: number | null
}

/** The times without success, in seconds, after which a channel is switched off. */
export interface ChannelPatience {
  readonly refusedSeconds: number
  readonly failingSeconds: number
}

/** A change of the state that a channel stores for a message. */
export interface MessageChange {
  /** The key of the subject that the message is about. */
  readonly key: string
  /** The new state. Null deletes the stored state. */
  readonly state: ChannelSettingsRow | null
}

/** A message that its service repeats until somebody acknowledges it. */
export interface OpenReceipt {
  /** The public id of the channel. */
  readonly id: string
  readonly kind: string
  /** The encrypted settings of the channel. */
  readonly settings: string
  /** The key of the subject that the message is about. */
  readonly key: string
  readonly state: ChannelSettingsRow
  /** Whether an acknowledgement is still wanted: the incident is open and not acknowledged. */
  readonly isWanted: boolean
  /** The current time of the database, in epoch milliseconds. */
  readonly nowMs: number
}

/** The selection of receipts to claim: the kinds of channels, and the interval. */
export interface ReceiptWish {
  /** The kinds of channels that have receipts. */
  readonly kinds: ReadonlyArray<string>
  /** The shortest time between two claims of a receipt. */
  readonly everySeconds: number
  readonly limit: number
}

interface ReceiptRow extends Omit<OpenReceipt, "nowMs" | "state"> {
  readonly state: unknown
  readonly now: Date
}

/** Each claim updates the row of the message, so that several workers share the receipts. */
const takeReceipts = (sql: SqlClient.SqlClient) =>
  operation("ChannelTargets.takeReceipts", function* (wish: ReceiptWish): Returns<ReadonlyArray<OpenReceipt>> {
    const rows = yield* sql<ReceiptRow>`
        with due as (
          select m.channel_id, m.key, c.public_id, c.account_id, c.kind, c.settings
          from alert_channel c join alert_message m on m.channel_id = c.id
          where c.kind in (select jsonb_array_elements_text(${JSON.stringify(wish.kinds)}::text::jsonb)) and c.is_active
            and m.state ? 'receipt' and m.updated_at <= mon_now() - ${wish.everySeconds}::int * interval '1 second'
          order by m.updated_at limit ${wish.limit}::int for update of m skip locked
        )
        update alert_message m set updated_at = mon_now() from due
        where m.channel_id = due.channel_id and m.key = due.key
        returning due.public_id as id, due.kind, due.settings, m.key, m.state, mon_now() as now, exists (
          select from incident i where i.public_id::text = m.key and i.account_id = due.account_id
            and i.resolved_at is null and i.acknowledged_at is null) as "isWanted"`
    return rows.map(({ now, state, ...row }) => ({ ...row, nowMs: now.getTime(), state: readTexts(state) }))
  })

interface TargetRow extends Omit<ChannelTarget, "isInPlan" | "owner"> {
  readonly olderChannels: number
  readonly plan: PlanName
  readonly planExpiresAt: Date | null
  readonly email: string
  readonly timezone: string
  readonly language: ChannelTarget["owner"]["language"]
}

const find = (sql: SqlClient.SqlClient) =>
  operation("ChannelTargets.find", function* (id: string): Returns<ChannelTarget | null> {
    if (!isPublicId(id)) return null
    const [row] = yield* sql<TargetRow>`
        select c.public_id as id, c.kind, c.name, c.settings, c.membership_id is not null as "isOwn",
          c.is_active and (c.membership_id is null or o.verified_at is not null) as "isActive", a.plan,
          a.plan_expires_at as "planExpiresAt", u.email, coalesce(us.timezone, 'UTC') as timezone,
          coalesce(us.language, 'en') as language,
          (select count(*)::int from alert_channel e where e.account_id = c.account_id and e.id < c.id
            and e.membership_id is null and c.membership_id is null) as "olderChannels"
        from alert_channel c join account a on a.id = c.account_id left join own_channel o on o.channel_id = c.id
        join membership ms on ms.account_id = c.account_id and ms.removed_at is null
          and case when c.membership_id is null then ms.role = 'owner' else ms.id = c.membership_id end
        join app_user u on u.id = ms.user_id left join user_setting us on us.user_id = u.id
        where c.public_id = ${id}::uuid`
    if (row === undefined) return null
    const { email, language, olderChannels, plan, planExpiresAt, timezone, ...channel } = row
    const plans = yield* Plans
    const limits = plans[effectivePlan(plan, planExpiresAt, new Date(yield* Clock.currentTimeMillis))]
    return {
      ...channel,
      isInPlan: isChannelInPlan({ kind: channel.kind, olderChannels }, limits),
      owner: { email, timezone, language }
    }
  })

/**
 * Moves the next slot of a channel to the end of the pause. Messages that wait for a slot get a later slot. The locks
 * are acquired in the order in which a claim acquires them, so that a pause and a claim cannot deadlock.
 */
const pause = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, id: string, seconds: number) {
  yield* lockReceiver(sql, id)
  yield* sql`
    update alert_channel set slot_at = greatest(slot_at, mon_now() + ${seconds}::double precision * interval '1 second')
    where public_id = ${id}::uuid`
  yield* sql`
    update notification_delivery d set slot_at = null from alert_channel c
    where c.public_id = ${id}::uuid and d.account_id = c.account_id and d.channel = 'channel' and d.target = ${id}
      and d.status = 'pending' and d.slot_at is not null and coalesce(d.lease_until <= mon_now(), true)`
})

const record = (sql: SqlClient.SqlClient) =>
  operation("ChannelTargets.record", function* (id: string, attempt: ChannelAttempt, patience: ChannelPatience) {
    const { delivered, ownFault, pauseSeconds, refused, status } = attempt
    const { failingSeconds, refusedSeconds } = patience
    if (pauseSeconds !== null) yield* pause(sql, id, pauseSeconds)
    const [row] = yield* sql<{ readonly reason: "refused" | "failing" | null; readonly disabled: boolean }>`
        with before as (
          select id, is_active, failing_since, refused_since from alert_channel where public_id = ${id}::uuid for update),
        judged as (
          select id, is_active,
            case when ${delivered} then null when ${ownFault} then failing_since else coalesce(failing_since, mon_now()) end as failing_since,
            case when ${delivered} then null when ${refused} then coalesce(refused_since, mon_now()) else refused_since end as refused_since,
            case when ${refused} and refused_since <= mon_now() - ${refusedSeconds}::int * interval '1 second' then 'refused'
              when not ${delivered} and not ${ownFault} and failing_since <= mon_now() - ${failingSeconds}::int * interval '1 second' then 'failing' end as reason
          from before
        )
        update alert_channel c set last_delivery_at = mon_now(), last_delivery_status = ${status},
          failing_since = j.failing_since, refused_since = j.refused_since,
          is_active = c.is_active and j.reason is null,
          disabled_reason = case when c.is_active then j.reason else c.disabled_reason end
        from judged j where c.id = j.id
        returning j.reason, j.is_active and j.reason is not null as disabled`
    return row?.disabled === true ? row.reason : null
  })

/** The alert channels to which deliveries go, and the record of the attempts. */
export class ChannelTargets extends Context.Service<ChannelTargets>()("@mon/core-store/ChannelTargets", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    find: find(sql),
    /** Returns the state that a channel stores for the messages with a key. Null if there is none. */
    message: operation("ChannelTargets.message", function* (id: string, key: string) {
      const [row] = yield* sql<{ readonly state: unknown }>`
        select m.state from alert_message m join alert_channel c on c.id = m.channel_id
        where c.public_id = ${id}::uuid and m.key = ${key}`
      return row === undefined ? null : readTexts(row.state)
    }),
    remember: operation("ChannelTargets.remember", function* (id: string, change: MessageChange) {
      if (change.state === null)
        yield* sql`
          delete from alert_message
          where key = ${change.key} and channel_id = (select id from alert_channel where public_id = ${id}::uuid)`
      else
        yield* sql`
          insert into alert_message as m (channel_id, key, state)
          select id, ${change.key}, ${JSON.stringify(change.state)}::text::jsonb from alert_channel where public_id = ${id}::uuid
          on conflict (channel_id, key) do update set state = excluded.state, updated_at = mon_now()`
    }),
    /**
     * Claims messages that their services repeat until somebody acknowledges them. Only one caller gets each message.
     * Does not return messages of channels that are switched off.
     */
    takeReceipts: takeReceipts(sql),
    /**
     * Acknowledges an incident (public id) because somebody did so in the app of a channel's service. Returns whether
     * this changed the incident. If an open incident is already acknowledged, the first acknowledgement stays.
     */
    acknowledge: operation("ChannelTargets.acknowledge", function* (id: string, incidentId: string) {
      if (!isPublicId(id) || !isPublicId(incidentId)) return false
      const changed = yield* sql`
        update incident i set acknowledged_at = mon_now(), acknowledged_via = 'app',
          acknowledged_channel = case when c.membership_id is null then c.name else c.kind end,
          acknowledged_by = ms.user_id
        from alert_channel c left join membership ms on ms.id = c.membership_id
        where c.public_id = ${id}::uuid and i.account_id = c.account_id and i.public_id = ${incidentId}::uuid
          and (ms.id is null or ms.role = 'owner' or exists (select from monitor_access ma
            where ma.membership_id = ms.id and ma.monitor_id = i.monitor_id and ma.can_write))
          and i.resolved_at is null and i.acknowledged_at is null
        returning 1`
      return changed.length > 0
    }),
    /** Stores settings that the channel's service has changed, unless a person has changed them in the meantime. */
    replaceSettings: operation(
      "ChannelTargets.replaceSettings",
      function* (id: string, settings: SealedSettings & { readonly earlier: string }) {
        yield* sql`
        with changed as (
          update alert_channel set settings = ${settings.sealed},
            shown = case when membership_id is null then ${JSON.stringify(settings.shown)}::text::jsonb else shown end
          where public_id = ${id}::uuid and settings = ${settings.earlier}
          returning id
        )
        update own_channel o set shown = ${JSON.stringify(settings.shown)}::text::jsonb
        from changed where o.channel_id = changed.id`
      }
    ),
    /** Records an attempt. If the attempt switched off the channel, returns the reason; otherwise, returns null. */
    record: record(sql)
  }))
}) {
  static readonly layer = Layer.effect(ChannelTargets, ChannelTargets.make)
}
