import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Members as targets of routes. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // The strongest locks first, so that the migration cannot deadlock.
  yield* sql`lock table membership, alert_route_target in access exclusive mode`

  // With the kind 'email': only this member. Programs of the previous release notify everybody of that target, so that
  // no alert is lost.
  yield* sql`
    alter table alert_route_target add column membership_id bigint references membership (id) on delete cascade,
      add check (membership_id is null or kind = 'email')`
  yield* sql`
    create index alert_route_target_membership on alert_route_target (membership_id) where membership_id is not null`

  // However a membership ends.
  yield* sql`
    create function remove_from_routes() returns trigger language plpgsql as $$
    begin
      delete from alert_route_target where membership_id = new.id;
      return null;
    end $$`
  yield* sql`
    create trigger remove_from_routes after update of removed_at on membership
    for each row when (new.removed_at is not null) execute function remove_from_routes()`
  yield* compatibleSince(12)
})
