import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** What the checks of a monitor send and expect, and monitors that are slow. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // All locks at the beginning, so that statements of running programs cannot deadlock with the rest.
  yield* sql`lock table account, monitor, monitor_schedule in access exclusive mode`

  // Sealed texts of request are encrypted. Null: nothing is set.
  yield* sql`
    alter table monitor
      add column request jsonb,
      add column expect jsonb,
      add column degraded_after_ms integer`

  // is_unsafe: requests may change something, so that a failure is repeated once only.
  // speed_streak: slow checks in a row, or fast ones while the monitor is degraded.
  yield* sql`
    alter table monitor_schedule
      add column is_unsafe boolean not null default false,
      add column is_degraded boolean not null default false,
      add column speed_streak smallint not null default 0`

  yield* sql`alter table account add column degraded_alerts boolean not null default false`

  yield* sql`
    create trigger signal_speed after update of is_degraded on monitor_schedule for each row
    when (old.is_degraded is distinct from new.is_degraded) execute function signal_monitor_of()`

  yield* compatibleSince(12)
})
