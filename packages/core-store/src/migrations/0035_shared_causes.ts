import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Where failed checks ended, and which incidents have one cause outside. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The strongest lock first, so that the migration cannot deadlock.
  yield* sql`lock table incident, monitor_schedule, notification_delivery in access exclusive mode`
  // Of the last failed check that reached an address. An address that changes with every answer of the DNS is not
  // written each time, because it is in an index.
  yield* sql`alter table monitor_schedule add column last_address inet`
  yield* sql`create index monitor_schedule_address on monitor_schedule (last_address)`
  // address: of the check that confirmed it. name_servers: if the name could not be resolved, in a fixed order.
  yield* sql`alter table incident add column address inet, add column name_servers text`
  // cause_part: 1 for the notice, 2 for the message that lists the rest. Without a key, because the table is large.
  yield* sql`alter table notification_delivery add column cause_id bigint, add column cause_part smallint`

  // value: an address, a network such as 203.0.113.0/24, or name servers. joined_at: when the last incident joined.
  yield* sql`
    create table shared_cause (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      kind text not null check (kind in ('address', 'network', 'name_servers')),
      value text not null,
      opened_at timestamptz not null default mon_now(),
      joined_at timestamptz not null default mon_now()
    )`
  yield* sql`create index shared_cause_account on shared_cause (account_id, joined_at desc)`
  yield* sql`create index shared_cause_age on shared_cause (opened_at)`
  yield* sql`
    create table shared_cause_incident (
      incident_id bigint primary key references incident (id) on delete cascade,
      cause_id bigint not null references shared_cause (id) on delete cascade
    )`
  yield* sql`create index shared_cause_incident_cause on shared_cause_incident (cause_id)`
  // The last burst of messages to a recipient. phase: what they announce, and the minute of the route. rest_at: when
  // the message is due that lists the rest. is_closed: it has been made, so that nothing joins the burst any more.
  yield* sql`
    create table shared_cause_burst (
      cause_id bigint not null references shared_cause (id) on delete cascade,
      phase text not null,
      recipient text not null,
      opened_at timestamptz not null,
      rest_at timestamptz not null,
      is_closed boolean not null default false,
      primary key (cause_id, phase, recipient)
    )`

  // The name servers of a domain as its watch or its registry names them, or null. No lookup.
  yield* sql`
    create function monitor_name_servers(monitor bigint) returns text language sql stable as $$
      with known (names) as (
        select coalesce(
          (select w.state #> '{sets,NS,records}' from dns_watch w where w.monitor_id = monitor
            and jsonb_typeof(w.state #> '{sets,NS,records}') = 'array' and jsonb_array_length(w.state #> '{sets,NS,records}') > 0),
          (select r.registration -> 'nameServers' from monitor_registration mr join registration r on r.domain = mr.domain
            where mr.monitor_id = monitor and jsonb_typeof(r.registration -> 'nameServers') = 'array'),
          '[]'::jsonb)
      )
      select string_agg(distinct rtrim(lower(name), '.'), ', ' order by rtrim(lower(name), '.'))
      from known, jsonb_array_elements_text(names) as server (name)
    $$`

  yield* compatibleSince(12)
})
