import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Jobs are rows of a table of ours, instead of jobs of pg-boss in its schema. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // attempt: of the next or running attempt. takes: how often a worker took the job, so that one that kills its workers
  // ends. why: the reason why a job is dead.
  yield* sql`
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
    )`
  yield* sql`create unique index job_key on job (queue, key) where dead_at is null`
  yield* sql`create index job_due on job (queue, greatest(next_at, lease_until)) where dead_at is null`
  yield* sql`create index job_dead on job (dead_at) where dead_at is not null`

  // Workers call it again and again, because processes of an earlier release may still enqueue jobs. What their own
  // workers are doing stays theirs, unless it takes much too long. Messages of alerts need no job.
  yield* sql`
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
    end $$`
  yield* sql`select adopt_jobs()`
  yield* compatibleSince(12)
})
