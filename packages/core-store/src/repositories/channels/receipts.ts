import { isPublicId } from "@mon/model"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { readTexts } from "./channelRow.ts"
import type { ChannelTargets, OpenReceipt } from "./ChannelTargets.ts"

interface Row extends Omit<OpenReceipt, "nowMs" | "state"> {
  readonly state: unknown
  readonly now: Date
}

/** The time of the last question is that of the row, so that several workers share the receipts. */
export const takeReceipts = (sql: SqlClient.SqlClient): ChannelTargets["Service"]["takeReceipts"] =>
  operation("ChannelTargets.takeReceipts", function* ({ everySeconds, kinds, limit }) {
    const rows = yield* sql<Row>`
        with due as (
          select m.channel_id, m.key, c.public_id, c.account_id, c.kind, c.settings
          from alert_channel c join alert_message m on m.channel_id = c.id
          where c.kind in (select jsonb_array_elements_text(${JSON.stringify(kinds)}::text::jsonb)) and c.is_active
            and m.state ? 'receipt' and m.updated_at <= mon_now() - ${everySeconds}::int * interval '1 second'
          order by m.updated_at limit ${limit}::int for update of m skip locked
        )
        update alert_message m set updated_at = mon_now() from due
        where m.channel_id = due.channel_id and m.key = due.key
        returning due.public_id as id, due.kind, due.settings, m.key, m.state, mon_now() as now, exists (
          select from incident i where i.public_id::text = m.key and i.account_id = due.account_id
            and i.resolved_at is null and i.acknowledged_at is null) as "isWanted"`
    return rows.map(({ now, state, ...row }) => ({ ...row, nowMs: now.getTime(), state: readTexts(state) }))
  })

export const acknowledgeInApp = (sql: SqlClient.SqlClient): ChannelTargets["Service"]["acknowledge"] =>
  operation("ChannelTargets.acknowledge", function* (id, incidentId) {
    if (!isPublicId(id) || !isPublicId(incidentId)) return false
    const changed = yield* sql`
        update incident i set acknowledged_at = mon_now(), acknowledged_via = 'app', acknowledged_channel = c.name
        from alert_channel c
        where c.public_id = ${id}::uuid and i.account_id = c.account_id and i.public_id = ${incidentId}::uuid
          and i.resolved_at is null and i.acknowledged_at is null
        returning 1`
    return changed.length > 0
  })
