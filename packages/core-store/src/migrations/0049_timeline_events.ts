import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** What the timeline of a domain shows and no other table stores: markers, and changes of facts about a monitor. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // All locks at the beginning, so that statements of running programs cannot deadlock with the rest.
  yield* sql`lock table monitor_facts, registration in share row exclusive mode`

  // created_by: a person. It refers to no row, so that the marker outlives the person.
  yield* sql`
    create table marker (
      id bigint generated always as identity primary key,
      public_id uuid not null unique default mon_uuidv7(),
      account_id bigint not null references account (id) on delete cascade,
      monitor_id bigint not null references monitor (id) on delete cascade,
      at timestamptz not null,
      text text not null,
      link text,
      created_by bigint,
      created_at timestamptz not null default mon_now()
    )`
  yield* sql`create index marker_monitor on marker (monitor_id, at desc, id desc)`
  yield* sql`create index marker_account on marker (account_id, created_at)`
  yield* sql`create index marker_age on marker (at)`

  // changes: [{"field", "before", "after"}], texts or null.
  yield* sql`
    create table monitor_change (
      id bigint generated always as identity primary key,
      monitor_id bigint not null references monitor (id) on delete cascade,
      kind text not null check (kind in ('certificate', 'redirect', 'registration')),
      at timestamptz not null default mon_now(),
      changes jsonb not null
    )`
  yield* sql`create index monitor_change_monitor on monitor_change (monitor_id, kind, at desc)`
  yield* sql`create index monitor_change_age on monitor_change (at)`

  yield* sql`create index audit_entry_target on audit_entry (account_id, target, at desc) where target is not null`

  yield* sql`
    create function mon_shown(value jsonb) returns text language sql immutable parallel safe as $$
      select case jsonb_typeof(value)
        when 'array' then (select left(string_agg(v, ', ' order by v), 1000) from jsonb_array_elements_text(value) v)
        else left(value #>> '{}', 1000) end
    $$`
  // The fields that differ between two objects; null if none does.
  yield* sql`
    create function mon_differences(before jsonb, after jsonb, fields text[]) returns jsonb
    language sql immutable parallel safe as $$
      select jsonb_agg(jsonb_build_object('field', f, 'before', mon_shown(before -> f), 'after', mon_shown(after -> f)) order by n)
      from unnest(fields) with ordinality as one (f, n)
      where mon_shown(before -> f) is distinct from mon_shown(after -> f)
    $$`
  // At most 10 a day of each kind: several servers of a site may have different certificates or redirects.
  yield* sql`
    create function note_monitor_change(monitor bigint, what text, changed jsonb) returns void language sql as $$
      insert into monitor_change (monitor_id, kind, changes)
      select monitor, what, changed
      where changed is not null and (
        select count(*) from monitor_change c
        where c.monitor_id = monitor and c.kind = what and c.at > mon_now() - interval '1 day') < 10
    $$`

  // Triggers, so that every way to store these facts writes their changes. The query of a URL may contain a session.
  yield* sql`
    create function note_changed_facts() returns trigger language plpgsql as $$
    begin
      if old.ssl ->> 'fingerprint256' is distinct from new.ssl ->> 'fingerprint256'
        and old.ssl ->> 'fingerprint256' is not null and new.ssl ->> 'fingerprint256' is not null then
        perform note_monitor_change(new.monitor_id, 'certificate',
          mon_differences(old.ssl, new.ssl, array['subject', 'issuer', 'validFrom', 'validTo', 'fingerprint256']));
      end if;
      if split_part(old.redirect ->> 'finalUrl', '?', 1) <> split_part(new.redirect ->> 'finalUrl', '?', 1) then
        perform note_monitor_change(new.monitor_id, 'redirect', jsonb_build_array(jsonb_build_object('field', 'url',
          'before', left(split_part(old.redirect ->> 'finalUrl', '?', 1), 1000),
          'after', left(split_part(new.redirect ->> 'finalUrl', '?', 1), 1000))));
      end if;
      return null;
    end $$`
  yield* sql`
    create trigger changed_facts_are_noted after update of ssl, redirect on monitor_facts for each row
    when (old.ssl is distinct from new.ssl or old.redirect is distinct from new.redirect)
    execute function note_changed_facts()`
  yield* sql`
    create function note_changed_registration() returns trigger language plpgsql as $$
    begin
      perform note_monitor_change(mr.monitor_id, 'registration', mon_differences(
          old.registration || jsonb_build_object('outcome', old.outcome), new.registration || jsonb_build_object('outcome', new.outcome),
          array['outcome', 'expiresAt', 'registrar', 'statuses', 'nameServers']))
        from monitor_registration mr join monitor m on m.id = mr.monitor_id and m.deleted_at is null
        where mr.domain = new.domain;
      return null;
    end $$`
  yield* sql`
    create trigger changed_registration_is_noted after update of registration, outcome on registration for each row
    when (old.registration is not null and new.registration is not null and (old.outcome, old.registration) is distinct from (new.outcome, new.registration))
    execute function note_changed_registration()`

  // Diagnoses also rest on what people did in the day before: markers, and edits of the monitor from the audit log.
  yield* sql`alter function monitor_evidence(bigint, timestamptz) rename to monitor_observations`
  yield* sql`
    create function monitor_evidence(watched bigint, began_at timestamptz) returns jsonb language sql stable as $$
      select monitor_observations(watched, began_at) || jsonb_strip_nulls(jsonb_build_object(
        'deployments', (select jsonb_agg(jsonb_build_object('at', mon_iso(x.at), 'name', x.text)) from (
            select at, text from marker where monitor_id = watched and at between began_at - interval '1 day' and began_at
            order by at desc, id desc limit 20) x),
        'edits', (select jsonb_agg(jsonb_build_object('at', mon_iso(x.at), 'fields', x.fields)) from (
            select e.at, jsonb_path_query_array(e.changes, '$[*].field') as fields
            from monitor m join audit_entry e on e.account_id = m.account_id and e.target = m.public_id::text
            where m.id = watched and e.action in ('domains.update', 'domains.pause', 'domains.resume') and e.finished_at is not null
              and e.at between began_at - interval '1 day' and began_at
            order by e.at desc limit 20) x)
      ))
    $$`
  // A deployment may say what it did after the failure has begun.
  yield* sql`
    create function add_marker_evidence() returns trigger language plpgsql as $$
    begin
      perform refresh_incident_diagnosis(new.monitor_id);
      return null;
    end $$`
  yield* sql`
    create trigger marker_is_evidence after insert on marker for each row execute function add_marker_evidence()`

  yield* compatibleSince(12)
})
