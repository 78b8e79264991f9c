import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Replaces the database's clock with a clock that stands still until it is set. */
export const installClock = Effect.fn("installClock")(function* (start: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create table test_clock (at timestamptz not null)`
  yield* sql`insert into test_clock values (${start}::timestamptz)`
  yield* sql`create or replace function mon_now() returns timestamptz language sql stable as $$ select at from test_clock $$`
})

/** `time` is in ISO 8601. */
export const setClock = Effect.fn("setClock")(function* (time: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update test_clock set at = ${time}::timestamptz`
})
