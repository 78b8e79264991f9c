import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Keys of effects that must count once, and mails that wait for somebody to read them where no SMTP server is set. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`
    create table handled_effect (
      key text primary key,
      handled_at timestamptz not null default mon_now()
    )`
  yield* sql`create index handled_effect_age on handled_effect (handled_at)`

  // details: sender, header fields, thread and unsubscribe address, as the mailer was given them.
  yield* sql`
    create table mail_outbox (
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
  yield* sql`create index mail_outbox_recipient on mail_outbox (lower(recipient), id desc)`
})
