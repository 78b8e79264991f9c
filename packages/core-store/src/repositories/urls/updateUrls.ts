import { isPublicId } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { storeError } from "../../sql/StoreError.ts"
import type { UrlMonitors } from "./UrlMonitors.ts"
import { lockPlan } from "../plans/lockPlan.ts"
import { holdingMonitors, withIds } from "../monitors/lockMonitors.ts"
import { visibleUrls } from "../access/visibleMonitors.ts"

/** A null in the patch row means "as before"; a change of what is checked ends the lease of a running check. The interval that is served stays when no other one is asked for. */
export const updateUrls = (sql: SqlClient.SqlClient): UrlMonitors["Service"]["update"] =>
  Effect.fn("UrlMonitors.update")(
    function* (viewer, ids, patch) {
      const wellFormed = ids.filter(isPublicId)
      if (wellFormed.length === 0) return []
      const wanted = sql`${visibleUrls(sql, viewer)} and ${withIds(sql, wellFormed)}`
      const change = (minIntervalMs: number) => sql<{ id: string }>`
      with p as (
        select * from jsonb_to_record(${JSON.stringify(patch)}::text::jsonb) as p(
          "name" text, "checkInterval" int, "timeoutSeconds" int, "screenshotEnabled" boolean, "screenshotWaitMs" int)
      ), changed as (
        update monitor m set
          name = coalesce(p."name", m.name),
          check_interval_seconds = coalesce(p."checkInterval", m.check_interval_seconds),
          timeout_seconds = coalesce(p."timeoutSeconds", m.timeout_seconds),
          screenshot_enabled = coalesce(p."screenshotEnabled", m.screenshot_enabled),
          screenshot_wait_ms = coalesce(p."screenshotWaitMs", m.screenshot_wait_ms),
          updated_at = mon_now()
        from p
        where ${wanted}
        returning m.id, m.public_id, m.check_interval_seconds, m.timeout_seconds
      ), served as (
        select c.id, c.timeout_seconds,
          case when p."checkInterval" is null then before.interval_ms
            else greatest(c.check_interval_seconds * 1000::bigint, ${minIntervalMs}::bigint) end as interval_ms
        from p, changed c join monitor_schedule before on before.monitor_id = c.id
        where p."checkInterval" is not null or p."timeoutSeconds" is not null
      ), scheduled as (
        update monitor_schedule s set
          interval_ms = c.interval_ms,
          timeout_ms = c.timeout_seconds * 1000,
          next_at = case when s.next_at is null then null
            else least(s.next_at, next_on_grid(c.interval_ms, s.phase, mon_now())) end,
          lease_until = null,
          lease_token = null
        from served c
        where s.monitor_id = c.id and (s.interval_ms, s.timeout_ms) is distinct from (c.interval_ms, c.timeout_seconds * 1000)
      )
      select public_id as id from changed`
      const rows = yield* patch.checkInterval === undefined
        ? holdingMonitors(sql, wanted, change(0))
        : sql.withTransaction(
            Effect.flatMap(lockPlan(sql, viewer.accountKey), ({ minUrlIntervalSeconds }) =>
              holdingMonitors(sql, wanted, change(minUrlIntervalSeconds * 1000))
            )
          )
      return rows.map((row) => row.id)
    },
    Effect.mapError(storeError("UrlMonitors.update"))
  )
