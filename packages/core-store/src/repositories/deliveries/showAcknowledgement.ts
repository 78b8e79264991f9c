import { isPublicId } from "@mon/model"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { isUpdate, UPDATE } from "../deliveryRecords/acknowledgementUpdates.ts"
import type { Deliveries } from "./Deliveries.ts"
import { HIDDEN } from "./dispatch.ts"

/**
 * A channel got a message of its own about the incident, or will. When an acknowledgement is taken back, only messages
 * that show it are changed. The key has the time of the change, so that each change is one message.
 */
export const showAcknowledgement = (sql: SqlClient.SqlClient): Deliveries["Service"]["showAcknowledgement"] =>
  operation("Deliveries.showAcknowledgement", function* (incidentId, kinds) {
    if (!isPublicId(incidentId)) return
    yield* sql`
      insert into notification_delivery (public_id, account_id, notification_id, key, channel, target, waits_until,
        target_kind, target_name)
      select gen_random_uuid(), s.account_id, s.notification_id, s.key, 'channel', s.target, ${HIDDEN}::timestamptz,
        s.kind, s.name
      from (
        select distinct on (d.target) d.account_id, d.notification_id, d.target, c.kind, c.name,
          n.key || ':channel:' || lower(d.target) || ${UPDATE}
            || (extract(epoch from coalesce(i.acknowledged_at, mon_now())) * 1000)::bigint as key
        from incident i join notification n on n.incident_id = i.id and n.kind = 'down'
        join notification_delivery d on d.notification_id = n.id and d.channel = 'channel'
          and d.status in ('pending', 'sent') and d.digest_id is null and d.gathers_at is null
        join alert_channel c on c.public_id::text = d.target and c.account_id = d.account_id and c.is_active
          and c.kind in (select jsonb_array_elements_text(${JSON.stringify(kinds)}::text::jsonb))
        where i.public_id = ${incidentId}::uuid and i.resolved_at is null
          and (i.acknowledged_at is not null or ${sql.literal(isUpdate("d"))})
        order by d.target, d.id desc
      ) s
      on conflict (key) do nothing`
  })
