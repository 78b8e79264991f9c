import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Why nobody got a notification. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // reason: why it was suppressed without deliveries; null also for those of earlier releases.
  yield* sql`alter table notification add column reason text`

  // As before, and says whether the owner paused the alerts or the operator suspended the account.
  yield* sql`
    create or replace function suppress_paused_account() returns trigger language plpgsql as $$
    declare
      keys bigint[];
      why text := case when new.suspended_at is null then 'paused' else 'account_suspended' end;
    begin
      update notification set status = 'suppressed', reason = why
      where account_id = new.id and status = 'pending' and dispatched_at is null;
      with suppressed_deliveries as (
        update notification_delivery set status = 'suppressed', error_code = why, settled_at = mon_now()
        where account_id = new.id and status = 'pending'
        returning notification_id
      )
      select array_agg(distinct notification_id) into keys from suppressed_deliveries where notification_id is not null;
      perform settle_notifications(keys);
      return null;
    end $$`
  yield* compatibleSince(12)
})
