import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Monitors whose check may end the process that makes it. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // lost_leases: leases in a row that ended without a result, so that a worker may have died of the check.
  // ended_processes: checks in a row of which it is proven that they ended their process.
  yield* sql`
    alter table monitor_schedule
      add column lost_leases smallint not null default 0,
      add column ended_processes smallint not null default 0`
  yield* sql`create index monitor_schedule_ended on monitor_schedule (monitor_id) where ended_processes > 0`

  yield* compatibleSince(12)
})
