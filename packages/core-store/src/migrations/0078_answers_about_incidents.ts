import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** What name servers and resolvers answered about the host of an incident whose cause is in its registration or DNS. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // asks_servers: the cause of classified_at is one whose repair the servers show. servers_asked_at: when the last
  // question began. answers: as @mon/model declares them; null: none yet.
  yield* sql`
    alter table incident_repair add column asks_servers boolean not null default false,
      add column servers_asked_at timestamptz, add column answers jsonb`
  yield* sql`drop trigger signal_incident_repair on incident_repair`
  yield* sql`
    create trigger signal_incident_repair after update on incident_repair for each row
    when ((old.state, old.locations, old.reported_at, old.answers)
      is distinct from (new.state, new.locations, new.reported_at, new.answers))
    execute function signal_incident_repair()`
  yield* compatibleSince(12)
})
