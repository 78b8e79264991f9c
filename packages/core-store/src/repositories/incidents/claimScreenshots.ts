import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { storeError } from "../../StoreError.ts"
import type { IncidentScreenshots, IncidentShot } from "../IncidentScreenshots.ts"

/**
 * An empty text in the column means that a screenshot is being taken, or could not be: the claim writes it, so that of two claims one finds
 * nothing. A pause or the end of a monitor closes an incident too, but there is nothing to see.
 */
export const claimScreenshots = (sql: SqlClient.SqlClient): IncidentScreenshots["Service"]["claim"] =>
  Effect.fn("IncidentScreenshots.claim")(
    function* (looks) {
      if (looks.length === 0) return []
      const rows = JSON.stringify(
        looks.map(({ at, monitorKey }) => ({ id: monitorKey, at: new Date(at).toISOString() }))
      )
      return yield* sql<IncidentShot>`
      with look as (
        select * from jsonb_to_recordset(${rows}::text::jsonb) as r(id bigint, at timestamptz)
      ), wanted as (
        select m.id, m.url, look.at, case when a.plan_expires_at <= mon_now() then 'free' else a.plan end as plan
        from look join monitor m on m.id = look.id join account a on a.id = m.account_id
        where m.screenshot_on_failure and m.deleted_at is null
      ), opened as (
        update incident i set trigger_screenshot_url = '' from wanted w
        where i.monitor_id = w.id and i.confirmed_at = w.at and i.resolved_at is null and i.trigger_screenshot_url is null
        returning i.id, 'trigger' as moment, w.url, w.plan
      ), recovered as (
        update incident i set resolution_screenshot_url = '' from wanted w
        where i.monitor_id = w.id and i.closed_at = w.at and i.resolution = 'recovered' and i.resolution_screenshot_url is null
        returning i.id, 'resolution' as moment, w.url, w.plan
      )
      select id::text as "incidentKey", moment, url, plan, mon_now() as now
      from (select * from opened union all select * from recovered) x`
    },
    Effect.mapError(storeError("IncidentScreenshots.claim"))
  )
