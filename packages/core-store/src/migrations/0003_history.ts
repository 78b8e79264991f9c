import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** What was seen: every look in daily partitions, the periods of each state, and the incidents. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // verdict: 0 unknown (a fault of the prober), 1 up, 2 down. Durations are microseconds.
  yield* sql`
    create table check_history (
      monitor_id bigint not null,
      checked_at timestamptz not null,
      verdict smallint not null,
      status_code smallint,
      response_us integer,
      dns_us integer,
      connect_us integer,
      tls_us integer,
      wait_us integer,
      download_us integer,
      location text not null,
      error_code text,
      error_message text,
      primary key (monitor_id, checked_at)
    ) partition by range (checked_at)`
  // A look outside every day's partition is kept all the same.
  yield* sql`create table check_history_default partition of check_history default`

  // Makes the missing partitions from yesterday to some days ahead; several processes may call it at once.
  yield* sql`
    create function ensure_history_partitions(days_ahead integer) returns integer language plpgsql as $$
    declare
      day date := (mon_now() at time zone 'UTC')::date - 1;
      last date := (mon_now() at time zone 'UTC')::date + days_ahead;
      made integer := 0;
    begin
      perform pg_advisory_xact_lock(hashtext('check_history'));
      while day <= last loop
        if to_regclass('check_history_' || to_char(day, 'YYYYMMDD')) is null then
          begin
            execute format(
              'create table %I partition of check_history for values from (%L) to (%L)',
              'check_history_' || to_char(day, 'YYYYMMDD'),
              day::text || ' 00:00:00+00', (day + 1)::text || ' 00:00:00+00');
            made := made + 1;
          exception when check_violation then
            -- rows of that day already lie in the default partition: leave them there
            null;
          end;
        end if;
        day := day + 1;
      end loop;
      return made;
    end $$`
  yield* sql`select ensure_history_partitions(7)`

  // state: 0 unknown, 1 up, 2 down, 3 paused, 4 deleted. A period ends where the next one of the monitor begins.
  yield* sql`
    create table status_period (
      monitor_id bigint not null references monitor (id) on delete cascade,
      since timestamptz not null,
      state smallint not null check (state between 0 and 4),
      primary key (monitor_id, since)
    )`

  yield* sql`
    create table incident (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      monitor_id bigint not null references monitor (id) on delete cascade,
      started_at timestamptz not null,
      confirmed_at timestamptz not null,
      trigger_status_code smallint,
      trigger_error_code text,
      trigger_error_message text,
      resolved_at timestamptz,
      closed_at timestamptz,
      resolution text check (resolution in ('recovered', 'paused', 'deleted')),
      resolution_status_code smallint,
      trigger_screenshot_url text,
      resolution_screenshot_url text
    )`
  yield* sql`create unique index incident_open on incident (monitor_id) where resolved_at is null`
  yield* sql`create index incident_monitor on incident (monitor_id, started_at desc)`
  yield* sql`create index incident_account on incident (account_id, started_at desc)`

  // Uptime in percent over a window: time up by time up or down, with paused and unknown time left out.
  yield* sql`
    create function uptime_percent(monitor bigint, window_start timestamptz) returns double precision
    language sql stable parallel safe as $$
      with bounded as (
        select state,
          greatest(since, window_start) as starts,
          lead(since, 1, mon_now()) over (order by since) as ends
        from status_period
        where monitor_id = monitor
          and since >= coalesce(
            (select max(since) from status_period where monitor_id = monitor and since <= window_start),
            '-infinity')
      ), seconds as (
        select state, greatest(extract(epoch from ends - starts), 0) as s from bounded where state in (1, 2)
      )
      select round((100 * sum(s) filter (where state = 1) / nullif(sum(s), 0))::numeric, 4)::double precision
      from (select state, s from seconds union all select 1, 0) x
    $$`
})
