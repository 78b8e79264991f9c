/** The tables of incidents, their shared causes, their repairs, and the other events of timelines. */
export const incidents = `
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
      resolution_screenshot_url text,
      -- maintenance_id: the window in which the incident began, or that suppressed the notification. Not a foreign key,
      -- which would scan these large tables. is_unannounced: nobody was notified of the incident for this reason.
      -- announced_at: when a suppressed notification was announced after all.
      maintenance_id bigint,
      is_unannounced boolean not null default false,
      -- acknowledged_by: a person. It refers to no row, because a check of each incident would slow down the deletion
      -- of people. acknowledged_channel and acknowledged_recipient: of the alert whose link or app was used.
      acknowledged_at timestamptz,
      acknowledged_by bigint,
      acknowledged_via text check (acknowledged_via in ('dashboard', 'api', 'link', 'app')),
      acknowledged_channel text,
      acknowledged_recipient text,
      acknowledgement_note text,
      -- address: of the check that confirmed it. name_servers: if the name could not be resolved, in a fixed order.
      address inet,
      name_servers text
    );
    create unique index incident_open on incident (monitor_id) where resolved_at is null;
    create index incident_monitor on incident (monitor_id, started_at desc);
    create index incident_account on incident (account_id, started_at desc);
    create index incident_resolved on incident (resolved_at);

    -- Causes outside that several incidents have in common. value: an address, a network such as 203.0.113.0/24, or
    -- name servers. A cause of the kind 'alerts' has bursts, and no incidents; its value is a network of no monitor.
    -- joined_at: when the last incident joined.
    create table shared_cause (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      kind text not null check (kind in ('address', 'network', 'name_servers', 'alerts')),
      value text not null,
      opened_at timestamptz not null default mon_now(),
      joined_at timestamptz not null default mon_now(),
      alert_kind text
    );
    create index shared_cause_account on shared_cause (account_id, joined_at desc);
    create index shared_cause_age on shared_cause (opened_at);

    create table shared_cause_incident (
      incident_id bigint primary key references incident (id) on delete cascade,
      cause_id bigint not null references shared_cause (id) on delete cascade
    );
    create index shared_cause_incident_cause on shared_cause_incident (cause_id);

    -- The last burst of messages to a recipient. phase: what they announce, and the minute of the route. rest_at: when
    -- the message is due that lists the rest. is_closed: it has been made, so that nothing joins the burst any more.
    create table shared_cause_burst (
      cause_id bigint not null references shared_cause (id) on delete cascade,
      phase text not null,
      recipient text not null,
      opened_at timestamptz not null,
      rest_at timestamptz not null,
      is_closed boolean not null default false,
      primary key (cause_id, phase, recipient)
    );

    -- The repair of what each incident is about.
    -- cause: a class of @mon/diagnosis, computed from the facts of classified_at; null: not known. reported_by: a
    -- person. It refers to no row, so that the repair outlives the person. returned_from: the earlier incident with
    -- this cause, of which the repair came undone; returned: how many in a row. locations, steps: as @mon/model
    -- declares them. asked: the locations that were asked to check once. ended_at: when nothing was left to follow: the
    -- repair is closed, its monitor stopped or failed again.
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
      ended_at timestamptz,
      -- asks_servers: the cause of classified_at is one whose repair the servers show. servers_asked_at: when the last
      -- question began. answers: as @mon/model declares them; null: none yet.
      asks_servers boolean not null default false,
      servers_asked_at timestamptz,
      answers jsonb
    );
    create index incident_repair_monitor on incident_repair (monitor_id, opened_at desc);
    create index incident_repair_account on incident_repair (account_id, closed_at);
    create index incident_repair_unfinished on incident_repair (followed_at nulls first) where ended_at is null;
    create index incident_repair_returned on incident_repair (returned_from) where returned_from is not null;

    -- A trigger, so that every way to store a diagnosis opens a repair.
    create function open_incident_repair() returns trigger language plpgsql as $$
    begin
      update incident_repair r set ended_at = i.started_at from incident i
      where i.id = new.incident_id and r.monitor_id = i.monitor_id and r.ended_at is null and r.incident_id <> i.id;
      insert into incident_repair (incident_id, account_id, monitor_id, opened_at)
      select i.id, i.account_id, i.monitor_id, i.started_at from incident i where i.id = new.incident_id
      on conflict (incident_id) do nothing;
      return null;
    end $$;

    -- An open page of the incident shows it at once.
    create function signal_incident_repair() returns trigger language plpgsql as $$
    begin
      perform mon_signal('incident', i.account_id, i.monitor_id, i.public_id, null) from incident i
        where i.id = new.incident_id;
      return null;
    end $$;
    create trigger signal_incident_repair after update on incident_repair for each row
    when ((old.state, old.locations, old.reported_at, old.answers)
      is distinct from (new.state, new.locations, new.reported_at, new.answers))
    execute function signal_incident_repair();

    -- What the timeline of a domain shows and no other table stores: markers, and changes of facts about a monitor.
    -- created_by: a person. It refers to no row, so that the marker outlives the person.
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
    );
    create index marker_monitor on marker (monitor_id, at desc, id desc);
    create index marker_account on marker (account_id, created_at);
    create index marker_age on marker (at);

    -- changes: [{"field", "before", "after"}], texts or null.
    create table monitor_change (
      id bigint generated always as identity primary key,
      monitor_id bigint not null references monitor (id) on delete cascade,
      kind text not null check (kind in ('certificate', 'redirect', 'registration', 'location_advisory')),
      at timestamptz not null default mon_now(),
      changes jsonb not null
    );
    create index monitor_change_monitor on monitor_change (monitor_id, kind, at desc);
    create index monitor_change_age on monitor_change (at);

    create function signal_row() returns trigger language plpgsql as $$
    begin
      perform mon_signal(tg_argv[0], new.account_id, new.monitor_id, new.public_id, null);
      return null;
    end $$;
    create trigger signal_incident after insert or update on incident for each row execute function signal_row('incident');
    create trigger signal_change after insert on url_change for each row execute function signal_row('change');

    -- A trigger, so that every statement that opens an incident decides in its own transaction.
    create function mark_maintenance_of_incident() returns trigger language plpgsql as $$
    begin
      if maintenance_at(new.monitor_id, mon_now()) is not null then
        new.maintenance_id := maintenance_at(new.monitor_id, new.started_at);
        new.is_unannounced := new.maintenance_id is not null;
      end if;
      return new;
    end $$;
    create trigger mark_maintenance before insert on incident
    for each row execute function mark_maintenance_of_incident();

    create function mon_shown(value jsonb) returns text language sql immutable parallel safe as $$
      select case jsonb_typeof(value)
        when 'array' then (select left(string_agg(v, ', ' order by v), 1000) from jsonb_array_elements_text(value) v)
        else left(value #>> '{}', 1000) end
    $$;

    -- The fields that differ between two objects; null if none does.
    create function mon_differences(before jsonb, after jsonb, fields text[]) returns jsonb
    language sql immutable parallel safe as $$
      select jsonb_agg(jsonb_build_object('field', f, 'before', mon_shown(before -> f), 'after', mon_shown(after -> f)) order by n)
      from unnest(fields) with ordinality as one (f, n)
      where mon_shown(before -> f) is distinct from mon_shown(after -> f)
    $$;

    -- At most 10 a day of each kind: several servers of a site may have different certificates or redirects.
    create function note_monitor_change(monitor bigint, what text, changed jsonb) returns void language sql as $$
      insert into monitor_change (monitor_id, kind, changes)
      select monitor, what, changed
      where changed is not null and (
        select count(*) from monitor_change c
        where c.monitor_id = monitor and c.kind = what and c.at > mon_now() - interval '1 day') < 10
    $$;

    -- Triggers, so that every way to store these facts writes their changes. The query of a URL may contain a session.
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
    create trigger changed_facts_are_noted after update of ssl, redirect on monitor_facts for each row
    when (old.ssl is distinct from new.ssl or old.redirect is distinct from new.redirect)
    execute function note_changed_facts();

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
    when (old.registration is not null and new.registration is not null and (old.outcome, old.registration) is distinct from (new.outcome, new.registration))
    execute function note_changed_registration();

    -- A trigger, so that every way to store an advisory notes it: it is deleted once its location agrees with the
    -- others again.
    create function note_location_advisory() returns trigger language plpgsql as $$
    begin
      perform note_monitor_change(new.monitor_id, 'location_advisory', jsonb_build_array(jsonb_build_object(
        'field', new.location, 'before', null, 'after', case new.verdict when 1 then 'up' else 'down' end)));
      return null;
    end $$;
    create trigger location_advisory_is_noted after insert on location_advisory for each row
    execute function note_location_advisory();
    create trigger changed_location_advisory_is_noted after update on location_advisory for each row
    when (old.verdict is distinct from new.verdict) execute function note_location_advisory();
`
