import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** The email health check of a domain can be switched off. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table monitor add column email_health_enabled boolean not null default true`

  // The function of migration 0004, for domains whose check is off, or on again.
  yield* sql`
    create or replace function schedule_email_health() returns trigger language plpgsql as $$
    declare
      live boolean := new.deleted_at is null and new.paused_at is null and new.email_health_enabled;
      wanted_ms bigint := new.email_health_interval_seconds * 1000::bigint;
      is_on_again boolean := tg_op = 'UPDATE' and new.email_health_enabled and not old.email_health_enabled;
    begin
      if tg_op = 'INSERT' then
        insert into email_health_schedule (monitor_id, interval_ms, phase, next_at)
        values (new.id, wanted_ms, ('x' || right(replace(new.public_id::text, '-', ''), 12))::bit(48)::bigint,
          case when live then mon_now() end);
        return null;
      end if;
      update email_health_schedule s set
        interval_ms = wanted_ms,
        next_at = case
          when not live then null
          when is_on_again then mon_now()
          when s.next_at is null and coalesce(s.last_checked_at <= mon_now() - wanted_ms * interval '1 millisecond', true)
            then mon_now()
          when s.next_at is null then next_on_grid(wanted_ms, s.phase, mon_now())
          when s.interval_ms <> wanted_ms then least(s.next_at, next_on_grid(wanted_ms, s.phase, mon_now()))
          else s.next_at end,
        lease_until = case when live then s.lease_until end,
        lease_token = case when live then s.lease_token end
      where s.monitor_id = new.id;
      return null;
    end $$`
  yield* sql`drop trigger email_health_of_monitor on monitor`
  yield* sql`
    create trigger email_health_of_monitor
    after update of paused_at, deleted_at, email_health_interval_seconds, email_health_enabled on monitor
    for each row when (new.kind = 1
      and (old.paused_at, old.deleted_at, old.email_health_interval_seconds, old.email_health_enabled)
        is distinct from (new.paused_at, new.deleted_at, new.email_health_interval_seconds, new.email_health_enabled))
    execute function schedule_email_health()`
  yield* compatibleSince(12)
})
