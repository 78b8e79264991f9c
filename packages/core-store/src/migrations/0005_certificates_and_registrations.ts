import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** When certificates and domain registrations are due, and what was found out about them. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Checks of port 443 for monitors whose URL is http. A paused monitor keeps its row.
  yield* sql`
    create table certificate_schedule (
      monitor_id bigint primary key references monitor (id) on delete cascade,
      next_at timestamptz not null,
      lease_until timestamptz,
      lease_token uuid
    )`
  yield* sql`create index certificate_due on certificate_schedule (greatest(next_at, lease_until))`

  // One row for each registrable domain, however many monitors use it. registration: the last successful result.
  // next_at is null when no monitor uses the domain any more.
  yield* sql`
    create table registration (
      domain text primary key,
      outcome text,
      registration jsonb,
      checked_at timestamptz,
      failures smallint not null default 0,
      next_at timestamptz,
      lease_until timestamptz,
      lease_token uuid
    )`
  yield* sql`create index registration_due on registration (greatest(next_at, lease_until)) where next_at is not null`

  // domain: null until a worker has determined it, '' when the host belongs to no registrable domain. announced_*: the
  // last alert.
  yield* sql`
    create table monitor_registration (
      monitor_id bigint primary key references monitor (id) on delete cascade,
      domain text,
      announced_expiry timestamptz,
      announced_days smallint
    )`
  yield* sql`create index monitor_registration_domain on monitor_registration (domain)`
  yield* sql`create index monitor_registration_new on monitor_registration (monitor_id) where domain is null`

  // Copies of registry documents, such as the list of RDAP servers of IANA.
  yield* sql`
    create table registry_document (
      name text primary key,
      document text not null,
      fetched_at timestamptz not null
    )`

  // A trigger, so that every way to add a monitor schedules these checks.
  yield* sql`
    create function schedule_facts() returns trigger language plpgsql as $$
    begin
      insert into monitor_registration (monitor_id) values (new.id);
      if new.url like 'http://%' then
        insert into certificate_schedule (monitor_id, next_at) values (new.id, mon_now());
      end if;
      return null;
    end $$`
  yield* sql`
    create trigger facts_of_new_monitor after insert on monitor
    for each row when (new.kind = 1) execute function schedule_facts()`
})
