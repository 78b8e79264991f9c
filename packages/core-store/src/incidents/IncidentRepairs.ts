import {
  type IncidentRepair,
  IncidentRepairAnswers,
  incidentRepairLimits,
  isPublicId,
  RepairLocation
} from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../sql/operation.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { ALIVE_MS } from "../monitors/statements/liveWorkers.sql.ts"
import { domainStateCodes } from "../monitors/statements/MonitorCodes.ts"
import {
  lifeOf,
  type LifeRow,
  nextLife,
  type RepairLife,
  type RepairObservation,
  repairSecondsOf
} from "../monitors/repairRow.ts"
import { visibleIncidents } from "./IncidentRow.ts"

/** The repair of an incident, if the state of the repair may have changed. */
export interface RepairInMotion {
  /** The internal key of the incident (bigint as text). */
  readonly incidentKey: string
  /**
   * The facts about the incident, if they are newer than its stored cause, as plain JSON (`DiagnosisFacts` of
   * @mon/diagnosis). Null if there are no newer facts.
   */
  readonly facts: unknown
  /**
   * The facts for queries of name servers and resolvers. Null if the servers need no query now. `facts` has all known
   * facts. `isUp` says whether the site was up at one location. Servers are queried at most once a minute, and less
   * often the longer the repair takes.
   */
  readonly asking: { readonly facts: unknown; readonly isUp: boolean } | null
}

interface IncidentRepairRow extends LifeRow {
  readonly cause: string | null
  readonly reported_at: Date | null
  readonly reported_by: string | null
  readonly returned: number
  readonly returned_from: string | null
  readonly locations: unknown
  readonly answers: unknown
  readonly started_at: Date
  readonly resolved_at: Date | null
}

const decodeAnswers = Schema.decodeUnknownOption(IncidentRepairAnswers)

/** Returns null if there are no answers, or if another release stored the answers in a different form. */
const answersOf = ({ answers }: Pick<IncidentRepairRow, "answers">): IncidentRepairAnswers | null =>
  Option.getOrNull(decodeAnswers(answers))

const decodeLocations = Schema.decodeUnknownOption(Schema.Array(RepairLocation))

/** Returns an empty list if another release stored the locations in a different form. */
const locationsOf = ({ locations }: Pick<IncidentRepairRow, "locations">): ReadonlyArray<RepairLocation> =>
  Option.getOrElse(decodeLocations(locations), () => []).slice(0, incidentRepairLimits.locations)

/** Returns the steps of a repair. If the cause of an earlier incident has returned, the first step is `reopened`. */
const stepsOf = ({ steps }: RepairLife, hasReturned: boolean): IncidentRepair["steps"] =>
  steps.map(({ at, step }, index) => ({
    step: index === 0 && hasReturned ? "reopened" : step,
    at: new Date(at).toISOString()
  }))

const isoDate = (time: Date | null): string | null => time?.toISOString() ?? null

const SECOND_MS = 1_000

export const toIncidentRepair = (row: IncidentRepairRow): IncidentRepair => {
  const { closed_at: closedAt, opened_at: openedAt, resolved_at: resolvedAt, returned, started_at: startedAt } = row
  return {
    state: row.state,
    cause: row.cause,
    openedAt: openedAt.toISOString(),
    reportedAt: isoDate(row.reported_at),
    reportedBy: row.reported_by,
    appliedAt: isoDate(row.applied_at),
    verifiedAt: isoDate(row.verified_at),
    closedAt: isoDate(closedAt),
    repairSeconds: repairSecondsOf(openedAt, closedAt),
    reopened: row.reopened + returned,
    previousIncidentId: row.returned_from,
    locations: locationsOf(row),
    answers: answersOf(row),
    worth:
      closedAt === null || resolvedAt === null
        ? null
        : { downtimeSeconds: Math.max(0, Math.floor((resolvedAt.getTime() - startedAt.getTime()) / SECOND_MS)) },
    steps: stepsOf(lifeOf(row), returned > 0)
  }
}

/** Finds no row if the incident ended without a repair. */
export const selectIncidentRepair = (sql: SqlClient.SqlClient, incidentKey: string) =>
  sql<IncidentRepairRow>`
    select r.state, r.opened_at, r.applied_at, r.verified_at, r.closed_at, r.reopened, r.steps, r.cause, r.reported_at,
      coalesce(u.name, u.email) as reported_by, r.returned, o.public_id as returned_from, r.locations, r.answers,
      i.started_at, i.resolved_at
    from incident_repair r join incident i on i.id = r.incident_id left join app_user u on u.id = r.reported_by
    left join incident o on o.id = r.returned_from
    where r.incident_id = ${incidentKey}::bigint and coalesce(i.resolution, 'recovered') = 'recovered'`

const { down, up } = domainStateCodes

interface FollowedRow extends LifeRow {
  readonly monitor_key: string
  readonly started_at: Date
  readonly resolved_at: Date | null
  readonly locations: unknown
  readonly answers: unknown
  readonly asks_servers: boolean
  readonly asked: ReadonlyArray<string>
  /** Whether the incident ended without a recovery, because its monitor was paused or deleted. */
  readonly is_given_up: boolean
  /**
   * Whether the repair must end, because no further check will follow or the longest time for following a repair is
   * over.
   */
  readonly is_stopped: boolean
}

const select = (sql: SqlClient.SqlClient, incidentKey: string) =>
  sql<FollowedRow>`
    select r.state, r.opened_at, r.applied_at, r.verified_at, r.closed_at, r.reopened, r.steps, r.locations, r.asked,
      r.answers, r.asks_servers, r.monitor_id::text as monitor_key, i.started_at, i.resolved_at,
      coalesce(i.resolution <> 'recovered', false) as is_given_up,
      m.paused_at is not null or m.deleted_at is not null
        or coalesce(i.resolved_at < mon_now() - ${incidentRepairLimits.returnDays}::int * interval '1 day', false) as is_stopped
    from incident_repair r join incident i on i.id = r.incident_id join monitor m on m.id = r.monitor_id
    where r.incident_id = ${incidentKey}::bigint and r.ended_at is null for update of r`

/**
 * Reads the last verdict of each location since the incident began. Only locations with a live worker count. If no
 * worker is alive, every location that has checked the monitor counts.
 */
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

/**
 * Returns whether the name servers and resolvers already show the repair. Returns true if the repair does not change
 * their records. Answers from before the repair do not count.
 */
const isAtServers = (row: FollowedRow): boolean => {
  const answers = answersOf(row)
  if (!row.asks_servers) return true
  return answers?.state === "verified" && row.applied_at !== null && Date.parse(answers.at) >= row.applied_at.getTime()
}

/** Returns the observations of a repair by locations and servers, in the order of the repair's states. */
const observationsOf = (
  row: FollowedRow,
  locations: ReadonlyArray<RepairLocation>
): ReadonlyArray<RepairObservation> => {
  const { resolved_at: resolvedAt } = row
  const times = [...locations.map((one) => one.at), row.asks_servers ? (answersOf(row)?.at ?? null) : null]
  const at = Math.max(...times.flatMap((time) => (time === null ? [] : [Date.parse(time)])))
  if (!Number.isFinite(at) || locations.every((one) => one.at === null)) return []
  const isEverywhere = locations.every(({ sees }) => sees === "up") && isAtServers(row)
  const records = isEverywhere ? ("verified" as const) : ("pending" as const)
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

/** If the monitor's requests may change something, the check waits for the regular interval. */
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

/** The caller must have opened a transaction. */
const followIncidentRepair = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, incidentKey: string) {
  const [row] = yield* select(sql, incidentKey)
  if (row === undefined) return
  const end = sql`update incident_repair set ended_at = mon_now() where incident_id = ${incidentKey}::bigint`
  if (row.is_given_up) return yield* Effect.asVoid(end)
  const before = lifeOf(row)
  const locations = yield* observe(sql, row)
  const life = observationsOf(row, locations).reduce<RepairLife>(
    (now, observation) => nextLife(now, observation) ?? now,
    before
  )
  const isMoving = life.state !== "open"
  if (life !== before || (isMoving && !hasSame(locations, locationsOf(row)))) {
    yield* write(sql, incidentKey, life, locations)
  }
  if (row.is_stopped) return yield* Effect.asVoid(end)
  // While the recovery is being confirmed, the state machine chooses the location of the next check.
  const unasked = locations.find(({ location, sees }) => sees !== "up" && !row.asked.includes(location))
  if (life.state === "applied" && row.resolved_at !== null && unasked !== undefined) {
    yield* ask(sql, incidentKey, row.monitor_key, unasked.location)
  }
})

/**
 * SQL for the shortest time between two claims of a repair. This time grows while the repair waits for a location or a
 * server.
 */
const followedEvery =
  "greatest(interval '3 seconds', least(coalesce((mon_now() - i.resolved_at) / 100, '0'), interval '10 minutes'))"

/**
 * SQL for whether the servers must be queried about a repair `r` now: at most once a minute, and at least once an hour.
 */
const isToAsk = (r: string) => `(${r}.asks_servers and (${r}.reported_at is not null or ${r}.state <> 'open')
          and coalesce(${r}.servers_asked_at < mon_now() - least(greatest(interval '1 minute',
            (mon_now() - coalesce(${r}.reported_at, ${r}.applied_at)) / 10), interval '1 hour'), true))`

/**
 * SQL for the repairs `w` whose state may have changed. The repair of an open incident is followed if the cause of the
 * incident may have changed, if the site was up at one location, or if servers must be queried. A repair that was
 * observed is followed until the repair is verified.
 */
export const repairsToFollow = `incident_repair w join incident i on i.id = w.incident_id
        join incident_diagnosis f on f.incident_id = w.incident_id
        join monitor_schedule s on s.monitor_id = w.monitor_id
        where w.ended_at is null and coalesce(w.followed_at < mon_now() - ${followedEvery}, true)
          and (w.classified_at is null or w.classified_at < f.changed_at or w.state <> 'open'
            or i.resolved_at is not null or s.streak_started_at is not null or ${isToAsk("w")})`

const claim = (sql: SqlClient.SqlClient) =>
  operation(
    "IncidentRepairs.claim",
    (limit: number) => sql<RepairInMotion>`
      with moving as (
        select w.incident_id, ${sql.literal(isToAsk("w"))} as asks from ${sql.literal(repairsToFollow)}
        order by w.followed_at nulls first limit ${limit} for update of w skip locked
      )
      update incident_repair r set followed_at = mon_now(),
        servers_asked_at = case when moving.asks then mon_now() else r.servers_asked_at end
      from moving, incident_diagnosis d
      where r.incident_id = moving.incident_id and d.incident_id = r.incident_id
      returning r.incident_id::text as "incidentKey",
        case when r.classified_at is null or r.classified_at < d.changed_at then d.facts end as facts,
        case when moving.asks then jsonb_build_object('facts', d.facts, 'isUp', r.state <> 'open') end as asking`
  )

const report = (sql: SqlClient.SqlClient) =>
  operation("IncidentRepairs.report", function* (scope: AccessScope, id: string) {
    if (!isPublicId(id)) return null
    // One statement stores the report and requests the check, so that neither happens without the other.
    const [reported] = yield* sql<{ readonly key: string }>`
        with reported as (
          update incident_repair r set reported_at = mon_now(), reported_by = ${scope.userKey}::bigint, asked = '{}',
            servers_asked_at = mon_now()
          from incident i
          where i.id = r.incident_id and i.public_id = ${id}::uuid and ${visibleIncidents(sql, scope)} and r.ended_at is null
          returning r.monitor_id, r.incident_id
        ), due as (
          update monitor_schedule s set next_at = least(s.next_at, mon_now())
          from reported where s.monitor_id = reported.monitor_id and s.next_at is not null and not s.is_unsafe
        )
        select incident_id::text as key from reported`
    return reported?.key ?? null
  })

/** The repairs of incidents. The database trigger that stores the facts of an incident also opens its repair. */
export class IncidentRepairs extends Context.Service<IncidentRepairs>()("@mon/core-store/IncidentRepairs", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * Claims up to `limit` repairs whose state may have changed. Each repair is claimed at most once every few seconds.
     */
    claim: claim(sql),
    /**
     * Stores the class of the likely cause of an incident, or null if the cause is not known. If an earlier incident
     * with this cause recovered within the last days, its repair did not last, and the new repair records this.
     * `asksServers` says whether name servers and resolvers show the repair. Default: false.
     */
    classify: operation(
      "IncidentRepairs.classify",
      function* (incidentKey: string, cause: string | null, asksServers = false) {
        yield* sql`
        update incident_repair r set cause = ${cause}, asks_servers = ${asksServers}, classified_at = coalesce(r.followed_at, mon_now()), returned_from = before.incident_id,
          returned = coalesce(before.returned + 1, 0)
        from (select 1) as one left join lateral (
          select e.incident_id, e.returned from incident_repair own
          join incident_repair e on e.monitor_id = own.monitor_id and e.cause = ${cause}
            and e.opened_at < own.opened_at and e.opened_at > own.opened_at - interval '400 days'
          join incident i on i.id = e.incident_id and i.resolution = 'recovered'
            and i.resolved_at > own.opened_at - ${incidentRepairLimits.returnDays}::int * interval '1 day'
          where own.incident_id = ${incidentKey}::bigint
          order by e.opened_at desc limit 1) before on true
        where r.incident_id = ${incidentKey}::bigint`
      }
    ),
    /** Stores the answers of name servers and resolvers about an incident, if its repair has not ended. */
    answered: operation("IncidentRepairs.answered", function* (incidentKey: string, answers: IncidentRepairAnswers) {
      yield* sql`
        update incident_repair set answers = ${JSON.stringify(answers)}::text::jsonb
        where incident_id = ${incidentKey}::bigint and ended_at is null`
    }),
    /**
     * Advances the state of a repair, using the checks of the locations since the incident began and the answers of the
     * servers. Once the site is up at one location, requests one check at each other location. Writes nothing if
     * nothing has changed.
     */
    follow: operation("IncidentRepairs.follow", (incidentKey: string) =>
      sql.withTransaction(followIncidentRepair(sql, incidentKey))
    ),
    /**
     * Records that a person has reported an incident as repaired, and makes its monitor due immediately. If the
     * monitor's requests may change something, its check waits for the regular interval. Returns the key of the
     * incident; the caller must then query the servers if the repair is visible on them. Null if the caller cannot see
     * the incident, or if its repair has ended.
     */
    report: report(sql)
  }))
}) {
  static readonly layer = Layer.effect(IncidentRepairs, IncidentRepairs.make)
}
