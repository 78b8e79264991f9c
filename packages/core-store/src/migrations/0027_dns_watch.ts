import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Which DNS records of a domain are watched, when they are due, and how they changed. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The strongest lock first, so that the migration cannot deadlock.
  yield* sql`lock table monitor in access exclusive mode`
  yield* sql`alter table monitor add column dns_watch jsonb`
  // Plans limit the number of watched domains of an account.
  yield* sql`
    create index monitor_dns_watch on monitor (account_id, id) where dns_watch is not null and deleted_at is null`

  // state: what the engine remembers. shown: the last observation, as the API shows it.
  yield* sql`
    create table dns_watch (
      monitor_id bigint primary key references monitor (id) on delete cascade,
      next_at timestamptz not null,
      lease_until timestamptz,
      lease_token uuid,
      checked_at timestamptz,
      state jsonb,
      shown jsonb
    )`
  yield* sql`create index dns_watch_due on dns_watch (greatest(next_at, lease_until))`

  yield* sql`
    create table dns_change (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      monitor_id bigint not null references monitor (id) on delete cascade,
      detected_at timestamptz not null,
      changes jsonb not null
    )`
  yield* sql`create index dns_change_of_monitor on dns_change (monitor_id, detected_at desc)`
  yield* sql`create index dns_change_by_age on dns_change (detected_at)`

  // A trigger, so that every way to change a monitor schedules its observations. A changed watch is due at once, and a
  // running observation for the old one is not recorded. A watch that ends forgets its records, not its changes.
  yield* sql`
    create function schedule_dns_watch() returns trigger language plpgsql as $$
    begin
      if new.dns_watch is null then
        delete from dns_watch where monitor_id = new.id;
      else
        insert into dns_watch (monitor_id, next_at) values (new.id, mon_now())
        on conflict (monitor_id) do update set next_at = mon_now(), lease_until = null, lease_token = null;
      end if;
      return null;
    end $$`
  yield* sql`
    create trigger dns_watch_of_new_monitor after insert on monitor
    for each row when (new.dns_watch is not null) execute function schedule_dns_watch()`
  yield* sql`
    create trigger dns_watch_of_monitor after update of dns_watch on monitor
    for each row when (old.dns_watch is distinct from new.dns_watch) execute function schedule_dns_watch()`

  yield* compatibleSince(12)
})
