/** The tables of campaign simulations and their shared results. */
export const simulations = `
    -- The row is also the queue entry: a worker owns it while lease_until is in the future. notes: what was left out,
    -- as sentences. prospect_entries are removed when the job ends. share_version: 0 until a link was created; each new
    -- link increments it.
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
    );
    create index simulation_account on simulation (account_id, id desc);
    create index simulation_waiting on simulation (created_at) where status in ('queued', 'processing');
    create index simulation_kept on simulation (completed_at) where status = 'completed';

    -- Rendered once, in pieces of some hundred lines, so that a download only reads.
    create table simulation_csv (
      simulation_id bigint not null references simulation (id) on delete cascade,
      type text not null check (type in ('campaign', 'sender', 'suggestion')),
      piece integer not null,
      body text not null,
      primary key (simulation_id, type, piece)
    );

    -- Codes are stored as MACs. cookie_hash: the SHA-256 of the cookie that a code is bound to.
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
    );
    create index share_challenge_link on share_challenge (simulation_id, share_version, created_at);

    create table share_wrong_code (
      id bigint generated always as identity primary key,
      simulation_id bigint not null references simulation (id) on delete cascade,
      share_version integer not null,
      at timestamptz not null default mon_now()
    );
    create index share_wrong_code_link on share_wrong_code (simulation_id, share_version, at);

    create function signal_simulation() returns trigger language plpgsql as $$
    begin
      perform mon_signal('job', new.account_id, null, new.public_id, null);
      return null;
    end $$;
    create trigger signal_started_simulation after insert on simulation
    for each row execute function signal_simulation();
    create trigger signal_simulation after update on simulation for each row
    when (old.status is distinct from new.status or old.phase is distinct from new.phase or old.done is distinct from new.done)
    execute function signal_simulation();
`
