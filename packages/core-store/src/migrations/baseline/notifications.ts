/** The tables of notifications and their deliveries, and the suppression of notifications by pauses and maintenance. */
export const notifications = `
    -- Written in the statement that finds the fact, one row for each key. kind and data: the fact as @mon/model
    -- declares it; @mon/alerts renders it. user_id: meant for this person alone. dispatched_at: when its deliveries
    -- were created.
    create table notification (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      key text not null unique,
      type text not null,
      kind text not null,
      monitor_id bigint references monitor (id) on delete cascade,
      incident_id bigint references incident (id) on delete cascade,
      user_id bigint references app_user (id) on delete cascade,
      data jsonb not null,
      status text not null default 'pending' check (status in ('pending', 'sent', 'suppressed', 'failed')),
      created_at timestamptz not null default mon_now(),
      dispatched_at timestamptz,
      sent_at timestamptz,
      maintenance_id bigint,
      announced_at timestamptz,
      -- DiagnosisFacts of @mon/diagnosis. The diagnosis itself is computed from them whenever it is shown. Null:
      -- none.
      diagnosis_facts jsonb,
      -- reason: why it was suppressed without deliveries.
      reason text
    );
    create index notification_account on notification (account_id, id desc);
    create index notification_pending on notification (id) where status = 'pending';
    create index notification_undispatched on notification (id) where status = 'pending' and dispatched_at is null;
    create index notification_monitor on notification (monitor_id, created_at desc);
    create index notification_user on notification (user_id, created_at desc) where user_id is not null;

    -- Deleting an incident deletes its notifications.
    create index notification_incident on notification (incident_id) where incident_id is not null;

    -- Alerts that were suppressed because a parent was down. ended_at: they were sent after all, or will never be.
    create table parent_suppression (
      notification_id bigint primary key references notification (id) on delete cascade,
      monitor_id bigint not null references monitor (id) on delete cascade,
      parent_id bigint not null,
      at timestamptz not null default mon_now(),
      ended_at timestamptz
    );
    create index parent_suppression_open on parent_suppression (notification_id) where ended_at is null;
    create index parent_suppression_monitor on parent_suppression (monitor_id);

    -- Emails about transitions since opened_at; what exceeds the limit goes into a digest.
    create table alert_window (
      account_id bigint primary key references account (id) on delete cascade,
      opened_at timestamptz not null,
      sent integer not null
    );

    -- key: what the messages are about, such as an incident. state: what its service knows the message by.
    create table alert_message (
      channel_id bigint not null references alert_channel (id) on delete cascade,
      key text not null,
      state jsonb not null,
      updated_at timestamptz not null default mon_now(),
      primary key (channel_id, key)
    );
    create index alert_message_age on alert_message (updated_at);

    -- One row for each alert that a route took. opened_at: its minutes count from then. due_at: when something is to be
    -- sent or decided; null: never again. done_at: what was due up to then is sent. route_id: null once the route is
    -- deleted.
    create table alert_due (
      notification_id bigint primary key references notification (id) on delete cascade,
      account_id bigint not null references account (id) on delete cascade,
      monitor_id bigint references monitor (id) on delete cascade,
      route_id bigint references alert_route (id) on delete set null,
      opened_at timestamptz not null,
      due_at timestamptz,
      done_at timestamptz,
      ended_at timestamptz
    ) with (fillfactor = 80);
    create index alert_due_at on alert_due (due_at) where due_at is not null;
    create index alert_due_monitor on alert_due (monitor_id) where ended_at is null;
    create index alert_due_route on alert_due (route_id) where route_id is not null;
    create index alert_due_account on alert_due (account_id);

    -- target: an address, a number in international form, or the public id of a webhook. notification_id is null for a
    -- digest, whose parts have its id as digest_id. waits_until: the end of the window that a digest covers.
    create table notification_delivery (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      notification_id bigint references notification (id) on delete cascade,
      digest_id bigint references notification_delivery (id) on delete cascade,
      key text not null unique,
      channel text not null check (channel in ('email', 'whatsapp', 'webhook', 'channel')),
      target text not null,
      user_id bigint references app_user (id) on delete cascade,
      status text not null default 'pending' check (status in ('pending', 'sent', 'suppressed', 'failed')),
      attempts integer not null default 0,
      next_at timestamptz not null default mon_now(),
      waits_until timestamptz,
      slot_at timestamptz,
      lease_until timestamptz,
      lease_token uuid,
      error_code text,
      error_message text,
      created_at timestamptz not null default mon_now(),
      settled_at timestamptz,
      -- Deliveries to channels have the waiting time infinity. gathers_at: the end of the window that a summary covers.
      gathers_at timestamptz,
      -- minute: minutes from the alert to this message; a later one repeats it. route_step, reminder: why it was sent.
      minute integer not null default 0,
      route_step smallint,
      reminder integer,
      -- cause_part: 1 for the notice, 2 for the message that lists the rest. Without a key, because the table is large.
      cause_id bigint,
      cause_part smallint,
      -- target_kind: of an alert channel. Both are null for addresses and numbers.
      target_kind text,
      target_name text,
      -- Until held_until, a worker works on the delivery, or its receiver is busy. Infinity: until alerts are resumed.
      held_until timestamptz
    ) with (fillfactor = 80);
    create index notification_delivery_of on notification_delivery (notification_id);
    create index notification_delivery_digest on notification_delivery (digest_id) where digest_id is not null;
    create index notification_delivery_pending on notification_delivery (account_id, target) where status = 'pending';
    create index notification_delivery_age on notification_delivery (created_at);
    create index notification_delivery_due on notification_delivery (channel, greatest(next_at, held_until))
    where status = 'pending' and digest_id is null
      and (waits_until is null or (channel = 'channel' and gathers_at is null));
    create index notification_delivery_window on notification_delivery
      ((case when channel = 'channel' then gathers_at else waits_until end))
    where status = 'pending' and digest_id is null;

    -- status null: the worker ended before it knew the result.
    create table delivery_attempt (
      delivery_id bigint not null references notification_delivery (id) on delete cascade,
      number integer not null,
      at timestamptz not null,
      status text check (status in ('sent', 'failed')),
      code text,
      duration_ms integer,
      error text,
      primary key (delivery_id, number)
    );

    -- Monitors whose state must be announced later, because changes of it were suppressed.
    -- due_at: then their receivers are sent the state, if they know another one.
    create table state_announcement (
      monitor_id bigint primary key references monitor (id) on delete cascade,
      due_at timestamptz not null,
      -- is_held: the account is paused or suspended.
      is_held boolean not null default false
    );
    create index state_announcement_next on state_announcement (due_at) where not is_held;

    -- Its own statements, so that it sees what others have committed while it waited for the row.
    create function settle_notifications(keys bigint[]) returns void language plpgsql as $$
    begin
      perform 1 from notification where id = any(keys) order by id for update;
      update notification n set status = s.status, sent_at = coalesce(n.sent_at, s.sent_at)
      from (
        select notification_id, case
            when bool_or(status = 'pending') then 'pending'
            when bool_or(status = 'sent') then 'sent'
            when bool_or(status = 'failed') then 'failed'
            else 'suppressed' end as status,
          min(settled_at) filter (where status = 'sent') as sent_at
        from notification_delivery where notification_id = any(keys) group by notification_id
      ) s
      where n.id = s.notification_id and (n.status, n.sent_at) is distinct from (s.status, coalesce(n.sent_at, s.sent_at));
    end $$;

    -- A trigger, so that every way to pause or suspend suppresses what is not dispatched. What has ended is announced
    -- after it.
    create function suppress_paused_account() returns trigger language plpgsql as $$
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
    create trigger suppress_when_paused after update of notifications_paused_at on account
    for each row when (old.notifications_paused_at is null and new.notifications_paused_at is not null)
    execute function suppress_paused_account();
    create trigger suppress_when_suspended after update of suspended_at on account
    for each row when (old.suspended_at is null and new.suspended_at is not null)
    execute function suppress_paused_account();

    -- People need no message about an outage that is over. Programs get every fact. A worker finds what is due for more
    -- than five minutes.
    create function release_after_pause() returns trigger language plpgsql as $$
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
    end $$;
    create trigger release_after_pause after update of notifications_paused_at on account
    for each row when (old.notifications_paused_at is not null and new.notifications_paused_at is null)
    execute function release_after_pause();
    create trigger release_after_suspension after update of suspended_at on account
    for each row when (old.suspended_at is not null and new.suspended_at is null)
    execute function release_after_pause();

    -- What was not dispatched yet when the pause began is a few minutes older. Domains that flap are announced later.
    create function announce_after_pause() returns trigger language plpgsql as $$
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
    end $$;
    create trigger announce_after_pause after update of notifications_paused_at on account
    for each row when (old.notifications_paused_at is not null and new.notifications_paused_at is null)
    execute function announce_after_pause();
    create trigger announce_after_suspension after update of suspended_at on account
    for each row when (old.suspended_at is not null and new.suspended_at is null)
    execute function announce_after_pause('suspended');

    -- Its statements see what other transactions have committed, also while the statement that writes the fact waited
    -- for a row: an incident that was announced meanwhile is also resolved aloud. What ends follows what began: both
    -- are sent or none. A deadline is no effect of maintenance, so it is sent.
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

    create function signal_notification() returns trigger language plpgsql as $$
    begin
      perform mon_signal('notification', new.account_id, new.monitor_id, new.public_id, new.user_id);
      return null;
    end $$;
    create trigger signal_new_notification after insert on notification
    for each row execute function signal_notification();
    create trigger signal_notification after update on notification for each row
    when (old.status is distinct from new.status) execute function signal_notification();
`
