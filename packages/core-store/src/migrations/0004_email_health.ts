import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Email health: cached reports, when each domain is due, what was announced about it, and its scores. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // report is JSON as text, because jsonb rejects the NUL that a TXT record may hold. Null: the first check is in
  // progress.
  yield* sql`
    create table email_health_report (
      domain text primary key,
      report text,
      incomplete boolean,
      checked_at timestamptz,
      lease_until timestamptz,
      lease_token uuid
    )`
  yield* sql`create index email_health_report_age on email_health_report (greatest(checked_at, lease_until))`

  // grade and listings are those of the last complete result (listings null: there was none yet). grade_announced and
  // listings_announced: alerts that were raised and are not over. next_at is null while paused or deleted.
  yield* sql`
    create table email_health_schedule (
      monitor_id bigint primary key references monitor (id) on delete cascade,
      interval_ms bigint not null check (interval_ms > 0),
      phase bigint not null check (phase >= 0),
      next_at timestamptz,
      lease_until timestamptz,
      lease_token uuid,
      incomplete_runs smallint not null default 0,
      last_checked_at timestamptz,
      grade text,
      listings text[],
      grade_announced boolean not null default false,
      listings_announced text[] not null default '{}'
    ) with (fillfactor = 70)`
  yield* sql`
    create index email_health_due on email_health_schedule (greatest(next_at, lease_until)) where next_at is not null`

  yield* sql`
    create table email_health_history (
      monitor_id bigint not null references monitor (id) on delete cascade,
      checked_at timestamptz not null,
      score smallint,
      grade text,
      incomplete boolean not null,
      components jsonb not null,
      listings text[] not null,
      primary key (monitor_id, checked_at)
    )`
  yield* sql`create index email_health_history_age on email_health_history using brin (checked_at)`

  // A trigger, so that every way to add, pause, change and delete a monitor keeps the schedule correct.
  yield* sql`
    create function schedule_email_health() returns trigger language plpgsql as $$
    declare
      live boolean := new.deleted_at is null and new.paused_at is null;
      wanted_ms bigint := new.email_health_interval_seconds * 1000::bigint;
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
  yield* sql`
    create trigger email_health_of_new_monitor after insert on monitor
    for each row when (new.kind = 1) execute function schedule_email_health()`
  yield* sql`
    create trigger email_health_of_monitor
    after update of paused_at, deleted_at, email_health_interval_seconds on monitor
    for each row when (new.kind = 1
      and (old.paused_at, old.deleted_at, old.email_health_interval_seconds)
        is distinct from (new.paused_at, new.deleted_at, new.email_health_interval_seconds))
    execute function schedule_email_health()`
})
