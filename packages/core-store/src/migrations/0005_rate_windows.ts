import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Fixed windows of the API's rate limit. Losing them in a crash costs one window, so they are not logged. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`
    create unlogged table rate_window (
      bucket text not null,
      window_start bigint not null,
      hits integer not null,
      primary key (bucket, window_start)
    ) with (fillfactor = 50)`
})
