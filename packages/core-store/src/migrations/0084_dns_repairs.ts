import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** The repairs of changed DNS records. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // ended_at of changed DNS records that are not restored: when the repair ends, which may still be ahead.
  yield* sql`
    alter table repair
      drop constraint repair_kind_check,
      add constraint repair_kind_check check (kind in ('email', 'certificate', 'dns'))`

  // An open page of the domain shows it at once.
  yield* sql`drop trigger signal_repair on repair`
  yield* sql`
    create trigger signal_repair after insert or update of state, locations, reported_at, ended_at on repair for each row
    when (new.kind <> 'email') execute function signal_monitor_of()`

  yield* compatibleSince(12)
})
