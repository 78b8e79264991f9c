import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Alerts of the same kind about several monitors become one message, as those about a shared cause do. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // A cause of this kind has bursts, and no incidents. Its value is a network of no monitor: the previous release
  // compares values with addresses.
  yield* sql`
    alter table shared_cause
      add column alert_kind text,
      drop constraint shared_cause_kind_check,
      add constraint shared_cause_kind_check check (kind in ('address', 'network', 'name_servers', 'alerts'))`
  yield* compatibleSince(12)
})
