import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Page monitors: the last text of each page, its changes, and its screenshots. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // A version of a page's text, stored once however many monitors saw it. body: the text, deflated.
  yield* sql`
    create table page_text (
      hash bytea primary key check (octet_length(hash) = 32),
      body bytea not null,
      used_at timestamptz not null default mon_now()
    )`
  yield* sql`create index page_text_used on page_text (used_at)`

  // The last successful reading of a page, which the next one is compared with. image: its screenshot.
  yield* sql`
    create table url_page (
      monitor_id bigint primary key references monitor (id) on delete cascade,
      configuration text,
      kind text,
      title text,
      text_hash bytea references page_text (hash),
      image_hash text,
      image_rows bytea,
      read_at timestamptz,
      changed_at timestamptz,
      change_count integer not null default 0,
      manual_checked_at timestamptz
    )`
  yield* sql`create index url_page_text on url_page (text_hash)`

  yield* sql`
    create table url_change (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      monitor_id bigint not null references monitor (id) on delete cascade,
      detected_at timestamptz not null,
      summary text not null,
      change_count integer not null,
      added_lines integer not null,
      removed_lines integer not null,
      similarity double precision not null,
      approximate boolean not null,
      diff text not null,
      hunks jsonb not null,
      visual jsonb,
      before_text bytea references page_text (hash),
      after_text bytea references page_text (hash),
      before_image text,
      after_image text
    )`
  yield* sql`create index url_change_monitor on url_change (monitor_id, id desc)`
  yield* sql`create index url_change_account on url_change (account_id, detected_at desc)`
  yield* sql`create index url_change_before on url_change (before_text)`
  yield* sql`create index url_change_after on url_change (after_text)`

  yield* sql`
    create table url_screenshot (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      monitor_id bigint not null references monitor (id) on delete cascade,
      captured_at timestamptz not null,
      image_hash text not null,
      thumbnail_hash text not null,
      width integer not null,
      height integer not null,
      bytes integer not null,
      format text not null,
      reason text not null check (reason in ('check', 'change', 'failure')),
      expires_at timestamptz not null
    )`
  yield* sql`create index url_screenshot_monitor on url_screenshot (monitor_id, id desc)`
  yield* sql`create index url_screenshot_age on url_screenshot (expires_at)`
})
