import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../sql/operation.ts"

/**
 * The numbers of alert channels in all accounts. `failing` counts channels whose last attempts failed. `off` counts
 * channels that Mon switched off because the service refuses messages, or because nothing was delivered for days.
 * Channels that their owners switched off do not count.
 */
export interface ChannelCounts {
  readonly working: number
  readonly failing: number
  readonly off: number
}

/** Counts of alerts over all accounts, for the operator. */
export class AlertCounts extends Context.Service<AlertCounts>()("@mon/core-store/AlertCounts", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    channels: operation("AlertCounts.channels", function* () {
      const [row] = yield* sql<ChannelCounts>`
      select count(*) filter (where is_active and failing_since is null)::int as working,
        count(*) filter (where is_active and failing_since is not null)::int as failing,
        count(*) filter (where not is_active and disabled_reason is not null)::int as off
      from alert_channel`
      return row ?? { working: 0, failing: 0, off: 0 }
    }),
    /**
     * The numbers of deliveries that have not been sent yet, by kind of alert channel, or under `email`, `whatsapp` or
     * `webhook`.
     */
    waiting: operation("AlertCounts.waiting", function* (): Returns<ReadonlyMap<string, number>> {
      const rows = yield* sql<{ readonly kind: string; readonly n: number }>`
      select coalesce(c.kind, d.channel) as kind, count(*)::int as n
      from notification_delivery d
      left join alert_channel c on c.public_id = case when d.channel = 'channel' then d.target::uuid end
      where d.status = 'pending' group by 1`
      return new Map(rows.map(({ kind, n }) => [kind, n]))
    }),
    /** The number of maintenance windows that are currently active. */
    activeWindows: operation("AlertCounts.activeWindows", function* () {
      const [row] = yield* sql<{ readonly n: number }>`
      select count(distinct o.window_id)::int as n
      from maintenance_occurrence o join maintenance_window w on w.id = o.window_id
      where o.ends_at > mon_now() and o.starts_at <= mon_now() and not w.is_stopped and w.ended_at is null`
      return row?.n ?? 0
    })
  }))
}) {
  static readonly layer = Layer.effect(AlertCounts, AlertCounts.make)
}
