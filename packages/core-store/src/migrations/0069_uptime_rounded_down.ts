import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Uptime is rounded down: one second in 90 days no longer shows as 100 percent. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // The function of migration 0029 with another rounding, and else the same.
  yield* sql`
    do $$ begin
      execute replace(
        pg_get_functiondef('watched_uptimes(bigint, timestamptz[], timestamptz)'::regprocedure),
        'round((100 *', 'trunc((100 *');
    end $$`
  yield* compatibleSince(12)
})
