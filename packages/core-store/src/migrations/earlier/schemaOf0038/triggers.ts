/** The triggers and the functions that they call. */
export const triggers = `
    create function schedule_email_health() returns trigger language plpgsql as $$
    declare
      live boolean := new.deleted_at is null and new.paused_at is null;
      wanted_ms bigint := new.email_health_interval_seconds * 1000::bigint;
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
    create trigger email_health_of_new_monitor after insert on monitor
    for each row when (new.kind = 1) execute function schedule_email_health();
    create trigger email_health_of_monitor
    after update of paused_at, deleted_at, email_health_interval_seconds on monitor
    for each row when (new.kind = 1
      and (old.paused_at, old.deleted_at, old.email_health_interval_seconds)
        is distinct from (new.paused_at, new.deleted_at, new.email_health_interval_seconds))
    execute function schedule_email_health();
    create function schedule_facts() returns trigger language plpgsql as $$
    begin
      insert into monitor_registration (monitor_id) values (new.id);
      if new.url like 'http://%' then
        insert into certificate_schedule (monitor_id, next_at) values (new.id, mon_now());
      end if;
      return null;
    end $$;
    create trigger facts_of_new_monitor after insert on monitor
    for each row when (new.kind = 1) execute function schedule_facts();
    create function suppress_paused_account() returns trigger language plpgsql as $$
    declare
      keys bigint[];
    begin
      update notification set status = 'suppressed'
      where account_id = new.id and status = 'pending' and dispatched_at is null;
      with suppressed_deliveries as (
        update notification_delivery set status = 'suppressed', error_code = 'paused', settled_at = mon_now()
        where account_id = new.id and status = 'pending'
        returning notification_id
      )
      select array_agg(distinct notification_id) into keys from suppressed_deliveries where notification_id is not null;
      perform settle_notifications(keys);
      return null;
    end $$;
    create trigger suppress_when_paused after update of notifications_paused_at on account
    for each row when (old.notifications_paused_at is null and new.notifications_paused_at is not null)
    execute function suppress_paused_account();
    create function drop_cc_email_authors() returns trigger language plpgsql as $$
    begin
      delete from cc_email_author
      where monitor_id = new.id and address not in (select lower(cc) from unnest(new.cc_emails) as cc);
      return null;
    end $$;
    create trigger drop_cc_email_authors after update of cc_emails on monitor
    for each row when (old.cc_emails is distinct from new.cc_emails) execute function drop_cc_email_authors();
    create function signal_monitor() returns trigger language plpgsql as $$
    begin
      perform mon_signal(case new.kind when 1 then 'domain' else 'url' end, new.account_id, new.id, new.public_id, null);
      return null;
    end $$;
    create trigger signal_monitor after insert or update on monitor for each row execute function signal_monitor();
    create function signal_monitor_of() returns trigger language plpgsql as $$
    begin
      perform mon_signal(case m.kind when 1 then 'domain' else 'url' end, m.account_id, m.id, m.public_id, null)
      from monitor m where m.id = case tg_op when 'DELETE' then old.monitor_id else new.monitor_id end;
      return null;
    end $$;
    create trigger signal_state after update of state on monitor_schedule for each row
    when (old.state is distinct from new.state) execute function signal_monitor_of();
    create trigger signal_first_facts after insert on monitor_facts for each row execute function signal_monitor_of();
    create trigger signal_facts after update on monitor_facts for each row
    when (old.ssl_state is distinct from new.ssl_state
      or old.ssl -> 'validTo' is distinct from new.ssl -> 'validTo'
      or old.domain_expiry -> 'expiresAt' is distinct from new.domain_expiry -> 'expiresAt'
      or old.email_health -> 'score' is distinct from new.email_health -> 'score')
    execute function signal_monitor_of();
    create trigger signal_tags after insert or delete on monitor_tag for each row execute function signal_monitor_of();
    create function signal_row() returns trigger language plpgsql as $$
    begin
      perform mon_signal(tg_argv[0], new.account_id, new.monitor_id, new.public_id, null);
      return null;
    end $$;
    create trigger signal_incident after insert or update on incident for each row execute function signal_row('incident');
    create trigger signal_change after insert on url_change for each row execute function signal_row('change');
    create function signal_seen() returns trigger language plpgsql as $$
    begin
      perform mon_signal('url', m.account_id, m.id, m.public_id, s.user_id)
      from (select distinct user_id, monitor_id from changed) s join monitor m on m.id = s.monitor_id;
      return null;
    end $$;
    create function signal_change_seen() returns trigger language plpgsql as $$
    begin
      perform mon_signal('change', c.account_id, c.monitor_id, c.public_id, s.user_id)
      from changed s join url_change c on c.id = s.change_id;
      return null;
    end $$;
    create trigger signal_seen_insert after insert on url_seen referencing new table as changed
    for each statement execute function signal_seen();
    create trigger signal_seen_update after update on url_seen referencing new table as changed
    for each statement execute function signal_seen();
    create trigger signal_seen_delete after delete on url_seen referencing old table as changed
    for each statement execute function signal_seen();
    create trigger signal_change_seen_insert after insert on change_seen referencing new table as changed
    for each statement execute function signal_change_seen();
    create trigger signal_change_seen_update after update on change_seen referencing new table as changed
    for each statement execute function signal_change_seen();
    create trigger signal_change_seen_delete after delete on change_seen referencing old table as changed
    for each statement execute function signal_change_seen();
    create function signal_simulation() returns trigger language plpgsql as $$
    begin
      perform mon_signal('job', new.account_id, null, new.public_id, null);
      return null;
    end $$;
    create trigger signal_started_simulation after insert on simulation
    for each row execute function signal_simulation();
    create trigger signal_simulation after update on simulation for each row
    when (old.status is distinct from new.status or old.phase is distinct from new.phase or old.done is distinct from new.done)
    execute function signal_simulation();
    create function signal_notification() returns trigger language plpgsql as $$
    begin
      perform mon_signal('notification', new.account_id, new.monitor_id, new.public_id, new.user_id);
      return null;
    end $$;
    create trigger signal_new_notification after insert on notification
    for each row execute function signal_notification();
    create trigger signal_notification after update on notification for each row
    when (old.status is distinct from new.status) execute function signal_notification();
    create function signal_user() returns trigger language plpgsql as $$
    begin
      perform mon_signal('access', null, null, null, old.user_id);
      return null;
    end $$;
    create trigger signal_session after update of token_hash, membership_id or delete on user_session
    for each row execute function signal_user();
    create trigger signal_member after update of removed_at, role or delete on membership
    for each row execute function signal_user();
    create function signal_membership() returns trigger language plpgsql as $$
    begin
      perform mon_signal('access', null, null, null, ms.user_id) from membership ms
      where ms.id = case tg_op when 'DELETE' then old.membership_id else new.membership_id end;
      return null;
    end $$;
    create trigger signal_key after update of revoked_at or delete on api_key
    for each row execute function signal_membership();
    create trigger signal_access after insert or update or delete on domain_access
    for each row execute function signal_membership();
    create trigger signal_speed after update of is_degraded on monitor_schedule for each row
    when (old.is_degraded is distinct from new.is_degraded) execute function signal_monitor_of();
    create function schedule_dns_watch() returns trigger language plpgsql as $$
    begin
      if new.dns_watch is null then
        delete from dns_watch where monitor_id = new.id;
      else
        insert into dns_watch (monitor_id, next_at) values (new.id, mon_now())
        on conflict (monitor_id) do update set next_at = mon_now(), lease_until = null, lease_token = null;
      end if;
      return null;
    end $$;
    create trigger dns_watch_of_new_monitor after insert on monitor
    for each row when (new.dns_watch is not null) execute function schedule_dns_watch();
    create trigger dns_watch_of_monitor after update of dns_watch on monitor
    for each row when (old.dns_watch is distinct from new.dns_watch) execute function schedule_dns_watch();
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
    create function suppress_in_maintenance() returns trigger language plpgsql as $$
    declare
      found bigint;
      waiting bigint;
    begin
      if new.kind in ('down', 'up') then
        select i.maintenance_id into found from incident i where i.id = new.incident_id and i.is_unannounced;
      elsif new.kind in ('recovered', 'email_health_recovery') then
        select n.id, n.maintenance_id into waiting, found
        from maintenance_waiting w join notification n on n.id = w.notification_id
        where w.monitor_id = new.monitor_id
          and n.kind = case new.kind when 'recovered' then 'degraded' else 'email_health_alert' end
        order by n.id desc limit 1 for update of w;
        delete from maintenance_waiting where notification_id = waiting;
      elsif new.kind in
        ('degraded', 'page_changed', 'page_error', 'dns_changed', 'certificate_invalid', 'email_health_alert') then
        found := maintenance_at(new.monitor_id, mon_now());
      end if;
      if found is not null then
        new.status := 'suppressed';
        new.maintenance_id := found;
        if new.kind in ('down', 'degraded', 'page_error', 'certificate_invalid', 'email_health_alert') then
          insert into maintenance_waiting (notification_id, monitor_id) values (new.id, new.monitor_id)
          on conflict do nothing;
        end if;
      end if;
      return new;
    end $$;
    create trigger suppress_in_maintenance before insert on notification
    for each row when (new.status = 'pending' and new.monitor_id is not null) execute function suppress_in_maintenance();
    create function unlink_deleted_parent() returns trigger language plpgsql as $$
    begin
      update monitor set depends_on = array_remove(depends_on, old.public_id::text)
      where account_id = old.account_id and deleted_at is null and cardinality(depends_on) > 0
        and old.public_id::text = any(depends_on);
      return null;
    end $$;
    create trigger unlink_deleted_parent after update of deleted_at on monitor
    for each row when (old.deleted_at is null and new.deleted_at is not null) execute function unlink_deleted_parent();
    create function schedule_host_proof() returns trigger language plpgsql as $$
    begin
      insert into host_proof (account_id, hostname, next_at, proven_at)
      values (new.account_id, new.hostname, mon_now() + interval '1 day', mon_now())
      on conflict (account_id, hostname) do nothing;
      return null;
    end $$;
    create trigger host_proof_of_new_monitor after insert on monitor for each row
    when (new.request ->> 'method' in ('POST', 'PUT', 'PATCH')) execute function schedule_host_proof();
    create trigger host_proof_of_monitor after update of request on monitor for each row
    when (new.request ->> 'method' in ('POST', 'PUT', 'PATCH')) execute function schedule_host_proof();
    create trigger signal_dns_change after insert on dns_change for each row execute function signal_monitor_of();
    create function count_window_revision() returns trigger language plpgsql as $$
    begin
      new.revision := old.revision + 1;
      return new;
    end $$;
    create trigger count_revision before update on maintenance_window for each row
    when ((old.name, old.starts_at, old.minutes, old.timezone, old.recurrence, old.covers_account, old.deleted_at)
      is distinct from (new.name, new.starts_at, new.minutes, new.timezone, new.recurrence, new.covers_account, new.deleted_at))
    execute function count_window_revision();
    create function signal_status_page() returns trigger language plpgsql as $$
    begin
      perform mon_signal('status_page', coalesce(new.account_id, old.account_id), null,
        coalesce(new.public_id, old.public_id), null);
      return null;
    end $$;
    create trigger signal_status_page after insert or update or delete on status_page
    for each row execute function signal_status_page();
    create function signal_maintenance() returns trigger language plpgsql as $$
    begin
      perform mon_signal('maintenance', new.account_id, null, new.public_id, null);
      return null;
    end $$;
    create trigger signal_maintenance after insert or update on maintenance_window
    for each row execute function signal_maintenance();
`
