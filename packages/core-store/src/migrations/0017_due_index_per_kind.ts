import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** An index of due times for each kind of monitor, so that overdue monitors of one kind do not delay the other. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The strongest lock first: a transaction that has read the table and then waits to write it would block the drop.
  yield* sql`lock table monitor_schedule in access exclusive mode`
  // Each row is in one of the two, so that a claim and a record maintain as many indexes as before. Programs of the
  // previous release name the kind in their claims, so they use these indexes too.
  yield* sql`
    create index monitor_schedule_due_domain on monitor_schedule (greatest(next_at, lease_until))
    where next_at is not null and kind = 1`
  yield* sql`
    create index monitor_schedule_due_url on monitor_schedule (greatest(next_at, lease_until))
    where next_at is not null and kind = 2`
  yield* sql`drop index monitor_schedule_due`
  yield* compatibleSince(12)
})
