import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** A name that is no longer registered is evidence, too. Its registration has no data. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter function monitor_evidence(bigint, timestamptz) rename to monitor_evidence_of_registered`
  yield* sql`
    create function monitor_evidence(watched bigint, began_at timestamptz) returns jsonb language sql stable as $$
      select monitor_evidence_of_registered(watched, began_at) || coalesce((
        select jsonb_build_object('registration', jsonb_build_object('outcome', 'not_registered'))
        from monitor_registration mr join registration r on r.domain = mr.domain
        where mr.monitor_id = watched and r.outcome = 'NotRegistered'), '{}')
    $$`
  yield* compatibleSince(12)
})
