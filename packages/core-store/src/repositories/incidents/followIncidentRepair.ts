import { incidentRepairLimits, type RepairLocation } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { ALIVE_MS } from "../locations/LocationRules.ts"
import { domainStateCodes } from "../monitors/MonitorCodes.ts"
import { locationsOf } from "./incidentRepairRow.ts"
import { nextLife, type RepairLife, type RepairObservation } from "../repairs/repairLife.ts"
import { lifeOf, type LifeRow } from "../repairs/repairRow.ts"

const { down, up } = domainStateCodes

interface FollowedRow extends LifeRow {
  readonly monitor_key: string
  readonly started_at: Date
  readonly resolved_at: Date | null
  readonly locations: unknown
  readonly asked: ReadonlyArray<string>
  /** Whether the incident ended without a recovery: its monitor was paused or deleted. */
  readonly is_given_up: boolean
  /** Whether no check follows. */
  readonly is_stopped: boolean
}

const select = (sql: SqlClient.SqlClient, incidentKey: string) =>
  sql<FollowedRow>`
    select r.state, r.opened_at, r.applied_at, r.verified_at, r.closed_at, r.reopened, r.steps, r.locations, r.asked,
      r.monitor_id::text as monitor_key, i.started_at, i.resolved_at,
      coalesce(i.resolution <> 'recovered', false) as is_given_up,
      m.paused_at is not null or m.deleted_at is not null as is_stopped
    from incident_repair r join incident i on i.id = r.incident_id join monitor m on m.id = r.monitor_id
    where r.incident_id = ${incidentKey}::bigint and r.ended_at is null for update of r`

/** What each location with a live worker sees since the incident began; without one, each location that has checked. */
const observe = (sql: SqlClient.SqlClient, { monitor_key, started_at }: FollowedRow) =>
  Effect.map(
    sql<{ readonly location: string; readonly verdict: number | null; readonly at: Date | null }>`
      with alive as materialized (
        select distinct location from worker_location where seen_at > mon_now() - ${ALIVE_MS}::int * interval '1 millisecond'
      ), seen as (
        select distinct on (location) location, verdict, checked_at as at from check_history
        where monitor_id = ${monitor_key}::bigint and checked_at >= ${started_at.toISOString()}::timestamptz
          and verdict in (${sql.literal(`${up}, ${down}`)})
        order by location, checked_at desc
      )
      select location, s.verdict, s.at
      from (select location from alive union select location from seen where not exists (select from alive)) l
      left join seen s using (location) order by location limit ${incidentRepairLimits.locations}`,
    (rows) =>
      rows.map(({ at, location, verdict }): RepairLocation => ({
        location,
        sees: verdict === up ? "up" : verdict === down ? "down" : "not_checked",
        at: at?.toISOString() ?? null
      }))
  )

/** What the locations show about a repair, in the order of its states. */
const observationsOf = (
  resolvedAt: Date | null,
  locations: ReadonlyArray<RepairLocation>
): ReadonlyArray<RepairObservation> => {
  const at = Math.max(...locations.flatMap((one) => (one.at === null ? [] : [Date.parse(one.at)])))
  if (!Number.isFinite(at)) return []
  const records = locations.every(({ sees }) => sees === "up") ? ("verified" as const) : ("pending" as const)
  const isAnywhere = locations.some(({ sees }) => sees === "up")
  if (resolvedAt === null) return [{ _tag: "Asked", at, records, isAnywhere }]
  return [
    { _tag: "Asked", at: resolvedAt.getTime(), records: "unknown", isAnywhere: true },
    { _tag: "Gone", at, records }
  ]
}

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

const write = (
  sql: SqlClient.SqlClient,
  incidentKey: string,
  life: RepairLife,
  locations: ReadonlyArray<RepairLocation>
) => sql`
  update incident_repair set state = ${life.state}, applied_at = ${iso(life.appliedAt)}::timestamptz,
    verified_at = ${iso(life.verifiedAt)}::timestamptz, closed_at = ${iso(life.closedAt)}::timestamptz,
    reopened = ${life.reopened}, locations = ${JSON.stringify(locations)}::text::jsonb,
    steps = ${JSON.stringify(life.steps.map(({ at, step }) => ({ step, at: iso(at) })))}::text::jsonb,
    ended_at = case when ${life.state === "closed"}::boolean then mon_now() end
  where incident_id = ${incidentKey}::bigint`

/** Asks a location to check. A monitor whose requests may change something is not checked earlier than its interval. */
const ask = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  incidentKey: string,
  monitorKey: string,
  location: string
) {
  const asked = yield* sql`
    update monitor_schedule s set next_location = ${location},
      next_at = case when s.is_unsafe then s.next_at else least(s.next_at, mon_now()) end
    where s.monitor_id = ${monitorKey}::bigint and s.next_at is not null and s.streak_started_at is null
      and coalesce(s.lease_until <= mon_now(), true)
    returning 1`
  if (asked.length === 0) return
  yield* sql`
    update incident_repair set asked = array_append(asked, ${location}) where incident_id = ${incidentKey}::bigint`
})

const hasSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Moves the repair of an incident along its states. The caller has opened a transaction. */
export const followIncidentRepair = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, incidentKey: string) {
  const [row] = yield* select(sql, incidentKey)
  if (row === undefined) return
  const end = sql`update incident_repair set ended_at = mon_now() where incident_id = ${incidentKey}::bigint`
  if (row.is_given_up) return yield* Effect.asVoid(end)
  const before = lifeOf(row)
  const locations = yield* observe(sql, row)
  const life = observationsOf(row.resolved_at, locations).reduce<RepairLife>(
    (now, observation) => nextLife(now, observation) ?? now,
    before
  )
  const isMoving = life.state !== "open"
  if (life !== before || (isMoving && !hasSame(locations, locationsOf(row)))) {
    yield* write(sql, incidentKey, life, locations)
  }
  if (row.is_stopped) return yield* Effect.asVoid(end)
  // While the recovery is being confirmed, the state machine chooses the locations.
  const unasked = locations.find(({ location, sees }) => sees !== "up" && !row.asked.includes(location))
  if (life.state === "applied" && row.resolved_at !== null && unasked !== undefined) {
    yield* ask(sql, incidentKey, row.monitor_key, unasked.location)
  }
})
