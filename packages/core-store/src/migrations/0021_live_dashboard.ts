import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/**
 * What a dashboard needs to be live: signals of changes, open event streams, which page changes a person has seen, and
 * the person's language.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // All locks at the beginning, so that statements of running programs cannot deadlock with the rest.
  yield* sql`lock table user_setting in access exclusive mode`
  yield* sql`
    lock table app_user, membership, api_key, monitor, domain_access, monitor_schedule, monitor_facts, monitor_tag,
      incident, url_change, notification, user_session, simulation in share row exclusive mode`

  // Null: the browser's language in the dashboard, and English in emails.
  yield* sql`alter table user_setting add column language text check (language in ('en', 'de'))`

  // Changes with an id up to `through` are seen, unless `change_seen` says otherwise.
  yield* sql`
    create table url_seen (
      user_id bigint not null references app_user (id) on delete cascade,
      monitor_id bigint not null references monitor (id) on delete cascade,
      through bigint not null,
      primary key (user_id, monitor_id)
    )`
  yield* sql`create index url_seen_monitor on url_seen (monitor_id)`
  yield* sql`
    create table change_seen (
      user_id bigint not null references app_user (id) on delete cascade,
      change_id bigint not null references url_change (id) on delete cascade,
      is_seen boolean not null,
      primary key (user_id, change_id)
    )`
  yield* sql`create index change_seen_change on change_seen (change_id)`
  yield* sql`create index change_seen_not on change_seen (user_id) where not is_seen`

  // Changes from before this release count as seen.
  yield* sql`
    insert into url_seen (user_id, monitor_id, through)
    select ms.user_id, m.id, newest.id
    from monitor m join membership ms on ms.account_id = m.account_id and ms.removed_at is null
    cross join lateral (select c.id from url_change c where c.monitor_id = m.id order by c.id desc limit 1) newest
    where m.kind = 2 and m.deleted_at is null`

  // The open event streams of a person. The process that serves a stream renews it.
  yield* sql`
    create table event_stream (
      id uuid primary key,
      user_id bigint not null references app_user (id) on delete cascade,
      expires_at timestamptz not null
    )`
  yield* sql`create index event_stream_user on event_stream (user_id)`
  yield* sql`create index event_stream_age on event_stream (expires_at)`

  // A signal on the channel "mon_event": kind, account, monitor, public id and person, "-" for none. PostgreSQL sends
  // equal signals of a transaction once.
  yield* sql`
    create function mon_signal(kind text, account bigint, monitor bigint, id uuid, person bigint) returns void
    language sql as $$
      select pg_notify('mon_event', concat_ws(' ', kind, coalesce(account::text, '-'), coalesce(monitor::text, '-'),
        coalesce(id::text, '-'), coalesce(person::text, '-')))
    $$`

  yield* sql`
    create function signal_monitor() returns trigger language plpgsql as $$
    begin
      perform mon_signal(case new.kind when 1 then 'domain' else 'url' end, new.account_id, new.id, new.public_id, null);
      return null;
    end $$`
  yield* sql`
    create trigger signal_monitor after insert or update on monitor for each row execute function signal_monitor()`

  // For tables with a monitor_id.
  yield* sql`
    create function signal_monitor_of() returns trigger language plpgsql as $$
    begin
      perform mon_signal(case m.kind when 1 then 'domain' else 'url' end, m.account_id, m.id, m.public_id, null)
      from monitor m where m.id = case tg_op when 'DELETE' then old.monitor_id else new.monitor_id end;
      return null;
    end $$`
  yield* sql`
    create trigger signal_state after update of state on monitor_schedule for each row
    when (old.state is distinct from new.state) execute function signal_monitor_of()`
  yield* sql`
    create trigger signal_first_facts after insert on monitor_facts for each row execute function signal_monitor_of()`
  yield* sql`
    create trigger signal_facts after update on monitor_facts for each row
    when (old.ssl_state is distinct from new.ssl_state
      or old.ssl -> 'validTo' is distinct from new.ssl -> 'validTo'
      or old.domain_expiry -> 'expiresAt' is distinct from new.domain_expiry -> 'expiresAt'
      or old.email_health -> 'score' is distinct from new.email_health -> 'score')
    execute function signal_monitor_of()`
  yield* sql`
    create trigger signal_tags after insert or delete on monitor_tag for each row execute function signal_monitor_of()`

  yield* sql`
    create function signal_row() returns trigger language plpgsql as $$
    begin
      perform mon_signal(tg_argv[0], new.account_id, new.monitor_id, new.public_id, null);
      return null;
    end $$`
  yield* sql`
    create trigger signal_incident after insert or update on incident for each row execute function signal_row('incident')`
  yield* sql`
    create trigger signal_change after insert on url_change for each row execute function signal_row('change')`

  yield* sql`
    create function signal_seen() returns trigger language plpgsql as $$
    begin
      perform mon_signal('url', m.account_id, m.id, m.public_id, s.user_id)
      from (select distinct user_id, monitor_id from changed) s join monitor m on m.id = s.monitor_id;
      return null;
    end $$`
  yield* sql`
    create function signal_change_seen() returns trigger language plpgsql as $$
    begin
      perform mon_signal('change', c.account_id, c.monitor_id, c.public_id, s.user_id)
      from changed s join url_change c on c.id = s.change_id;
      return null;
    end $$`
  for (const [event, rows] of [
    ["insert", "new"],
    ["update", "new"],
    ["delete", "old"]
  ] as const) {
    yield* sql.unsafe(`
      create trigger signal_seen_${event} after ${event} on url_seen referencing ${rows} table as changed
      for each statement execute function signal_seen()`)
    yield* sql.unsafe(`
      create trigger signal_change_seen_${event} after ${event} on change_seen referencing ${rows} table as changed
      for each statement execute function signal_change_seen()`)
  }

  yield* sql`
    create function signal_simulation() returns trigger language plpgsql as $$
    begin
      perform mon_signal('job', new.account_id, null, new.public_id, null);
      return null;
    end $$`
  yield* sql`
    create trigger signal_started_simulation after insert on simulation
    for each row execute function signal_simulation()`
  yield* sql`
    create trigger signal_simulation after update on simulation for each row
    when (old.status is distinct from new.status or old.phase is distinct from new.phase or old.done is distinct from new.done)
    execute function signal_simulation()`

  yield* sql`
    create function signal_notification() returns trigger language plpgsql as $$
    begin
      perform mon_signal('notification', new.account_id, new.monitor_id, new.public_id, new.user_id);
      return null;
    end $$`
  yield* sql`
    create trigger signal_new_notification after insert on notification
    for each row execute function signal_notification()`
  yield* sql`
    create trigger signal_notification after update on notification for each row
    when (old.status is distinct from new.status) execute function signal_notification()`

  // "access": what a person may read, or whether the person's credentials are valid, may have changed.
  yield* sql`
    create function signal_user() returns trigger language plpgsql as $$
    begin
      perform mon_signal('access', null, null, null, old.user_id);
      return null;
    end $$`
  yield* sql`
    create trigger signal_session after update of token_hash, membership_id or delete on user_session
    for each row execute function signal_user()`
  yield* sql`
    create trigger signal_member after update of removed_at, role or delete on membership
    for each row execute function signal_user()`
  yield* sql`
    create function signal_membership() returns trigger language plpgsql as $$
    begin
      perform mon_signal('access', null, null, null, ms.user_id) from membership ms
      where ms.id = case tg_op when 'DELETE' then old.membership_id else new.membership_id end;
      return null;
    end $$`
  yield* sql`
    create trigger signal_key after update of revoked_at or delete on api_key
    for each row execute function signal_membership()`
  yield* sql`
    create trigger signal_access after insert or update or delete on domain_access
    for each row execute function signal_membership()`

  yield* compatibleSince(12)
})
