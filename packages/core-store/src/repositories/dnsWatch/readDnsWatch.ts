import {
  DnsChange,
  DnsObserved,
  dnsWatchLimits,
  DnsTypeChange,
  type DnsWatchRecord,
  isPublicId,
  Plans
} from "@mon/model"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { visibleDomains } from "../monitors/visibleMonitors.ts"
import { planInForce } from "../monitors/planLimits.sql.ts"
import { isWithinPlan, watchLimits } from "./claimDnsWatches.ts"
import type { DnsWatches } from "./DnsWatches.ts"

interface Row {
  readonly id: string
  readonly is_watched: boolean
  readonly is_paused: boolean
  readonly is_within_plan: boolean
  readonly next_at: Date | null
  readonly checked_at: Date | null
  readonly shown: unknown
}

interface ChangeRow {
  readonly id: string
  readonly detected_at: Date
  readonly changes: unknown
}

const readShown = Schema.decodeUnknownOption(DnsObserved)
const readChanges = Schema.decodeUnknownOption(Schema.Array(DnsTypeChange))
const NOTHING: DnsObserved = { sets: [], findings: [] }

const statusOf = (row: Row): DnsWatchRecord["status"] => {
  if (!row.is_watched) return "off"
  if (row.is_paused) return "paused"
  if (!row.is_within_plan) return "over_limit"
  return row.checked_at === null ? "waiting" : "watching"
}

const toChange = ({ changes, detected_at: detectedAt, id }: ChangeRow): ReadonlyArray<DnsChange> =>
  Option.match(readChanges(changes), {
    onNone: () => [],
    onSome: (read) => [{ id, detectedAt: detectedAt.toISOString(), changes: read }]
  })

export const findDnsWatch = (sql: SqlClient.SqlClient): DnsWatches["Service"]["find"] =>
  operation("DnsWatches.find", function* (scope, id) {
    if (!isPublicId(id)) return null
    const limits = watchLimits(yield* Plans)
    const [row] = yield* sql<Row>`
      select m.id::text as id, m.dns_watch is not null as is_watched, m.paused_at is not null as is_paused,
        (with l as (select ${limits}::text::jsonb as limits)
          select ${sql.literal(isWithinPlan(`(${planInForce})`, "l.limits"))} from l) as is_within_plan,
        w.next_at, w.checked_at, w.shown
      from monitor m join account a on a.id = m.account_id left join dns_watch w on w.monitor_id = m.id
      where ${visibleDomains(sql, scope)} and m.public_id = ${id}::uuid`
    if (row === undefined) return null
    const changes = yield* sql<ChangeRow>`
      select public_id as id, detected_at, changes from dns_change
      where monitor_id = ${row.id}::bigint order by detected_at desc, id desc limit ${dnsWatchLimits.changesListed}`
    const status = statusOf(row)
    const isDue = status === "watching" || status === "waiting"
    return {
      status,
      checkedAt: row.checked_at?.toISOString() ?? null,
      nextCheckAt: isDue ? (row.next_at?.toISOString() ?? null) : null,
      ...Option.getOrElse(readShown(row.shown), () => NOTHING),
      changes: changes.flatMap(toChange)
    }
  })

export const usedDnsWatches = (sql: SqlClient.SqlClient): DnsWatches["Service"]["used"] =>
  operation("DnsWatches.used", function* ({ accountKey }, exceptIds) {
    const [row] = yield* sql<{ used: number }>`
      select count(*)::int as used from monitor m
      where m.account_id = ${accountKey}::bigint and m.dns_watch is not null and m.deleted_at is null
        and m.public_id <> all(${exceptIds.filter(isPublicId)}::uuid[])`
    return row?.used ?? 0
  })
