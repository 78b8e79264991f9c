import { type FactMonitor, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import type * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "../../sql/Randomness.ts"
import { operation } from "../../sql/operation.ts"
import { writeFact } from "../facts/writeFacts.ts"
import { COUNTED, isTransition } from "../monitors/transitions.sql.ts"
import type { AlertWindow, Deliveries, MonitorTransitions } from "./Deliveries.ts"

/** A window opens with the first state change after the last window has ended. */
export const countTransition = (sql: SqlClient.SqlClient): Deliveries["Service"]["countTransition"] =>
  operation("Deliveries.countTransition", function* (accountKey, windowSeconds) {
    const length = sql`${windowSeconds}::int * interval '1 second'`
    const [row] = yield* sql<AlertWindow>`
      insert into alert_window as w (account_id, opened_at, sent) values (${accountKey}::bigint, mon_now(), 1)
      on conflict (account_id) do update set
        opened_at = case when w.opened_at <= mon_now() - ${length} then mon_now() else w.opened_at end,
        sent = case when w.opened_at <= mon_now() - ${length} then 1 else w.sent + 1 end
      returning w.opened_at + ${length} as "endsAt", w.sent as "sent"`
    return row ?? { endsAt: new Date(0), sent: 1 }
  })

export const transitions = (sql: SqlClient.SqlClient): Deliveries["Service"]["transitions"] =>
  operation("Deliveries.transitions", function* ({ key }) {
    const [row] = yield* sql<MonitorTransitions>`
      select count(*) filter (where o.kind <> 'flapping')::int as count,
        coalesce(min(o.created_at) filter (where o.kind <> 'flapping'), n.created_at) as since,
        coalesce(bool_or(o.kind = 'flapping'), false) as noticed
      from notification n
      join notification o on o.monitor_id = n.monitor_id
        and o.created_at > n.created_at - ${sql.literal(COUNTED)}
        and (o.kind = 'flapping' or (o.id <= n.id and ${sql.literal(isTransition("o"))}))
      where n.id = ${key}::bigint group by n.id`
    return row ?? { count: 0, since: new Date(0), noticed: false }
  })

export const monitorOf = (sql: SqlClient.SqlClient): Deliveries["Service"]["monitorOf"] =>
  operation("Deliveries.monitorOf", function* ({ monitorKey }) {
    const rows =
      yield* sql<FactMonitor>`select public_id as id, name, url from monitor where id = ${monitorKey}::bigint`
    return rows[0] ?? null
  })

export const note = (sql: SqlClient.SqlClient): Deliveries["Service"]["note"] =>
  operation("Deliveries.note", function* ({ accountKey, monitorKey }, fact) {
    const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
    yield* writeFact(sql, fact, { id, accountKey, monitorKey })
  })
