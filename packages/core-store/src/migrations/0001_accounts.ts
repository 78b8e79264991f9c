import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Accounts, people, memberships, keys and settings; and the clock that every statement reads. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Everything that needs the current time calls this function, so that a test can move it.
  yield* sql`
    create function mon_now() returns timestamptz language sql stable parallel safe
    as $$ select statement_timestamp() $$`

  // The same layout as `uuidv7` of @mon/model, for rows that a statement creates by itself.
  yield* sql`
    create function mon_uuidv7() returns uuid language sql volatile parallel safe as $$
      select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from mon_now()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
    $$`

  // ISO 8601 UTC with milliseconds: how every time leaves the database.
  yield* sql`
    create function mon_iso(at timestamptz) returns text language sql stable parallel safe as $$
      select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    $$`

  // base_plan: what the operator granted without an end date; null until a licence is bought. served_plan: the plan
  // whose minimum interval the monitors are scheduled with; null until it was applied for the first time.
  yield* sql`
    create table account (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      plan text not null default 'free' check (plan in ('free', 'pro', 'agency')),
      plan_started_at timestamptz not null default mon_now(),
      plan_expires_at timestamptz,
      base_plan text check (base_plan in ('free', 'pro', 'agency')),
      served_plan text check (served_plan in ('free', 'pro', 'agency')),
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
      alerts_by_email boolean not null default true,
      created_at timestamptz not null default mon_now(),
      removed_at timestamptz
    )`
  yield* sql`create unique index membership_live on membership (account_id, user_id) where removed_at is null`
  yield* sql`create unique index membership_owner on membership (account_id) where role = 'owner' and removed_at is null`
  yield* sql`create index membership_user on membership (user_id) where removed_at is null`

  // Only the SHA-256 of a key is stored, with its first 8 and last 4 characters for display.
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
