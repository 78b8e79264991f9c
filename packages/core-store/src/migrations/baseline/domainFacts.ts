/**
 * The tables of the email health, certificates, registrations and DNS records of domains, and of the repairs of their
 * problems.
 */
export const domainFacts = `
    -- report is JSON as text, because jsonb rejects the NUL that a TXT record may hold. Null: the first check is in
    -- progress.
    create table email_health_report (
      domain text primary key,
      report text,
      incomplete boolean,
      checked_at timestamptz,
      lease_until timestamptz,
      lease_token uuid
    );
    create index email_health_report_age on email_health_report (greatest(checked_at, lease_until));

    -- grade and listings are those of the last complete result (listings null: there was none yet). grade_announced and
    -- listings_announced: alerts that were raised and are not over. next_at is null while paused or deleted.
    create table email_health_schedule (
      monitor_id bigint primary key references monitor (id) on delete cascade,
      interval_ms bigint not null check (interval_ms > 0),
      phase bigint not null check (phase >= 0),
      next_at timestamptz,
      lease_until timestamptz,
      lease_token uuid,
      incomplete_runs smallint not null default 0,
      last_checked_at timestamptz,
      grade text,
      listings text[],
      grade_announced boolean not null default false,
      listings_announced text[] not null default '{}',
      -- The version that gave the grade, and last_checked_at when it was written. If that differs from last_checked_at,
      -- the version of the grade is unknown.
      rubric_version text,
      rubric_checked_at timestamptz,
      -- MailFacts of @mon/diagnosis: the email setup of the last result, which the next one is compared with.
      mail jsonb,
      -- A list of StoredSignature, the newest first. Null: none yet.
      signing jsonb
    ) with (fillfactor = 70);
    create index email_health_due on email_health_schedule (greatest(next_at, lease_until)) where next_at is not null;

    create table email_health_history (
      monitor_id bigint not null references monitor (id) on delete cascade,
      checked_at timestamptz not null,
      score smallint,
      grade text,
      incomplete boolean not null,
      components jsonb not null,
      listings text[] not null,
      rubric_version text,
      primary key (monitor_id, checked_at)
    );
    create index email_health_history_age on email_health_history using brin (checked_at);

    -- A trigger, so that every way to add, pause, change and delete a monitor keeps the schedule correct.
    create function schedule_email_health() returns trigger language plpgsql as $$
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
    create trigger email_health_of_new_monitor after insert on monitor
    for each row when (new.kind = 1) execute function schedule_email_health();
    create trigger email_health_of_monitor
    after update of paused_at, deleted_at, email_health_interval_seconds, email_health_enabled on monitor
    for each row when (new.kind = 1
      and (old.paused_at, old.deleted_at, old.email_health_interval_seconds, old.email_health_enabled)
        is distinct from (new.paused_at, new.deleted_at, new.email_health_interval_seconds, new.email_health_enabled))
    execute function schedule_email_health();

    -- Checks of port 443 for monitors whose URL is http. A paused monitor keeps its row.
    create table certificate_schedule (
      monitor_id bigint primary key references monitor (id) on delete cascade,
      next_at timestamptz not null,
      lease_until timestamptz,
      lease_token uuid,
      -- The location that is to check next; null: any.
      next_location text
    );
    create index certificate_due on certificate_schedule (greatest(next_at, lease_until));

    -- One row for each registrable domain, however many monitors use it. registration: the last successful result.
    -- next_at is null when no monitor uses the domain any more.
    create table registration (
      domain text primary key,
      outcome text,
      registration jsonb,
      checked_at timestamptz,
      failures smallint not null default 0,
      next_at timestamptz,
      lease_until timestamptz,
      lease_token uuid
    );
    create index registration_due on registration (greatest(next_at, lease_until)) where next_at is not null;

    -- domain: null until a worker has determined it, '' when the host belongs to no registrable domain. announced_*:
    -- the last alert.
    create table monitor_registration (
      monitor_id bigint primary key references monitor (id) on delete cascade,
      domain text,
      announced_expiry timestamptz,
      announced_days smallint
    );
    create index monitor_registration_domain on monitor_registration (domain);
    create index monitor_registration_new on monitor_registration (monitor_id) where domain is null;

    -- Copies of registry documents, such as the list of RDAP servers of IANA.
    create table registry_document (
      name text primary key,
      document text not null,
      fetched_at timestamptz not null
    );

    -- A trigger, so that every way to add a monitor schedules these checks.
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

    -- state: what the engine remembers. shown: the last observation, as the API shows it.
    create table dns_watch (
      monitor_id bigint primary key references monitor (id) on delete cascade,
      next_at timestamptz not null,
      lease_until timestamptz,
      lease_token uuid,
      checked_at timestamptz,
      state jsonb,
      shown jsonb
    );
    create index dns_watch_due on dns_watch (greatest(next_at, lease_until));

    create table dns_change (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      monitor_id bigint not null references monitor (id) on delete cascade,
      detected_at timestamptz not null,
      changes jsonb not null
    );
    create index dns_change_of_monitor on dns_change (monitor_id, detected_at desc);
    create index dns_change_by_age on dns_change (detected_at);

    -- A trigger, so that every way to change a monitor schedules its observations. A changed watch is due at once, and
    -- a running observation for the old one is not recorded. A watch that ends forgets its records, not its changes.
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

    -- When mail hosts were last contacted, over all accounts. contact is JSON as text, like the reports. Null: the
    -- first contact is in progress.
    create table mail_host_contact (
      host text primary key,
      contacted_at timestamptz not null,
      contact text
    );
    create index mail_host_contact_age on mail_host_contact (contacted_at);

    -- Public facts, so they belong to no account. A row without facts is being looked up by the holder of the lease.
    create table domain_fact (
      kind text not null check (kind in ('prospect', 'sender')),
      domain text not null,
      facts jsonb,
      looked_up_at timestamptz,
      expires_at timestamptz,
      lease_token uuid,
      lease_until timestamptz,
      primary key (kind, domain)
    );
    create index domain_fact_lease on domain_fact (lease_token) where lease_token is not null;
    create index domain_fact_over on domain_fact (greatest(expires_at, lease_until));

    -- The repairs of what email health, certificate and DNS checks find. records, answers, steps: as @mon/model
    -- declares them.
    create table repair (
      id bigint generated always as identity primary key,
      public_id uuid not null unique default mon_uuidv7(),
      account_id bigint not null references account (id) on delete cascade,
      monitor_id bigint not null references monitor (id) on delete cascade,
      code text not null,
      severity text not null,
      message text not null,
      state text not null check (state in ('open', 'applied', 'verified', 'closed')),
      opened_at timestamptz not null,
      applied_at timestamptz,
      verified_at timestamptz,
      closed_at timestamptz,
      reopened int not null default 0,
      records jsonb not null default '[]',
      answers jsonb,
      steps jsonb not null default '[]',
      score_before smallint,
      score_after smallint,
      rubric_version text,
      -- As @mon/model declares it.
      inboxes jsonb,
      -- kind: where the problem was found: in email health, or in a certificate. locations: as @mon/model declares
      -- them. asked: the locations that were asked to check once. ended_at: when a repair that is not closed was given
      -- up.
      kind text not null default 'email' check (kind in ('email', 'certificate', 'dns')),
      locations jsonb not null default '[]',
      asked text[] not null default '{}',
      reported_at timestamptz,
      followed_at timestamptz,
      ended_at timestamptz,
      unique (monitor_id, code)
    );
    create index repair_account on repair (account_id, closed_at) where closed_at is not null;
    create index repair_age on repair (closed_at) where closed_at is not null;
    create index repair_end on repair (ended_at) where ended_at is not null;
    create trigger signal_dns_change after insert on dns_change for each row execute function signal_monitor_of();
    create trigger signal_repair after insert or update of state, locations, reported_at, ended_at on repair for each row
    when (new.kind <> 'email') execute function signal_monitor_of();
`
