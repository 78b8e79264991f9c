import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Alerts of the same kind about several monitors become one message, as those about a shared cause do. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // The value of the kind 'alerts' is a kind of fact. Such a cause has bursts, and no incidents.
  yield* sql`
    alter table shared_cause
      drop constraint shared_cause_kind_check,
      add constraint shared_cause_kind_check check (kind in ('address', 'network', 'name_servers', 'alerts'))`
  yield* compatibleSince(12)
})
