import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** What is to be announced when a pause or suspension begins is announced after it, also after the next one. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // is_held: the account is paused or suspended.
  yield* sql`alter table state_announcement add column is_held boolean not null default false`
  yield* sql`create index state_announcement_next on state_announcement (due_at) where not is_held`
  yield* sql`drop index state_announcement_due`

  // The function of migration 0093, which forgot recoveries that were to be announced.
  yield* sql`
    create or replace function suppress_paused_account() returns trigger language plpgsql as $$
    begin
      with suppressed as (
        update notification set status = 'suppressed',
          reason = case when new.suspended_at is null then 'paused' else 'account_suspended' end
        where account_id = new.id and status = 'pending' and dispatched_at is null
        returning monitor_id, kind
      )
      insert into state_announcement (monitor_id, due_at, is_held)
      select distinct monitor_id, mon_now(), true from suppressed
      where kind in ('up', 'recovered', 'email_health_recovery') and monitor_id is not null
      on conflict (monitor_id) do nothing;
      return null;
    end $$`

  // The function of migration 0093, which did not know of held announcements.
  yield* sql`
    create or replace function announce_after_pause() returns trigger language plpgsql as $$
    declare
      began timestamptz := case when tg_argv[0] = 'suspended' then old.suspended_at else old.notifications_paused_at end;
    begin
      update state_announcement s set is_held = false
      from monitor m where m.id = s.monitor_id and m.account_id = new.id and s.is_held;
      insert into state_announcement (monitor_id, due_at)
      select distinct n.monitor_id, mon_now()
      from monitor m join notification n on n.monitor_id = m.id and n.created_at >= began - interval '1 hour'
      where m.account_id = new.id and n.status = 'suppressed' and n.reason in ('paused', 'account_suspended')
        and n.kind in ('up', 'recovered', 'email_health_recovery')
      on conflict (monitor_id) do nothing;
      return null;
    end $$`
  yield* compatibleSince(12)
})
