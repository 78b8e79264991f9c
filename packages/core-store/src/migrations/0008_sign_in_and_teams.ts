import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Invitations, sessions, one-time links, repeated requests, and the counts behind every limit. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // public_id becomes that of the membership when the invitation is accepted. Only the SHA-256 of any token is stored.
  yield* sql`
    create table team_invite (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      email text not null,
      token_hash bytea not null unique check (octet_length(token_hash) = 32),
      invited_at timestamptz not null default mon_now(),
      expires_at timestamptz not null,
      accepted_at timestamptz,
      removed_at timestamptz,
      membership_id bigint unique references membership (id) on delete cascade
    )`
  yield* sql`
    create unique index team_invite_open on team_invite (account_id, lower(email))
    where accepted_at is null and removed_at is null`

  yield* sql`
    create table invite_access (
      invite_id bigint not null references team_invite (id) on delete cascade,
      monitor_id bigint not null references monitor (id) on delete cascade,
      can_write boolean not null,
      primary key (invite_id, monitor_id)
    )`
  yield* sql`create index invite_access_monitor on invite_access (monitor_id)`

  yield* sql`
    create table user_session (
      token_hash bytea primary key check (octet_length(token_hash) = 32),
      user_id bigint not null references app_user (id) on delete cascade,
      membership_id bigint not null references membership (id) on delete cascade,
      created_at timestamptz not null default mon_now(),
      seen_at timestamptz not null default mon_now(),
      expires_at timestamptz not null
    ) with (fillfactor = 80)`
  yield* sql`create index user_session_user on user_session (user_id)`
  yield* sql`create index user_session_membership on user_session (membership_id)`
  yield* sql`create index user_session_age on user_session (expires_at)`

  // user_id: whose password the link sets; null: a sign-up, whose address it confirms.
  yield* sql`
    create table one_time_link (
      token_hash bytea primary key check (octet_length(token_hash) = 32),
      kind text not null check (kind in ('signup', 'reset', 'setup')),
      user_id bigint references app_user (id) on delete cascade,
      email text not null,
      created_at timestamptz not null default mon_now(),
      expires_at timestamptz not null,
      check ((user_id is null) = (kind = 'signup'))
    )`
  yield* sql`create index one_time_link_user on one_time_link (user_id)`
  yield* sql`create index one_time_link_email on one_time_link (lower(email))`
  yield* sql`create index one_time_link_age on one_time_link (expires_at)`

  // bucket: the SHA-256 of what is limited. free_at: no attempt is allowed before it.
  yield* sql`
    create table attempt_limit (
      bucket bytea primary key check (octet_length(bucket) = 32),
      attempts integer not null,
      free_at timestamptz not null,
      last_at timestamptz not null
    ) with (fillfactor = 80)`
  yield* sql`create index attempt_limit_age on attempt_limit (last_at)`

  // Fixed windows of the API rate limit. Unlogged: losing them in a crash costs one window.
  yield* sql`
    create unlogged table rate_window (
      bucket text not null,
      window_start bigint not null,
      hits integer not null,
      primary key (bucket, window_start)
    ) with (fillfactor = 50)`

  // fingerprint: identifies the request. answer: encrypted; null while the first request runs, which holds the lease.
  yield* sql`
    create table idempotent_request (
      user_id bigint not null references app_user (id) on delete cascade,
      key_hash bytea not null check (octet_length(key_hash) = 32),
      fingerprint bytea not null check (octet_length(fingerprint) = 32),
      lease_token uuid not null,
      lease_until timestamptz not null,
      answer text,
      created_at timestamptz not null default mon_now(),
      primary key (user_id, key_hash)
    )`
  yield* sql`create index idempotent_request_age on idempotent_request (created_at)`
})
