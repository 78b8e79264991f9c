import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** What was ordered and paid: orders, what the payment processor told of them, and the licences that follow. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // base_plan: what the operator gave without an end; null until a licence was bought.
  yield* sql`alter table account add column base_plan text check (base_plan in ('free', 'pro', 'agency'))`

  // Money is integer cents. fulfilled_at and reversed_at: what was bought was given, and taken back, once each.
  yield* sql`
    create table payment_order (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      sku text not null,
      description text not null,
      amount_cents integer not null check (amount_cents > 0),
      currency text not null,
      processor text not null,
      session_id text,
      checkout_url text,
      receipt_url text,
      status text not null default 'open' check (status in
        ('open', 'pending', 'paid', 'failed', 'expired', 'partially_refunded', 'refunded', 'disputed', 'charged_back')),
      created_at timestamptz not null default mon_now(),
      expires_at timestamptz,
      paid_at timestamptz,
      fulfilled_at timestamptz,
      reversed_at timestamptz
    )`
  yield* sql`create index payment_order_account on payment_order (account_id, id desc)`

  // Every event once. What is known of an order is what its events say together, whatever their order.
  yield* sql`
    create table payment_event (
      id bigint generated always as identity primary key,
      processor text not null,
      event_id text not null,
      kind text not null,
      order_id uuid,
      payment_ref text,
      amount_cents integer,
      receipt_url text,
      occurred_at timestamptz not null,
      received_at timestamptz not null default mon_now(),
      unique (processor, event_id)
    )`
  yield* sql`create index payment_event_order on payment_event (order_id)`
  yield* sql`create index payment_event_payment on payment_event (payment_ref)`

  // kind 'plan': sku is the plan; 'addon': sku is the add-on. starts_at and ends_at follow from all payments of the account.
  yield* sql`
    create table licence (
      id bigint generated always as identity primary key,
      account_id bigint not null references account (id) on delete cascade,
      order_id bigint not null unique references payment_order (id) on delete cascade,
      kind text not null check (kind in ('plan', 'addon')),
      sku text not null,
      domains integer not null default 0,
      paid_at timestamptz not null,
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      revoked_at timestamptz
    )`
  yield* sql`create index licence_account on licence (account_id) where revoked_at is null`
  yield* sql`create index licence_end on licence (ends_at) where revoked_at is null`
})
