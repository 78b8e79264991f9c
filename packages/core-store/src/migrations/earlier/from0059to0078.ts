export const from0059to0078: Record<string, string> = {
  "0059_access_by_page_and_tag": `
    lock table monitor_access, tag, monitor_tag, team_invite in access exclusive mode;
    create table url_access (
      id bigint generated always as identity primary key, membership_id bigint references membership (id) on delete
      cascade, invite_id bigint references team_invite (id) on delete cascade, monitor_id bigint not null references
      monitor (id) on delete cascade, can_write boolean not null, unique (membership_id, monitor_id), unique
      (invite_id, monitor_id), check (num_nonnulls(membership_id, invite_id) = 1));
    create index url_access_monitor on url_access (monitor_id);
    create table tag_access (
      id bigint generated always as identity primary key, membership_id bigint references membership (id) on delete
      cascade, invite_id bigint references team_invite (id) on delete cascade, tag_id bigint not null references tag
      (id) on delete cascade, can_write boolean not null, unique (membership_id, tag_id), unique (invite_id, tag_id),
      check (num_nonnulls(membership_id, invite_id) = 1));
    create index tag_access_tag on tag_access (tag_id);
    create or replace view monitor_access as
    select g.membership_id, g.monitor_id, bool_or(g.can_write) as can_write
    from (
      select ms.id as membership_id, da.monitor_id, da.can_write and ms.member_role = 'editor' as can_write
      from membership ms join domain_access da on da.membership_id = ms.id
      where ms.role = 'member' and ms.removed_at is null and ms.member_role <> 'admin'
      union all
      select ms.id, ua.monitor_id, ua.can_write and ms.member_role = 'editor'
      from membership ms join url_access ua on ua.membership_id = ms.id
      where ms.role = 'member' and ms.removed_at is null and ms.member_role <> 'admin'
      union all
      select ms.id, mt.monitor_id, ta.can_write and ms.member_role = 'editor'
      from membership ms join tag_access ta on ta.membership_id = ms.id join monitor_tag mt on mt.tag_id = ta.tag_id
      where ms.role = 'member' and ms.removed_at is null and ms.member_role <> 'admin'
    ) g
    group by g.membership_id, g.monitor_id
    union all
    select ms.id, m.id, true
    from membership ms join monitor m on m.account_id = ms.account_id
    where ms.role = 'member' and ms.removed_at is null and ms.member_role = 'admin';
    create function take_up_invite() returns trigger language plpgsql as $$
    declare
      member bigint := coalesce(new.membership_id, (
        select ms.id from membership ms join app_user u on u.id = ms.user_id
        where ms.account_id = new.account_id and ms.role = 'member' and ms.removed_at is null
          and lower(u.email) = lower(new.email)));
    begin
      update membership set member_role = new.member_role
      where id = new.membership_id and member_role <> new.member_role;
      if member is not null then
        insert into url_access (membership_id, monitor_id, can_write)
        select member, monitor_id, can_write from url_access where invite_id = new.id
        on conflict (membership_id, monitor_id) do update set can_write = excluded.can_write;
        insert into tag_access (membership_id, tag_id, can_write)
        select member, tag_id, can_write from tag_access where invite_id = new.id
        on conflict (membership_id, tag_id) do update set can_write = excluded.can_write;
      end if;
      delete from url_access where invite_id = new.id;
      delete from tag_access where invite_id = new.id;
      return null;
    end $$;
    create trigger take_up_invite after update of accepted_at on team_invite for each row when (old.accepted_at is
      null and new.accepted_at is not null) execute function take_up_invite();
    create function drop_member_access() returns trigger language plpgsql as $$
    begin
      delete from url_access where membership_id = new.id;
      delete from tag_access where membership_id = new.id;
      return null;
    end $$;
    create trigger drop_member_access after update of removed_at on membership for each row when (old.removed_at is
      null and new.removed_at is not null) execute function drop_member_access();
    create function end_unseen_additions() returns trigger language plpgsql as $$
    begin
      delete from webhook w using membership ms
      where w.monitor_id = old.monitor_id and ms.id = w.added_by and ms.role = 'member' and not exists (
        select from monitor_access ma where ma.membership_id = ms.id and ma.monitor_id = old.monitor_id);
      update monitor m set updated_at = mon_now(), cc_emails = array(
        select cc.address from unnest(m.cc_emails) with ordinality as cc (address, position)
        where not exists (
          select from cc_email_author a join membership ms on ms.id = a.membership_id and ms.role = 'member'
          where a.monitor_id = m.id and a.address = lower(cc.address) and not exists (
            select from monitor_access ma where ma.membership_id = ms.id and ma.monitor_id = old.monitor_id))
        order by cc.position)
      where m.id = old.monitor_id and exists (
        select from cc_email_author a join membership ms on ms.id = a.membership_id and ms.role = 'member'
        where a.monitor_id = old.monitor_id and not exists (
          select from monitor_access ma where ma.membership_id = ms.id and ma.monitor_id = old.monitor_id));
      return null;
    end $$;
    create constraint trigger end_unseen_additions after delete on monitor_tag deferrable initially deferred for each
      row execute function end_unseen_additions();
    create function signal_tagged() returns trigger language plpgsql as $$
    begin
      perform mon_signal('access', null, null, null, p.user_id) from (
        select distinct ms.user_id from (select distinct tag_id from changed) c
        join tag_access ta on ta.tag_id = c.tag_id join membership ms on ms.id = ta.membership_id) p;
      return null;
    end $$;
    create trigger signal_tagged after insert on monitor_tag referencing new table as changed for each statement
      execute function signal_tagged();
    create trigger signal_untagged after delete on monitor_tag referencing old table as changed for each statement
      execute function signal_tagged();
    create trigger signal_url_access after insert or update or delete on url_access for each row execute function
      signal_membership();
    create trigger signal_tag_access after insert or update or delete on tag_access for each row execute function
      signal_membership()`,
  "0060_refused_addresses": `
    create table refused_address (
      address_hash bytea primary key, code integer not null, refusals integer not null, announced integer not null,
      refused_at timestamptz not null default mon_now(), last_refused_at timestamptz not null default mon_now());
    create index refused_address_age on refused_address (last_refused_at)`,
  "0062_inboxes_of_repairs": `
    alter table repair add column inboxes jsonb`,
  "0063_observed_ports_and_shared_causes": `
    drop index incident_diagnosis_unobserved;
    create index incident_diagnosis_unobserved on incident_diagnosis (incident_id) where observed_at is null and facts
      #>> '{check,outcome}' ~ '^(dns_|connect_|no_route|tls_timeout)';
    -- Those that failed before this version are over.
    update incident_diagnosis set observed_at = mon_now()
    where observed_at is null and facts #>> '{check,outcome}' ~ '^(no_route|tls_timeout)';
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
    alter function monitor_evidence(bigint, timestamptz) rename to monitor_evidence_at_address;
    create function monitor_evidence(watched bigint, began_at timestamptz) returns jsonb language sql stable as $$
      select monitor_evidence_at_address(watched, began_at) || jsonb_strip_nulls(
        jsonb_build_object('sharedWith', monitor_shared_features(watched, began_at)))
    $$`,
  "0064_history_of_advisories": `
    lock table location_advisory, monitor_change in access exclusive mode;
    alter table monitor_change drop constraint monitor_change_kind_check;
    alter table monitor_change add constraint monitor_change_kind_check check (kind in ('certificate', 'redirect',
      'registration', 'location_advisory')) not valid;
    create function note_location_advisory() returns trigger language plpgsql as $$
    begin
      perform note_monitor_change(new.monitor_id, 'location_advisory', jsonb_build_array(jsonb_build_object(
        'field', new.location, 'before', null, 'after', case new.verdict when 1 then 'up' else 'down' end)));
      return null;
    end $$;
    create trigger location_advisory_is_noted after insert on location_advisory for each row execute function
      note_location_advisory();
    create trigger changed_location_advisory_is_noted after update on location_advisory for each row when (old.verdict
      is distinct from new.verdict) execute function note_location_advisory();
    insert into monitor_change (monitor_id, kind, at, changes)
    select monitor_id, 'location_advisory', since, jsonb_build_array(jsonb_build_object(
      'field', location, 'before', null, 'after', case verdict when 1 then 'up' else 'down' end))
    from location_advisory`,
  "0065_account_branding": `
    create table account_branding (
      account_id bigint primary key references account (id) on delete cascade, name text, logo bytea, logo_type text,
      logo_width integer, logo_height integer, updated_at timestamptz not null default mon_now(), check ((logo is
      null) = (logo_type is null)))`,
  "0066_released_slugs": `
    create table released_slug (
      slug_hash bytea primary key, account_id bigint not null, released_at timestamptz not null default mon_now());
    create index released_slug_age on released_slug (released_at);
    create function release_slug() returns trigger language plpgsql as $$
    begin
      insert into released_slug (slug_hash, account_id) values (sha256(convert_to(old.slug, 'UTF8')), old.account_id)
      on conflict (slug_hash) do update set account_id = excluded.account_id, released_at = excluded.released_at;
      return null;
    end $$;
    create trigger release_slug after delete on status_page for each row execute function release_slug();
    create trigger release_former_slug after update of slug on status_page for each row when (old.slug <> new.slug)
      execute function release_slug()`,
  "0067_reasons_of_silence": `
    alter table notification add column reason text`,
  "0068_pauses_keep_messages": `
    create function release_after_pause() returns trigger language plpgsql as $$
    declare
      keys bigint[];
    begin
      with ended as (
        update notification_delivery d set status = 'suppressed', error_code = 'over', settled_at = mon_now()
        from notification n join incident i on i.id = n.incident_id
        where d.account_id = new.id and d.status = 'pending' and d.digest_id is null and n.id = d.notification_id
          and n.kind = 'down' and i.resolved_at is not null
        returning d.notification_id
      )
      select array_agg(distinct notification_id) into keys from ended;
      perform settle_notifications(keys);
      update notification_delivery set next_at = mon_now() - interval '6 minutes'
      where account_id = new.id and status = 'pending' and digest_id is null and next_at <= mon_now();
      return null;
    end $$;
    create trigger release_after_pause after update of notifications_paused_at on account for each row when
      (old.notifications_paused_at is not null and new.notifications_paused_at is null) execute function
      release_after_pause()`,
  "0069_uptime_rounded_down": `
    do $$ begin
      execute replace(
        pg_get_functiondef('watched_uptimes(bigint, timestamptz[], timestamptz)'::regprocedure),
        'round((100 *', 'trunc((100 *');
    end $$`,
  "0070_due_deliveries": `
    alter table notification_delivery add column held_until timestamptz;
    create index notification_delivery_due on notification_delivery (channel, greatest(next_at, held_until)) where
      status = 'pending' and digest_id is null and (waits_until is null or (channel = 'channel' and gathers_at is null));
    create index notification_delivery_window on notification_delivery ((case when channel = 'channel' then gathers_at
      else waits_until end)) where status = 'pending' and digest_id is null`,
  "0071_jobs": `
    create table job (
      id bigint generated always as identity primary key, public_id uuid not null unique, queue text not null, key
      text, payload jsonb not null, attempt integer not null default 1, takes integer not null default 0, next_at
      timestamptz not null default mon_now(), lease_until timestamptz, lease_token uuid, created_at timestamptz not
      null default mon_now(), dead_at timestamptz, why text);
    create unique index job_key on job (queue, key) where dead_at is null;
    create index job_due on job (queue, greatest(next_at, lease_until)) where dead_at is null;
    create index job_dead on job (dead_at) where dead_at is not null;
    create function adopt_jobs() returns void language plpgsql as $$
    begin
      if to_regclass('pgboss.job') is null then
        return;
      end if;
      with found as (
        select j.id, j.name from pgboss.job j
        where j.name in ('mail', 'whatsapp-code', 'mail.dead', 'whatsapp-code.dead')
          and (j.state::text in ('created', 'retry')
            or j.state::text = 'active' and j.started_on < now() - interval '10 minutes')
        limit 10000 for update skip locked
      ), moved as (
        delete from pgboss.job j using found f where j.id = f.id and j.name = f.name
        returning j.id, j.name, j.data::jsonb as data, j.singleton_key, j.start_after, j.created_on
      ), known as (
        select id, regexp_replace(name, '\\.dead$', '') as queue, name like '%.dead' as is_dead, singleton_key,
          start_after, created_on, data ->> 'why' as why,
          case when name like '%.dead' and data ? 'why' then data -> 'job' else data end as envelope
        from moved
      )
      insert into job (public_id, queue, key, payload, attempt, next_at, created_at, dead_at, why)
      select id, queue, case when queue = 'mail' then coalesce(singleton_key, '') end,
        coalesce(case when jsonb_typeof(envelope) = 'object' then envelope -> 'payload' end, 'null'),
        case when envelope ->> 'attempt' ~ '^\\d{1,4}$' then (envelope ->> 'attempt')::int else 1 end,
        start_after, created_on, case when is_dead then created_on end,
        case when is_dead then coalesce(why, 'Its worker ended during every attempt, or the job took too long.') end
      from known
      on conflict do nothing;
      delete from pgboss.job j where j.state::text in ('completed', 'cancelled', 'failed')
        or (j.name like 'delivery-%' and j.created_on < now() - interval '1 day');
    end $$;
    select adopt_jobs()`,
  "0072_domains_without_mail": `
    alter table monitor add column email_health_enabled boolean not null default true;
    create or replace function schedule_email_health() returns trigger language plpgsql as $$
    declare
      live boolean := new.deleted_at is null and new.paused_at is null and new.email_health_enabled;
      wanted_ms bigint := new.email_health_interval_seconds * 1000::bigint;
      is_on_again boolean := tg_op = 'UPDATE' and new.email_health_enabled and not old.email_health_enabled;
    begin
      if tg_op = 'INSERT' then
        insert into email_health_schedule (monitor_id, interval_ms, phase, next_at)
        values (new.id, wanted_ms, ('x' || right(replace(new.public_id::text, '-', ''), 12))::bit(48)::bigint,
          case when live then mon_now() end);
        return null;
      end if;
      update email_health_schedule s set
        interval_ms = wanted_ms,
        next_at = case
          when not live then null
          when is_on_again then mon_now()
          when s.next_at is null and coalesce(s.last_checked_at <= mon_now() - wanted_ms * interval '1 millisecond', true)
            then mon_now()
          when s.next_at is null then next_on_grid(wanted_ms, s.phase, mon_now())
          when s.interval_ms <> wanted_ms then least(s.next_at, next_on_grid(wanted_ms, s.phase, mon_now()))
          else s.next_at end,
        lease_until = case when live then s.lease_until end,
        lease_token = case when live then s.lease_token end
      where s.monitor_id = new.id;
      return null;
    end $$;
    drop trigger email_health_of_monitor on monitor;
    create trigger email_health_of_monitor after update of paused_at, deleted_at, email_health_interval_seconds,
      email_health_enabled on monitor for each row when (new.kind = 1 and (old.paused_at, old.deleted_at,
      old.email_health_interval_seconds, old.email_health_enabled) is distinct from (new.paused_at, new.deleted_at,
      new.email_health_interval_seconds, new.email_health_enabled)) execute function schedule_email_health()`,
  "0073_unpublished_windows": `
    alter table maintenance_window add column is_published boolean not null default true`,
  "0074_people_in_routes": `
    lock table membership, alert_route_target in access exclusive mode;
    alter table alert_route_target add column membership_id bigint references membership (id) on delete cascade, add
      check (membership_id is null or kind = 'email');
    create index alert_route_target_membership on alert_route_target (membership_id) where membership_id is not null;
    create function remove_from_routes() returns trigger language plpgsql as $$
    begin
      delete from alert_route_target where membership_id = new.id;
      return null;
    end $$;
    create trigger remove_from_routes after update of removed_at on membership for each row when (new.removed_at is
      not null) execute function remove_from_routes()`,
  "0075_content_faults": `
    alter table monitor add column content_faults text not null default 'remark' check (content_faults in ('down',
      'remark', 'off'));
    alter table monitor alter column content_faults set default 'down';
    alter table monitor_facts add column content_fault jsonb, add column content_memory jsonb`,
  "0076_content_faults_offer": `
    alter table account add column content_faults_offer boolean not null default false;
    update account a set content_faults_offer = true
    where exists (
      select from monitor m where m.account_id = a.id and m.deleted_at is null and m.content_faults = 'remark')`,
  "0077_own_network_of_checks": `
    create or replace function monitor_observations(watched bigint, began_at timestamptz) returns jsonb language sql stable as $$
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
    $$`,
  "0078_answers_about_incidents": `
    alter table incident_repair add column asks_servers boolean not null default false, add column servers_asked_at
      timestamptz, add column answers jsonb;
    drop trigger signal_incident_repair on incident_repair;
    create trigger signal_incident_repair after update on incident_repair for each row when ((old.state,
      old.locations, old.reported_at, old.answers) is distinct from (new.state, new.locations, new.reported_at,
      new.answers)) execute function signal_incident_repair()`
}
