import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Tags, webhooks, answers kept for a repeated request, and the plan whose intervals are served. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // name_key: the name as it is compared, whatever its case.
  yield* sql`
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
    )`
  yield* sql`
    create table monitor_tag (
      monitor_id bigint not null references monitor (id) on delete cascade,
      tag_id bigint not null references tag (id) on delete cascade,
      primary key (monitor_id, tag_id)
    )`
  yield* sql`create index monitor_tag_tag on monitor_tag (tag_id)`

  // secret: sealed for the public id.
  yield* sql`
    create table webhook (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      monitor_id bigint not null references monitor (id) on delete cascade,
      url text not null,
      label text not null,
      events text[] not null check (cardinality(events) > 0),
      secret text not null,
      is_active boolean not null default true,
      created_at timestamptz not null default mon_now(),
      last_delivery_at timestamptz,
      last_delivery_status text
    )`
  yield* sql`create index webhook_account on webhook (account_id, id desc)`
  yield* sql`create index webhook_monitor on webhook (monitor_id)`

  // fingerprint: what was asked. answer: sealed; null while the first request is at work, which holds the lease.
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

  // The plan whose minimum the intervals of the account's monitors are served at; null: not looked at yet.
  yield* sql`alter table account add column served_plan text check (served_plan in ('free', 'pro', 'agency'))`
})
