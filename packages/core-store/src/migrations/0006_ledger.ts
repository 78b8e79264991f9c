import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Simulation credits: lots that are spent soonest-expiring first, and an append-only list of transactions. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // closed: its time is over and what was left of it has been booked as an expiry.
  yield* sql`
    create table credit_lot (
      id bigint generated always as identity primary key,
      account_id bigint not null references account (id) on delete cascade,
      kind text not null check (kind in ('annual', 'pack', 'refund')),
      granted integer not null check (granted > 0),
      remaining integer not null check (remaining between 0 and granted),
      expires_at timestamptz,
      closed boolean not null default false,
      created_at timestamptz not null default mon_now(),
      check (not closed or remaining = 0)
    )`
  yield* sql`create index credit_lot_spendable on credit_lot (account_id, expires_at nulls last, id) where remaining > 0`
  yield* sql`create index credit_lot_expiring on credit_lot (expires_at) where not closed`

  // ref names the fact that a transaction books, so that it is booked once.
  yield* sql`
    create table credit_transaction (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      amount integer not null check (amount <> 0),
      type text not null check (type in ('grant', 'purchase', 'usage', 'refund', 'expiry')),
      description text not null,
      job_id uuid,
      ref text,
      created_at timestamptz not null default mon_now()
    )`
  yield* sql`create unique index credit_transaction_ref on credit_transaction (account_id, ref) where ref is not null`
  yield* sql`create index credit_transaction_account on credit_transaction (account_id, id desc)`
  yield* sql`create index credit_transaction_job on credit_transaction (account_id, job_id) where job_id is not null`

  // How a transaction moved each lot: what was taken from it is negative.
  yield* sql`
    create table credit_movement (
      transaction_id bigint not null references credit_transaction (id) on delete cascade,
      lot_id bigint not null references credit_lot (id) on delete cascade,
      amount integer not null check (amount <> 0),
      primary key (transaction_id, lot_id)
    )`
})
