import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** The repair of what each incident is about. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // cause: a class of @mon/diagnosis, computed from the facts of classified_at; null: not known.
  // reported_by: a person. It refers to no row, so that the repair outlives the person.
  // returned_from: the earlier incident with this cause, of which the repair came undone; returned: how many in a row.
  // locations, steps: as @mon/model declares them. asked: the locations that were asked to check once.
  // ended_at: when nothing was left to follow: the repair is closed, its monitor stopped or failed again.
  yield* sql`
    create table incident_repair (
      incident_id bigint primary key references incident (id) on delete cascade,
      account_id bigint not null references account (id) on delete cascade,
      monitor_id bigint not null references monitor (id) on delete cascade,
      cause text,
      classified_at timestamptz,
      state text not null default 'open' check (state in ('open', 'applied', 'verified', 'closed')),
      opened_at timestamptz not null,
      reported_at timestamptz,
      reported_by bigint,
      applied_at timestamptz,
      verified_at timestamptz,
      closed_at timestamptz,
      reopened int not null default 0,
      returned_from bigint references incident (id) on delete set null,
      returned int not null default 0,
      locations jsonb not null default '[]',
      asked text[] not null default '{}',
      steps jsonb not null default '[]',
      followed_at timestamptz,
      ended_at timestamptz
    )`
  yield* sql`create index incident_repair_monitor on incident_repair (monitor_id, opened_at desc)`
  yield* sql`create index incident_repair_account on incident_repair (account_id, closed_at)`
  yield* sql`create index incident_repair_unfinished on incident_repair (followed_at nulls first) where ended_at is null`
  yield* sql`create index incident_repair_returned on incident_repair (returned_from) where returned_from is not null`

  // A trigger, so that the programs of the last release open repairs, too.
  yield* sql`
    create function open_incident_repair() returns trigger language plpgsql as $$
    begin
      update incident_repair r set ended_at = i.started_at from incident i
      where i.id = new.incident_id and r.monitor_id = i.monitor_id and r.ended_at is null and r.incident_id <> i.id;
      insert into incident_repair (incident_id, account_id, monitor_id, opened_at)
      select i.id, i.account_id, i.monitor_id, i.started_at from incident i where i.id = new.incident_id
      on conflict (incident_id) do nothing;
      return null;
    end $$`
  yield* sql`
    create trigger incident_opens_repair after insert on incident_diagnosis for each row
    execute function open_incident_repair()`
  yield* sql`
    insert into incident_repair (incident_id, account_id, monitor_id, opened_at)
    select i.id, i.account_id, i.monitor_id, i.started_at from incident_diagnosis d join incident i on i.id = d.incident_id
    where i.resolved_at is null`

  // An open page of the incident shows it at once.
  yield* sql`
    create function signal_incident_repair() returns trigger language plpgsql as $$
    begin
      perform mon_signal('incident', i.account_id, i.monitor_id, i.public_id, null) from incident i
        where i.id = new.incident_id;
      return null;
    end $$`
  yield* sql`
    create trigger signal_incident_repair after update on incident_repair for each row
    when ((old.state, old.locations, old.reported_at) is distinct from (new.state, new.locations, new.reported_at))
    execute function signal_incident_repair()`

  yield* compatibleSince(12)
})
