import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../sql/operation.ts"
import { COUNT_LIMIT } from "./Jobs.ts"

/** The state of a job. `waiting`: the job is due now or later. `dead`: the job has no attempts left. */
export type StoredJobState = "waiting" | "running" | "dead"

/** The numbers of jobs of a queue. Each number is counted up to 100,000. */
export interface StoredQueue {
  readonly queue: string
  readonly waiting: number
  readonly running: number
  readonly dead: number
  /** The earliest due time of the waiting jobs. Null if no job is waiting. */
  readonly nextAt: Date | null
}

/** A job in the operator's list. */
export interface StoredJob {
  readonly id: string
  readonly queue: string
  readonly state: StoredJobState
  /** The time at which the job got its current state. For a dead job, this is the end of its last attempt. */
  readonly createdAt: Date
  readonly startAt: Date
  /** The number of the attempt, which counts from 1. Null if the stored job cannot be read. */
  readonly attempt: number | null
  /** The reason why the job is dead. Null for other jobs. */
  readonly why: string | null
  /** The payload, without its sealed values. */
  readonly payload: Readonly<Record<string, unknown>>
}

/** The filter of jobs to read. At most `limit` jobs are selected, oldest first. */
export interface JobFilter {
  readonly queue?: string | undefined
  readonly state: StoredJobState
  readonly limit: number
}

/**
 * The filter of dead jobs of a queue to change. At most `limit` jobs are selected, oldest first. `id` selects only the
 * job with this id.
 */
export interface DeadJobFilter {
  readonly queue: string
  readonly id?: string | undefined
  readonly limit: number
}

/**
 * The result of repeating dead jobs. A job stays dead if another job with the same key waits or runs (`alreadyQueued`),
 * or if the stored job cannot be read (`unreadable`).
 */
export interface RepeatedJobs {
  readonly repeated: number
  readonly alreadyQueued: number
  readonly unreadable: number
}

const readPayload = Schema.decodeUnknownOption(Schema.Record(Schema.String, Schema.Unknown))

interface Row {
  readonly id: string
  readonly queue: string
  readonly state: StoredJobState
  readonly created_at: Date
  readonly next_at: Date
  readonly attempt: number
  readonly why: string | null
  readonly payload: unknown
}

const withoutSealed = (payload: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(payload).filter(([name]) => name !== "sealed"))

const toJob = (row: Row): StoredJob => {
  const payload = Option.getOrNull(readPayload(row.payload))
  return {
    id: row.id,
    queue: row.queue,
    state: row.state,
    createdAt: row.created_at,
    startAt: row.next_at,
    attempt: payload === null ? null : row.attempt,
    why: row.why,
    payload: payload === null ? {} : withoutSealed(payload)
  }
}

const stateOf =
  "case when dead_at is not null then 'dead' when lease_until > mon_now() then 'running' else 'waiting' end"

const selectJobs = (sql: SqlClient.SqlClient) =>
  sql`
    select public_id as id, queue, ${sql.literal(stateOf)} as state, coalesce(dead_at, created_at) as created_at, next_at,
      attempt, why, payload
    from job`

const isDead = (sql: SqlClient.SqlClient, { id, queue }: DeadJobFilter) =>
  sql`queue = ${queue} and dead_at is not null and ${id === undefined ? sql`true` : sql`public_id = ${id}::uuid`}`

const chosenDead = (sql: SqlClient.SqlClient, filter: DeadJobFilter) =>
  sql`select id from job where ${isDead(sql, filter)} order by dead_at, id limit ${filter.limit} for update skip locked`

/**
 * Queues the chosen jobs again. A job stays dead if the job cannot be read, or if another live or repeated job has its
 * key.
 */
const repeatChosen = (sql: SqlClient.SqlClient, filter: DeadJobFilter) =>
  sql<RepeatedJobs>`
    with chosen as (${chosenDead(sql, filter)}), judged as (
      select j.id, case
        when jsonb_typeof(j.payload) <> 'object' then 'unreadable'
        when exists (select from job o where o.queue = j.queue and o.key = j.key and o.dead_at is null) then 'queued'
        when j.key is not null and row_number() over (partition by j.key order by j.dead_at, j.id) > 1 then 'queued'
        else 'repeated' end as verdict
      from job j join chosen c on c.id = j.id
    ), repeated as (
      update job j set dead_at = null, why = null, attempt = 1, takes = 0, next_at = mon_now() from judged
      where j.id = judged.id and judged.verdict = 'repeated'
    )
    select count(*) filter (where verdict = 'repeated')::int as repeated,
      count(*) filter (where verdict = 'queued')::int as "alreadyQueued",
      count(*) filter (where verdict = 'unreadable')::int as unreadable
    from judged`

/** The jobs of all queues, as the operator sees them. */
export class StoredJobs extends Context.Service<StoredJobs>()("@mon/core-store/StoredJobs", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Lists the known queues and all other queues that have jobs, by name. */
    queues: operation(
      "StoredJobs.queues",
      (known: ReadonlyArray<string>) => sql<StoredQueue>`
          select q.queue,
            (select count(*)::int from (select from job j where j.queue = q.queue and dead_at is null
              and coalesce(lease_until <= mon_now(), true) limit ${COUNT_LIMIT}) w) as waiting,
            (select count(*)::int from (select from job j where j.queue = q.queue and dead_at is null
              and lease_until > mon_now() limit ${COUNT_LIMIT}) r) as running,
            (select count(*)::int from (select from job j where j.queue = q.queue and dead_at is not null
              limit ${COUNT_LIMIT}) d) as dead,
            (select min(next_at) from job j where j.queue = q.queue and dead_at is null
              and coalesce(lease_until <= mon_now(), true)) as "nextAt"
          from (select unnest(${known}::text[]) as queue union select queue from job) q order by q.queue`
    ),
    list: operation("StoredJobs.list", (filter: JobFilter) =>
      Effect.map(
        sql<Row>`
              ${selectJobs(sql)} where ${sql.literal(stateOf)} = ${filter.state}
                and ${filter.queue === undefined ? sql`true` : sql`queue = ${filter.queue}`}
              order by coalesce(dead_at, created_at), id limit ${filter.limit}`,
        (rows): ReadonlyArray<StoredJob> => rows.map(toJob)
      )
    ),
    find: operation("StoredJobs.find", (id: string) =>
      Effect.map(sql<Row>`${selectJobs(sql)} where public_id = ${id}::uuid`, ([row]) =>
        row === undefined ? null : toJob(row)
      )
    ),
    /** Returns the number of dead jobs that a call with this filter would change. */
    countDead: operation("StoredJobs.countDead", (filter: DeadJobFilter) =>
      Effect.map(
        sql<{ readonly n: number }>`
              select count(*)::int as n from (select from job where ${isDead(sql, filter)} limit ${filter.limit}) dead`,
        ([row]) => row?.n ?? 0
      )
    ),
    /** Queues the dead jobs that match the filter again, beginning with their first attempt. */
    repeatDead: operation("StoredJobs.repeatDead", (filter: DeadJobFilter) =>
      Effect.map(repeatChosen(sql, filter), ([counts]) => counts ?? { repeated: 0, alreadyQueued: 0, unreadable: 0 })
    ),
    /** Deletes the dead jobs that match the filter. Returns the number of deleted jobs. */
    dropDead: operation("StoredJobs.dropDead", (filter: DeadJobFilter) =>
      Effect.map(sql`delete from job where id in (${chosenDead(sql, filter)}) returning 1`, (rows) => rows.length)
    )
  }))
}) {
  static readonly layer = Layer.effect(StoredJobs, StoredJobs.make)
}
