import type { SqlError } from "effect/sql/SqlError"
import {
  type Access,
  type DomainSettings,
  flapping,
  type MonitorKind,
  type MonitorList,
  monitorListFields,
  type MonitorListRow
} from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { PostgresJs } from "../sql/PostgresJs.ts"
import { storeError } from "../sql/operation.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { readContentFault } from "./statements/monitorColumns.ts"
import { certificateCodes, hasIncidents, isFailed, kindOf, periodCodes, stateOf } from "./statements/MonitorCodes.ts"
import {
  acknowledgedByName,
  COUNTED,
  isTransition,
  listedState,
  type ListedStateRow,
  unseenChanges
} from "./statements/stoppedColumns.ts"
import { isUnwatched, unwatchedSince } from "./statements/unwatched.sql.ts"
import { VISIBLE } from "./statements/visibleMonitors.ts"

const UPTIME_DAYS = 30

type ContentFaultMode = DomainSettings["contentFaults"]

interface ListRow extends ListedStateRow {
  readonly id: string
  readonly name: string
  readonly url: string
  readonly access: Access
  /** The start of the monitor's current state, in Unix seconds. */
  readonly since: number | null
  readonly now: number
  readonly response_us: number | null
  readonly error_code: string | null
  readonly up_seconds: number | null
  readonly watched_seconds: number | null
  readonly certificate_end: unknown
  readonly registration_end: unknown
  readonly grade: unknown
  readonly certificate_problem: unknown
  /** The number of changes that the caller has not seen. Null if there are no such changes, and for a domain. */
  readonly unseen: number | null
  /** The time of the last change that was found, in Unix seconds. */
  readonly changed_at: number | null
  readonly acknowledged_by: string | null
  /** The end of the current maintenance, in Unix seconds. */
  readonly maintenance_until: number | null
  readonly flapping: number | null
  readonly content_fault: unknown
  readonly content_faults: ContentFaultMode
  readonly tags: ReadonlyArray<string> | null
}

interface TagRow {
  readonly key: string
  readonly id: string
  readonly name: string
  readonly color: string
}

const { down, up } = periodCodes

/**
 * The statement that reads the list. $1 to $3 are the parameters of {@link VISIBLE}, and $4 is the internal key of the
 * person.
 */
const MONITORS = `
  with ${VISIBLE}, clock as materialized (
    select mon_now() as now, mon_now() - interval '${UPTIME_DAYS} days' as starts
  ), active as materialized (
    select o.window_id, o.starts_at, w.covers_account
    from clock, maintenance_occurrence o join maintenance_window w on w.id = o.window_id
    where o.account_id = $1::bigint and o.ends_at > clock.now and o.starts_at <= clock.now
      and w.deleted_at is null and not w.is_stopped
  ), period as (
    select p.monitor_id, p.since, p.state from clock, visible v join status_period p on p.monitor_id = v.id
    where ${hasIncidents("v")} and p.since > clock.starts
    union all
    select v.id, clock.starts, before.state from clock, visible v cross join lateral (
      select p.state from status_period p
      where p.monitor_id = v.id and p.since <= clock.starts order by p.since desc limit 1
    ) before where ${hasIncidents("v")}
  ), bounded as (
    select monitor_id, state, since, lead(since, 1, clock.now) over (partition by monitor_id order by since) as until
    from period, clock
  ), excluded_parts as (
    select u.monitor_id, u.since, u.until
    from clock, visible v join unwatched_period u on u.monitor_id = v.id where u.until > clock.starts
    union all
    select s.monitor_id, ${unwatchedSince("s")}, clock.now
    from clock, visible v join monitor_schedule s on s.monitor_id = v.id
    where ${hasIncidents("v")} and ${isUnwatched("s", "clock.now")}
    union all
    select p.monitor_id, p.since, p.until
    from clock, visible v join maintenance_period p on p.monitor_id = v.id where p.until > clock.starts
    union all
    select v.id, o.starts_at, clock.now from clock, active o, visible v
    where maintenance_covers(o.window_id, o.covers_account, v.id)
  ), excluded as (
    select monitor_id, lower(r) as since, upper(r) as until from (
      select monitor_id, unnest(range_agg(tstzrange(since, greatest(since, until)))) as r
      from excluded_parts group by monitor_id
    ) x
  ), durations as (
    select monitor_id, state, until - since as s from bounded where state in (${up}, ${down})
    union all
    select b.monitor_id, b.state, greatest(u.since, b.since) - least(u.until, b.until)
    from bounded b join excluded u on u.monitor_id = b.monitor_id and u.until > b.since and u.since < b.until
    where b.state in (${up}, ${down})
  ), uptime as (
    select monitor_id, extract(epoch from sum(s) filter (where state = ${up}))::float8 as up_seconds,
      extract(epoch from sum(s))::float8 as watched_seconds
    from durations group by monitor_id
  ), tagged as (
    select mt.monitor_id, array_agg(mt.tag_id::text) as tags
    from monitor_tag mt join visible v on v.id = mt.monitor_id group by mt.monitor_id
  ), transitions as (
    select v.id as monitor_id, n.count from clock, visible v cross join lateral (
      select count(*)::int as count from notification n
      where n.monitor_id = v.id and n.created_at > clock.now - ${COUNTED} and ${isTransition("n")}
    ) n where ${hasIncidents("v")} and n.count >= ${flapping.transitions}
  ), changes as (${unseenChanges("visible", "$4")}
  )
  select v.public_id::text as id, v.kind, v.name, v.url, s.state, s.is_degraded, v.paused_at is not null as paused, v.access,
    floor(extract(epoch from coalesce(v.paused_at, s.status_changed_at)))::float8 as since,
    extract(epoch from clock.now)::float8 as now, s.last_response_us as response_us, s.last_error_code as error_code,
    u.up_seconds, u.watched_seconds, f.ssl->'validTo' as certificate_end,
    f.domain_expiry->'expiresAt' as registration_end, case when v.email_health_enabled then f.email_health->'grade' end as grade,
    case when f.ssl_state = ${certificateCodes.bad} and jsonb_typeof(f.ssl->'problems') = 'array'
      then f.ssl->'problems'->0 end as certificate_problem,
    c.unseen, floor(extract(epoch from coalesce(p.changed_at, d.detected_at)))::float8 as changed_at, t.tags,
    case when i.acknowledged_at is not null then ${acknowledgedByName("i", "w")} end as acknowledged_by,
    case when exists (select from active o where maintenance_covers(o.window_id, o.covers_account, v.id))
      then floor(extract(epoch from maintenance_end(v.id, clock.now)))::float8 end as maintenance_until, n.count as flapping,
    f.content_fault, v.content_faults
  from clock, visible v
  join monitor_schedule s on s.monitor_id = v.id
  left join monitor_facts f on f.monitor_id = v.id
  left join uptime u on u.monitor_id = v.id
  left join tagged t on t.monitor_id = v.id
  left join transitions n on n.monitor_id = v.id
  left join changes c on c.monitor_id = v.id
  left join url_page p on p.monitor_id = v.id
  left join lateral (
    select c.detected_at from dns_change c where ${hasIncidents("v")} and c.monitor_id = v.id
    order by c.detected_at desc limit 1
  ) d on true
  left join incident i on i.monitor_id = v.id and i.resolved_at is null
  left join app_user w on w.id = i.acknowledged_by
  order by v.kind, v.id desc`

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
const uptimeOf = ({ up_seconds, watched_seconds }: ListRow): number | null =>
  watched_seconds === null || watched_seconds <= 0
    ? null
    : Math.floor((10_000 * (up_seconds ?? 0)) / watched_seconds) / 100

const toRow = (
  row: ListRow,
  positions: ReadonlyMap<string, number>,
  content = readContentFault(row.content_fault, row.content_faults)
): MonitorListRow => [
  row.id,
  kindOf(row.kind),
  row.name,
  row.url,
  listedState(row),
  row.since,
  row.response_us === null ? null : Math.round(row.response_us / 1_000),
  uptimeOf(row),
  daysUntil(row.certificate_end, row.now),
  daysUntil(row.registration_end, row.now),
  typeof row.grade === "string" ? row.grade : null,
  row.error_code,
  row.access,
  (row.tags ?? []).flatMap((key) => positions.get(key) ?? []).toSorted((one, other) => one - other),
  typeof row.certificate_problem === "string" ? row.certificate_problem : null,
  kindOf(row.kind) === "url" ? (row.unseen ?? 0) : null,
  row.changed_at,
  row.acknowledged_by,
  row.maintenance_until,
  row.flapping,
  content?.code ?? null,
  content?.certain ?? null,
  row.content_faults
]

const prepared = { prepare: true }

/**
 * Runs directly on the connection pool and without a tracing span, because every open dashboard reads the list often.
 */
export const readMonitorList = ({ run }: PostgresJs["Service"]) =>
  Effect.fnUntraced(
    function* ({ accountKey, membershipKey, role, userKey }: AccessScope): Effect.fn.Return<MonitorList, SqlError> {
      const tags = yield* run((sql) => sql.unsafe<Array<TagRow>>(TAGS, [accountKey], prepared))
      const rows = yield* run((sql) =>
        sql.unsafe<Array<ListRow>>(MONITORS, [accountKey, membershipKey, role === "owner", userKey], prepared)
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
 * The statement that reads the samples. $1 to $3 are the parameters of {@link VISIBLE}. The time of the last check
 * selects one partition of the history.
 */
const SAMPLES = `
  with ${VISIBLE}, tagged as (
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
        sql.unsafe<Array<SampleRow>>(SAMPLES, [accountKey, membershipKey, role === "owner"], { prepare: true })
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
