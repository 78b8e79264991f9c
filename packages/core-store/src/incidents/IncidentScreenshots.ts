import type { PlanName } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../sql/operation.ts"

/** The facts about a recorded check that are needed to claim the screenshots that it causes. */
export interface RecordedCheck {
  readonly monitorKey: string
  /** The time of the check, in milliseconds since the epoch by the database's clock. */
  readonly at: number
}

/** A screenshot to take of an incident that has just opened or recovered. */
export interface IncidentShot {
  /** The internal key of the incident (bigint as text). */
  readonly incidentKey: string
  readonly accountKey: string
  readonly moment: "trigger" | "resolution"
  readonly url: string
  /** The plan that is in force for the account. */
  readonly plan: PlanName
  /** The current time of the database. */
  readonly now: Date
}

/**
 * Claims screenshots by writing an empty text into their column, so that a second claim finds nothing. The text stays
 * empty if the screenshot fails. If an incident ends because its monitor was paused or deleted, there is no recovery to
 * show, and no screenshot is claimed.
 */
const claimScreenshots = (sql: SqlClient.SqlClient) =>
  operation("IncidentScreenshots.claim", function* (checks: ReadonlyArray<RecordedCheck>) {
    if (checks.length === 0) return []
    const rows = JSON.stringify(
      checks.map(({ at, monitorKey }) => ({ id: monitorKey, at: new Date(at).toISOString() }))
    )
    return yield* sql<IncidentShot>`
      with result as (
        select * from jsonb_to_recordset(${rows}::text::jsonb) as r(id bigint, at timestamptz)
      ), wanted as (
        select m.id, m.url, result.at, case when a.plan_expires_at <= mon_now() then 'free' else a.plan end as plan
        from result join monitor m on m.id = result.id join account a on a.id = m.account_id
        where m.screenshot_on_failure and m.deleted_at is null
          and (m.request is null or not m.request ?| array['headers', 'body', 'auth'])
      ), opened as (
        update incident i set trigger_screenshot_url = '' from wanted w
        where i.monitor_id = w.id and i.confirmed_at = w.at and i.resolved_at is null and i.trigger_screenshot_url is null
        returning i.id, i.account_id, 'trigger' as moment, w.url, w.plan
      ), recovered as (
        update incident i set resolution_screenshot_url = '' from wanted w
        where i.monitor_id = w.id and i.closed_at = w.at and i.resolution = 'recovered' and i.resolution_screenshot_url is null
        returning i.id, i.account_id, 'resolution' as moment, w.url, w.plan
      )
      select id::text as "incidentKey", account_id::text as "accountKey", moment, url, plan, mon_now() as now
      from (select * from opened union all select * from recovered) x`
  })

const columns = { trigger: "trigger_screenshot_url", resolution: "resolution_screenshot_url" } as const

/** The screenshots of incidents. Each screenshot is taken once, by one worker. */
export class IncidentScreenshots extends Context.Service<IncidentScreenshots>()("@mon/core-store/IncidentScreenshots", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * Claims the screenshots of incidents that these checks opened or ended. The domain must have screenshots enabled
     * and no credentials, because screenshots are taken without credentials.
     */
    claim: claimScreenshots(sql),
    /** Stores the hash of the taken image with the incident. */
    store: operation(
      "IncidentScreenshots.store",
      function* (shot: Pick<IncidentShot, "incidentKey" | "moment">, hash: string) {
        yield* sql`update incident set ${sql(columns[shot.moment])} = ${hash} where id = ${shot.incidentKey}::bigint`
      }
    )
  }))
}) {
  static readonly layer = Layer.effect(IncidentScreenshots, IncidentScreenshots.make)
}
