import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Monitors whose state must be announced later, because changes of it were suppressed. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // due_at: then their receivers are sent the state, if they know another one.
  yield* sql`
    create table state_announcement (
      monitor_id bigint primary key references monitor (id) on delete cascade,
      due_at timestamptz not null
    )`
  yield* sql`create index state_announcement_due on state_announcement (due_at)`
  yield* compatibleSince(12)
})
