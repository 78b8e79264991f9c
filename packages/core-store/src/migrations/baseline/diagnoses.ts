/** The table of the facts about the cause of each incident. */
export const diagnoses = `
    -- The facts about the cause of each incident.
    -- facts: DiagnosisFacts of @mon/diagnosis. The diagnosis itself is computed from them whenever it is shown.
    -- changed_at: when evidence was last added. observed_at: when the DNS was asked about it; null: not yet.
    create table incident_diagnosis (
      incident_id bigint primary key references incident (id) on delete cascade,
      facts jsonb not null,
      changed_at timestamptz not null default mon_now(),
      observed_at timestamptz
    );
    create index incident_diagnosis_unobserved on incident_diagnosis (incident_id)
    where observed_at is null and facts #>> '{check,outcome}' ~ '^(dns_|connect_|no_route|tls_timeout)';

    -- The name servers of a domain as its watch or its registry names them, or null. No lookup.
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
    $$;

    -- What other monitors of the account share with a monitor, if enough of them fail. A network is a /24 or a /48, as
    -- those of shared causes. Only monitors that failed at an address are known to be there.
    create function monitor_shared_features(watched bigint, began_at timestamptz) returns jsonb language sql stable as $$
      with own as materialized (
        select m.account_id, s.last_address as address,
          network(set_masklen(s.last_address, case family(s.last_address) when 4 then 24 else 48 end)) as network,
          monitor_name_servers(watched) as name_servers
        from monitor m join monitor_schedule s on s.monitor_id = m.id where m.id = watched
      ), near as materialized (
        select s.last_address as address, s.state from own
        join monitor_schedule s on s.last_address between own.network
          and set_masklen(broadcast(own.network), case family(own.network) when 4 then 32 else 128 end)
        join monitor m on m.id = s.monitor_id and m.account_id = own.account_id and m.deleted_at is null
        where s.monitor_id <> watched and s.state in (1, 2)
      ), lost as materialized (
        select i.monitor_id from own join incident i on i.account_id = own.account_id and i.resolved_at is null
        where i.name_servers is not null and i.monitor_id <> watched
          and i.started_at > began_at - interval '1 day' and i.name_servers = own.name_servers
        limit 500
      )
      select jsonb_agg(jsonb_build_object('kind', kind, 'value', value, 'failing', failing, 'working', working))
      from (
        select 'address' as kind, host(own.address) as value,
          count(*) filter (where near.state = 2) as failing, count(*) filter (where near.state = 1) as working
        from own join near on near.address = own.address group by own.address
        union all
        select 'network', own.network::text,
          count(*) filter (where near.state = 2), count(*) filter (where near.state = 1)
        from own cross join near group by own.network having count(distinct near.address) filter (where near.state = 2) > 1
        union all
        select 'name_servers', max(own.name_servers), count(*), 0 from own cross join lost having count(*) > 0
      ) as feature
    $$;

    -- What the store knows about a monitor that fails since a moment, in the form of DiagnosisFacts. Every part is
    -- found by an index. Parts without a value are left out: absent means unknown.
    create function monitor_observations(watched bigint, began_at timestamptz) returns jsonb language sql stable as $$
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

    -- Diagnoses also rest on what people did in the day before: markers, and edits of the monitor from the audit log.
    create function monitor_evidence_of_registered(watched bigint, began_at timestamptz) returns jsonb language sql stable as $$
      select monitor_observations(watched, began_at) || jsonb_strip_nulls(jsonb_build_object(
        'deployments', (select jsonb_agg(jsonb_build_object('at', mon_iso(x.at), 'name', x.text)) from (
            select at, text from marker where monitor_id = watched and at between began_at - interval '1 day' and began_at
            order by at desc, id desc limit 20) x),
        'edits', (select jsonb_agg(jsonb_build_object('at', mon_iso(x.at), 'fields', x.fields)) from (
            select y.at, y.fields from (
              select e.at, jsonb_path_query_array(e.changes, '$[*].field') as fields
              from monitor m join audit_entry e on e.account_id = m.account_id and e.target = m.public_id::text
              where m.id = watched and e.action in ('domains.update', 'domains.pause', 'domains.resume',
                  'urls.update', 'urls.pause', 'urls.resume')
                and e.finished_at is not null and e.at between began_at - interval '1 day' and began_at
              union all
              select e.at, to_jsonb(e.fields)
              from monitor m join audit_entry e on e.account_id = m.account_id and e.targets @> array[m.public_id::text]
              where m.id = watched and e.action in ('domains.bulkUpdate', 'urls.bulkUpdate')
                and e.finished_at is not null and e.at between began_at - interval '1 day' and began_at
            ) y order by y.at desc limit 20) x)
      ))
    $$;

    create function monitor_evidence_at_address(watched bigint, began_at timestamptz) returns jsonb language sql stable as $$
      select monitor_evidence_of_registered(watched, began_at) || coalesce((
        select jsonb_build_object('registration', jsonb_build_object('outcome', 'not_registered'))
        from monitor_registration mr join registration r on r.domain = mr.domain
        where mr.monitor_id = watched and r.outcome = 'NotRegistered'), '{}')
    $$;

    -- A location that passed before the first failed check proves nothing: the site may have failed since. One that
    -- never saw it fail is evidence. A location whose workers name different networks has none. Planning takes four
    -- times as long as the rest, so one plan serves all monitors.
    create function monitor_evidence(watched bigint, began_at timestamptz) returns jsonb language sql stable
    set plan_cache_mode = force_generic_plan as $$
      select monitor_evidence_at_address(watched, began_at) - 'locations' || jsonb_strip_nulls(jsonb_build_object(
        'sharedWith', monitor_shared_features(watched, began_at),
        'locations', (
          select jsonb_agg(jsonb_build_object('location', place.location, 'outcome', place.outcome, 'provider', (
            select min(w.network) from worker_location w where w.location = place.location
            having count(distinct w.network) = 1)))
          from (
            select distinct on (location) location, coalesce(error_code, 'ok') as outcome
            from check_history where monitor_id = watched and checked_at >= began_at order by location, checked_at desc
          ) place having count(*) > 1)))
    $$;

    -- Adds what has become known since to the facts of the open incident of a monitor.
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
    create trigger dns_change_is_evidence after insert on dns_change for each row execute function add_incident_evidence();
    create trigger shared_cause_is_evidence after insert on shared_cause_incident
    for each row execute function add_incident_evidence();
    create trigger registration_is_evidence after update of registration on registration for each row
    when (old.outcome is distinct from new.outcome
      or old.registration -> 'expiresAt' is distinct from new.registration -> 'expiresAt'
      or old.registration -> 'statuses' is distinct from new.registration -> 'statuses')
    execute function add_incident_evidence();

    -- A location may be asked only after the incident opened, because some of many locations confirm it.
    create function add_location_evidence() returns trigger language plpgsql as $$
    begin
      perform refresh_incident_diagnosis(i.monitor_id) from incident i
      where i.monitor_id = new.monitor_id and i.resolved_at is null and not exists (
        select from check_history c
        where c.monitor_id = i.monitor_id and c.location = new.location and c.verdict = 2 and c.checked_at >= i.started_at);
      return null;
    end $$;
    create trigger location_advisory_is_evidence after insert on location_advisory for each row
    when (new.verdict = 1) execute function add_location_evidence();

    -- A deployment may say what it did after the failure has begun.
    create function add_marker_evidence() returns trigger language plpgsql as $$
    begin
      perform refresh_incident_diagnosis(new.monitor_id);
      return null;
    end $$;
    create trigger marker_is_evidence after insert on marker for each row execute function add_marker_evidence();
    create trigger incident_opens_repair after insert on incident_diagnosis for each row
    execute function open_incident_repair();
`
