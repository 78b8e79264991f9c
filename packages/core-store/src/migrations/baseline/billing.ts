/** The tables of credits, orders, payments and licences. */
export const billing = `
    -- Lots are spent soonest-expiring first. closed: it has expired and what was left was posted as an expiry.
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
    );
    create index credit_lot_spendable on credit_lot (account_id, expires_at nulls last, id) where remaining > 0;
    create index credit_lot_expiring on credit_lot (expires_at) where not closed;

    -- ref names the event that a transaction posts, so that it is posted once.
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
    );
    create unique index credit_transaction_ref on credit_transaction (account_id, ref) where ref is not null;
    create index credit_transaction_account on credit_transaction (account_id, id desc);
    create index credit_transaction_job on credit_transaction (account_id, job_id) where job_id is not null;

    -- How a transaction changed each lot; negative: credits were taken from it.
    create table credit_movement (
      transaction_id bigint not null references credit_transaction (id) on delete cascade,
      lot_id bigint not null references credit_lot (id) on delete cascade,
      amount integer not null check (amount <> 0),
      primary key (transaction_id, lot_id)
    );

    -- Money is integer cents. fulfilled_at and reversed_at: what was bought was granted, and taken back, once each.
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
    );
    create index payment_order_account on payment_order (account_id, id desc);

    -- Every event once. The state of an order follows from all of its events, in whatever order they arrive.
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
    );
    create index payment_event_order on payment_event (order_id);
    create index payment_event_payment on payment_event (payment_ref);

    -- kind 'plan': sku is the plan; 'addon': sku is the add-on. starts_at and ends_at follow from all payments of the
    -- account.
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
    );
    create index licence_account on licence (account_id) where revoked_at is null;
    create index licence_end on licence (ends_at) where revoked_at is null;
`
