import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Time in which checks had no verdict is unwatched time, as if no worker had checked. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // While the last check had no verdict: the last check that had one, and when the next verdict was due. Else null.
  // A program of an earlier release does not write them, so a rollback during such a time makes it longer.
  yield* sql`
    alter table monitor_schedule
      add column verdict_at timestamptz,
      add column verdict_due_at timestamptz`

  // As before, but late is a verdict, not a check.
  yield* sql`
    create or replace function unwatched_periods(monitor bigint, window_start timestamptz, window_end timestamptz)
    returns table (since timestamptz, until timestamptz) language sql stable parallel safe as $$
      select u.since, u.until from unwatched_period u
      where u.monitor_id = monitor and u.until > window_start and u.since < window_end
      union all
      select greatest(coalesce(s.verdict_at, greatest(s.last_checked_at, s.status_changed_at)),
        coalesce(s.verdict_due_at, s.next_at) - s.interval_ms * interval '1 millisecond'), mon_now()
      from monitor_schedule s
      where s.monitor_id = monitor and s.next_at is not null
        and mon_now() > coalesce(s.verdict_due_at, s.next_at) + 2 * s.interval_ms * interval '1 millisecond'
    $$`

  yield* compatibleSince(12)
})
