/**
 * The tables of monitors: a descriptive table, a narrow schedule that is updated often, facts that rarely change, and
 * tags.
 */
export const monitors = `
    -- kind: 1 domain, 2 URL. dedupe_key: what makes two active monitors of one account and kind the same.
    create table monitor (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      kind smallint not null check (kind in (1, 2)),
      url text not null,
      hostname text not null,
      dedupe_key text not null,
      name text not null,
      check_interval_seconds integer not null check (check_interval_seconds > 0),
      timeout_seconds integer not null check (timeout_seconds > 0),
      email_health_interval_seconds integer not null default 86400,
      cc_emails text[] not null default '{}',
      screenshot_on_failure boolean not null default true,
      card_color text not null default '#6B7280',
      screenshot_enabled boolean not null default true,
      screenshot_wait_ms integer not null default 2000 check (screenshot_wait_ms between 0 and 30000),
      paused_at timestamptz,
      deleted_at timestamptz,
      created_at timestamptz not null default mon_now(),
      updated_at timestamptz not null default mon_now(),
      dkim_selectors text[] not null default '{}',
      -- Sealed texts of request are encrypted. Null: nothing is set.
      request jsonb,
      expect jsonb,
      degraded_after_ms integer,
      dns_watch jsonb,
      -- Null stands for the default.
      page_include jsonb,
      page_exclude jsonb,
      ignore_lines jsonb,
      change_trigger jsonb,
      only_lines jsonb,
      minimum_change jsonb,
      render_page boolean not null default false,
      -- Public ids of monitors of the same account.
      depends_on text[] not null default '{}',
      email_health_enabled boolean not null default true,
      content_faults text not null default 'down'
        check (content_faults in ('down', 'remark', 'off'))
    );
    create unique index monitor_active_target on monitor (account_id, kind, dedupe_key) where deleted_at is null;
    create index monitor_account on monitor (account_id, kind, id desc) where deleted_at is null;
    create index monitor_deleted on monitor (deleted_at) where deleted_at is not null;

    -- Plans limit the number of watched domains of an account.
    create index monitor_dns_watch on monitor (account_id, id) where dns_watch is not null and deleted_at is null;
    create index monitor_depends_on on monitor (account_id) where cardinality(depends_on) > 0 and deleted_at is null;

    -- Requests of these methods may change something. Few monitors have one.
    create index monitor_unsafe on monitor (account_id, hostname)
    where request ->> 'method' in ('POST', 'PUT', 'PATCH') and deleted_at is null;

    -- state of a domain: 0 unknown, 1 up, 2 down; of a URL: 0 unknown, 1 active, 2 changed, 3 error. interval_ms: the
    -- interval in use, which may be longer than the one asked for after a plan has expired. next_at: null while paused
    -- or deleted. The lease has columns of its own, so that a due time is never lost. hour_*: counts of the current
    -- hour; the first check of the next hour moves them to check_hour. hour_response: the response time of each
    -- successful check as its logarithmic bucket. votes: the last verdict of each location since checks began to
    -- contradict the state (1 up, 2 down); null when only one location is involved. next_location: the location that
    -- must check next; null: any.
    create table monitor_schedule (
      monitor_id bigint primary key references monitor (id) on delete cascade,
      kind smallint not null,
      interval_ms bigint not null check (interval_ms > 0),
      timeout_ms integer not null,
      phase bigint not null check (phase >= 0),
      state smallint not null default 0 check (state between 0 and 3),
      failures smallint not null default 0,
      deterministic_failures smallint not null default 0,
      successes smallint not null default 0,
      streak_started_at timestamptz,
      streak_status_code smallint,
      streak_error_code text,
      streak_error_message text,
      next_at timestamptz,
      lease_until timestamptz,
      lease_token uuid,
      last_checked_at timestamptz,
      last_status_code smallint,
      last_response_us integer,
      last_error_code text,
      last_error_message text,
      status_changed_at timestamptz,
      hour_at timestamptz,
      hour_checks smallint not null default 0,
      hour_up smallint not null default 0,
      hour_down smallint not null default 0,
      hour_response smallint[] not null default '{}',
      votes jsonb,
      next_location text,
      -- Days before this one are rolled up. Null: none is.
      days_until date,
      -- While the last check had no verdict: the last check that had one, and when the next verdict was due. Else null.
      verdict_at timestamptz,
      verdict_due_at timestamptz,
      -- is_unsafe: requests may change something, so that a failure is repeated once only. speed_streak: slow checks in
      -- a row, or fast ones while the monitor is degraded.
      is_unsafe boolean not null default false,
      is_degraded boolean not null default false,
      speed_streak smallint not null default 0,
      -- Of the last failed check that reached an address. An address that changes with every answer of the DNS is not
      -- written each time, because it is in an index.
      last_address inet,
      -- lost_leases: leases in a row that ended without a result, so that a worker may have died of the check.
      -- ended_processes: checks in a row of which it is proven that they ended their process.
      lost_leases smallint not null default 0,
      ended_processes smallint not null default 0
    ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);

    -- Claims name the kind. Each row is in one of the two, so that a record maintains only one of them.
    create index monitor_schedule_due_domain on monitor_schedule (greatest(next_at, lease_until))
    where next_at is not null and kind = 1;
    create index monitor_schedule_due_url on monitor_schedule (greatest(next_at, lease_until))
    where next_at is not null and kind = 2;
    create index monitor_schedule_address on monitor_schedule (last_address);
    create index monitor_schedule_ended on monitor_schedule (monitor_id) where ended_processes > 0;

    -- ssl_state: 0 good, 1 bad once, 2 bad and announced (or known before). ssl_announced_days: the lowest threshold
    -- announced for the certificate in ssl. ssl_problem: the last problem announced, prefixed by the fingerprint.
    create table monitor_facts (
      monitor_id bigint primary key references monitor (id) on delete cascade,
      ssl jsonb,
      redirect jsonb,
      domain_expiry jsonb,
      email_health jsonb,
      ssl_state smallint not null default 0,
      ssl_bad_since timestamptz,
      ssl_announced_days smallint,
      ssl_problem text,
      ssl_problem_at timestamptz,
      content_fault jsonb,
      content_memory jsonb,
      -- While the certificate is not known to be repaired: since when and why it was not valid, what each location has
      -- seen since, and "isNew" until its repair is open. Null: there is nothing to repair, or no check has written it
      -- yet.
      ssl_repair jsonb
    );
    create index monitor_facts_repaired on monitor_facts (monitor_id) where ssl_repair is not null;

    -- The first regular due time of a monitor after "after": the monitor's phase plus a multiple of its period.
    create function next_on_grid(period_ms bigint, phase bigint, after timestamptz) returns timestamptz
    language sql immutable parallel safe as $$
      select to_timestamp((
        (floor((extract(epoch from after) * 1000 - phase % period_ms) / period_ms) + 1) * period_ms + phase % period_ms
      ) / 1000.0)
    $$;

    -- name_key: the name as it is compared, without regard to case.
    create table tag (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      name text not null,
      name_key text not null,
      color text not null,
      sort_order integer not null,
      created_at timestamptz not null default mon_now(),
      unique (account_id, name_key)
    );

    create table monitor_tag (
      monitor_id bigint not null references monitor (id) on delete cascade,
      tag_id bigint not null references tag (id) on delete cascade,
      primary key (monitor_id, tag_id)
    );
    create index monitor_tag_tag on monitor_tag (tag_id);

    -- When the proofs of hosts with requests that may change something are looked up again. proven_at: the last lookup
    -- that found the record. absent_since: the first lookup after it that did not; a failed lookup says nothing.
    -- stopped_at: since when checks are stopped.
    create table host_proof (
      account_id bigint not null references account (id) on delete cascade,
      hostname text not null,
      next_at timestamptz not null,
      lease_until timestamptz,
      lease_token uuid,
      proven_at timestamptz,
      absent_since timestamptz,
      stopped_at timestamptz,
      primary key (account_id, hostname)
    );
    create index host_proof_due on host_proof (greatest(next_at, lease_until));

    -- A trigger, so that every way to set a method schedules the lookups. The API has just found the record.
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

    -- Who added a cc address, so that it ends when that member is removed.
    create table cc_email_author (
      monitor_id bigint not null references monitor (id) on delete cascade,
      address text not null check (address = lower(address)),
      membership_id bigint not null references membership (id) on delete cascade,
      primary key (monitor_id, address)
    );
    create index cc_email_author_membership on cc_email_author (membership_id);

    -- A trigger, so that every way to remove an address forgets its author. Whoever adds it again is its author.
    create function drop_cc_email_authors() returns trigger language plpgsql as $$
    begin
      delete from cc_email_author
      where monitor_id = new.id and address not in (select lower(cc) from unnest(new.cc_emails) as cc);
      return null;
    end $$;
    create trigger drop_cc_email_authors after update of cc_emails on monitor
    for each row when (old.cc_emails is distinct from new.cc_emails) execute function drop_cc_email_authors();

    -- A worker that has not announced itself for a while is gone, and nobody waits for its location.
    create table worker_location (
      worker_id uuid primary key,
      location text not null,
      seen_at timestamptz not null,
      network_in_doubt boolean not null default false,
      stores_emails boolean not null default false,
      -- Null: the operator has not named it (MON_LOCATION_NETWORK).
      network text
    );

    -- What an outvoted location sees: 1 up, 2 down.
    create table location_advisory (
      monitor_id bigint not null references monitor (id) on delete cascade,
      location text not null,
      verdict smallint not null check (verdict in (1, 2)),
      since timestamptz not null,
      seen_at timestamptz not null,
      primary key (monitor_id, location)
    );

    -- A trigger, so that every way to delete a monitor unlinks it.
    create function unlink_deleted_parent() returns trigger language plpgsql as $$
    begin
      update monitor set depends_on = array_remove(depends_on, old.public_id::text)
      where account_id = old.account_id and deleted_at is null and cardinality(depends_on) > 0
        and old.public_id::text = any(depends_on);
      return null;
    end $$;
    create trigger unlink_deleted_parent after update of deleted_at on monitor
    for each row when (old.deleted_at is null and new.deleted_at is not null) execute function unlink_deleted_parent();

    create function signal_monitor() returns trigger language plpgsql as $$
    begin
      perform mon_signal(case new.kind when 1 then 'domain' else 'url' end, new.account_id, new.id, new.public_id, null);
      return null;
    end $$;
    create trigger signal_monitor after insert or update on monitor for each row execute function signal_monitor();

    -- For tables with a monitor_id.
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
    create trigger signal_speed after update of is_degraded on monitor_schedule for each row
    when (old.is_degraded is distinct from new.is_degraded) execute function signal_monitor_of();

    -- Volatile, so that its query sees what was committed while the calling statement waited for a lock.
    create function monitor_usage(account bigint, kind_code smallint, target text, out used int, out duplicate boolean)
    language plpgsql volatile as $$
    begin
      select count(*)::int, coalesce(bool_or(m.dedupe_key = target), false) into used, duplicate
      from monitor m where m.account_id = account and m.kind = kind_code and m.deleted_at is null;
    end $$;
`
