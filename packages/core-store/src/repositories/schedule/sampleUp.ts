import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { codeLiteral, domainStateCodes, kindCodes, urlStateCodes } from "../monitors/MonitorCodes.ts"
import type { MonitorSchedule } from "./MonitorSchedule.ts"

/** How many rows to read from each of the two ranges, whatever the number of monitors. */
const READ = 500

/** Reads rows of the primary key from a random key on, and from the first key on. */
export const sampleUp = (sql: SqlClient.SqlClient): MonitorSchedule["Service"]["sampleUp"] =>
  operation("MonitorSchedule.sampleUp", function* (limit) {
    const rows = yield* sql<{ url: string }>`
      with start as materialized (
        select (random() * coalesce(max(monitor_id), 0))::bigint as key from monitor_schedule
      ), near as (
        (select s.monitor_id, s.kind, s.state, s.next_at from start, monitor_schedule s
          where s.monitor_id >= start.key order by s.monitor_id limit ${READ})
        union
        (select monitor_id, kind, state, next_at from monitor_schedule order by monitor_id limit ${READ})
      ), hosts as (
        select distinct on (m.hostname) m.url from near n join monitor m on m.id = n.monitor_id
        where n.next_at is not null and (
          (n.kind = ${codeLiteral(sql, kindCodes.domain)} and n.state = ${codeLiteral(sql, domainStateCodes.up)})
          or (n.kind = ${codeLiteral(sql, kindCodes.url)}
            and n.state in (${codeLiteral(sql, urlStateCodes.active)}, ${codeLiteral(sql, urlStateCodes.changed)})))
      )
      select url from hosts order by random() limit ${limit}`
    return rows.map(({ url }) => url)
  })
