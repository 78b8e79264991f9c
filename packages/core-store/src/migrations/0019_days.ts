import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Roll-ups of one row per monitor and day, for timelines of up to 90 days. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // hours: 12 values for each hour of the day (UTC) with checks, and 12 for the whole day: the number of the hour (24
  // for the day), checks, up, down, p50, p95 and p99 of the response time, and the averages of DNS, connect, TLS, wait
  // and download. Times are logarithmic buckets of microseconds of successful checks, -1 if there is none.
  yield* sql`
    create table check_day (
      monitor_id bigint not null references monitor (id) on delete cascade,
      day date not null,
      hours smallint[] not null,
      primary key (monitor_id, day)
    )`

  // Days before this one are rolled up. Null: none is.
  yield* sql`alter table monitor_schedule add column days_until date`

  yield* compatibleSince(12)
})
