import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Workers take due deliveries from their table, without jobs beside it. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Until held_until, a worker works on the delivery, or its receiver is busy. Infinity: until alerts are resumed.
  yield* sql`alter table notification_delivery add column held_until timestamptz`
  yield* sql`
    create index notification_delivery_due on notification_delivery (channel, greatest(next_at, held_until))
    where status = 'pending' and digest_id is null
      and (waits_until is null or (channel = 'channel' and gathers_at is null))`
  yield* sql`
    create index notification_delivery_window on notification_delivery
      ((case when channel = 'channel' then gathers_at else waits_until end))
    where status = 'pending' and digest_id is null`

  // The function of migration 0068. A worker of the last release finds what is due for more than five minutes.
  yield* sql`
    create or replace function release_after_pause() returns trigger language plpgsql as $$
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
      update notification_delivery set held_until = null,
        next_at = case when next_at <= mon_now() then mon_now() - interval '6 minutes' else next_at end
      where account_id = new.id and status = 'pending' and digest_id is null;
      return null;
    end $$`
  yield* compatibleSince(12)
})
