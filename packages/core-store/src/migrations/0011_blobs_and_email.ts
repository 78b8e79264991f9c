import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Stored files, outgoing email without an SMTP server, and keys of work that must happen once. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Which files exist and until when, wherever their bytes are. stored: false between the announcement and the arrival
  // of the bytes.
  yield* sql`
    create table blob (
      hash bytea primary key check (octet_length(hash) = 32),
      content_type text not null,
      size integer not null check (size >= 0),
      stored boolean not null default false,
      expires_at timestamptz not null,
      created_at timestamptz not null default mon_now()
    )`
  yield* sql`create index blob_expiry on blob (expires_at)`

  // No foreign key: bytes are written after their row and removed before it. Images do not compress a second time.
  yield* sql`create table blob_bytes (hash bytea primary key, bytes bytea not null)`
  yield* sql`alter table blob_bytes alter column bytes set storage external`

  yield* sql`
    create table handled_effect (
      key text primary key,
      handled_at timestamptz not null default mon_now()
    )`
  yield* sql`create index handled_effect_age on handled_effect (handled_at)`

  // details: sender, header fields, thread and unsubscribe address, as the mailer received them.
  yield* sql`
    create table email_outbox (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      message_id text not null unique,
      recipient text not null,
      subject text not null,
      text_body text not null,
      html_body text,
      details jsonb not null default '{}',
      created_at timestamptz not null default mon_now()
    )`
  yield* sql`create index email_outbox_recipient on email_outbox (lower(recipient), id desc)`
})
