import { ChannelKind, type ChannelQuietHours, isPublicId, type NotificationStatus } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../sql/operation.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { holdMembership } from "../access/holdMembership.ts"
import type { DispatchedNotification } from "./deliveries/claimDelivery.ts"
import { type Outcome, outcomeColumns, outcomeOf, type OutcomeRow, readQuietHours } from "./outcome.ts"

/** The settings of a channel: the values by the names of the settings. */
export type ChannelSettingsRow = Readonly<Record<string, string>>

/** The settings of a channel in their stored form. */
export interface SealedSettings {
  /** All settings of the channel, encrypted and bound to its public id. */
  readonly sealed: string
  /** The settings as they are shown to people, with `***` in place of each secret. */
  readonly shown: ChannelSettingsRow
}

/** An alert channel as the database stores it. */
export interface StoredChannel {
  readonly id: string
  readonly kind: ChannelKind
  readonly name: string
  /** The encrypted settings. */
  readonly settings: string
  readonly shown: ChannelSettingsRow
  readonly inDefaultRoute: boolean
  readonly quietHours: ChannelQuietHours | null
  readonly isActive: boolean
  readonly disabledReason: "refused" | "failing" | null
  readonly createdAt: Date
  readonly lastDeliveryAt: Date | null
  readonly lastDeliveryStatus: string | null
  readonly failingSince: Date | null
  /** The number of channels in the account that are older than this one. The plan limits how many channels work. */
  readonly olderChannels: number
}

/** A channel to create. */
export interface ChannelDraft {
  /** The public id of the channel. The encrypted settings are bound to it. */
  readonly id: string
  readonly kind: ChannelKind
  readonly name: string
  readonly settings: SealedSettings
  readonly inDefaultRoute: boolean
  readonly quietHours: ChannelQuietHours | null
}

/** A change of a channel. Absent fields stay unchanged. */
export interface ChannelPatch {
  readonly name?: string
  readonly inDefaultRoute?: boolean
  readonly quietHours?: ChannelQuietHours | null
  readonly isActive?: boolean
  readonly settings?: SealedSettings
  /**
   * The encrypted settings on which the change is based. The change fails if the stored settings have been replaced
   * since.
   */
  readonly earlier?: string
}

/** The new channels, or the reason why none were created. */
export type CreateChannelsResult =
  | { readonly _tag: "Created"; readonly channels: ReadonlyArray<StoredChannel> }
  | { readonly _tag: "LimitReached" }
  /** The caller is no longer a member of the account. */
  | { readonly _tag: "NoMembership" }

/** An attempt at a delivery. `status` is null if the worker ended before the result was known. */
interface StoredAttempt {
  readonly at: string
  readonly status: "sent" | "failed" | null
  readonly code: string | null
  readonly durationMs: number | null
  readonly error: string | null
}

/** A delivery to a channel, with its facts. A summary has several notifications, oldest first. */
export interface ChannelDeliveryRow extends Outcome {
  readonly id: string
  readonly status: NotificationStatus
  readonly createdAt: Date
  readonly attempts: ReadonlyArray<StoredAttempt>
  readonly notifications: ReadonlyArray<DispatchedNotification>
}

interface ChannelRow extends Omit<StoredChannel, "kind" | "quietHours" | "shown"> {
  readonly quietHours: unknown
  readonly kind: string
  readonly shown: unknown
}

/** Selects the channels `c` of an account. The caller may append further conditions. */
const selectChannels = (sql: SqlClient.SqlClient, accountKey: string) =>
  sql`
    select c.public_id as id, c.kind, c.name, c.settings, c.shown, c.in_default_route as "inDefaultRoute",
      c.quiet_hours as "quietHours",
      c.is_active as "isActive", c.disabled_reason as "disabledReason", c.created_at as "createdAt",
      c.last_delivery_at as "lastDeliveryAt", c.last_delivery_status as "lastDeliveryStatus",
      c.failing_since as "failingSince",
      (select count(*)::int from alert_channel o where o.account_id = c.account_id and o.id < c.id
        and o.membership_id is null) as "olderChannels"
    from alert_channel c where c.account_id = ${accountKey}::bigint and c.membership_id is null`

const decodeShown = Schema.decodeUnknownOption(Schema.Record(Schema.String, Schema.String))

/**
 * Decodes settings or a state from a JSON column. Returns an empty object if another release stored the value in a
 * different form.
 */
export const readTexts = (stored: unknown): ChannelSettingsRow => {
  const read = decodeShown(stored)
  return read._tag === "Some" ? read.value : {}
}

const isKind = Schema.is(ChannelKind)

/** Leaves out channels of a kind that this release does not support. */
const toChannels = (rows: ReadonlyArray<ChannelRow>): ReadonlyArray<StoredChannel> =>
  rows.flatMap(({ kind, quietHours, shown, ...row }) =>
    isKind(kind) ? [{ ...row, kind, quietHours: readQuietHours(quietHours), shown: readTexts(shown) }] : []
  )

/**
 * Ends the pending deliveries to channels, with the reason `code`. Must run in the transaction of the change that makes
 * the deliveries pointless.
 */
export const endDeliveries = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  channelIds: ReadonlyArray<string>,
  code: string
) {
  if (channelIds.length === 0) return
  const ended = yield* sql<{ readonly id: string | null }>`
    update notification_delivery set status = 'suppressed', error_code = ${code}, settled_at = mon_now()
    where channel = 'channel' and status = 'pending'
      and target in (select jsonb_array_elements_text(${JSON.stringify(channelIds)}::text::jsonb))
      and account_id in (select account_id from alert_channel where public_id::text in (
        select jsonb_array_elements_text(${JSON.stringify(channelIds)}::text::jsonb)))
    returning notification_id::text as id`
  const keys = JSON.stringify(ended.flatMap(({ id }) => id ?? []))
  yield* sql`select settle_notifications(array(select jsonb_array_elements_text(${keys}::text::jsonb)::bigint))`
})

const createChannels = (sql: SqlClient.SqlClient) =>
  operation(
    "AlertChannels.create",
    function* (scope: AccessScope, drafts: ReadonlyArray<ChannelDraft>, limit: number): Returns<CreateChannelsResult> {
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          if (!(yield* holdMembership(sql, scope))) return { _tag: "NoMembership" } satisfies CreateChannelsResult
          // The lock enforces the limit even if several calls create channels at the same time.
          yield* sql`select from account where id = ${scope.accountKey}::bigint for no key update`
          const [counted] = yield* sql<{ readonly used: number }>`
            select count(*)::int as used from alert_channel
            where account_id = ${scope.accountKey}::bigint and membership_id is null`
          if ((counted?.used ?? 0) + drafts.length > limit)
            return { _tag: "LimitReached" } satisfies CreateChannelsResult
          for (const { id, inDefaultRoute, kind, name, quietHours, settings } of drafts)
            yield* sql`
              insert into alert_channel (public_id, account_id, kind, name, settings, shown, in_default_route, quiet_hours,
                added_by)
              values (${id}::uuid, ${scope.accountKey}::bigint, ${kind}, ${name}, ${settings.sealed},
                ${JSON.stringify(settings.shown)}::text::jsonb, ${inDefaultRoute},
                ${quietHours === null ? null : JSON.stringify(quietHours)}::text::jsonb, ${scope.membershipKey}::bigint)`
          const ids = JSON.stringify(drafts.map(({ id }) => id))
          const rows = yield* sql<ChannelRow>`
            ${selectChannels(sql, scope.accountKey)}
              and c.public_id::text in (select jsonb_array_elements_text(${ids}::text::jsonb)) order by c.id`
          return { _tag: "Created", channels: toChannels(rows) } satisfies CreateChannelsResult
        })
      )
    }
  )

/**
 * Updates a channel. New settings reset the channel: the channel no longer counts as failing, and its stored messages
 * are deleted, because a new destination does not have these messages.
 */
const updateChannel = (sql: SqlClient.SqlClient) =>
  operation("AlertChannels.update", function* (scope: AccessScope, id: string, patch: ChannelPatch) {
    const { earlier = null, inDefaultRoute = null, isActive = null, name = null, quietHours, settings } = patch
    if (!isPublicId(id)) return null
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const changed = yield* sql`
            update alert_channel set
              name = coalesce(${name}::text, name),
              in_default_route = coalesce(${inDefaultRoute}::boolean, in_default_route),
              quiet_hours = case when ${quietHours === undefined}::boolean then quiet_hours
                else ${quietHours === undefined || quietHours === null ? null : JSON.stringify(quietHours)}::text::jsonb end,
              is_active = coalesce(${isActive}::boolean, is_active),
              disabled_reason = case when ${isActive}::boolean is null then disabled_reason end,
              failing_since = case when ${isActive ?? false}::boolean or ${settings !== undefined}::boolean
                then null else failing_since end,
              refused_since = case when ${isActive ?? false}::boolean or ${settings !== undefined}::boolean
                then null else refused_since end,
              settings = coalesce(${settings?.sealed ?? null}::text, settings),
              shown = coalesce(${settings === undefined ? null : JSON.stringify(settings.shown)}::text::jsonb, shown)
            where account_id = ${scope.accountKey}::bigint and public_id = ${id}::uuid and membership_id is null
              and settings = coalesce(${earlier}::text, settings)
            returning 1`
        if (changed.length === 0) return null
        if (settings !== undefined)
          yield* sql`
              delete from alert_message
              where channel_id = (select id from alert_channel where public_id = ${id}::uuid)`
        if (isActive === false) yield* endDeliveries(sql, [id], "channel_inactive")
        const rows = yield* sql<ChannelRow>`${selectChannels(sql, scope.accountKey)} and c.public_id = ${id}::uuid`
        return toChannels(rows)[0] ?? null
      })
    )
  })

interface Row extends Omit<ChannelDeliveryRow, "notifications" | "outcome" | "reason">, OutcomeRow {
  readonly notifications: ReadonlyArray<Omit<DispatchedNotification, "createdAt"> & { readonly createdAt: string }>
}

/** Lists a summary in place of the deliveries that the summary combines. */
const listChannelDeliveries = (sql: SqlClient.SqlClient) =>
  operation(
    "AlertChannels.deliveries",
    function* (scope: AccessScope, id: string, limit: number): Returns<ReadonlyArray<ChannelDeliveryRow> | null> {
      if (!isPublicId(id)) return null
      const [channel] = yield* sql`
        select from alert_channel
        where account_id = ${scope.accountKey}::bigint and public_id = ${id}::uuid and membership_id is null`
      if (channel === undefined) return null
      const rows = yield* sql<Row>`
        select d.public_id as id, ${sql.literal(outcomeColumns)}, d.created_at as "createdAt",
          coalesce((
            select jsonb_agg(jsonb_build_object('type', n.type, 'kind', n.kind, 'key', n.key, 'data', n.data,
              'createdAt', n.created_at) order by n.id)
            from notification_delivery p join notification n on n.id = p.notification_id
            where p.id = d.id or p.digest_id = d.id
          ), '[]') as notifications,
          coalesce((
            select jsonb_agg(jsonb_build_object('at', t.at, 'status', t.status, 'code', t.code,
              'durationMs', t.duration_ms, 'error', t.error) order by t.number)
            from delivery_attempt t where t.delivery_id = d.id
          ), '[]') as attempts
        from notification_delivery d left join notification n on n.id = d.notification_id
        where d.account_id = ${scope.accountKey}::bigint and d.channel = 'channel' and d.target = ${id} and d.digest_id is null
        order by d.id desc limit ${limit}::int`
      return rows.map((row) => ({
        id: row.id,
        status: row.status,
        ...outcomeOf(row),
        createdAt: row.createdAt,
        attempts: row.attempts,
        notifications: row.notifications.map((fact) => ({ ...fact, createdAt: new Date(fact.createdAt) }))
      }))
    }
  )

/**
 * The alert channels of an account, without the own channels of its people. An id that is malformed or belongs to
 * another account is treated like an id that does not exist.
 */
export class AlertChannels extends Context.Service<AlertChannels>()("@mon/core-store/AlertChannels", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Lists the channels, oldest first. */
    list: operation("AlertChannels.list", function* (scope: AccessScope) {
      return toChannels(yield* sql<ChannelRow>`${selectChannels(sql, scope.accountKey)} order by c.id`)
    }),
    find: operation("AlertChannels.find", function* (scope: AccessScope, id: string) {
      if (!isPublicId(id)) return null
      const rows = yield* sql<ChannelRow>`${selectChannels(sql, scope.accountKey)} and c.public_id = ${id}::uuid`
      return toChannels(rows)[0] ?? null
    }),
    /**
     * Creates all given channels or none. `limit` is the maximum number of channels in the account, and holds even for
     * concurrent calls.
     */
    create: createChannels(sql),
    /**
     * Updates a channel. Also returns null if the settings have changed in the meantime. Switching a channel on clears
     * the reason why it was switched off.
     */
    update: updateChannel(sql),
    /** Deletes a channel. Its pending deliveries are not sent. Returns false if there is no such channel. */
    remove: operation("AlertChannels.remove", function* (scope: AccessScope, id: string) {
      if (!isPublicId(id)) return false
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const [found] = yield* sql`
            select from alert_channel
            where account_id = ${scope.accountKey}::bigint and public_id = ${id}::uuid and membership_id is null`
          if (found === undefined) return false
          yield* endDeliveries(sql, [id], "removed")
          const deleted = yield* sql`
            delete from alert_channel
            where account_id = ${scope.accountKey}::bigint and public_id = ${id}::uuid and membership_id is null returning 1`
          return deleted.length > 0
        })
      )
    }),
    /** Lists the deliveries of a channel, newest first. Null if there is no such channel. */
    deliveries: listChannelDeliveries(sql)
  }))
}) {
  static readonly layer = Layer.effect(AlertChannels, AlertChannels.make)
}
