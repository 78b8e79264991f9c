import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** When the proofs of hosts with requests that may change something are looked up again, and signals of DNS changes. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The strongest lock first, so that the migration cannot deadlock.
  yield* sql`lock table monitor in access exclusive mode`
  yield* sql`lock table dns_change in share row exclusive mode`

  // Requests of these methods may change something. Few monitors have one.
  yield* sql`
    create index monitor_unsafe on monitor (account_id, hostname)
    where request ->> 'method' in ('POST', 'PUT', 'PATCH') and deleted_at is null`

  // proven_at: the last lookup that found the record. absent_since: the first lookup after it that did not; a failed
  // lookup says nothing. stopped_at: since when checks are stopped.
  yield* sql`
    create table host_proof (
      account_id bigint not null references account (id) on delete cascade,
      hostname text not null,
      next_at timestamptz not null,
      lease_until timestamptz,
      lease_token uuid,
      proven_at timestamptz,
      absent_since timestamptz,
      stopped_at timestamptz,
      primary key (account_id, hostname)
    )`
  yield* sql`create index host_proof_due on host_proof (greatest(next_at, lease_until))`

  // A trigger, so that every way to set a method schedules the lookups. The API has just found the record.
  yield* sql`
    create function schedule_host_proof() returns trigger language plpgsql as $$
    begin
      insert into host_proof (account_id, hostname, next_at, proven_at)
      values (new.account_id, new.hostname, mon_now() + interval '1 day', mon_now())
      on conflict (account_id, hostname) do nothing;
      return null;
    end $$`
  for (const [name, event] of [
    ["host_proof_of_new_monitor", "insert"],
    ["host_proof_of_monitor", "update of request"]
  ] as const) {
    yield* sql.unsafe(`
      create trigger ${name} after ${event} on monitor for each row
      when (new.request ->> 'method' in ('POST', 'PUT', 'PATCH')) execute function schedule_host_proof()`)
  }
  yield* sql`
    insert into host_proof (account_id, hostname, next_at)
    select distinct account_id, hostname, mon_now() from monitor
    where request ->> 'method' in ('POST', 'PUT', 'PATCH') and deleted_at is null`

  yield* sql`
    create trigger signal_dns_change after insert on dns_change for each row execute function signal_monitor_of()`

  yield* compatibleSince(12)
})
