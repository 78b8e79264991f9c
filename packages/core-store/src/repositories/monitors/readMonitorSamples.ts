import * as Effect from "effect/Effect"
import type { PostgresJs } from "../../sql/PostgresJs.ts"
import { storeError } from "../../sql/StoreError.ts"
import { domainStateOf, kindCodes, type MonitorKind, urlStateOf } from "./MonitorCodes.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { isUnwatched } from "./unwatched.sql.ts"
import { VISIBLE } from "./visible.sql.ts"

/** The last check of a monitor. Durations are seconds. */
export interface MonitorSample {
  readonly id: string
  readonly kind: MonitorKind
  readonly name: string
  readonly url: string
  /** The confirmed state. Null while it is unknown, and while no check has had a verdict for too long. */
  readonly isUp: boolean | null
  /** Null before the first check, 0 if the last check got no answer. */
  readonly statusCode: number | null
  readonly seconds: number | null
  /** The phases of the last check, as far as it got. */
  readonly phases: {
    readonly dns: number | null
    readonly connect: number | null
    readonly tls: number | null
    readonly wait: number | null
    readonly download: number | null
  }
  readonly certificateEnd: Date | null
  /** Names. */
  readonly tags: ReadonlyArray<string>
}

interface Row {
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
  readonly tags: ReadonlyArray<string> | null
}

/** $1 to $3 are those of {@link VISIBLE}. The time of the last check selects one partition of the history. */
const SAMPLES = `
  with ${VISIBLE}, tagged as (
    select mt.monitor_id, array_agg(t.name order by t.sort_order, t.id) as tags
    from monitor_tag mt join visible v on v.id = mt.monitor_id join tag t on t.id = mt.tag_id group by mt.monitor_id
  )
  select v.public_id::text as id, v.kind, v.name, v.url, s.state, ${isUnwatched("s", "mon_now()")} as unwatched,
    s.last_checked_at is not null as checked, s.last_status_code as status_code, s.last_response_us as response_us,
    h.dns_us, h.connect_us, h.tls_us, h.wait_us, h.download_us, f.ssl->'validTo' as certificate_end, t.tags
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

const isUp = ({ kind, state, unwatched }: Row): boolean | null => {
  const name = kind === kindCodes.domain ? domainStateOf(state) : urlStateOf(state)
  return unwatched || name === "unknown" ? null : name !== "down" && name !== "error"
}

const toSample = (row: Row): MonitorSample => ({
  id: row.id,
  kind: row.kind === kindCodes.domain ? "domain" : "url",
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
  tags: row.tags ?? []
})

/** Runs on the bare pool and without a span, because Prometheus asks several times a minute. */
export const readMonitorSamples = ({ run }: PostgresJs["Service"]) =>
  Effect.fnUntraced(
    function* ({ accountKey, membershipKey, role }: AccessScope) {
      const rows = yield* run((sql) =>
        sql.unsafe<Array<Row>>(SAMPLES, [accountKey, membershipKey, role === "owner"], { prepare: true })
      )
      return rows.map(toSample)
    },
    Effect.mapError(storeError("MonitorLists.samples"))
  )
