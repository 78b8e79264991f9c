export const from0079to0094: Record<string, string> = {
  "0079_diagnoses_of_pages": `
    alter table url_page add column diagnosis_facts jsonb;
    create or replace function monitor_evidence_of_registered(watched bigint, began_at timestamptz) returns jsonb language sql stable as $$
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
    $$`,
  "0080_networks_of_locations": `
    alter table worker_location add column network text`,
  "0081_locations_since_a_failure": `
    create or replace function monitor_evidence(watched bigint, began_at timestamptz) returns jsonb language sql stable
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
    create function add_location_evidence() returns trigger language plpgsql as $$
    begin
      perform refresh_incident_diagnosis(i.monitor_id) from incident i
      where i.monitor_id = new.monitor_id and i.resolved_at is null and not exists (
        select from check_history c
        where c.monitor_id = i.monitor_id and c.location = new.location and c.verdict = 2 and c.checked_at >= i.started_at);
      return null;
    end $$;
    create trigger location_advisory_is_evidence after insert on location_advisory for each row when (new.verdict = 1)
      execute function add_location_evidence()`,
  "0082_seen_signatures": `
    alter table email_health_schedule add column signing jsonb`,
  "0083_certificate_repairs": `
    alter table repair add column kind text not null default 'email' check (kind in ('email', 'certificate')), add
      column locations jsonb not null default '[]', add column asked text[] not null default '{}', add column
      reported_at timestamptz, add column followed_at timestamptz, add column ended_at timestamptz;
    create index repair_end on repair (ended_at) where ended_at is not null;
    alter table monitor_facts add column ssl_repair jsonb;
    create index monitor_facts_repaired on monitor_facts (monitor_id) where ssl_repair is not null;
    alter table certificate_schedule add column next_location text;
    create trigger signal_repair after insert or update of state, locations, reported_at, ended_at on repair for each
      row when (new.kind = 'certificate') execute function signal_monitor_of()`,
  "0084_dns_repairs": `
    alter table repair drop constraint repair_kind_check, add constraint repair_kind_check check (kind in ('email',
      'certificate', 'dns'));
    drop trigger signal_repair on repair;
    create trigger signal_repair after insert or update of state, locations, reported_at, ended_at on repair for each
      row when (new.kind <> 'email') execute function signal_monitor_of()`,
  "0086_suspect_checks": `
    alter table monitor_schedule add column lost_leases smallint not null default 0, add column ended_processes
      smallint not null default 0;
    create index monitor_schedule_ended on monitor_schedule (monitor_id) where ended_processes > 0`,
  "0087_confirmed_owners": `
    update app_user u set email_confirmed_at = u.created_at
    where u.email_confirmed_at is null and exists (
      select from membership ms where ms.user_id = u.id and ms.role = 'owner' and ms.removed_at is null)`,
  "0088_state_announcements": `
    create table state_announcement (
      monitor_id bigint primary key references monitor (id) on delete cascade, due_at timestamptz not null);
    create index state_announcement_due on state_announcement (due_at)`,
  "0089_recoveries_after_pauses": `
    create function announce_after_pause() returns trigger language plpgsql as $$
    begin
      insert into state_announcement (monitor_id, due_at)
      select distinct n.monitor_id, mon_now()
      from monitor m join notification n on n.monitor_id = m.id
        and n.created_at >= old.notifications_paused_at - interval '1 hour'
      where m.account_id = new.id and n.status = 'suppressed' and n.reason = 'paused'
        and n.kind in ('up', 'recovered', 'email_health_recovery')
      on conflict (monitor_id) do nothing;
      return null;
    end $$;
    create trigger announce_after_pause after update of notifications_paused_at on account for each row when
      (old.notifications_paused_at is not null and new.notifications_paused_at is null) execute function
      announce_after_pause()`,
  "0090_storms_of_alerts": `
    alter table shared_cause add column alert_kind text, drop constraint shared_cause_kind_check, add constraint
      shared_cause_kind_check check (kind in ('address', 'network', 'name_servers', 'alerts'))`,
  "0091_webhooks_after_pauses": `
    create or replace function release_after_pause() returns trigger language plpgsql as $$
    declare
      keys bigint[];
    begin
      with ended as (
        update notification_delivery d set status = 'suppressed', error_code = 'over', settled_at = mon_now()
        from notification n join incident i on i.id = n.incident_id
        where d.account_id = new.id and d.status = 'pending' and d.digest_id is null and d.channel <> 'webhook'
          and n.id = d.notification_id and n.kind = 'down' and i.resolved_at is not null
        returning d.notification_id
      )
      select array_agg(distinct notification_id) into keys from ended;
      perform settle_notifications(keys);
      update notification_delivery set held_until = null,
        next_at = case when next_at <= mon_now() then mon_now() - interval '6 minutes' else next_at end
      where account_id = new.id and status = 'pending' and digest_id is null;
      return null;
    end $$`,
  "0092_refused_channels": `
    alter table alert_channel add column refused_since timestamptz`,
  "0093_suspensions_keep_messages": `
    create trigger announce_after_suspension after update of suspended_at on account for each row when
      (old.suspended_at is not null and new.suspended_at is null) execute function announce_after_pause('suspended');
    create trigger release_after_suspension after update of suspended_at on account for each row when
      (old.suspended_at is not null and new.suspended_at is null) execute function release_after_pause()`,
  "0094_announcements_wait": `
    alter table state_announcement add column is_held boolean not null default false;
    create index state_announcement_next on state_announcement (due_at) where not is_held;
    drop index state_announcement_due;
    create or replace function suppress_paused_account() returns trigger language plpgsql as $$
    begin
      with suppressed as (
        update notification set status = 'suppressed',
          reason = case when new.suspended_at is null then 'paused' else 'account_suspended' end
        where account_id = new.id and status = 'pending' and dispatched_at is null
        returning monitor_id, kind
      )
      insert into state_announcement (monitor_id, due_at, is_held)
      select distinct monitor_id, mon_now(), true from suppressed
      where kind in ('up', 'recovered', 'email_health_recovery') and monitor_id is not null
      on conflict (monitor_id) do nothing;
      return null;
    end $$;
    create or replace function announce_after_pause() returns trigger language plpgsql as $$
    declare
      began timestamptz := case when tg_argv[0] = 'suspended' then old.suspended_at else old.notifications_paused_at end;
    begin
      update state_announcement s set is_held = false
      from monitor m where m.id = s.monitor_id and m.account_id = new.id and s.is_held;
      insert into state_announcement (monitor_id, due_at)
      select distinct n.monitor_id, mon_now()
      from monitor m join notification n on n.monitor_id = m.id and n.created_at >= began - interval '1 hour'
      where m.account_id = new.id and n.status = 'suppressed' and n.reason in ('paused', 'account_suspended')
        and n.kind in ('up', 'recovered', 'email_health_recovery')
      on conflict (monitor_id) do nothing;
      return null;
    end $$`
}
