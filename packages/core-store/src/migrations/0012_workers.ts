import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Workers: which locations are alive, which of them are outvoted, and whether any worker runs at all. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // A worker that has not announced itself for a while is gone, and nobody waits for its location.
  yield* sql`
    create table worker_location (
      worker_id uuid primary key,
      location text not null,
      seen_at timestamptz not null
    )`

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

  // One row: when a worker was last alive, and since when workers run again after there was none.
  yield* sql`
    create table worker_heartbeat (
      one boolean primary key default true check (one),
      seen_at timestamptz not null,
      resumed_at timestamptz
    )`
})
