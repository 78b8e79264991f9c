import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Own host names of status pages. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // proven_at: since when the page has the host name. found_at: the last lookup found the TXT record, whoever has the
  // host name. released_at: the record was missing for too long. address: where the addresses of the name led.
  // reached_at: when a request for the name last arrived, to the day. asked_at: when a person last asked for a lookup.
  // *_notified_at: when the owner was notified.
  yield* sql`
    create table status_page_host (
      id bigint generated always as identity primary key,
      page_id bigint not null unique references status_page (id) on delete cascade,
      account_id bigint not null references account (id) on delete cascade,
      hostname text not null,
      proven_at timestamptz,
      found_at timestamptz,
      released_at timestamptz,
      address text check (address in ('here', 'elsewhere', 'absent')),
      reached_at timestamptz,
      checked_at timestamptz,
      asked_at timestamptz,
      missing_notified_at timestamptz,
      release_notified_at timestamptz,
      created_at timestamptz not null default mon_now(),
      unique (account_id, hostname)
    )`
  // Whoever proves a host name has it, alone.
  yield* sql`
    create unique index status_page_host_proven on status_page_host (hostname)
    where proven_at is not null and released_at is null`

  // The lookup of the TXT record is that of hosts which get requests that may change something.
  yield* sql`
    create function schedule_status_page_host() returns trigger language plpgsql as $$
    begin
      insert into host_proof (account_id, hostname, next_at)
      values (new.account_id, new.hostname, mon_now() + interval '10 minutes')
      on conflict (account_id, hostname) do update set next_at = least(host_proof.next_at, excluded.next_at);
      return null;
    end $$`
  yield* sql`
    create trigger host_proof_of_status_page after insert on status_page_host
    for each row execute function schedule_status_page_host()`

  // Every process serves and refuses host names from memory.
  yield* sql`
    create function signal_status_page_host() returns trigger language plpgsql as $$
    declare
      page status_page;
    begin
      select * into page from status_page where id = coalesce(new.page_id, old.page_id);
      if found then perform mon_signal('status_page', page.account_id, null, page.public_id, null); end if;
      return null;
    end $$`
  yield* sql`
    create trigger signal_status_page_host after insert or delete on status_page_host
    for each row execute function signal_status_page_host()`
  yield* sql`
    create trigger signal_changed_status_page_host after update on status_page_host for each row
    when ((old.proven_at, old.released_at, old.address, old.reached_at)
      is distinct from (new.proven_at, new.released_at, new.address, new.reached_at))
    execute function signal_status_page_host()`

  yield* compatibleSince(12)
})
