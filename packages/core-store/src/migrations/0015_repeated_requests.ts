import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Repeated requests: what they create has one id. And the usage of an account, for the creation of a monitor. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The id of what the request creates. Null in a row of an older program, which creates under a random id.
  yield* sql`alter table idempotent_request add column work_id uuid`

  // Volatile, so that its query sees what was committed while the calling statement waited for a lock.
  yield* sql`
    create function monitor_usage(account bigint, kind_code smallint, target text, out used int, out duplicate boolean)
    language plpgsql volatile as $$
    begin
      select count(*)::int, coalesce(bool_or(m.dedupe_key = target), false) into used, duplicate
      from monitor m where m.account_id = account and m.kind = kind_code and m.deleted_at is null;
    end $$`

  yield* compatibleSince(12)
})
