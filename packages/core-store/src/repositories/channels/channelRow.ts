import { ChannelKind } from "@mon/model"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import type { ChannelSettingsRow, StoredChannel } from "./AlertChannels.ts"
import { readQuietHours } from "../deliveryRecords/quietHours.ts"

/** A row of {@link selectChannels}. */
export interface ChannelRow extends Omit<StoredChannel, "kind" | "quietHours" | "shown"> {
  readonly quietHours: unknown
  readonly kind: string
  readonly shown: unknown
}

/** The channels `c` of an account. A condition may follow. */
export const selectChannels = (sql: SqlClient.SqlClient, accountKey: string) =>
  sql`
    select c.public_id as id, c.kind, c.name, c.settings, c.shown, c.in_default_route as "inDefaultRoute",
      c.quiet_hours as "quietHours",
      c.is_active as "isActive", c.disabled_reason as "disabledReason", c.created_at as "createdAt",
      c.last_delivery_at as "lastDeliveryAt", c.last_delivery_status as "lastDeliveryStatus",
      c.failing_since as "failingSince",
      (select count(*)::int from alert_channel o where o.account_id = c.account_id and o.id < c.id) as "olderChannels"
    from alert_channel c where c.account_id = ${accountKey}::bigint`

const decodeShown = Schema.decodeUnknownOption(Schema.Record(Schema.String, Schema.String))

/** Decodes settings or a state of a JSON column; nothing when they are in the format of another release. */
export const readTexts = (stored: unknown): ChannelSettingsRow => {
  const read = decodeShown(stored)
  return read._tag === "Some" ? read.value : {}
}

const isKind = Schema.is(ChannelKind)

/** Rows of kinds that this release has. */
export const toChannels = (rows: ReadonlyArray<ChannelRow>): ReadonlyArray<StoredChannel> =>
  rows.flatMap(({ kind, quietHours, shown, ...row }) =>
    isKind(kind) ? [{ ...row, kind, quietHours: readQuietHours(quietHours), shown: readTexts(shown) }] : []
  )

/**
 * Ends the pending deliveries to channels, for the reason `code`. Runs in the transaction of the change that ends them.
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
