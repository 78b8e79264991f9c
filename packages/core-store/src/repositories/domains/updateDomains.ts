import { isPublicId } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { storeError } from "../../sql/StoreError.ts"
import type { Domains } from "./Domains.ts"
import { lockPlan } from "../plans/lockPlan.ts"
import { holdingMonitors, withIds } from "../monitors/lockMonitors.ts"
import { visibleDomains } from "../access/visibleMonitors.ts"

/**
 * A null in the patch row means "as before". A change of the interval or the timeout ends the lease of a running look,
 * so that its late result changes nothing; the monitor stays due and is looked at again. The interval that is served
 * stays when no other one is asked for: the plan may have raised it.
 */
export const updateDomains = (sql: SqlClient.SqlClient): Domains["Service"]["update"] =>
  Effect.fn("Domains.update")(
    function* (viewer, ids, patch) {
      const wellFormed = ids.filter(isPublicId)
      if (wellFormed.length === 0) return []
      const wanted = sql`${visibleDomains(sql, viewer)} and ${withIds(sql, wellFormed)}`
      const change = (minIntervalMs: number) => sql<{ id: string }>`
      with p as (
        select * from jsonb_to_record(${JSON.stringify(patch)}::text::jsonb) as p(
          "name" text, "checkInterval" int, "timeoutSeconds" int, "emailHealthInterval" int, "ccEmails" text[],
          "screenshotOnFailure" boolean, "cardColor" text)
      ), changed as (
        update monitor m set
          name = coalesce(p."name", m.name),
          check_interval_seconds = coalesce(p."checkInterval", m.check_interval_seconds),
          timeout_seconds = coalesce(p."timeoutSeconds", m.timeout_seconds),
          email_health_interval_seconds = coalesce(p."emailHealthInterval", m.email_health_interval_seconds),
          cc_emails = coalesce(p."ccEmails", m.cc_emails),
          screenshot_on_failure = coalesce(p."screenshotOnFailure", m.screenshot_on_failure),
          card_color = coalesce(p."cardColor", m.card_color),
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
            Effect.flatMap(lockPlan(sql, viewer.accountKey), ({ minDomainIntervalSeconds }) =>
              holdingMonitors(sql, wanted, change(minDomainIntervalSeconds * 1000))
            )
          )
      return rows.map((row) => row.id)
    },
    Effect.mapError(storeError("Domains.update"))
  )
