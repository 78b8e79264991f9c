import { isPublicId } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { storeError } from "../../sql/StoreError.ts"
import type { UrlMonitors } from "./UrlMonitors.ts"
import { holdingMonitors, withIds } from "../monitors/lockMonitors.ts"
import { visibleUrls } from "../access/visibleMonitors.ts"

/** Soft delete: the rows stay, the schedule drops the monitor, a running check's result changes nothing. */
export const removeUrls = (sql: SqlClient.SqlClient): UrlMonitors["Service"]["remove"] =>
  Effect.fn("UrlMonitors.remove")(
    function* (viewer, ids) {
      const wellFormed = ids.filter(isPublicId)
      if (wellFormed.length === 0) return []
      const wanted = sql`${visibleUrls(sql, viewer)} and ${withIds(sql, wellFormed)}`
      const rows = yield* holdingMonitors(
        sql,
        wanted,
        sql<{ id: string }>`
      with removed as (
        update monitor m set deleted_at = mon_now(), updated_at = mon_now()
        where ${wanted}
        returning m.id, m.public_id
      ), scheduled as (
        update monitor_schedule s set next_at = null, lease_until = null, lease_token = null
        from removed r where s.monitor_id = r.id
      )
      select public_id as id from removed`
      )
      return rows.map((row) => row.id)
    },
    Effect.mapError(storeError("UrlMonitors.remove"))
  )
