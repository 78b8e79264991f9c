import {
  isPublicId,
  type KindWithIncidents,
  type MonitorKind,
  type Timeline,
  timelineFields,
  type TimelineRange,
  timelineRanges,
  type PageTimeline
} from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../../sql/operation.ts"
import { replicatedReads } from "../../sql/ReadReplica.ts"
import type { AccessScope } from "../../access/AccessScope.ts"
import { periodCodes } from "../../monitors/statements/MonitorCodes.ts"
import { visibleMonitors } from "../../monitors/statements/visibleMonitors.ts"
import { listTimelineEvents } from "./listEvents.ts"
import { type Bucket, readBuckets } from "./readBuckets.ts"
import { rollUpDays } from "./rollUpDays.ts"

interface MonitorRow {
  readonly key: string
  /** The current time in Unix seconds. */
  readonly now: number
  /** The time up to which days are rolled up. Null if no day is rolled up yet. */
  readonly rolled_until: number | null
}

interface PeriodRow {
  readonly since: number
  readonly state: number
}

interface UnwatchedRow {
  readonly since: number
  readonly until: number
}

interface UptimeRow {
  readonly start: number
  readonly uptime: number | null
  readonly maintenance: number
}

const SECONDS_PER_DAY = 86_400

const dayOf = (time: number): number => Math.floor(time / SECONDS_PER_DAY)

const seconds = (column: string) => `floor(extract(epoch from ${column}))::float8`

/**
 * Rounds down a percentage from four decimals to two decimals, so that 100 means no downtime. Rounds to four decimals
 * first, because the binary fractions of some percentages are slightly too small.
 */
const roundedDown = (percent: number | null): number | null =>
  percent === null ? null : Math.floor(Math.round(percent * 10_000) / 100) / 100

/**
 * Returns the gaps within a time range, in which a domain was paused, not watched, or of unknown state. Before the
 * domain's first period, the state is unknown.
 */
const gapsOf = (
  periods: ReadonlyArray<PeriodRow>,
  unwatched: ReadonlyArray<UnwatchedRow>,
  start: number,
  end: number
): Timeline["gaps"] => {
  const gaps: Array<Timeline["gaps"][number]> = []
  const add = (from: number, to: number, state: "unknown" | "paused") => {
    if (Math.min(to, end) > Math.max(from, start))
      gaps.push({ start: Math.max(from, start), end: Math.min(to, end), state })
  }
  add(start, periods[0]?.since ?? end, "unknown")
  for (const [index, { since, state }] of periods.entries()) {
    const until = periods[index + 1]?.since ?? end
    if (state === periodCodes.paused) add(since, until, "paused")
    else if (state === periodCodes.unknown) add(since, until, "unknown")
  }
  for (const { since, until } of unwatched) add(since, until, "unknown")
  return gaps.toSorted((one, other) => one.start - other.start)
}

/** Adds up the checks and failures from the buckets, because no bucket crosses midnight UTC. */
const daysOf = (
  uptimes: ReadonlyArray<UptimeRow>,
  buckets: ReadonlyArray<Bucket>,
  incidents: Timeline["incidents"]
): Timeline["days"] => {
  const sum = (day: number, place: number) =>
    buckets.reduce((total, bucket) => (dayOf(bucket[0] ?? 0) === day ? total + (bucket[place] ?? 0) : total), 0)
  return uptimes.map(({ maintenance, start, uptime }) => {
    const day = dayOf(start)
    return {
      day: new Date(day * SECONDS_PER_DAY * 1_000).toISOString().slice(0, 10),
      checks: sum(day, timelineFields.indexOf("checks")),
      failures: sum(day, timelineFields.indexOf("down")),
      uptime: roundedDown(uptime),
      incidents: incidents.filter((incident) => dayOf(incident.start) === day).length,
      maintenanceSeconds: maintenance
    }
  })
}

/** Reads a timeline. The days of a page are not rolled up but read directly, because a page has few checks. */
const timelineOf = (sql: SqlClient.SqlClient) => {
  const bucketsFrom = readBuckets(sql)

  return Effect.fnUntraced(function* (scope: AccessScope, id: string, range: TimelineRange, kind: MonitorKind) {
    if (!isPublicId(id)) return null
    const [monitor] = yield* sql<MonitorRow>`
      select m.id::text as key, ${sql.literal(seconds("mon_now()"))} as now,
        extract(epoch from s.days_until)::float8 as rolled_until
      from monitor m join monitor_schedule s on s.monitor_id = m.id
      where ${visibleMonitors(sql, scope, kind)} and m.public_id = ${id}::uuid`
    if (monitor === undefined) return null
    const { key, now: end } = monitor
    const { bucketSeconds, seconds: length } = timelineRanges[range]
    const start = (Math.floor(end / bucketSeconds) + 1) * bucketSeconds - length
    // Rolled-up days have no buckets that are shorter than an hour.
    const liveFrom = range === "24h" ? start : Math.max(start, monitor.rolled_until ?? start)
    const buckets = yield* bucketsFrom(key, { start, bucketSeconds, liveFrom })
    const incidents = yield* sql<Timeline["incidents"][number]>`
      select public_id as id, ${sql.literal(seconds("started_at"))} as start, ${sql.literal(seconds("resolved_at"))} as end,
        trigger_error_code as reason
      from incident where monitor_id = ${key}::bigint
        and (resolved_at is null or resolved_at > to_timestamp(${start}::float8)) order by started_at`
    const periods = yield* sql<PeriodRow>`
      select ${sql.literal(seconds("since"))} as since, state from status_period where monitor_id = ${key}::bigint
        and since >= coalesce((select max(since) from status_period
          where monitor_id = ${key}::bigint and since <= to_timestamp(${start}::float8)), '-infinity') order by since`
    const unwatched = yield* sql<UnwatchedRow>`
      select ${sql.literal(seconds("since"))} as since, ${sql.literal(seconds("until"))} as until
      from unwatched_periods(${key}::bigint, to_timestamp(${start}::float8), mon_now())`
    const uptimes = yield* sql<UptimeRow>`
      select day * ${SECONDS_PER_DAY}::float8 as start, watched_uptime(${key}::bigint, d.starts, d.ends) as uptime,
        round(maintenance_seconds(${key}::bigint, d.starts, d.ends))::int as maintenance
      from generate_series(${dayOf(start)}::int, ${dayOf(end)}::int) as day, lateral (
        select greatest(to_timestamp(day * ${SECONDS_PER_DAY}::float8), to_timestamp(${start}::float8)) as starts,
          to_timestamp((day + 1) * ${SECONDS_PER_DAY}::float8) as ends
      ) d order by day`
    const maintenance = yield* sql<Timeline["maintenance"][number]>`
      select ${sql.literal(seconds("since"))} as start, ${sql.literal(seconds("until"))} as end
      from maintenance_periods(${key}::bigint, to_timestamp(${start}::float8), mon_now()) order by since`
    const gaps = gapsOf(periods, unwatched, start, end)
    const timeline: Timeline = {
      range,
      start,
      end,
      bucketSeconds,
      fields: timelineFields,
      buckets,
      days: daysOf(uptimes, buckets, incidents),
      incidents,
      gaps,
      maintenance
    }
    return { key, timeline }
  })
}

const readDomainTimeline = (sql: SqlClient.SqlClient) => {
  const read = timelineOf(sql)
  return operation(
    "Timelines.read",
    function* (scope: AccessScope, id: string, range: TimelineRange, kind: KindWithIncidents = "domain") {
      return (yield* read(scope, id, range, kind))?.timeline ?? null
    }
  )
}

/** The maximum number of changes in a timeline: as many as hourly checks can find in 83 days. */
const CHANGES = 2_000

const readUrlTimeline = (sql: SqlClient.SqlClient) => {
  const read = timelineOf(sql)
  return operation(
    "Timelines.readUrl",
    function* (scope: AccessScope, id: string, range: TimelineRange): Returns<PageTimeline | null> {
      const found = yield* read(scope, id, range, "url")
      if (found === null) return null
      const changes = yield* sql<PageTimeline["changes"][number]>`
      select public_id as id, ${sql.literal(seconds("detected_at"))} as at from url_change
      where monitor_id = ${found.key}::bigint and detected_at >= to_timestamp(${found.timeline.start}::float8)
      order by url_change.id desc limit ${CHANGES}::int`
      return { ...found.timeline, changes: changes.toReversed() }
    }
  )
}

/** The response times, uptime, incidents and gaps of monitors for charts, and the events of domains. */
export class Timelines extends Context.Service<Timelines>()("@mon/core-store/Timelines", {
  make: Effect.map(Effect.all([SqlClient.SqlClient, replicatedReads]), ([sql, replicated]) => ({
    /**
     * Returns the timeline of a domain, or of a monitor of another kind, up to now. Null if the caller cannot see the
     * monitor.
     */
    read: replicated(readDomainTimeline),
    /** Returns the timeline of a page up to now. Null if the caller cannot see the page. */
    readUrl: replicated(readUrlTimeline),
    /** Lists the events of a domain in the last 90 days, newest first. Null if the caller cannot see the domain. */
    events: replicated(listTimelineEvents),
    /**
     * Rolls up the oldest missing day of at most `limit` domains. Returns the number of domains whose day was rolled
     * up.
     */
    rollUp: rollUpDays(sql)
  }))
}) {
  static readonly layer = Layer.effect(Timelines, Timelines.make)
}
