import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** The network of a location is evidence: a route of one provider may be broken, and the site works. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Null: the operator has not named it (MON_LOCATION_NETWORK).
  yield* sql`alter table worker_location add column network text`
  // A location whose workers name different networks has none.
  yield* sql`
    create or replace function monitor_evidence(watched bigint, began_at timestamptz) returns jsonb language sql stable as $$
      select known.facts || jsonb_strip_nulls(jsonb_build_object(
        'sharedWith', monitor_shared_features(watched, began_at),
        'locations', (
          select jsonb_agg(place || jsonb_build_object('provider', (
            select min(w.network) from worker_location w where w.location = place ->> 'location'
            having count(distinct w.network) = 1)))
          from jsonb_array_elements(known.facts -> 'locations') place)))
      from (select monitor_evidence_at_address(watched, began_at) as facts) known
    $$`
  yield* compatibleSince(12)
})
