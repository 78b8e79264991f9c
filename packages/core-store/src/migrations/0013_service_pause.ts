import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** The pause of a restored service, encrypted emails in the outbox, and indexes of rows whose retention ends. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // At most one row: while it exists, workers do not start their work.
  yield* sql`
    create table service_pause (
      one boolean primary key default true check (one),
      paused_at timestamptz not null default mon_now(),
      reason text not null
    )`

  // sealed: recipient apart, the whole email as encrypted JSON. The columns of its parts are empty then.
  yield* sql`alter table email_outbox add column sealed text`
  yield* sql`create index email_outbox_unsealed on email_outbox (id) where sealed is null`

  // Deleting an incident deletes its notifications.
  yield* sql`create index notification_incident on notification (incident_id) where incident_id is not null`
  yield* sql`create index monitor_deleted on monitor (deleted_at) where deleted_at is not null`
  yield* sql`create index incident_resolved on incident (resolved_at)`

  yield* compatibleSince(12)
})
