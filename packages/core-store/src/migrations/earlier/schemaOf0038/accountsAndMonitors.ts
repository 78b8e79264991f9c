/** The tables of accounts and their monitors. */
export const accountsAndMonitors = `
    create function mon_now() returns timestamptz language sql stable parallel safe
    as $$ select statement_timestamp() $$;
    create function mon_uuidv7() returns uuid language sql volatile parallel safe as $$
      select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from mon_now()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
    $$;
    create function mon_iso(at timestamptz) returns text language sql stable parallel safe as $$
      select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    $$;
    create table account (
      id bigint generated always as identity primary key, public_id uuid not null unique, plan text not null default
      'free' check (plan in ('free', 'pro', 'agency')), plan_started_at timestamptz not null default mon_now(),
      plan_expires_at timestamptz, base_plan text check (base_plan in ('free', 'pro', 'agency')), served_plan text
      check (served_plan in ('free', 'pro', 'agency')), notifications_paused_at timestamptz, created_at timestamptz
      not null default mon_now(), degraded_alerts boolean not null default false, notifications_paused_until
      timestamptz);
    create table app_user (
      id bigint generated always as identity primary key, public_id uuid not null unique, email text not null, name
      text, password_hash text, email_confirmed_at timestamptz, created_at timestamptz not null default mon_now());
    create unique index app_user_email on app_user (lower(email));
    create table user_setting (
      user_id bigint primary key references app_user (id) on delete cascade, timezone text not null default 'UTC',
      weekly_report_enabled boolean not null default true, language text check (language in ('en', 'de')));
    create table membership (
      id bigint generated always as identity primary key, public_id uuid not null unique, account_id bigint not null
      references account (id) on delete cascade, user_id bigint not null references app_user (id) on delete cascade,
      role text not null check (role in ('owner', 'member')), alerts_by_email boolean not null default true,
      created_at timestamptz not null default mon_now(), removed_at timestamptz);
    create unique index membership_live on membership (account_id, user_id) where removed_at is null;
    create unique index membership_owner on membership (account_id) where role = 'owner' and removed_at is null;
    create index membership_user on membership (user_id) where removed_at is null;
    create table api_key (
      id bigint generated always as identity primary key, public_id uuid not null unique, membership_id bigint not
      null references membership (id) on delete cascade, hash bytea not null unique check (octet_length(hash) = 32),
      shown_start text not null, shown_end text not null, created_at timestamptz not null default mon_now(),
      revoked_at timestamptz, name text not null default 'API key', scope text not null default 'write' check (scope
      in ('read', 'write')), expires_at timestamptz, last_used_at timestamptz);
    create table monitor (
      id bigint generated always as identity primary key, public_id uuid not null unique, account_id bigint not null
      references account (id) on delete cascade, kind smallint not null check (kind in (1, 2)), url text not null,
      hostname text not null, dedupe_key text not null, name text not null, check_interval_seconds integer not null
      check (check_interval_seconds > 0), timeout_seconds integer not null check (timeout_seconds > 0),
      email_health_interval_seconds integer not null default 86400, cc_emails text[] not null default '{}',
      screenshot_on_failure boolean not null default true, card_color text not null default '#6B7280',
      screenshot_enabled boolean not null default true, screenshot_wait_ms integer not null default 2000 check
      (screenshot_wait_ms between 0 and 30000), paused_at timestamptz, deleted_at timestamptz, created_at timestamptz
      not null default mon_now(), updated_at timestamptz not null default mon_now(), dkim_selectors text[] not null
      default '{}', request jsonb, expect jsonb, degraded_after_ms integer, dns_watch jsonb, page_include jsonb,
      page_exclude jsonb, ignore_lines jsonb, change_trigger jsonb, only_lines jsonb, minimum_change jsonb,
      render_page boolean not null default false, depends_on text[] not null default '{}');
    create unique index monitor_active_target on monitor (account_id, kind, dedupe_key) where deleted_at is null;
    create index monitor_account on monitor (account_id, kind, id desc) where deleted_at is null;
    create table domain_access (
      membership_id bigint not null references membership (id) on delete cascade, monitor_id bigint not null
      references monitor (id) on delete cascade, can_write boolean not null, primary key (membership_id, monitor_id));
    create index domain_access_monitor on domain_access (monitor_id);
    create table monitor_schedule (
      monitor_id bigint primary key references monitor (id) on delete cascade, kind smallint not null, interval_ms
      bigint not null check (interval_ms > 0), timeout_ms integer not null, phase bigint not null check (phase >= 0),
      state smallint not null default 0 check (state between 0 and 3), failures smallint not null default 0,
      deterministic_failures smallint not null default 0, successes smallint not null default 0, streak_started_at
      timestamptz, streak_status_code smallint, streak_error_code text, streak_error_message text, next_at
      timestamptz, lease_until timestamptz, lease_token uuid, last_checked_at timestamptz, last_status_code smallint,
      last_response_us integer, last_error_code text, last_error_message text, status_changed_at timestamptz, hour_at
      timestamptz, hour_checks smallint not null default 0, hour_up smallint not null default 0, hour_down smallint
      not null default 0, hour_response smallint[] not null default '{}', votes jsonb, next_location text, days_until
      date, verdict_at timestamptz, verdict_due_at timestamptz, is_unsafe boolean not null default false, is_degraded
      boolean not null default false, speed_streak smallint not null default 0, last_address inet) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);
    create table monitor_facts (
      monitor_id bigint primary key references monitor (id) on delete cascade, ssl jsonb, redirect jsonb,
      domain_expiry jsonb, email_health jsonb, ssl_state smallint not null default 0, ssl_bad_since timestamptz,
      ssl_announced_days smallint, ssl_problem text, ssl_problem_at timestamptz);
    create table tag (
      id bigint generated always as identity primary key, public_id uuid not null unique, account_id bigint not null
      references account (id) on delete cascade, name text not null, name_key text not null, color text not null,
      sort_order integer not null, created_at timestamptz not null default mon_now(), unique (account_id, name_key));
    create table monitor_tag (
      monitor_id bigint not null references monitor (id) on delete cascade, tag_id bigint not null references tag (id)
      on delete cascade, primary key (monitor_id, tag_id));
    create index monitor_tag_tag on monitor_tag (tag_id);
    create table check_history (
      monitor_id bigint not null, checked_at timestamptz not null, verdict smallint not null, status_code smallint,
      response_us integer, dns_us integer, connect_us integer, tls_us integer, wait_us integer, download_us integer,
      location text not null, error_code text, error_message text, primary key (monitor_id, checked_at)) partition by range (checked_at);
    create table check_history_default partition of check_history default;
    create table check_hour (
      monitor_id bigint not null, hour timestamptz not null, checks integer not null, up integer not null, down
      integer not null, response smallint[] not null, primary key (monitor_id, hour)) partition by range (hour);
    create table check_hour_default partition of check_hour default;
    create table status_period (
      monitor_id bigint not null references monitor (id) on delete cascade, since timestamptz not null, state smallint
      not null check (state between 0 and 4), primary key (monitor_id, since));
    create table email_health_report (
      domain text primary key, report text, incomplete boolean, checked_at timestamptz, lease_until timestamptz,
      lease_token uuid);
    create index email_health_report_age on email_health_report (greatest(checked_at, lease_until));
    create table email_health_schedule (
      monitor_id bigint primary key references monitor (id) on delete cascade, interval_ms bigint not null check
      (interval_ms > 0), phase bigint not null check (phase >= 0), next_at timestamptz, lease_until timestamptz,
      lease_token uuid, incomplete_runs smallint not null default 0, last_checked_at timestamptz, grade text, listings
      text[], grade_announced boolean not null default false, listings_announced text[] not null default '{}',
      rubric_version text, rubric_checked_at timestamptz) with (fillfactor = 70);
    create index email_health_due on email_health_schedule (greatest(next_at, lease_until)) where next_at is not null;
    create table email_health_history (
      monitor_id bigint not null references monitor (id) on delete cascade, checked_at timestamptz not null, score
      smallint, grade text, incomplete boolean not null, components jsonb not null, listings text[] not null,
      rubric_version text, primary key (monitor_id, checked_at));
    create index email_health_history_age on email_health_history using brin (checked_at);
    create table certificate_schedule (
      monitor_id bigint primary key references monitor (id) on delete cascade, next_at timestamptz not null,
      lease_until timestamptz, lease_token uuid);
    create index certificate_due on certificate_schedule (greatest(next_at, lease_until));
    create table registration (
      domain text primary key, outcome text, registration jsonb, checked_at timestamptz, failures smallint not null
      default 0, next_at timestamptz, lease_until timestamptz, lease_token uuid);
    create index registration_due on registration (greatest(next_at, lease_until)) where next_at is not null;
    create table monitor_registration (
      monitor_id bigint primary key references monitor (id) on delete cascade, domain text, announced_expiry
      timestamptz, announced_days smallint);
    create index monitor_registration_domain on monitor_registration (domain);
    create index monitor_registration_new on monitor_registration (monitor_id) where domain is null;
    create table registry_document (
      name text primary key, document text not null, fetched_at timestamptz not null);
    create table page_text (
      hash bytea primary key check (octet_length(hash) = 32), body bytea not null, used_at timestamptz not null
      default mon_now());
    create index page_text_used on page_text (used_at);
    create table url_page (
      monitor_id bigint primary key references monitor (id) on delete cascade, configuration text, kind text, title
      text, text_hash bytea references page_text (hash), image_hash text, image_rows bytea, read_at timestamptz,
      changed_at timestamptz, change_count integer not null default 0, manual_checked_at timestamptz);
    create index url_page_text on url_page (text_hash);
    create table url_change (
      id bigint generated always as identity primary key, public_id uuid not null unique, account_id bigint not null
      references account (id) on delete cascade, monitor_id bigint not null references monitor (id) on delete cascade,
      detected_at timestamptz not null, summary text not null, change_count integer not null, added_lines integer not
      null, removed_lines integer not null, similarity double precision not null, approximate boolean not null, diff
      text not null, hunks jsonb not null, visual jsonb, before_text bytea references page_text (hash), after_text
      bytea references page_text (hash), before_image text, after_image text);
    create index url_change_monitor on url_change (monitor_id, id desc);
    create index url_change_account on url_change (account_id, detected_at desc);
    create index url_change_before on url_change (before_text);
    create index url_change_after on url_change (after_text);
    create table url_screenshot (
      id bigint generated always as identity primary key, public_id uuid not null unique, account_id bigint not null
      references account (id) on delete cascade, monitor_id bigint not null references monitor (id) on delete cascade,
      captured_at timestamptz not null, image_hash text not null, thumbnail_hash text not null, width integer not
      null, height integer not null, bytes integer not null, format text not null, reason text not null check (reason
      in ('check', 'change', 'failure')), expires_at timestamptz not null);
    create index url_screenshot_monitor on url_screenshot (monitor_id, id desc);
    create index url_screenshot_age on url_screenshot (expires_at);
    create table team_invite (
      id bigint generated always as identity primary key, public_id uuid not null unique, account_id bigint not null
      references account (id) on delete cascade, email text not null, token_hash bytea not null unique check
      (octet_length(token_hash) = 32), invited_at timestamptz not null default mon_now(), expires_at timestamptz not
      null, accepted_at timestamptz, removed_at timestamptz, membership_id bigint unique references membership (id) on
      delete cascade, link_copied boolean not null default false);
    create unique index team_invite_open on team_invite (account_id, lower(email))
    where accepted_at is null and removed_at is null;
    create table invite_access (
      invite_id bigint not null references team_invite (id) on delete cascade, monitor_id bigint not null references
      monitor (id) on delete cascade, can_write boolean not null, primary key (invite_id, monitor_id));
    create index invite_access_monitor on invite_access (monitor_id);
    create table user_session (
      token_hash bytea primary key check (octet_length(token_hash) = 32), user_id bigint not null references app_user
      (id) on delete cascade, membership_id bigint not null references membership (id) on delete cascade, created_at
      timestamptz not null default mon_now(), seen_at timestamptz not null default mon_now(), expires_at timestamptz
      not null) with (fillfactor = 80);
    create index user_session_user on user_session (user_id);
    create index user_session_membership on user_session (membership_id);
    create index user_session_age on user_session (expires_at);
    create table one_time_link (
      token_hash bytea primary key check (octet_length(token_hash) = 32), kind text not null check (kind in ('signup',
      'reset', 'setup')), user_id bigint references app_user (id) on delete cascade, email text not null, created_at
      timestamptz not null default mon_now(), expires_at timestamptz not null, check ((user_id is null) = (kind =
      'signup')));
    create index one_time_link_user on one_time_link (user_id);
    create index one_time_link_email on one_time_link (lower(email));
    create index one_time_link_age on one_time_link (expires_at);
    create table attempt_limit (
      bucket bytea primary key check (octet_length(bucket) = 32), attempts integer not null, free_at timestamptz not
      null, last_at timestamptz not null) with (fillfactor = 80);
    create index attempt_limit_age on attempt_limit (last_at);
    create unlogged table rate_window (
      bucket text not null, window_start bigint not null, hits integer not null, primary key (bucket, window_start)) with (fillfactor = 50);
    create table idempotent_request (
      user_id bigint not null references app_user (id) on delete cascade, key_hash bytea not null check
      (octet_length(key_hash) = 32), fingerprint bytea not null check (octet_length(fingerprint) = 32), lease_token
      uuid not null, lease_until timestamptz not null, answer text, created_at timestamptz not null default mon_now(),
      work_id uuid, primary key (user_id, key_hash));
    create index idempotent_request_age on idempotent_request (created_at);
    create table credit_lot (
      id bigint generated always as identity primary key, account_id bigint not null references account (id) on delete
      cascade, kind text not null check (kind in ('annual', 'pack', 'refund')), granted integer not null check
      (granted > 0), remaining integer not null check (remaining between 0 and granted), expires_at timestamptz,
      closed boolean not null default false, created_at timestamptz not null default mon_now(), check (not closed or
      remaining = 0));
    create index credit_lot_spendable on credit_lot (account_id, expires_at nulls last, id) where remaining > 0;
    create index credit_lot_expiring on credit_lot (expires_at) where not closed;
    create table credit_transaction (
      id bigint generated always as identity primary key, public_id uuid not null unique, account_id bigint not null
      references account (id) on delete cascade, amount integer not null check (amount <> 0), type text not null check
      (type in ('grant', 'purchase', 'usage', 'refund', 'expiry')), description text not null, job_id uuid, ref text,
      created_at timestamptz not null default mon_now());
    create unique index credit_transaction_ref on credit_transaction (account_id, ref) where ref is not null;
    create index credit_transaction_account on credit_transaction (account_id, id desc);
    create index credit_transaction_job on credit_transaction (account_id, job_id) where job_id is not null;
    create table credit_movement (
      transaction_id bigint not null references credit_transaction (id) on delete cascade, lot_id bigint not null
      references credit_lot (id) on delete cascade, amount integer not null check (amount <> 0), primary key
      (transaction_id, lot_id));
    create table payment_order (
      id bigint generated always as identity primary key, public_id uuid not null unique, account_id bigint not null
      references account (id) on delete cascade, sku text not null, description text not null, amount_cents integer
      not null check (amount_cents > 0), currency text not null, processor text not null, session_id text,
      checkout_url text, receipt_url text, status text not null default 'open' check (status in ('open', 'pending',
      'paid', 'failed', 'expired', 'partially_refunded', 'refunded', 'disputed', 'charged_back')), created_at
      timestamptz not null default mon_now(), expires_at timestamptz, paid_at timestamptz, fulfilled_at timestamptz,
      reversed_at timestamptz);
    create index payment_order_account on payment_order (account_id, id desc);
    create table payment_event (
      id bigint generated always as identity primary key, processor text not null, event_id text not null, kind text
      not null, order_id uuid, payment_ref text, amount_cents integer, receipt_url text, occurred_at timestamptz not
      null, received_at timestamptz not null default mon_now(), unique (processor, event_id));
    create index payment_event_order on payment_event (order_id);
    create index payment_event_payment on payment_event (payment_ref);
    create table licence (
      id bigint generated always as identity primary key, account_id bigint not null references account (id) on delete
      cascade, order_id bigint not null unique references payment_order (id) on delete cascade, kind text not null
      check (kind in ('plan', 'addon')), sku text not null, domains integer not null default 0, paid_at timestamptz
      not null, starts_at timestamptz not null, ends_at timestamptz not null, revoked_at timestamptz);
    create index licence_account on licence (account_id) where revoked_at is null;
    create index licence_end on licence (ends_at) where revoked_at is null;
    create table domain_fact (
      kind text not null check (kind in ('prospect', 'sender')), domain text not null, facts jsonb, looked_up_at
      timestamptz, expires_at timestamptz, lease_token uuid, lease_until timestamptz, primary key (kind, domain));
    create index domain_fact_lease on domain_fact (lease_token) where lease_token is not null;
    create index domain_fact_over on domain_fact (greatest(expires_at, lease_until));
    create table worker_location (
      worker_id uuid primary key, location text not null, seen_at timestamptz not null, network_in_doubt boolean not
      null default false, stores_emails boolean not null default false);
    create table location_advisory (
      monitor_id bigint not null references monitor (id) on delete cascade, location text not null, verdict smallint
      not null check (verdict in (1, 2)), since timestamptz not null, seen_at timestamptz not null, primary key
      (monitor_id, location));
    create index monitor_deleted on monitor (deleted_at) where deleted_at is not null;
    create table unwatched_period (
      monitor_id bigint not null references monitor (id) on delete cascade, since timestamptz not null, until
      timestamptz not null, primary key (monitor_id, since));
    create table cc_email_author (
      monitor_id bigint not null references monitor (id) on delete cascade, address text not null check (address =
      lower(address)), membership_id bigint not null references membership (id) on delete cascade, primary key
      (monitor_id, address));
    create index cc_email_author_membership on cc_email_author (membership_id);
    create index monitor_schedule_due_domain on monitor_schedule (greatest(next_at, lease_until))
    where next_at is not null and kind = 1;
    create index monitor_schedule_due_url on monitor_schedule (greatest(next_at, lease_until))
    where next_at is not null and kind = 2;
    create table check_day (
      monitor_id bigint not null references monitor (id) on delete cascade, day date not null, hours smallint[] not
      null, primary key (monitor_id, day));
    create table url_seen (
      user_id bigint not null references app_user (id) on delete cascade, monitor_id bigint not null references
      monitor (id) on delete cascade, through bigint not null, primary key (user_id, monitor_id));
    create index url_seen_monitor on url_seen (monitor_id);
    create table change_seen (
      user_id bigint not null references app_user (id) on delete cascade, change_id bigint not null references
      url_change (id) on delete cascade, is_seen boolean not null, primary key (user_id, change_id));
    create index change_seen_change on change_seen (change_id);
    create index change_seen_not on change_seen (user_id) where not is_seen;
    create table event_stream (
      id uuid primary key, user_id bigint not null references app_user (id) on delete cascade, expires_at timestamptz
      not null);
    create index event_stream_user on event_stream (user_id);
    create index event_stream_age on event_stream (expires_at);
    create table mail_host_contact (
      host text primary key, contacted_at timestamptz not null, contact text);
    create index mail_host_contact_age on mail_host_contact (contacted_at);
    create index api_key_membership on api_key (membership_id) where revoked_at is null;
    create index monitor_dns_watch on monitor (account_id, id) where dns_watch is not null and deleted_at is null;
    create table dns_watch (
      monitor_id bigint primary key references monitor (id) on delete cascade, next_at timestamptz not null,
      lease_until timestamptz, lease_token uuid, checked_at timestamptz, state jsonb, shown jsonb);
    create index dns_watch_due on dns_watch (greatest(next_at, lease_until));
    create table dns_change (
      id bigint generated always as identity primary key, public_id uuid not null unique, monitor_id bigint not null
      references monitor (id) on delete cascade, detected_at timestamptz not null, changes jsonb not null);
    create index dns_change_of_monitor on dns_change (monitor_id, detected_at desc);
    create index dns_change_by_age on dns_change (detected_at);
    create index account_paused_until on account (notifications_paused_until)
    where notifications_paused_until is not null;
    create index monitor_depends_on on monitor (account_id) where cardinality(depends_on) > 0 and deleted_at is null;
    create index monitor_unsafe on monitor (account_id, hostname)
    where request ->> 'method' in ('POST', 'PUT', 'PATCH') and deleted_at is null;
    create table host_proof (
      account_id bigint not null references account (id) on delete cascade, hostname text not null, next_at
      timestamptz not null, lease_until timestamptz, lease_token uuid, proven_at timestamptz, absent_since
      timestamptz, stopped_at timestamptz, primary key (account_id, hostname));
    create index host_proof_due on host_proof (greatest(next_at, lease_until));
    create index monitor_schedule_address on monitor_schedule (last_address);
`
