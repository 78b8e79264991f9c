import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/**
 * A location that passed before the first failed check proves nothing: the site may have failed since. One that never
 * saw it fail is evidence, but may be asked only after the incident opened, because some of many locations confirm it.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Observations have the locations from ten minutes before on. Planning takes four times as long as the rest, so one
  // plan serves all monitors.
  yield* sql`
    create or replace function monitor_evidence(watched bigint, began_at timestamptz) returns jsonb language sql stable
    set plan_cache_mode = force_generic_plan as $$
      select monitor_evidence_at_address(watched, began_at) - 'locations' || jsonb_strip_nulls(jsonb_build_object(
        'sharedWith', monitor_shared_features(watched, began_at),
        'locations', (
          select jsonb_agg(jsonb_build_object('location', place.location, 'outcome', place.outcome, 'provider', (
            select min(w.network) from worker_location w where w.location = place.location
            having count(distinct w.network) = 1)))
          from (
            select distinct on (location) location, coalesce(error_code, 'ok') as outcome
            from check_history where monitor_id = watched and checked_at >= began_at order by location, checked_at desc
          ) place having count(*) > 1)))
    $$`
  yield* sql`
    create function add_location_evidence() returns trigger language plpgsql as $$
    begin
      perform refresh_incident_diagnosis(i.monitor_id) from incident i
      where i.monitor_id = new.monitor_id and i.resolved_at is null and not exists (
        select from check_history c
        where c.monitor_id = i.monitor_id and c.location = new.location and c.verdict = 2 and c.checked_at >= i.started_at);
      return null;
    end $$`
  yield* sql`
    create trigger location_advisory_is_evidence after insert on location_advisory for each row
    when (new.verdict = 1) execute function add_location_evidence()`
  yield* compatibleSince(12)
})
