/** The tables of jobs, files, emails, and the state of the service itself. */
export const service = `
    -- attempt: of the next or running attempt. takes: how often a worker took the job, so that one that kills its
    -- workers ends. why: the reason why a job is dead.
    create table job (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      queue text not null,
      key text,
      payload jsonb not null,
      attempt integer not null default 1,
      takes integer not null default 0,
      next_at timestamptz not null default mon_now(),
      lease_until timestamptz,
      lease_token uuid,
      created_at timestamptz not null default mon_now(),
      dead_at timestamptz,
      why text
    );
    create unique index job_key on job (queue, key) where dead_at is null;
    create index job_due on job (queue, greatest(next_at, lease_until)) where dead_at is null;
    create index job_dead on job (dead_at) where dead_at is not null;

    -- Moves jobs out of pg-boss, where an earlier version had them. Workers call it again and again, because processes
    -- of that version may still enqueue jobs. What their own workers are doing stays theirs, unless it takes much too
    -- long. Messages of alerts need no job.
    create function adopt_jobs() returns void language plpgsql as $$
    begin
      if to_regclass('pgboss.job') is null then
        return;
      end if;
      with found as (
        select j.id, j.name from pgboss.job j
        where j.name in ('mail', 'whatsapp-code', 'mail.dead', 'whatsapp-code.dead')
          and (j.state::text in ('created', 'retry')
            or j.state::text = 'active' and j.started_on < now() - interval '10 minutes')
        limit 10000 for update skip locked
      ), moved as (
        delete from pgboss.job j using found f where j.id = f.id and j.name = f.name
        returning j.id, j.name, j.data::jsonb as data, j.singleton_key, j.start_after, j.created_on
      ), known as (
        select id, regexp_replace(name, '\\.dead$', '') as queue, name like '%.dead' as is_dead, singleton_key,
          start_after, created_on, data ->> 'why' as why,
          case when name like '%.dead' and data ? 'why' then data -> 'job' else data end as envelope
        from moved
      )
      insert into job (public_id, queue, key, payload, attempt, next_at, created_at, dead_at, why)
      select id, queue, case when queue = 'mail' then coalesce(singleton_key, '') end,
        coalesce(case when jsonb_typeof(envelope) = 'object' then envelope -> 'payload' end, 'null'),
        case when envelope ->> 'attempt' ~ '^\\d{1,4}$' then (envelope ->> 'attempt')::int else 1 end,
        start_after, created_on, case when is_dead then created_on end,
        case when is_dead then coalesce(why, 'Its worker ended during every attempt, or the job took too long.') end
      from known
      on conflict do nothing;
      delete from pgboss.job j where j.state::text in ('completed', 'cancelled', 'failed')
        or (j.name like 'delivery-%' and j.created_on < now() - interval '1 day');
    end $$;

    -- Which files exist and until when, wherever their bytes are. stored: false between the announcement and the
    -- arrival of the bytes.
    create table blob (
      hash bytea primary key check (octet_length(hash) = 32),
      content_type text not null,
      size integer not null check (size >= 0),
      stored boolean not null default false,
      expires_at timestamptz not null,
      created_at timestamptz not null default mon_now()
    );
    create index blob_expiry on blob (expires_at);

    -- No foreign key: bytes are written after their row and removed before it. Images do not compress a second time.
    create table blob_bytes (
      hash bytea primary key,
      bytes bytea not null
    );
    alter table blob_bytes alter column bytes set storage external;

    create table handled_effect (
      key text primary key,
      handled_at timestamptz not null default mon_now()
    );
    create index handled_effect_age on handled_effect (handled_at);

    -- details: sender, header fields, thread and unsubscribe address, as the mailer received them.
    create table email_outbox (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      message_id text not null unique,
      recipient text not null,
      subject text not null,
      text_body text not null,
      html_body text,
      details jsonb not null default '{}',
      created_at timestamptz not null default mon_now(),
      -- sealed: recipient apart, the whole email as encrypted JSON. The columns of its parts are empty then.
      sealed text
    );
    create index email_outbox_recipient on email_outbox (lower(recipient), id desc);
    create index email_outbox_unsealed on email_outbox (id) where sealed is null;

    -- One row: when a worker was last alive, and since when workers run again after there was none.
    create table worker_heartbeat (
      one boolean primary key default true check (one),
      seen_at timestamptz not null,
      resumed_at timestamptz
    );

    -- At most one row: while it exists, workers do not start their work.
    create table service_pause (
      one boolean primary key default true check (one),
      paused_at timestamptz not null default mon_now(),
      reason text not null
    );
`
