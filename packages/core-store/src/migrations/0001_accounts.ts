import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Accounts, people, memberships, keys and settings; and the one clock that every statement reads. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Everything that needs the time asks this function, so that a test can move it.
  yield* sql`
    create function mon_now() returns timestamptz language sql stable parallel safe
    as $$ select statement_timestamp() $$`

  yield* sql`
    create table account (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      plan text not null default 'free' check (plan in ('free', 'pro', 'agency')),
      plan_started_at timestamptz not null default mon_now(),
      plan_expires_at timestamptz,
      notifications_paused_at timestamptz,
      created_at timestamptz not null default mon_now()
    )`

  yield* sql`
    create table app_user (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      email text not null,
      name text,
      password_hash text,
      email_confirmed_at timestamptz,
      created_at timestamptz not null default mon_now()
    )`
  yield* sql`create unique index app_user_email on app_user (lower(email))`

  yield* sql`
    create table user_setting (
      user_id bigint primary key references app_user (id) on delete cascade,
      timezone text not null default 'UTC',
      weekly_report_enabled boolean not null default true
    )`

  yield* sql`
    create table membership (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      user_id bigint not null references app_user (id) on delete cascade,
      role text not null check (role in ('owner', 'member')),
      created_at timestamptz not null default mon_now(),
      removed_at timestamptz
    )`
  yield* sql`create unique index membership_live on membership (account_id, user_id) where removed_at is null`
  yield* sql`create unique index membership_owner on membership (account_id) where role = 'owner' and removed_at is null`
  yield* sql`create index membership_user on membership (user_id) where removed_at is null`

  // Only the SHA-256 of a key is kept, with its first 8 and last 4 characters for display.
  yield* sql`
    create table api_key (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      membership_id bigint not null references membership (id) on delete cascade,
      hash bytea not null unique check (octet_length(hash) = 32),
      shown_start text not null,
      shown_end text not null,
      created_at timestamptz not null default mon_now(),
      revoked_at timestamptz
    )`
  yield* sql`create unique index api_key_live on api_key (membership_id) where revoked_at is null`
})
