import { isPublicId } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { storeError } from "../../sql/StoreError.ts"
import type { Domains } from "./Domains.ts"
import { holdingMonitors, withIds } from "../monitors/lockMonitors.ts"
import { visibleDomains } from "../access/visibleMonitors.ts"
import { codeLiteral, periodCodes } from "../monitors/MonitorCodes.ts"

/** Pauses, ends the lease of a running look, closes an open incident without a recovery alert. */
export const pauseDomain = (
  sql: SqlClient.SqlClient,
  find: Domains["Service"]["find"]
): Domains["Service"]["pause"] => {
  return Effect.fn("Domains.pause")(function* (viewer, id) {
    if (!isPublicId(id)) return null
    const wanted = sql`${visibleDomains(sql, viewer)} and ${withIds(sql, [id])} and m.paused_at is null`
    yield* holdingMonitors(
      sql,
      wanted,
      sql`
      with paused as (
        update monitor m set paused_at = mon_now(), updated_at = mon_now()
        where ${wanted}
        returning m.id
      ), scheduled as (
        update monitor_schedule s set next_at = null, lease_until = null, lease_token = null,
          status_changed_at = mon_now()
        from paused p where s.monitor_id = p.id
      ), closed as (
        update incident i set resolved_at = greatest(mon_now(), i.started_at), closed_at = mon_now(), resolution = 'paused'
        from paused p where i.monitor_id = p.id and i.resolved_at is null
      )
      insert into status_period (monitor_id, since, state) select id, mon_now(), ${codeLiteral(sql, periodCodes.paused)} from paused
      on conflict (monitor_id, since) do update set state = excluded.state`
    ).pipe(Effect.mapError(storeError("Domains.pause")))
    return yield* find(viewer, id)
  })
}
