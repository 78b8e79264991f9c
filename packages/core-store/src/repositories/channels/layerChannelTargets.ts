import { effectivePlan, isChannelInPlan, isPublicId, type PlanName, Plans } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { lockReceiver } from "../deliveries/receiverLock.ts"
import { readTexts } from "./channelRow.ts"
import { ChannelTargets, type ChannelTarget } from "./ChannelTargets.ts"
import { acknowledgeInApp, takeReceipts } from "./receipts.ts"

interface Row extends Omit<ChannelTarget, "isInPlan" | "owner"> {
  readonly olderChannels: number
  readonly plan: PlanName
  readonly planExpiresAt: Date | null
  readonly email: string
  readonly timezone: string
  readonly language: ChannelTarget["owner"]["language"]
}

const find = (sql: SqlClient.SqlClient): ChannelTargets["Service"]["find"] =>
  operation("ChannelTargets.find", function* (id) {
    if (!isPublicId(id)) return null
    const [row] = yield* sql<Row>`
        select c.public_id as id, c.kind, c.name, c.settings, c.is_active as "isActive", a.plan,
          a.plan_expires_at as "planExpiresAt", u.email, coalesce(us.timezone, 'UTC') as timezone,
          coalesce(us.language, 'en') as language,
          (select count(*)::int from alert_channel o where o.account_id = c.account_id and o.id < c.id) as "olderChannels"
        from alert_channel c join account a on a.id = c.account_id
        join membership ms on ms.account_id = c.account_id and ms.role = 'owner' and ms.removed_at is null
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

const message = (sql: SqlClient.SqlClient): ChannelTargets["Service"]["message"] =>
  operation("ChannelTargets.message", function* (id, key) {
    const [row] = yield* sql<{ readonly state: unknown }>`
        select m.state from alert_message m join alert_channel c on c.id = m.channel_id
        where c.public_id = ${id}::uuid and m.key = ${key}`
    return row === undefined ? null : readTexts(row.state)
  })

const remember = (sql: SqlClient.SqlClient): ChannelTargets["Service"]["remember"] =>
  operation("ChannelTargets.remember", function* (id, { key, state }) {
    if (state === null)
      yield* sql`
          delete from alert_message
          where key = ${key} and channel_id = (select id from alert_channel where public_id = ${id}::uuid)`
    else
      yield* sql`
          insert into alert_message as m (channel_id, key, state)
          select id, ${key}, ${JSON.stringify(state)}::text::jsonb from alert_channel where public_id = ${id}::uuid
          on conflict (channel_id, key) do update set state = excluded.state, updated_at = mon_now()`
  })

const replaceSettings = (sql: SqlClient.SqlClient): ChannelTargets["Service"]["replaceSettings"] =>
  operation("ChannelTargets.replaceSettings", function* (id, { earlier, sealed, shown }) {
    yield* sql`
        update alert_channel set settings = ${sealed}, shown = ${JSON.stringify(shown)}::text::jsonb
        where public_id = ${id}::uuid and settings = ${earlier}`
  })

/** What waits for a slot gets one after the pause. Locked as claims are, so that the two cannot deadlock. */
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

const record = (sql: SqlClient.SqlClient): ChannelTargets["Service"]["record"] =>
  operation(
    "ChannelTargets.record",
    function* (id, { delivered, ownFault, pauseSeconds, status, switchesOff }, disabledAfterSeconds) {
      if (pauseSeconds !== null) yield* pause(sql, id, pauseSeconds)
      const [row] = yield* sql<{ readonly reason: "refused" | "failing" | null; readonly disabled: boolean }>`
        with before as (select id, is_active, failing_since from alert_channel where public_id = ${id}::uuid for update),
        judged as (
          select id, is_active,
            case when ${delivered} then null when ${ownFault} then failing_since else coalesce(failing_since, mon_now()) end as failing_since,
            case when ${switchesOff} then 'refused'
              when not ${delivered} and not ${ownFault} and failing_since <= mon_now() - ${disabledAfterSeconds}::int * interval '1 second' then 'failing' end as reason
          from before
        )
        update alert_channel c set last_delivery_at = mon_now(), last_delivery_status = ${status}, failing_since = j.failing_since,
          is_active = c.is_active and j.reason is null,
          disabled_reason = case when c.is_active then j.reason else c.disabled_reason end
        from judged j where c.id = j.id
        returning j.reason, j.is_active and j.reason is not null as disabled`
      return row?.disabled === true ? row.reason : null
    }
  )

/** {@link ChannelTargets} over PostgreSQL. */
export const layerChannelTargets: Layer.Layer<ChannelTargets, never, SqlClient.SqlClient> = Layer.effect(
  ChannelTargets,
  Effect.map(SqlClient.SqlClient, (sql) =>
    ChannelTargets.of({
      find: find(sql),
      message: message(sql),
      remember: remember(sql),
      takeReceipts: takeReceipts(sql),
      acknowledge: acknowledgeInApp(sql),
      replaceSettings: replaceSettings(sql),
      record: record(sql)
    })
  )
)
