import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Timelines show advisories after their location agrees with the others again, which deletes them. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`lock table location_advisory, monitor_change in access exclusive mode`
  yield* sql`alter table monitor_change drop constraint monitor_change_kind_check`
  // Every row satisfies the rule, because it allows more than the one before.
  yield* sql`
    alter table monitor_change add constraint monitor_change_kind_check
    check (kind in ('certificate', 'redirect', 'registration', 'location_advisory')) not valid`

  // A trigger, so that the programs of the last release note advisories, too.
  yield* sql`
    create function note_location_advisory() returns trigger language plpgsql as $$
    begin
      perform note_monitor_change(new.monitor_id, 'location_advisory', jsonb_build_array(jsonb_build_object(
        'field', new.location, 'before', null, 'after', case new.verdict when 1 then 'up' else 'down' end)));
      return null;
    end $$`
  yield* sql`
    create trigger location_advisory_is_noted after insert on location_advisory for each row
    execute function note_location_advisory()`
  yield* sql`
    create trigger changed_location_advisory_is_noted after update on location_advisory for each row
    when (old.verdict is distinct from new.verdict) execute function note_location_advisory()`
  yield* sql`
    insert into monitor_change (monitor_id, kind, at, changes)
    select monitor_id, 'location_advisory', since, jsonb_build_array(jsonb_build_object(
      'field', location, 'before', null, 'after', case verdict when 1 then 'up' else 'down' end))
    from location_advisory`

  yield* compatibleSince(12)
})
