import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** The end of a pause announces the end of what receivers were alerted about before it. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // What was not dispatched yet when the pause began is a few minutes older. Domains that flap are announced later.
  yield* sql`
    create function announce_after_pause() returns trigger language plpgsql as $$
    begin
      insert into state_announcement (monitor_id, due_at)
      select distinct n.monitor_id, mon_now()
      from monitor m join notification n on n.monitor_id = m.id
        and n.created_at >= old.notifications_paused_at - interval '1 hour'
      where m.account_id = new.id and n.status = 'suppressed' and n.reason = 'paused'
        and n.kind in ('up', 'recovered', 'email_health_recovery')
      on conflict (monitor_id) do nothing;
      return null;
    end $$`
  yield* sql`
    create trigger announce_after_pause after update of notifications_paused_at on account
    for each row when (old.notifications_paused_at is not null and new.notifications_paused_at is null)
    execute function announce_after_pause()`
  yield* compatibleSince(12)
})
