import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Campaign simulations, the domain facts that they share, and access to shared results. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The row is also the queue entry: a worker owns it while lease_until is in the future. notes: what was left out, as
  // sentences. prospect_entries are removed when the job ends. share_version: 0 until a link was created; each new link
  // increments it.
  yield* sql`
    create table simulation (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      name text not null check (char_length(name) between 1 and 100),
      status text not null default 'queued' check (status in ('queued', 'processing', 'completed', 'failed', 'expired')),
      sending_domains text[] not null,
      notes text[] not null default '{}',
      prospect_entries text[],
      prospect_count integer not null check (prospect_count > 0),
      credits integer not null check (credits >= 0),
      phase text not null default 'queued' check (phase in ('queued', 'dns', 'model', 'done')),
      done integer not null default 0,
      total integer not null,
      eta_seconds integer,
      progress_at timestamptz,
      results jsonb,
      error_code text,
      error_message text,
      attempts integer not null default 0,
      lease_token uuid,
      lease_until timestamptz,
      share_version integer not null default 0,
      share_locked_at timestamptz,
      created_at timestamptz not null default mon_now(),
      started_at timestamptz,
      completed_at timestamptz,
      check ((status = 'completed') = (results is not null))
    )`
  yield* sql`create index simulation_account on simulation (account_id, id desc)`
  yield* sql`create index simulation_waiting on simulation (created_at) where status in ('queued', 'processing')`
  yield* sql`create index simulation_kept on simulation (completed_at) where status = 'completed'`

  // Rendered once, in pieces of some hundred lines, so that a download only reads.
  yield* sql`
    create table simulation_csv (
      simulation_id bigint not null references simulation (id) on delete cascade,
      type text not null check (type in ('campaign', 'sender', 'suggestion')),
      piece integer not null,
      body text not null,
      primary key (simulation_id, type, piece)
    )`

  // Public facts, so they belong to no account. A row without facts is being looked up by the holder of the lease.
  yield* sql`
    create table domain_fact (
      kind text not null check (kind in ('prospect', 'sender')),
      domain text not null,
      facts jsonb,
      looked_up_at timestamptz,
      expires_at timestamptz,
      lease_token uuid,
      lease_until timestamptz,
      primary key (kind, domain)
    )`
  yield* sql`create index domain_fact_lease on domain_fact (lease_token) where lease_token is not null`
  yield* sql`create index domain_fact_over on domain_fact (greatest(expires_at, lease_until))`

  // Codes are stored as MACs. cookie_hash: the SHA-256 of the cookie that a code is bound to.
  yield* sql`
    create table share_challenge (
      id bigint generated always as identity primary key,
      simulation_id bigint not null references simulation (id) on delete cascade,
      share_version integer not null,
      cookie_hash bytea not null unique,
      code_mac bytea not null,
      attempts integer not null default 0,
      created_at timestamptz not null default mon_now(),
      expires_at timestamptz not null,
      used_at timestamptz
    )`
  yield* sql`create index share_challenge_link on share_challenge (simulation_id, share_version, created_at)`

  yield* sql`
    create table share_wrong_code (
      id bigint generated always as identity primary key,
      simulation_id bigint not null references simulation (id) on delete cascade,
      share_version integer not null,
      at timestamptz not null default mon_now()
    )`
  yield* sql`create index share_wrong_code_link on share_wrong_code (simulation_id, share_version, at)`
})
