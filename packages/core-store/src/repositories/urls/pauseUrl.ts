import { isPublicId } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { storeError } from "../../sql/StoreError.ts"
import type { UrlMonitors } from "./UrlMonitors.ts"
import { visibleUrls } from "../access/visibleMonitors.ts"
import { codeLiteral, urlStateCodes } from "../monitors/MonitorCodes.ts"

type Find = UrlMonitors["Service"]["find"]

/** Stops checking at once: a running check's result changes nothing. */
export const pauseUrl = (sql: SqlClient.SqlClient, find: Find): UrlMonitors["Service"]["pause"] =>
  Effect.fn("UrlMonitors.pause")(function* (viewer, id) {
    if (!isPublicId(id)) return null
    yield* sql`
      with paused as (
        update monitor m set paused_at = mon_now(), updated_at = mon_now()
        where ${visibleUrls(sql, viewer)} and m.public_id = ${id}::uuid and m.paused_at is null
        returning m.id
      )
      update monitor_schedule s set next_at = null, lease_until = null, lease_token = null
      from paused p where s.monitor_id = p.id`.pipe(Effect.mapError(storeError("UrlMonitors.pause")))
    return yield* find(viewer, id)
  })

/** Clears the state, leaves the page that the next check is compared with, and makes the monitor due at once. */
export const resumeUrl = (sql: SqlClient.SqlClient, find: Find): UrlMonitors["Service"]["resume"] =>
  Effect.fn("UrlMonitors.resume")(function* (viewer, id) {
    if (!isPublicId(id)) return null
    yield* sql`
      with resumed as (
        update monitor m set paused_at = null, updated_at = mon_now()
        where ${visibleUrls(sql, viewer)} and m.public_id = ${id}::uuid and m.paused_at is not null
        returning m.id
      )
      update monitor_schedule s set state = ${codeLiteral(sql, urlStateCodes.unknown)}, failures = 0, next_at = mon_now(), lease_until = null, lease_token = null,
        status_changed_at = mon_now()
      from resumed r where s.monitor_id = r.id`.pipe(Effect.mapError(storeError("UrlMonitors.resume")))
    return yield* find(viewer, id)
  })
