import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Programs get every fact: also after a pause, the outage before its end. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // The function of migration 0070. People need no message about an outage that is over.
  yield* sql`
    create or replace function release_after_pause() returns trigger language plpgsql as $$
    declare
      keys bigint[];
    begin
      with ended as (
        update notification_delivery d set status = 'suppressed', error_code = 'over', settled_at = mon_now()
        from notification n join incident i on i.id = n.incident_id
        where d.account_id = new.id and d.status = 'pending' and d.digest_id is null and d.channel <> 'webhook'
          and n.id = d.notification_id and n.kind = 'down' and i.resolved_at is not null
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
