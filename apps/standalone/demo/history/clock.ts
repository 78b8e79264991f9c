import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"

/** Sets the clock of the store back by a number of minutes. 0: the present. */
export const setClock = (sql: SqlClient.SqlClient, minutesAgo: number) =>
  Effect.asVoid(
    sql.unsafe(
      `create or replace function mon_now() returns timestamptz language sql stable parallel safe
       as $$ select statement_timestamp()${minutesAgo === 0 ? "" : ` - interval '${minutesAgo} minutes'`} $$`
    )
  )
