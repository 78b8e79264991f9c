import { type CheckRecord, isPublicId, uuidv7 } from "@mon/model"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { Incidents } from "./Incidents.ts"
import { visibleDomains } from "../monitors/visibleMonitors.ts"
import { domainStateOf } from "../monitors/MonitorCodes.ts"

export interface HistoryRow {
  readonly checked_at: Date
  readonly micros: number
  readonly verdict: number
  readonly status_code: number | null
  readonly response_us: number | null
  readonly dns_us: number | null
  readonly connect_us: number | null
  readonly tls_us: number | null
  readonly wait_us: number | null
  readonly download_us: number | null
  readonly location: string
  readonly error_code: string | null
  readonly error_message: string | null
}

const milliseconds = (us: number | null): number | null => (us === null ? null : Math.round(us / 100) / 10)

/** The table has no ids for checks; the id is derived from the check's time and monitor. */
const checkId = (domainId: string, row: HistoryRow): string => {
  const monitor = Uint8Array.from(domainId.replaceAll("-", "").slice(-16).match(/../gu) ?? [], (pair) =>
    Number.parseInt(pair, 16)
  )
  return uuidv7(row.checked_at.getTime(), Uint8Array.of(row.micros >> 8, row.micros & 0xff, ...monitor))
}

/** Checks of a domain by its public id. */
export const toCheckRecord =
  (domainId: string) =>
  (row: HistoryRow): CheckRecord => ({
    id: checkId(domainId, row),
    domainId,
    checkedAt: row.checked_at.toISOString(),
    status: domainStateOf(row.verdict),
    statusCode: row.status_code,
    responseTimeMs: row.response_us === null ? null : Math.round(row.response_us / 1000),
    timings: {
      dnsMs: milliseconds(row.dns_us),
      connectMs: milliseconds(row.connect_us),
      tlsMs: milliseconds(row.tls_us),
      waitMs: milliseconds(row.wait_us),
      downloadMs: milliseconds(row.download_us)
    },
    location: row.location,
    error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? row.error_code }
  })

export const listHistory = (sql: SqlClient.SqlClient): Incidents["Service"]["history"] =>
  operation("Incidents.history", function* (scope, domainId, hours, limit) {
    if (!isPublicId(domainId)) return null
    const [domain] = yield* sql<{ key: string }>`
      select m.id::text as key from monitor m where ${visibleDomains(sql, scope)} and m.public_id = ${domainId}::uuid`
    if (domain === undefined) return null
    const rows = yield* sql<HistoryRow>`
      select checked_at, (extract(microseconds from checked_at)::int % 1000) as micros, verdict, status_code,
        response_us, dns_us, connect_us, tls_us, wait_us, download_us, location, error_code, error_message
      from check_history
      where monitor_id = ${domain.key}::bigint
        and checked_at > mon_now() - ${hours}::int * interval '1 hour'
      order by checked_at desc limit ${limit}`
    return rows.map(toCheckRecord(domainId))
  })
