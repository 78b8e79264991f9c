import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Subscribers of status pages, and their deliveries. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // address_key: the form in which two addresses are compared. site: the registrable domain of a webhook. secret: of a
  // webhook, encrypted for the public id. confirm_hash: SHA-256 of the token in the email; it works once.
  yield* sql`
    create table status_subscriber (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      page_id bigint not null references status_page (id) on delete cascade,
      kind text not null check (kind in ('email', 'webhook')),
      address text not null,
      address_key text not null,
      site text,
      language text not null check (language in ('en', 'de')),
      state text not null check (state in ('pending', 'confirmed', 'unsubscribed', 'ended')),
      ended_reason text check (ended_reason in ('bounced', 'gone', 'failing')),
      covers_all boolean not null default true,
      secret text,
      confirm_hash bytea unique,
      confirm_until timestamptz,
      confirmed_at timestamptz,
      failing_since timestamptz,
      ended_at timestamptz,
      created_at timestamptz not null default mon_now(),
      unique (page_id, kind, address_key),
      check ((kind = 'webhook') = (site is not null)),
      check ((confirm_hash is null) = (confirm_until is null)),
      check (state <> 'confirmed' or confirmed_at is not null)
    )`
  yield* sql`create index status_subscriber_page on status_subscriber (page_id, id desc)`
  yield* sql`
    create index status_subscriber_confirmed on status_subscriber (page_id, confirmed_at, id) where state = 'confirmed'`

  yield* sql`
    create table status_subscriber_component (
      subscriber_id bigint not null references status_subscriber (id) on delete cascade,
      component_id bigint not null references status_component (id) on delete cascade,
      primary key (subscriber_id, component_id)
    )`
  yield* sql`
    create index status_subscriber_component_component on status_subscriber_component (component_id)`

  // Requests to subscribe, so that nobody floods an address or a page. No foreign key: the deletion of a page must not
  // lift the limits of addresses.
  yield* sql`
    create table status_signup (
      id bigint generated always as identity primary key,
      page_id bigint not null,
      address_hash bytea not null,
      at timestamptz not null default mon_now()
    )`
  yield* sql`create index status_signup_address on status_signup (address_hash, at)`
  yield* sql`create index status_signup_page on status_signup (page_id, at)`
  yield* sql`create index status_signup_age on status_signup (at)`

  // One row for each subscriber whom a publication concerns, written with the publication. component_id: a webhook gets
  // each change of a component by itself. next_at: when an attempt is due; a claim moves it to the end of its lease.
  yield* sql`
    create table status_delivery (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      kind text not null,
      page_id bigint not null references status_page (id) on delete cascade,
      update_id bigint not null references status_update (id) on delete cascade,
      subscriber_id bigint not null references status_subscriber (id) on delete cascade,
      component_id bigint references status_component (id) on delete cascade,
      status text not null default 'pending' check (status in ('pending', 'sent', 'suppressed', 'failed')),
      attempts integer not null default 0,
      next_at timestamptz not null default mon_now(),
      lease_token uuid,
      claimed_at timestamptz,
      error_code text,
      error_message text,
      created_at timestamptz not null default mon_now(),
      settled_at timestamptz
    ) with (fillfactor = 80)`
  yield* sql`
    create unique index status_delivery_once
    on status_delivery (update_id, subscriber_id, (coalesce(component_id, 0)))`
  yield* sql`create index status_delivery_due on status_delivery (kind, page_id, next_at) where status = 'pending'`
  yield* sql`create index status_delivery_subscriber on status_delivery (subscriber_id)`
  yield* sql`
    create index status_delivery_component on status_delivery (component_id) where component_id is not null`
  yield* sql`create index status_delivery_page on status_delivery (page_id)`
  yield* sql`create index status_delivery_age on status_delivery (created_at)`

  yield* compatibleSince(12)
})
