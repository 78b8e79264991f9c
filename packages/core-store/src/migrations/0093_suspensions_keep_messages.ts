import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/**
 * A suspension of an account keeps messages, as a pause of alerts does: once it is over, who knows of an outage also
 * gets its end, and who was not reached gets the outage that goes on.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // The function of migration 0068, which ended what waited in a suspension.
  yield* sql`
    create or replace function suppress_paused_account() returns trigger language plpgsql as $$
    begin
      update notification set status = 'suppressed',
        reason = case when new.suspended_at is null then 'paused' else 'account_suspended' end
      where account_id = new.id and status = 'pending' and dispatched_at is null;
      return null;
    end $$`

  // The function of migration 0089, also for suspensions.
  yield* sql`
    create or replace function announce_after_pause() returns trigger language plpgsql as $$
    declare
      began timestamptz := case when tg_argv[0] = 'suspended' then old.suspended_at else old.notifications_paused_at end;
    begin
      insert into state_announcement (monitor_id, due_at)
      select distinct n.monitor_id, mon_now()
      from monitor m join notification n on n.monitor_id = m.id and n.created_at >= began - interval '1 hour'
      where m.account_id = new.id and n.status = 'suppressed' and n.reason in ('paused', 'account_suspended')
        and n.kind in ('up', 'recovered', 'email_health_recovery')
      on conflict (monitor_id) do nothing;
      return null;
    end $$`
  yield* sql`
    create trigger announce_after_suspension after update of suspended_at on account
    for each row when (old.suspended_at is not null and new.suspended_at is null)
    execute function announce_after_pause('suspended')`
  yield* sql`
    create trigger release_after_suspension after update of suspended_at on account
    for each row when (old.suspended_at is not null and new.suspended_at is null)
    execute function release_after_pause()`
  yield* compatibleSince(12)
})
