import { ChannelKind, isPublicId } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import type { AccessScope } from "../../access/AccessScope.ts"
import { holdMembership } from "../../access/holdMembership.ts"
import { operation, type Returns } from "../../sql/operation.ts"
import { type ChannelSettingsRow, endDeliveries, readTexts, type SealedSettings } from "../AlertChannels.ts"
import { emailInstead } from "../deliveries/emailInstead.ts"

/** A channel that belongs to one person, as the database stores it. */
export interface StoredOwnChannel {
  readonly id: string
  readonly kind: ChannelKind
  readonly name: string
  /** The encrypted settings. */
  readonly settings: string
  readonly shown: ChannelSettingsRow
  readonly isVerified: boolean
  readonly isActive: boolean
  readonly disabledReason: "refused" | "failing" | null
  readonly createdAt: Date
  readonly lastDeliveryAt: Date | null
  readonly lastDeliveryStatus: string | null
}

/** An own channel to create. */
export interface OwnChannelDraft {
  /** The public id of the channel. The encrypted settings are bound to it. */
  readonly id: string
  readonly kind: ChannelKind
  readonly name: string
  readonly settings: SealedSettings
}

/** A change of an own channel. Absent fields stay unchanged. */
export interface OwnChannelPatch {
  readonly name?: string
  readonly isActive?: boolean
}

/** The new channel, or the reason why it was not created. */
export type CreateOwnChannelResult =
  | { readonly _tag: "Created"; readonly channel: StoredOwnChannel }
  | { readonly _tag: "LimitReached" }
  /** The caller is no longer a member of the account. */
  | { readonly _tag: "NoMembership" }

/** The limits of one code: how long it is valid, and how many attempts there are to enter it. */
interface CodeLimits {
  readonly seconds: number
  readonly attempts: number
}

interface Row extends Omit<StoredOwnChannel, "kind" | "shown"> {
  readonly kind: string
  readonly shown: unknown
}

const isKind = Schema.is(ChannelKind)

/** Leaves out channels of a kind that this release does not support. */
const toChannels = (rows: ReadonlyArray<Row>): ReadonlyArray<StoredOwnChannel> =>
  rows.flatMap(({ kind, shown, ...row }) => (isKind(kind) ? [{ ...row, kind, shown: readTexts(shown) }] : []))

/** SQL for whether the channel `c` is the caller's own. */
const isOwn = (sql: SqlClient.SqlClient, { accountKey, membershipKey }: AccessScope) =>
  sql`c.account_id = ${accountKey}::bigint and c.membership_id = ${membershipKey}::bigint`

/** Selects the caller's own channels `c`. The caller may append further conditions. */
const selectChannels = (sql: SqlClient.SqlClient, scope: AccessScope) =>
  sql`
    select c.public_id as id, c.kind, c.name, c.settings, o.shown, o.verified_at is not null as "isVerified",
      c.is_active as "isActive", c.disabled_reason as "disabledReason", c.created_at as "createdAt",
      c.last_delivery_at as "lastDeliveryAt", c.last_delivery_status as "lastDeliveryStatus"
    from alert_channel c join own_channel o on o.channel_id = c.id
    where ${isOwn(sql, scope)}`

const find = (sql: SqlClient.SqlClient) =>
  operation("OwnChannels.find", function* (scope: AccessScope, id: string) {
    if (!isPublicId(id)) return null
    return toChannels(yield* sql<Row>`${selectChannels(sql, scope)} and c.public_id = ${id}::uuid`)[0] ?? null
  })

const create = (sql: SqlClient.SqlClient) =>
  operation(
    "OwnChannels.create",
    function* (scope: AccessScope, draft: OwnChannelDraft, limit: number): Returns<CreateOwnChannelResult> {
      const { id, kind, name, settings } = draft
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          if (!(yield* holdMembership(sql, scope))) return { _tag: "NoMembership" } satisfies CreateOwnChannelResult
          // The lock enforces the limit even if several calls create channels at the same time.
          yield* sql`select from membership where id = ${scope.membershipKey}::bigint for no key update`
          const [counted] = yield* sql<{ readonly used: number }>`
            select count(*)::int as used from alert_channel c where ${isOwn(sql, scope)}`
          if ((counted?.used ?? 0) >= limit) return { _tag: "LimitReached" } satisfies CreateOwnChannelResult
          // The settings to show are only in own_channel, because the previous release shows those of alert_channel
          // to admins.
          yield* sql`
            with added as (
              insert into alert_channel (public_id, account_id, kind, name, settings, shown, in_default_route, is_active,
                membership_id)
              values (${id}::uuid, ${scope.accountKey}::bigint, ${kind}, ${name}, ${settings.sealed}, '{}', false, false,
                ${scope.membershipKey}::bigint)
              returning id
            )
            insert into own_channel (channel_id, shown)
            select id, ${JSON.stringify(settings.shown)}::text::jsonb from added`
          const rows = yield* sql<Row>`${selectChannels(sql, scope)} and c.public_id = ${id}::uuid`
          const [channel] = toChannels(rows)
          return (
            channel === undefined ? { _tag: "NoMembership" } : { _tag: "Created", channel }
          ) satisfies CreateOwnChannelResult
        })
      )
    }
  )

/** Ends the pending deliveries to a channel. Its person gets an email instead. */
const endMessages = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, id: string, code: string) {
  const pending = yield* sql<{ readonly key: string }>`
    select coalesce(digest_id, id)::text as key from notification_delivery
    where channel = 'channel' and target = ${id} and status = 'pending' for update`
  yield* endDeliveries(sql, [id], code)
  yield* emailInstead(
    sql,
    pending.map(({ key }) => key)
  )
})

/** A channel can be switched on only after its verification. */
const update = (sql: SqlClient.SqlClient) =>
  operation("OwnChannels.update", function* (scope: AccessScope, id: string, patch: OwnChannelPatch) {
    const { isActive = null, name = null } = patch
    if (!isPublicId(id)) return null
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`
          update alert_channel c set name = coalesce(${name}::text, c.name),
            is_active = coalesce(${isActive}::boolean and o.verified_at is not null, c.is_active),
            disabled_reason = case when ${isActive}::boolean is null then c.disabled_reason end,
            failing_since = case when ${isActive ?? false}::boolean then null else c.failing_since end,
            refused_since = case when ${isActive ?? false}::boolean then null else c.refused_since end
          from own_channel o
          where o.channel_id = c.id and ${isOwn(sql, scope)} and c.public_id = ${id}::uuid`
        const rows = yield* sql<Row>`${selectChannels(sql, scope)} and c.public_id = ${id}::uuid`
        const [channel] = toChannels(rows)
        if (channel?.isActive === false) yield* endMessages(sql, id, "channel_inactive")
        return channel ?? null
      })
    )
  })

const remove = (sql: SqlClient.SqlClient) =>
  operation("OwnChannels.remove", function* (scope: AccessScope, id: string) {
    if (!isPublicId(id)) return false
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const [found] = yield* sql`select from alert_channel c where ${isOwn(sql, scope)} and c.public_id = ${id}::uuid`
        if (found === undefined) return false
        yield* endMessages(sql, id, "removed")
        const deleted = yield* sql`
          delete from alert_channel c where ${isOwn(sql, scope)} and c.public_id = ${id}::uuid returning 1`
        return deleted.length > 0
      })
    )
  })

/**
 * The channels that belong to one person alone. Each method reads and changes only the caller's own channels. A channel
 * receives alerts only after its person has entered a code that was sent through it.
 */
export class OwnChannels extends Context.Service<OwnChannels>()("@mon/core-store/OwnChannels", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Lists the caller's own channels, oldest first. */
    list: operation("OwnChannels.list", function* (scope: AccessScope) {
      return toChannels(yield* sql<Row>`${selectChannels(sql, scope)} order by c.id`)
    }),
    find: find(sql),
    /** Creates a channel that is not verified. `limit` holds for the person, even for concurrent calls. */
    create: create(sql),
    /** Changes a channel. Switching it on clears the reason why it was switched off. Null if there is none. */
    update: update(sql),
    /** Deletes a channel. Its pending deliveries are not sent. Returns false if there is no such channel. */
    remove: remove(sql),
    /** Stores the signature of a new code, which replaces the last one. Returns false if there is no such channel. */
    beginCode: operation("OwnChannels.beginCode", function* (scope: AccessScope, id: string, signature: string) {
      if (!isPublicId(id)) return false
      const rows = yield* sql`
        update own_channel o set code_signature = ${signature}, code_sent_at = mon_now(), code_attempts = 0
        from alert_channel c where c.id = o.channel_id and ${isOwn(sql, scope)} and c.public_id = ${id}::uuid
        returning 1`
      return rows.length > 0
    }),
    /**
     * Counts an attempt to enter the code of a channel, and returns the signature of the code. Null if there is no
     * code, if it has expired, or if no attempts are left.
     */
    countAttempt: operation(
      "OwnChannels.countAttempt",
      function* (scope: AccessScope, id: string, { attempts, seconds }: CodeLimits) {
        if (!isPublicId(id)) return null
        const [row] = yield* sql<{ readonly signature: string }>`
          update own_channel o set code_attempts = o.code_attempts + 1
          from alert_channel c
          where c.id = o.channel_id and ${isOwn(sql, scope)} and c.public_id = ${id}::uuid
            and o.code_signature is not null and o.code_attempts < ${attempts}::int
            and o.code_sent_at > mon_now() - ${seconds}::int * interval '1 second'
          returning o.code_signature as signature`
        return row?.signature ?? null
      }
    ),
    /** Verifies a channel and switches it on, provided that its code still has the signature. */
    verify: operation("OwnChannels.verify", function* (scope: AccessScope, id: string, signature: string) {
      if (!isPublicId(id)) return false
      const rows = yield* sql`
        with verified as (
          update own_channel o set verified_at = mon_now(), code_signature = null
          from alert_channel c
          where c.id = o.channel_id and ${isOwn(sql, scope)} and c.public_id = ${id}::uuid
            and o.code_signature = ${signature}
          returning o.channel_id
        )
        update alert_channel c set is_active = true, disabled_reason = null, failing_since = null, refused_since = null
        from verified where c.id = verified.channel_id returning 1`
      return rows.length > 0
    })
  }))
}) {
  static readonly layer = Layer.effect(OwnChannels, OwnChannels.make)
}
