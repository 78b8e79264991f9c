import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** A pause of alerts keeps messages about earlier alerts that are not sent yet, and their retries. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // A suspension still ends what waits. A pause ends only alerts of which no message was written.
  yield* sql`
    create or replace function suppress_paused_account() returns trigger language plpgsql as $$
    declare
      keys bigint[];
      why text := case when new.suspended_at is null then 'paused' else 'account_suspended' end;
    begin
      update notification set status = 'suppressed', reason = why
      where account_id = new.id and status = 'pending' and dispatched_at is null;
      if new.suspended_at is null then
        return null;
      end if;
      with suppressed_deliveries as (
        update notification_delivery set status = 'suppressed', error_code = why, settled_at = mon_now()
        where account_id = new.id and status = 'pending'
        returning notification_id
      )
      select array_agg(distinct notification_id) into keys from suppressed_deliveries where notification_id is not null;
      perform settle_notifications(keys);
      return null;
    end $$`

  // Nobody needs a message about an outage that is over. A worker finds what is due for more than five minutes.
  yield* sql`
    create function release_after_pause() returns trigger language plpgsql as $$
    declare
      keys bigint[];
    begin
      with ended as (
        update notification_delivery d set status = 'suppressed', error_code = 'over', settled_at = mon_now()
        from notification n join incident i on i.id = n.incident_id
        where d.account_id = new.id and d.status = 'pending' and d.digest_id is null and n.id = d.notification_id
          and n.kind = 'down' and i.resolved_at is not null
        returning d.notification_id
      )
      select array_agg(distinct notification_id) into keys from ended;
      perform settle_notifications(keys);
      update notification_delivery set next_at = mon_now() - interval '6 minutes'
      where account_id = new.id and status = 'pending' and digest_id is null and next_at <= mon_now();
      return null;
    end $$`
  yield* sql`
    create trigger release_after_pause after update of notifications_paused_at on account
    for each row when (old.notifications_paused_at is not null and new.notifications_paused_at is null)
    execute function release_after_pause()`
  yield* compatibleSince(12)
})
