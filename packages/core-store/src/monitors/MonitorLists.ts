import type { SqlError } from "effect/sql/SqlError"
import {
  type Access,
  type DomainSettings,
  flapping,
  type MonitorKind,
  type MonitorList,
  monitorListFields,
  type MonitorListRow,
  type Role
} from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { tuples } from "../sql/tuples.ts"
import { PostgresJs } from "../sql/PostgresJs.ts"
import { storeError } from "../sql/operation.ts"
import { type AccessScope, byRole } from "../access/AccessScope.ts"
import { readContentFault } from "./statements/monitorColumns.ts"
import { certificateCodes, hasIncidents, isFailed, kindOf, periodCodes, stateOf } from "./statements/MonitorCodes.ts"
import { acknowledgedByName, COUNTED, isTransition, listedState, unseenChanges } from "./statements/stoppedColumns.ts"
import { isUnwatched, unwatchedSince } from "./statements/unwatched.sql.ts"
import { VISIBLE } from "./statements/visibleMonitors.ts"

const UPTIME_DAYS = 30

type ContentFaultMode = DomainSettings["contentFaults"]

/** The columns of {@link listStatement}. Times are in Unix seconds. */
type ListRow = readonly [
  kind: number,
  id: string,
  name: string,
  url: string,
  state: number,
  isDegraded: boolean,
  paused: boolean,
  access: Access,
  /** The start of the monitor's current state. */
  since: number | null,
  now: number,
  responseUs: number | null,
  errorCode: string | null,
  upSeconds: number | null,
  watchedSeconds: number | null,
  certificateEnd: unknown,
  registrationEnd: unknown,
  grade: unknown,
  certificateProblem: unknown,
  /** The number of changes that the caller has not seen. Null if there are no such changes, and for a domain. */
  unseen: number | null,
  /** The time of the last change that was found. */
  changedAt: number | null,
  tags: ReadonlyArray<string> | null,
  acknowledgedBy: string | null,
  /** The end of the current maintenance. */
  maintenanceUntil: number | null,
  flapping: number | null,
  contentFault: unknown,
  contentFaults: ContentFaultMode
]

interface TagRow {
  readonly key: string
  readonly id: string
  readonly name: string
  readonly color: string
}

const { down, up } = periodCodes

/** The columns of a schedule on which {@link isUnwatched} and {@link unwatchedSince} depend. */
const WATCHED = "s.next_at, s.verdict_due_at, s.verdict_at, s.last_checked_at, s.status_changed_at, s.interval_ms"

/**
 * SQL for the time of a period `b` that is not excluded. `e.ranges` are the excluded times, or null if there are none.
 */
const COUNTED_TIME = `b.until - b.since - case
        when e.ranges && tstzrange(b.since, greatest(b.since, b.until)) then (
          select sum(upper(r) - lower(r)) from unnest(e.ranges * tstzmultirange(tstzrange(b.since, b.until))) r)
        else '0' end`

/**
 * SQL for the order by kind, newest first. It is one number, because PostgreSQL would read all columns of two rows to
 * compare a second sort key. That takes a tenth of the statement's time.
 */
const PLACE = "(v.kind::bigint << 56) - v.id"

/**
 * The statement that reads the list. $1 and $2 are the parameters of {@link VISIBLE}, and $3 is the internal key of the
 * person.
 */
const listStatement = (role: Role) => `
  with ${VISIBLE[role]}, clock as materialized (
    select mon_now() as now, mon_now() - interval '${UPTIME_DAYS} days' as starts
  ), active as materialized (
    select o.window_id, o.starts_at, w.covers_account
    from clock, maintenance_occurrence o join maintenance_window w on w.id = o.window_id
    where o.account_id = $1::bigint and o.ends_at > clock.now and o.starts_at <= clock.now
      and w.deleted_at is null and not w.is_stopped
  ), scheduled as materialized (
    select v.*, s.state, s.is_degraded, s.last_response_us, s.last_error_code, ${WATCHED}
    from visible v join monitor_schedule s on s.monitor_id = v.id
  ), excluded_parts as (
    select u.monitor_id, u.since, u.until
    from clock cross join visible v join unwatched_period u on u.monitor_id = v.id where u.until > clock.starts
    union all
    select s.id, ${unwatchedSince("s")}, clock.now
    from clock, scheduled s where ${hasIncidents("s")} and ${isUnwatched("s", "clock.now")}
    union all
    select p.monitor_id, p.since, p.until
    from clock cross join visible v join maintenance_period p on p.monitor_id = v.id where p.until > clock.starts
    union all
    select v.id, o.starts_at, clock.now from clock, active o, visible v
    where maintenance_covers(o.window_id, o.covers_account, v.id)
  ), excluded as (
    select monitor_id, range_agg(tstzrange(since, greatest(since, until))) as ranges from excluded_parts group by monitor_id
  ), tagged as (
    select mt.monitor_id, array_agg(mt.tag_id::text) as tags
    from monitor_tag mt join visible v on v.id = mt.monitor_id group by mt.monitor_id
  ), transitions as (
    select n.monitor_id, count(*)::int as count
    from clock cross join visible v join notification n on n.monitor_id = v.id
    where ${hasIncidents("v")} and n.created_at > clock.now - ${COUNTED} and ${isTransition("n")}
    group by n.monitor_id having count(*) >= ${flapping.transitions}
  ), dns as (
    select c.monitor_id, max(c.detected_at) as detected_at
    from visible v join dns_change c on c.monitor_id = v.id where ${hasIncidents("v")} group by c.monitor_id
  ), changes as (${unseenChanges("visible", "$3")}
  )
  select v.kind, v.public_id::text, v.name, v.url, v.state, v.is_degraded, v.paused_at is not null, v.access,
    floor(date_part('epoch', coalesce(v.paused_at, v.status_changed_at))), date_part('epoch', clock.now),
    v.last_response_us, v.last_error_code, u.up_seconds, u.watched_seconds, f.ssl->'validTo', f.domain_expiry->'expiresAt',
    case when v.email_health_enabled then f.email_health->'grade' end,
    case when f.ssl_state = ${certificateCodes.bad} and jsonb_typeof(f.ssl->'problems') = 'array'
      then f.ssl->'problems'->0 end,
    c.unseen, floor(date_part('epoch', coalesce(p.changed_at, d.detected_at))), t.tags,
    case when i.acknowledged_at is not null then ${acknowledgedByName("i", "w")} end,
    case when exists (select from active o where maintenance_covers(o.window_id, o.covers_account, v.id))
      then floor(date_part('epoch', maintenance_end(v.id, clock.now))) end,
    n.count, f.content_fault, v.content_faults
  from clock cross join scheduled v
  left join monitor_facts f on f.monitor_id = v.id
  left join excluded e on e.monitor_id = v.id
  cross join lateral (
    select extract(epoch from sum(counted) filter (where state = ${up}))::float8 as up_seconds,
      extract(epoch from sum(counted))::float8 as watched_seconds
    from (
      select b.state, ${COUNTED_TIME} as counted
      from (
        select p.state, greatest(p.since, clock.starts) as since,
          lead(p.since, 1, clock.now) over (order by p.since) as until
        from status_period p where ${hasIncidents("v")} and p.monitor_id = v.id and p.since >= coalesce(
          (select max(o.since) from status_period o where o.monitor_id = v.id and o.since <= clock.starts), '-infinity')
      ) b where b.state in (${up}, ${down})
    ) periods
  ) u
  left join tagged t on t.monitor_id = v.id
  left join transitions n on n.monitor_id = v.id
  left join changes c on c.monitor_id = v.id
  left join url_page p on p.monitor_id = v.id
  left join dns d on d.monitor_id = v.id
  left join incident i on i.monitor_id = v.id and i.resolved_at is null
  left join app_user w on w.id = i.acknowledged_by
  order by ${PLACE}`

const MONITORS = byRole(listStatement)

const TAGS = `
  select t.id::text as key, t.public_id::text as id, t.name, t.color from tag t
  where t.account_id = $1::bigint order by t.sort_order, t.id`

const SECONDS_PER_DAY = 86_400

const daysUntil = (time: unknown, now: number): number | null => {
  const end = typeof time === "string" ? Date.parse(time) / 1_000 : Number.NaN
  return Number.isNaN(end) ? null : Math.floor((end - now) / SECONDS_PER_DAY)
}

/**
 * Calculates the uptime in percent. The value is rounded down, so that 100 means no downtime. The value has only two
 * decimals, so that it seldom changes and ETags stay valid.
 */
const uptimeOf = (upSeconds: number | null, watchedSeconds: number | null): number | null =>
  watchedSeconds === null || watchedSeconds <= 0 ? null : Math.floor((10_000 * (upSeconds ?? 0)) / watchedSeconds) / 100

const toRow = (
  [
    code,
    id,
    name,
    url,
    state,
    is_degraded,
    paused,
    access,
    since,
    now,
    responseUs,
    errorCode,
    upSeconds,
    watchedSeconds,
    certificateEnd,
    registrationEnd,
    grade,
    certificateProblem,
    unseen,
    changedAt,
    tags,
    acknowledgedBy,
    maintenanceUntil,
    transitions,
    contentFault,
    contentFaults
  ]: ListRow,
  positions: ReadonlyMap<string, number>
): MonitorListRow => {
  const kind = kindOf(code)
  const content = readContentFault(contentFault, contentFaults)
  return [
    id,
    kind,
    name,
    url,
    listedState({ kind: code, state, is_degraded, paused }),
    since,
    responseUs === null ? null : Math.round(responseUs / 1_000),
    uptimeOf(upSeconds, watchedSeconds),
    daysUntil(certificateEnd, now),
    daysUntil(registrationEnd, now),
    typeof grade === "string" ? grade : null,
    errorCode,
    access,
    (tags ?? []).flatMap((key) => positions.get(key) ?? []).toSorted((one, other) => one - other),
    typeof certificateProblem === "string" ? certificateProblem : null,
    kind === "url" ? (unseen ?? 0) : null,
    changedAt,
    acknowledgedBy,
    maintenanceUntil,
    transitions,
    content?.code ?? null,
    content?.certain ?? null,
    contentFaults
  ]
}

const prepared = { prepare: true }

/**
 * Runs directly on the connection pool and without a tracing span, because every open dashboard reads the list often.
 */
export const readMonitorList = ({ run }: PostgresJs["Service"]) =>
  Effect.fnUntraced(
    function* ({ accountKey, membershipKey, role, userKey }: AccessScope): Effect.fn.Return<MonitorList, SqlError> {
      const tags = yield* run((sql) => sql.unsafe<Array<TagRow>>(TAGS, [accountKey], prepared))
      const rows = yield* run((sql) =>
        tuples<ListRow>(sql.unsafe(MONITORS[role], [accountKey, membershipKey, userKey], prepared))
      )
      const positions = new Map(tags.map(({ key }, position) => [key, position]))
      return {
        fields: monitorListFields,
        tags: tags.map(({ color, id, name }) => ({ id, name, color })),
        rows: rows.map((row) => toRow(row, positions))
      }
    },
    Effect.mapError(storeError("MonitorLists.read"))
  )

/** The last check of a monitor, for Prometheus. Durations are in seconds. */
export interface MonitorSample {
  readonly id: string
  readonly kind: MonitorKind
  readonly name: string
  readonly url: string
  /** The confirmed state. Null if the state is unknown, or if no check has had a verdict for too long. */
  readonly isUp: boolean | null
  /** The HTTP status. Null before the first check, and 0 if the last check got no response. */
  readonly statusCode: number | null
  readonly seconds: number | null
  /** The durations of the phases of the last check. Null for phases that the check did not reach. */
  readonly phases: {
    readonly dns: number | null
    readonly connect: number | null
    readonly tls: number | null
    readonly wait: number | null
    readonly download: number | null
  }
  readonly certificateEnd: Date | null
  /** The code of the fault in the content of the last response. Null if there is no fault. */
  readonly contentFault: string | null
  /** The names of the tags. */
  readonly tags: ReadonlyArray<string>
}

interface SampleRow {
  readonly id: string
  readonly kind: number
  readonly name: string
  readonly url: string
  readonly state: number
  readonly unwatched: boolean
  readonly checked: boolean
  readonly status_code: number | null
  readonly response_us: number | null
  readonly dns_us: number | null
  readonly connect_us: number | null
  readonly tls_us: number | null
  readonly wait_us: number | null
  readonly download_us: number | null
  readonly certificate_end: unknown
  readonly content_fault: unknown
  readonly content_faults: ContentFaultMode
  readonly tags: ReadonlyArray<string> | null
}

/**
 * The statement that reads the samples. $1 and $2 are the parameters of {@link VISIBLE}. The time of the last check
 * selects one partition of the history.
 */
const SAMPLES = byRole(
  (role) => `
  with ${VISIBLE[role]}, tagged as (
    select mt.monitor_id, array_agg(t.name order by t.sort_order, t.id) as tags
    from monitor_tag mt join visible v on v.id = mt.monitor_id join tag t on t.id = mt.tag_id group by mt.monitor_id
  )
  select v.public_id::text as id, v.kind, v.name, v.url, s.state, ${isUnwatched("s", "mon_now()")} as unwatched,
    s.last_checked_at is not null as checked, s.last_status_code as status_code, s.last_response_us as response_us,
    h.dns_us, h.connect_us, h.tls_us, h.wait_us, h.download_us, f.ssl->'validTo' as certificate_end,
    f.content_fault, v.content_faults, t.tags
  from visible v
  join monitor_schedule s on s.monitor_id = v.id
  left join check_history h on h.monitor_id = v.id and h.checked_at = s.last_checked_at
  left join monitor_facts f on f.monitor_id = v.id
  left join tagged t on t.monitor_id = v.id
  where v.paused_at is null
  order by v.kind, v.id desc`
)

const MICROS_PER_SECOND = 1_000_000

const seconds = (micros: number | null): number | null => (micros === null ? null : micros / MICROS_PER_SECOND)

const dateOf = (time: unknown): Date | null => {
  const date = typeof time === "string" ? new Date(time) : null
  return date === null || Number.isNaN(date.getTime()) ? null : date
}

const isUp = ({ kind, state, unwatched }: SampleRow): boolean | null => {
  const name = stateOf(kindOf(kind), state)
  return unwatched || name === "unknown" ? null : !isFailed(kindOf(kind), name)
}

const toSample = (row: SampleRow): MonitorSample => ({
  id: row.id,
  kind: kindOf(row.kind),
  name: row.name,
  url: row.url,
  isUp: isUp(row),
  statusCode: row.checked ? (row.status_code ?? 0) : null,
  seconds: seconds(row.response_us),
  phases: {
    dns: seconds(row.dns_us),
    connect: seconds(row.connect_us),
    tls: seconds(row.tls_us),
    wait: seconds(row.wait_us),
    download: seconds(row.download_us)
  },
  certificateEnd: dateOf(row.certificate_end),
  contentFault: readContentFault(row.content_fault, row.content_faults)?.code ?? null,
  tags: row.tags ?? []
})

/**
 * Runs directly on the connection pool and without a tracing span, because Prometheus reads the samples several times a
 * minute.
 */
const readMonitorSamples = ({ run }: PostgresJs["Service"]) =>
  Effect.fnUntraced(
    function* ({
      accountKey,
      membershipKey,
      role
    }: AccessScope): Effect.fn.Return<ReadonlyArray<MonitorSample>, SqlError> {
      const rows = yield* run((sql) =>
        sql.unsafe<Array<SampleRow>>(SAMPLES[role], [accountKey, membershipKey], prepared)
      )
      return rows.map(toSample)
    },
    Effect.mapError(storeError("MonitorLists.samples"))
  )

/** The lists of all monitors that a caller can see, in a compact form. */
export class MonitorLists extends Context.Service<MonitorLists>()("@mon/core-store/MonitorLists", {
  make: Effect.map(PostgresJs, (driver) => ({
    /**
     * Reads all domains and pages that the caller can see. Uses two statements, no matter how many monitors there are.
     */
    read: readMonitorList(driver),
    /** Reads the last check of each monitor that the caller can see and that is not paused, in one statement. */
    samples: readMonitorSamples(driver)
  }))
}) {
  static readonly layer = Layer.effect(MonitorLists, MonitorLists.make)
}
