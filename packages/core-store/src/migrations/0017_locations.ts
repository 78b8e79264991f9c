import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Workers of several locations: who is alive where, what they say about one monitor, and who is outvoted. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // A worker that has not announced itself for a while is gone: its location is not waited for.
  yield* sql`
    create table worker_location (
      worker_id uuid primary key,
      location text not null,
      seen_at timestamptz not null
    )`

  // votes: the last verdict of each location since the present row of looks that contradict the state began (1 up, 2 down);
  // null where no other location is concerned. ask_location: who shall look next; null: whoever comes first.
  yield* sql`alter table monitor_schedule add column votes jsonb, add column ask_location text`

  // What an outvoted location sees: 1 up, 2 down.
  yield* sql`
    create table location_advisory (
      monitor_id bigint not null references monitor (id) on delete cascade,
      location text not null,
      verdict smallint not null check (verdict in (1, 2)),
      since timestamptz not null,
      seen_at timestamptz not null,
      primary key (monitor_id, location)
    )`
})
