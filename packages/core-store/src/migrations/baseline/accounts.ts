/** The tables of accounts, people, sessions and keys. Also the clock that every statement reads, and the signals. */
export const accounts = `
    -- Everything that needs the current time calls this function, so that a test can move it.
    create function mon_now() returns timestamptz language sql stable parallel safe
    as $$ select statement_timestamp() $$;

    -- The same layout as "uuidv7" of @mon/model, for rows that a statement creates by itself.
    create function mon_uuidv7() returns uuid language sql volatile parallel safe as $$
      select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from mon_now()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
    $$;

    -- ISO 8601 UTC with milliseconds: how every time leaves the database.
    create function mon_iso(at timestamptz) returns text language sql stable parallel safe as $$
      select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    $$;

    -- A signal on the channel "mon_event": kind, account, monitor, public id and person, "-" for none. PostgreSQL sends
    -- equal signals of a transaction once.
    create function mon_signal(kind text, account bigint, monitor bigint, id uuid, person bigint) returns void
    language sql as $$
      select pg_notify('mon_event', concat_ws(' ', kind, coalesce(account::text, '-'), coalesce(monitor::text, '-'),
        coalesce(id::text, '-'), coalesce(person::text, '-')))
    $$;

    -- base_plan: what the operator granted without an end date; null until a licence is bought. served_plan: the plan
    -- whose minimum interval the monitors are scheduled with; null until it was applied for the first time.
    create table account (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      plan text not null default 'free' check (plan in ('free', 'pro', 'agency')),
      plan_started_at timestamptz not null default mon_now(),
      plan_expires_at timestamptz,
      base_plan text check (base_plan in ('free', 'pro', 'agency')),
      served_plan text check (served_plan in ('free', 'pro', 'agency')),
      notifications_paused_at timestamptz,
      created_at timestamptz not null default mon_now(),
      degraded_alerts boolean not null default false,
      -- Null: a pause ends when somebody ends it.
      notifications_paused_until timestamptz,
      second_factor_required boolean not null default false,
      -- deletion_requested_at: also paused_at of the monitors that were paused with the account. deletes_at: from
      -- then on the deletion cannot be withdrawn. *_notified_at, *_reminded_at: the emails are queued. exported_at: the
      -- last export began.
      deletion_requested_at timestamptz,
      deletes_at timestamptz,
      deletion_notified_at timestamptz,
      deletion_reminded_at timestamptz,
      exported_at timestamptz,
      -- suspended_at: also paused_at of the monitors that were paused with the account.
      suspended_at timestamptz,
      content_faults_offer boolean not null default false
    );
    create index account_paused_until on account (notifications_paused_until)
    where notifications_paused_until is not null;
    create index account_deletes on account (deletes_at) where deletes_at is not null;

    -- Name and logo of the workspace. A table of its own: the row of the account is read with almost every request, and
    -- the logo has up to some hundred kilobytes.
    -- logo: written anew by Mon, never the uploaded bytes.
    create table account_branding (
      account_id bigint primary key references account (id) on delete cascade,
      name text,
      logo bytea,
      logo_type text,
      logo_width integer,
      logo_height integer,
      updated_at timestamptz not null default mon_now(),
      check ((logo is null) = (logo_type is null))
    );

    create table app_user (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      email text not null,
      name text,
      password_hash text,
      email_confirmed_at timestamptz,
      created_at timestamptz not null default mon_now()
    );
    create unique index app_user_email on app_user (lower(email));

    create table user_setting (
      user_id bigint primary key references app_user (id) on delete cascade,
      timezone text not null default 'UTC',
      weekly_report_enabled boolean not null default true,
      -- Null: the browser's language in the dashboard, and English in emails.
      language text check (language in ('en', 'de'))
    );

    create table membership (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      user_id bigint not null references app_user (id) on delete cascade,
      role text not null check (role in ('owner', 'member')),
      alerts_by_email boolean not null default true,
      created_at timestamptz not null default mon_now(),
      removed_at timestamptz,
      member_role text not null default 'editor'
        check (member_role in ('viewer', 'editor', 'admin'))
    );
    create unique index membership_live on membership (account_id, user_id) where removed_at is null;
    create unique index membership_owner on membership (account_id) where role = 'owner' and removed_at is null;
    create index membership_user on membership (user_id) where removed_at is null;

    -- Only the SHA-256 of a key is stored, with its first 8 and last 4 characters for display.
    create table api_key (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      membership_id bigint not null references membership (id) on delete cascade,
      hash bytea not null unique check (octet_length(hash) = 32),
      shown_start text not null,
      shown_end text not null,
      created_at timestamptz not null default mon_now(),
      revoked_at timestamptz,
      name text not null default 'API key',
      scope text not null default 'write' check (scope in ('read', 'write')),
      expires_at timestamptz,
      last_used_at timestamptz
    );
    create index api_key_membership on api_key (membership_id) where revoked_at is null;

    -- Identities at an OpenID Connect provider that people sign in with. issuer, subject: the claims iss and sub, which
    -- never change. email: what the provider said when it was linked.
    create table linked_identity (
      id bigint generated always as identity primary key,
      user_id bigint not null references app_user (id) on delete cascade,
      issuer text not null,
      subject text not null,
      email text,
      linked_at timestamptz not null default mon_now(),
      unique (issuer, subject),
      unique (user_id, issuer)
    );

    create table user_session (
      token_hash bytea primary key check (octet_length(token_hash) = 32),
      user_id bigint not null references app_user (id) on delete cascade,
      membership_id bigint not null references membership (id) on delete cascade,
      created_at timestamptz not null default mon_now(),
      seen_at timestamptz not null default mon_now(),
      expires_at timestamptz not null,
      -- user_agent, address: those of the last request that was recorded in seen_at.
      public_id uuid not null default mon_uuidv7(),
      user_agent text not null default '',
      address text not null default '',
      with_code boolean not null default false,
      -- is_confirmed: the person proved its identity at created_at. The provider may have used an earlier sign-in
      -- instead.
      identity_id bigint references linked_identity (id) on delete cascade,
      is_confirmed boolean not null default true
    ) with (fillfactor = 80);
    create index user_session_user on user_session (user_id);
    create index user_session_membership on user_session (membership_id);
    create index user_session_age on user_session (expires_at);
    create unique index user_session_public_id on user_session (public_id);
    create index user_session_identity on user_session (identity_id) where identity_id is not null;

    -- user_id: whose password the link sets; null: a sign-up, whose address it confirms.
    create table one_time_link (
      token_hash bytea primary key check (octet_length(token_hash) = 32),
      kind text not null check (kind in ('signup', 'reset', 'setup')),
      user_id bigint references app_user (id) on delete cascade,
      email text not null,
      created_at timestamptz not null default mon_now(),
      expires_at timestamptz not null,
      check ((user_id is null) = (kind = 'signup'))
    );
    create index one_time_link_user on one_time_link (user_id);
    create index one_time_link_email on one_time_link (lower(email));
    create index one_time_link_age on one_time_link (expires_at);

    -- secret: of the codes, encrypted for the person. last_step: the time step (RFC 6238) of the newest code that was
    -- used; only codes of later steps count.
    create table second_factor (
      user_id bigint primary key references app_user (id) on delete cascade,
      secret text not null,
      last_step bigint not null,
      enabled_at timestamptz not null default mon_now()
    );

    -- A used code is deleted. Only the SHA-256 of a code is stored.
    create table recovery_code (
      user_id bigint not null references second_factor (user_id) on delete cascade,
      code_hash bytea not null check (octet_length(code_hash) = 32),
      primary key (user_id, code_hash)
    );

    -- bucket: the SHA-256 of what is limited. free_at: no attempt is allowed before it.
    create table attempt_limit (
      bucket bytea primary key check (octet_length(bucket) = 32),
      attempts integer not null,
      free_at timestamptz not null,
      last_at timestamptz not null
    ) with (fillfactor = 80);
    create index attempt_limit_age on attempt_limit (last_at);

    -- Fixed windows of the API rate limit. Unlogged: losing them in a crash costs one window.
    create unlogged table rate_window (
      bucket text not null,
      window_start bigint not null,
      hits integer not null,
      primary key (bucket, window_start)
    ) with (fillfactor = 50);

    -- fingerprint: identifies the request. answer: encrypted; null while the first request runs, which holds the lease.
    create table idempotent_request (
      user_id bigint not null references app_user (id) on delete cascade,
      key_hash bytea not null check (octet_length(key_hash) = 32),
      fingerprint bytea not null check (octet_length(fingerprint) = 32),
      lease_token uuid not null,
      lease_until timestamptz not null,
      answer text,
      created_at timestamptz not null default mon_now(),
      -- The id of what the request creates.
      work_id uuid,
      primary key (user_id, key_hash)
    );
    create index idempotent_request_age on idempotent_request (created_at);

    -- Who changed what in an account. Names and addresses are copied, because the person, the key and what was changed
    -- may be deleted before the entry.
    -- finished_at: null while the change runs. It stays null if the process ended meanwhile. changes: [{"field",
    -- "before", "after"}], texts without secrets.
    create table audit_entry (
      id bigint generated always as identity primary key,
      public_id uuid not null unique default mon_uuidv7(),
      account_id bigint not null references account (id) on delete cascade,
      at timestamptz not null default mon_now(),
      expires_at timestamptz not null,
      finished_at timestamptz,
      action text not null,
      target text,
      actor text not null,
      email text,
      key_name text,
      address text not null,
      user_agent text not null,
      changes jsonb not null default '[]',
      -- targets: public ids of the monitors that the request has changed. fields: what it sets. Null: it changes one
      -- thing.
      targets text[],
      fields text[]
    );
    create index audit_entry_account on audit_entry (account_id, id);
    create index audit_entry_expires on audit_entry (expires_at);
    create index audit_entry_target on audit_entry (account_id, target, at desc) where target is not null;
    create index audit_entry_targets on audit_entry using gin (targets) where targets is not null;

    -- Which objects configuration files contain, and the plans that can be applied.
    -- target: public id of the object, without a foreign key because objects of all sections are here. The row of a
    -- deleted object counts as none. applied: the fields that the file gave it last, and what became of them. parts:
    -- ids of the groups and components of a status page by key.
    create table config_key (
      account_id bigint not null references account (id) on delete cascade,
      project text not null,
      section text not null,
      key text not null,
      target uuid not null,
      applied jsonb not null,
      parts jsonb not null,
      applied_at timestamptz not null default mon_now(),
      primary key (account_id, project, section, key),
      unique (account_id, section, target)
    );

    -- credential: SHA-256 of the API key or session that made the plan. document: encrypted, because it contains
    -- secrets. fingerprint: SHA-256 of the account when the plan was made.
    create table config_plan (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      membership_id bigint not null references membership (id) on delete cascade,
      credential bytea not null,
      document text not null,
      fingerprint bytea not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      created_at timestamptz not null default mon_now()
    );
    create index config_plan_membership on config_plan (membership_id, id);

    -- The open event streams of a person. The process that serves a stream renews it.
    create table event_stream (
      id uuid primary key,
      user_id bigint not null references app_user (id) on delete cascade,
      expires_at timestamptz not null
    );
    create index event_stream_user on event_stream (user_id);
    create index event_stream_age on event_stream (expires_at);

    -- "access": what a person may read, or whether the person's credentials are valid, may have changed.
    create function signal_user() returns trigger language plpgsql as $$
    begin
      perform mon_signal('access', null, null, null, old.user_id);
      return null;
    end $$;
    create trigger signal_session after update of token_hash, membership_id or delete on user_session
    for each row execute function signal_user();
    create trigger signal_member after update of removed_at, role or delete on membership
    for each row execute function signal_user();
    create trigger signal_member_role after update of member_role on membership
    for each row when (old.member_role is distinct from new.member_role) execute function signal_user();

    create function signal_membership() returns trigger language plpgsql as $$
    begin
      perform mon_signal('access', null, null, null, ms.user_id) from membership ms
      where ms.id = case tg_op when 'DELETE' then old.membership_id else new.membership_id end;
      return null;
    end $$;
    create trigger signal_key after update of revoked_at or delete on api_key
    for each row execute function signal_membership();

    -- Event streams learn at once that their credentials do not count any more.
    create function signal_account() returns trigger language plpgsql as $$
    begin
      perform mon_signal('access', null, null, null, ms.user_id) from membership ms
      where ms.account_id = new.id and ms.removed_at is null;
      return null;
    end $$;
    create trigger signal_account after update of suspended_at, deletes_at, second_factor_required on account
    for each row when ((old.suspended_at, old.deletes_at, old.second_factor_required)
      is distinct from (new.suspended_at, new.deletes_at, new.second_factor_required))
    execute function signal_account();
`
