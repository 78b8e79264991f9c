export const from0039to0058: Record<string, string> = {
  "0039_status_page_hosts": `
    create table status_page_host (
      id bigint generated always as identity primary key, page_id bigint not null unique references status_page (id)
      on delete cascade, account_id bigint not null references account (id) on delete cascade, hostname text not null,
      proven_at timestamptz, found_at timestamptz, released_at timestamptz, address text check (address in ('here',
      'elsewhere', 'absent')), reached_at timestamptz, checked_at timestamptz, asked_at timestamptz,
      missing_notified_at timestamptz, release_notified_at timestamptz, created_at timestamptz not null default
      mon_now(), unique (account_id, hostname));
    create unique index status_page_host_proven on status_page_host (hostname) where proven_at is not null and
      released_at is null;
    create function schedule_status_page_host() returns trigger language plpgsql as $$
    begin
      insert into host_proof (account_id, hostname, next_at)
      values (new.account_id, new.hostname, mon_now() + interval '10 minutes')
      on conflict (account_id, hostname) do update set next_at = least(host_proof.next_at, excluded.next_at);
      return null;
    end $$;
    create trigger host_proof_of_status_page after insert on status_page_host for each row execute function
      schedule_status_page_host();
    create function signal_status_page_host() returns trigger language plpgsql as $$
    declare
      page status_page;
    begin
      select * into page from status_page where id = coalesce(new.page_id, old.page_id);
      if found then perform mon_signal('status_page', page.account_id, null, page.public_id, null); end if;
      return null;
    end $$;
    create trigger signal_status_page_host after insert or delete on status_page_host for each row execute function
      signal_status_page_host();
    create trigger signal_changed_status_page_host after update on status_page_host for each row when ((old.proven_at,
      old.released_at, old.address, old.reached_at) is distinct from (new.proven_at, new.released_at, new.address,
      new.reached_at)) execute function signal_status_page_host()`,
  "0041_delivery_names": `
    alter table notification_delivery add column target_kind text, add column target_name text`,
  "0042_diagnoses": `
    create table incident_diagnosis (
      incident_id bigint primary key references incident (id) on delete cascade, facts jsonb not null, changed_at
      timestamptz not null default mon_now(), observed_at timestamptz);
    create function monitor_evidence(watched bigint, began_at timestamptz) returns jsonb language sql stable as $$
      with checks as (
        select checked_at, coalesce(error_code, 'ok') as outcome, status_code, response_us, wait_us, location
        from check_history where monitor_id = watched and checked_at < began_at and checked_at > began_at - interval '1 day'
        order by checked_at desc limit 24
      ), good as (
        select * from checks where outcome = 'ok' order by checked_at desc limit 1
      ), places as (
        select distinct on (location) location, coalesce(error_code, 'ok') as outcome
        from check_history where monitor_id = watched and checked_at >= began_at - interval '10 minutes'
        order by location, checked_at desc
      ), changes as (
        select c.detected_at, one.* from dns_change c
          cross join jsonb_to_recordset(c.changes) as one(type text, name text, added jsonb, removed jsonb)
        where c.monitor_id = watched and c.detected_at > began_at - interval '2 days' order by c.detected_at desc limit 50
      ), own as (
        select m.account_id, m.url, s.last_address from monitor m join monitor_schedule s on s.monitor_id = m.id
        where m.id = watched
      ), neighbours as (
        select count(*) filter (where s.state = 2) as failing, count(*) filter (where s.state = 1) as working
        from own join monitor_schedule s on s.last_address = own.last_address
        join monitor m on m.id = s.monitor_id and m.account_id = own.account_id and m.deleted_at is null
        where s.monitor_id <> watched
      )
      select jsonb_strip_nulls(jsonb_build_object(
        'since', mon_iso(began_at),
        'network', jsonb_build_object('state', 'ok'),
        'earlier', (select jsonb_agg(jsonb_build_object('at', mon_iso(checked_at), 'outcome', outcome,
            'waitMs', round(wait_us / 1000.0), 'totalMs', round(response_us / 1000.0))) from checks),
        'lastGood', (select jsonb_build_object('at', mon_iso(checked_at), 'outcome', outcome, 'statusCode', status_code,
            'location', location, 'protocol', f.ssl ->> 'protocol', 'finalUrl', f.redirect ->> 'finalUrl')
          from good left join monitor_facts f on f.monitor_id = watched),
        'certificateBefore', (select jsonb_build_object('subject', f.ssl -> 'subject', 'issuer', f.ssl -> 'issuer',
            'validFrom', f.ssl -> 'validFrom', 'validTo', f.ssl -> 'validTo', 'fingerprint256', f.ssl -> 'fingerprint256',
            'problems', f.ssl -> 'problems')
          from monitor_facts f where f.monitor_id = watched and jsonb_typeof(f.ssl) = 'object'),
        'registration', (select jsonb_build_object(
            'outcome', case r.outcome when 'Registered' then 'registered' when 'NotRegistered' then 'not_registered' end,
            'expiresAt', r.registration ->> 'expiresAt',
            'registrar', r.registration ->> 'registrar', 'statuses', r.registration -> 'statuses')
          from monitor_registration mr join registration r on r.domain = mr.domain
          where mr.monitor_id = watched and jsonb_typeof(r.registration) = 'object'),
        'dns', (select jsonb_build_object('changes', jsonb_agg(jsonb_build_object('type', type, 'name', name,
            'added', coalesce(added, '[]'), 'removed', coalesce(removed, '[]'), 'at', mon_iso(detected_at)))) from changes having count(*) > 0),
        'locations', (select jsonb_agg(jsonb_build_object('location', location, 'outcome', outcome)) from places having count(*) > 1),
        'windows', (select jsonb_agg(jsonb_build_object('name', w.name, 'from', mon_iso(o.since), 'to', mon_iso(o.until)))
          from maintenance_occurrences(watched, began_at, began_at + interval '1 microsecond') o
          join maintenance_window w on w.id = o.window_id having count(*) > 0),
        'sharedWith', (select jsonb_build_array(jsonb_build_object('kind', 'address', 'value', host(own.last_address),
            'failing', failing, 'working', working)) from own, neighbours where own.last_address is not null and failing + working > 0)
      ))
    $$;
    create index incident_diagnosis_unobserved on incident_diagnosis (incident_id) where observed_at is null and facts
      #>> '{check,outcome}' like 'dns\\_%';
    create function refresh_incident_diagnosis(watched bigint) returns void language sql as $$
      update incident_diagnosis d set changed_at = mon_now(), facts = d.facts || (found.e - 'earlier' - 'lastGood' - 'dns')
        || case when found.e ? 'dns' then jsonb_build_object('dns', coalesce(d.facts -> 'dns', '{}') || (found.e -> 'dns')) else '{}' end
      from incident i, lateral (select monitor_evidence(watched, i.started_at) as e) found
      where i.monitor_id = watched and i.resolved_at is null and d.incident_id = i.id
    $$;
    create function add_incident_evidence() returns trigger language plpgsql as $$
    begin
      if tg_table_name = 'dns_change' then
        perform refresh_incident_diagnosis(new.monitor_id);
      elsif tg_table_name = 'shared_cause_incident' then
        perform refresh_incident_diagnosis(i.monitor_id) from incident i where i.id = new.incident_id;
      else
        perform refresh_incident_diagnosis(mr.monitor_id) from monitor_registration mr
          join incident i on i.monitor_id = mr.monitor_id and i.resolved_at is null where mr.domain = new.domain;
      end if;
      return null;
    end $$;
    create trigger dns_change_is_evidence after insert on dns_change for each row execute function
      add_incident_evidence();
    create trigger shared_cause_is_evidence after insert on shared_cause_incident for each row execute function
      add_incident_evidence();
    create trigger registration_is_evidence after update of registration on registration for each row when
      (old.outcome is distinct from new.outcome or old.registration -> 'expiresAt' is distinct from new.registration ->
      'expiresAt' or old.registration -> 'statuses' is distinct from new.registration -> 'statuses') execute function
      add_incident_evidence()`,
  "0043_second_factor": `
    lock table account, user_session in access exclusive mode;
    alter table user_session add column public_id uuid not null default mon_uuidv7(), add column user_agent text not
      null default '', add column address text not null default '', add column with_code boolean not null default false;
    create unique index user_session_public_id on user_session (public_id);
    alter table account add column second_factor_required boolean not null default false;
    create table second_factor (
      user_id bigint primary key references app_user (id) on delete cascade, secret text not null, last_step bigint
      not null, enabled_at timestamptz not null default mon_now());
    create table recovery_code (
      user_id bigint not null references second_factor (user_id) on delete cascade, code_hash bytea not null check
      (octet_length(code_hash) = 32), primary key (user_id, code_hash))`,
  "0045_configuration_files": `
    create table config_key (
      account_id bigint not null references account (id) on delete cascade, project text not null, section text not
      null, key text not null, target uuid not null, applied jsonb not null, parts jsonb not null, applied_at
      timestamptz not null default mon_now(), primary key (account_id, project, section, key), unique (account_id,
      section, target));
    create table config_plan (
      id bigint generated always as identity primary key, public_id uuid not null unique, account_id bigint not null
      references account (id) on delete cascade, membership_id bigint not null references membership (id) on delete
      cascade, credential bytea not null, document text not null, fingerprint bytea not null, expires_at timestamptz
      not null, used_at timestamptz, created_at timestamptz not null default mon_now());
    create index config_plan_membership on config_plan (membership_id, id)`,
  "0046_audit_log": `
    create table audit_entry (
      id bigint generated always as identity primary key, public_id uuid not null unique default mon_uuidv7(),
      account_id bigint not null references account (id) on delete cascade, at timestamptz not null default mon_now(),
      expires_at timestamptz not null, finished_at timestamptz, action text not null, target text, actor text not
      null, email text, key_name text, address text not null, user_agent text not null, changes jsonb not null default
      '[]');
    create index audit_entry_account on audit_entry (account_id, id);
    create index audit_entry_expires on audit_entry (expires_at)`,
  "0047_diagnoses_of_alerts": `
    alter table notification add column diagnosis_facts jsonb;
    alter table email_health_schedule add column mail jsonb`,
  "0048_account_deletion": `
    alter table account add column deletion_requested_at timestamptz, add column deletes_at timestamptz, add column
      deletion_notified_at timestamptz, add column deletion_reminded_at timestamptz, add column exported_at timestamptz;
    create index account_deletes on account (deletes_at) where deletes_at is not null`,
  "0049_timeline_events": `
    lock table monitor_facts, registration in share row exclusive mode;
    create table marker (
      id bigint generated always as identity primary key, public_id uuid not null unique default mon_uuidv7(),
      account_id bigint not null references account (id) on delete cascade, monitor_id bigint not null references
      monitor (id) on delete cascade, at timestamptz not null, text text not null, link text, created_by bigint,
      created_at timestamptz not null default mon_now());
    create index marker_monitor on marker (monitor_id, at desc, id desc);
    create index marker_account on marker (account_id, created_at);
    create index marker_age on marker (at);
    create table monitor_change (
      id bigint generated always as identity primary key, monitor_id bigint not null references monitor (id) on delete
      cascade, kind text not null check (kind in ('certificate', 'redirect', 'registration')), at timestamptz not null
      default mon_now(), changes jsonb not null);
    create index monitor_change_monitor on monitor_change (monitor_id, kind, at desc);
    create index monitor_change_age on monitor_change (at);
    create index audit_entry_target on audit_entry (account_id, target, at desc) where target is not null;
    create function mon_shown(value jsonb) returns text language sql immutable parallel safe as $$
      select case jsonb_typeof(value)
        when 'array' then (select left(string_agg(v, ', ' order by v), 1000) from jsonb_array_elements_text(value) v)
        else left(value #>> '{}', 1000) end
    $$;
    create function mon_differences(before jsonb, after jsonb, fields text[]) returns jsonb
    language sql immutable parallel safe as $$
      select jsonb_agg(jsonb_build_object('field', f, 'before', mon_shown(before -> f), 'after', mon_shown(after -> f)) order by n)
      from unnest(fields) with ordinality as one (f, n)
      where mon_shown(before -> f) is distinct from mon_shown(after -> f)
    $$;
    create function note_monitor_change(monitor bigint, what text, changed jsonb) returns void language sql as $$
      insert into monitor_change (monitor_id, kind, changes)
      select monitor, what, changed
      where changed is not null and (
        select count(*) from monitor_change c
        where c.monitor_id = monitor and c.kind = what and c.at > mon_now() - interval '1 day') < 10
    $$;
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
    end $$;
    create trigger changed_facts_are_noted after update of ssl, redirect on monitor_facts for each row when (old.ssl
      is distinct from new.ssl or old.redirect is distinct from new.redirect) execute function note_changed_facts();
    create function note_changed_registration() returns trigger language plpgsql as $$
    begin
      perform note_monitor_change(mr.monitor_id, 'registration', mon_differences(
          old.registration || jsonb_build_object('outcome', old.outcome), new.registration || jsonb_build_object('outcome', new.outcome),
          array['outcome', 'expiresAt', 'registrar', 'statuses', 'nameServers']))
        from monitor_registration mr join monitor m on m.id = mr.monitor_id and m.deleted_at is null
        where mr.domain = new.domain;
      return null;
    end $$;
    create trigger changed_registration_is_noted after update of registration, outcome on registration for each row
      when (old.registration is not null and new.registration is not null and (old.outcome, old.registration) is
      distinct from (new.outcome, new.registration)) execute function note_changed_registration();
    alter function monitor_evidence(bigint, timestamptz) rename to monitor_observations;
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
    $$;
    create function add_marker_evidence() returns trigger language plpgsql as $$
    begin
      perform refresh_incident_diagnosis(new.monitor_id);
      return null;
    end $$;
    create trigger marker_is_evidence after insert on marker for each row execute function add_marker_evidence()`,
  "0050_evidence_of_lost_names": `
    alter function monitor_evidence(bigint, timestamptz) rename to monitor_evidence_of_registered;
    create function monitor_evidence(watched bigint, began_at timestamptz) returns jsonb language sql stable as $$
      select monitor_evidence_of_registered(watched, began_at) || coalesce((
        select jsonb_build_object('registration', jsonb_build_object('outcome', 'not_registered'))
        from monitor_registration mr join registration r on r.domain = mr.domain
        where mr.monitor_id = watched and r.outcome = 'NotRegistered'), '{}')
    $$`,
  "0051_linked_identities": `
    lock table user_session in access exclusive mode;
    create table linked_identity (
      id bigint generated always as identity primary key, user_id bigint not null references app_user (id) on delete
      cascade, issuer text not null, subject text not null, email text, linked_at timestamptz not null default
      mon_now(), unique (issuer, subject), unique (user_id, issuer));
    alter table user_session add column identity_id bigint references linked_identity (id) on delete cascade, add
      column is_confirmed boolean not null default true;
    create index user_session_identity on user_session (identity_id) where identity_id is not null`,
  "0052_repairs": `
    create table repair (
      id bigint generated always as identity primary key, public_id uuid not null unique default mon_uuidv7(),
      account_id bigint not null references account (id) on delete cascade, monitor_id bigint not null references
      monitor (id) on delete cascade, code text not null, severity text not null, message text not null, state text
      not null check (state in ('open', 'applied', 'verified', 'closed')), opened_at timestamptz not null, applied_at
      timestamptz, verified_at timestamptz, closed_at timestamptz, reopened int not null default 0, records jsonb not
      null default '[]', answers jsonb, steps jsonb not null default '[]', score_before smallint, score_after
      smallint, rubric_version text, unique (monitor_id, code));
    create index repair_account on repair (account_id, closed_at) where closed_at is not null;
    create index repair_age on repair (closed_at) where closed_at is not null`,
  "0053_account_suspension": `
    alter table account add column suspended_at timestamptz;
    create trigger suppress_when_suspended after update of suspended_at on account for each row when (old.suspended_at
      is null and new.suspended_at is not null) execute function suppress_paused_account();
    create function signal_account() returns trigger language plpgsql as $$
    begin
      perform mon_signal('access', null, null, null, ms.user_id) from membership ms
      where ms.account_id = new.id and ms.removed_at is null;
      return null;
    end $$;
    create trigger signal_account after update of suspended_at, deletes_at, second_factor_required on account for each
      row when ((old.suspended_at, old.deletes_at, old.second_factor_required) is distinct from (new.suspended_at,
      new.deletes_at, new.second_factor_required)) execute function signal_account()`,
  "0054_edits_of_many_monitors": `
    alter table audit_entry add column targets text[], add column fields text[];
    create index audit_entry_targets on audit_entry using gin (targets) where targets is not null`,
  "0055_member_roles": `
    lock table membership, team_invite in access exclusive mode;
    alter table membership add column member_role text not null default 'editor' check (member_role in ('viewer',
      'editor', 'admin'));
    alter table team_invite add column member_role text not null default 'editor' check (member_role in ('viewer',
      'editor', 'admin'));
    create trigger signal_member_role after update of member_role on membership for each row when (old.member_role is
      distinct from new.member_role) execute function signal_user();
    create view monitor_access as
    select ms.id as membership_id, da.monitor_id, da.can_write and ms.member_role = 'editor' as can_write
    from membership ms join domain_access da on da.membership_id = ms.id
    where ms.role = 'member' and ms.removed_at is null and ms.member_role <> 'admin'
    union all
    select ms.id, m.id, true
    from membership ms join monitor m on m.account_id = ms.account_id
    where ms.role = 'member' and ms.removed_at is null and ms.member_role = 'admin'`,
  "0056_scheduled_reports": `
    create table scheduled_report (
      id bigint generated always as identity primary key, public_id uuid not null unique, account_id bigint not null
      references account (id) on delete cascade, name text not null, every text not null check (every in ('week',
      'month')), timezone text not null, language text not null check (language in ('en', 'de')), tag_id bigint
      references tag (id) on delete cascade, target_percent double precision, next_at timestamptz not null, sent_at
      timestamptz, created_at timestamptz not null default mon_now());
    create index scheduled_report_account on scheduled_report (account_id, id);
    create index scheduled_report_due on scheduled_report (next_at);
    create index scheduled_report_tag on scheduled_report (tag_id) where tag_id is not null;
    create table report_recipient (
      id bigint generated always as identity primary key, public_id uuid not null unique, account_id bigint not null
      references account (id) on delete cascade, membership_id bigint references membership (id) on delete cascade,
      address text not null, address_key text not null, state text not null check (state in ('pending', 'confirmed',
      'unsubscribed')), asked_at timestamptz, added_at timestamptz not null default mon_now(), unique (account_id,
      address_key));
    create index report_recipient_asked on report_recipient (address_key, asked_at) where asked_at is not null;
    create index report_recipient_member on report_recipient (membership_id) where membership_id is not null;
    create index report_recipient_age on report_recipient (added_at) where state <> 'unsubscribed';
    create table scheduled_report_recipient (
      report_id bigint not null references scheduled_report (id) on delete cascade, recipient_id bigint not null
      references report_recipient (id) on delete cascade, primary key (report_id, recipient_id));
    create index scheduled_report_recipient_of on scheduled_report_recipient (recipient_id)`,
  "0057_observations_of_refused_connections": `
    drop index incident_diagnosis_unobserved;
    create index incident_diagnosis_unobserved on incident_diagnosis (incident_id) where observed_at is null and facts
      #>> '{check,outcome}' ~ '^(dns|connect)_';
    -- Connections that failed before this version are over.
    update incident_diagnosis set observed_at = mon_now()
    where observed_at is null and facts #>> '{check,outcome}' ~ '^connect_'`,
  "0058_incident_repairs": `
    create table incident_repair (
      incident_id bigint primary key references incident (id) on delete cascade, account_id bigint not null references
      account (id) on delete cascade, monitor_id bigint not null references monitor (id) on delete cascade, cause
      text, classified_at timestamptz, state text not null default 'open' check (state in ('open', 'applied',
      'verified', 'closed')), opened_at timestamptz not null, reported_at timestamptz, reported_by bigint, applied_at
      timestamptz, verified_at timestamptz, closed_at timestamptz, reopened int not null default 0, returned_from
      bigint references incident (id) on delete set null, returned int not null default 0, locations jsonb not null
      default '[]', asked text[] not null default '{}', steps jsonb not null default '[]', followed_at timestamptz,
      ended_at timestamptz);
    create index incident_repair_monitor on incident_repair (monitor_id, opened_at desc);
    create index incident_repair_account on incident_repair (account_id, closed_at);
    create index incident_repair_unfinished on incident_repair (followed_at nulls first) where ended_at is null;
    create index incident_repair_returned on incident_repair (returned_from) where returned_from is not null;
    create function open_incident_repair() returns trigger language plpgsql as $$
    begin
      update incident_repair r set ended_at = i.started_at from incident i
      where i.id = new.incident_id and r.monitor_id = i.monitor_id and r.ended_at is null and r.incident_id <> i.id;
      insert into incident_repair (incident_id, account_id, monitor_id, opened_at)
      select i.id, i.account_id, i.monitor_id, i.started_at from incident i where i.id = new.incident_id
      on conflict (incident_id) do nothing;
      return null;
    end $$;
    create trigger incident_opens_repair after insert on incident_diagnosis for each row execute function
      open_incident_repair();
    insert into incident_repair (incident_id, account_id, monitor_id, opened_at)
    select i.id, i.account_id, i.monitor_id, i.started_at from incident_diagnosis d join incident i on i.id = d.incident_id
    where i.resolved_at is null;
    create function signal_incident_repair() returns trigger language plpgsql as $$
    begin
      perform mon_signal('incident', i.account_id, i.monitor_id, i.public_id, null) from incident i
        where i.id = new.incident_id;
      return null;
    end $$;
    create trigger signal_incident_repair after update on incident_repair for each row when ((old.state,
      old.locations, old.reported_at) is distinct from (new.state, new.locations, new.reported_at)) execute function
      signal_incident_repair()`
}
