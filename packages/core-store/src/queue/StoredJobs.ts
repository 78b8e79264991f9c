import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { type StoreError, storeError } from "../sql/StoreError.ts"
import { Queue } from "./Queue.ts"

/** `waiting`: due now or later. `dead`: no attempts left. */
export type StoredJobState = "waiting" | "running" | "dead"

/** The jobs of a queue, each number counted up to 100,000. */
export interface StoredQueue {
  readonly queue: string
  readonly waiting: number
  readonly running: number
  readonly dead: number
  /** When the first of the waiting jobs is due; null: none waits. */
  readonly nextAt: Date | null
}

/** A job as the operator sees it. */
export interface StoredJob {
  readonly id: string
  readonly queue: string
  readonly state: StoredJobState
  /** When it was stored in this state: a dead job when its attempts ended. */
  readonly createdAt: Date
  readonly startAt: Date
  /** Counts from 1. Null: the stored form cannot be read. */
  readonly attempt: number | null
  /** Why it is dead; null for others. */
  readonly why: string | null
  /** The payload. Sealed values are left out. */
  readonly payload: Readonly<Record<string, unknown>>
}

/** Which jobs to read or change. At most `limit`, oldest first. */
export interface JobFilter {
  readonly queue?: string | undefined
  readonly state: StoredJobState
  readonly limit: number
}

/** Which dead jobs of a queue to change. At most `limit`, oldest first. `id`: only this one. */
export interface DeadJobFilter {
  readonly queue: string
  readonly id?: string | undefined
  readonly limit: number
}

/**
 * Jobs that stay dead: another job of the same key waits or runs (`alreadyQueued`), or the stored form is
 * `unreadable`.
 */
export interface RepeatedJobs {
  readonly repeated: number
  readonly alreadyQueued: number
  readonly unreadable: number
}

/** The jobs of all queues, for the operator. */
export class StoredJobs extends Context.Service<
  StoredJobs,
  {
    /** All queues by name. */
    readonly queues: () => Effect.Effect<ReadonlyArray<StoredQueue>, StoreError>
    readonly list: (filter: JobFilter) => Effect.Effect<ReadonlyArray<StoredJob>, StoreError>
    readonly find: (id: string) => Effect.Effect<StoredJob | null, StoreError>
    /** How many dead jobs a call with this filter would change. */
    readonly countDead: (filter: DeadJobFilter) => Effect.Effect<number, StoreError>
    /** Queues dead jobs again, from their first attempt. A job of `once` does not repeat what it has done. */
    readonly repeatDead: (filter: DeadJobFilter) => Effect.Effect<RepeatedJobs, StoreError>
    /** Deletes dead jobs; returns how many. */
    readonly dropDead: (filter: DeadJobFilter) => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/StoredJobs") {}

const COUNT_LIMIT = 100_000
const DEAD = ".dead"

const Envelope = Schema.Struct({
  attempt: Schema.Int,
  first: Schema.optionalKey(Schema.String),
  payload: Schema.Record(Schema.String, Schema.Unknown)
})
/** What ends in the dead-letter queue by our own hand; a job whose worker died too often is stored as it was. */
const DeadLetter = Schema.Struct({ job: Schema.Unknown, why: Schema.String })

const readEnvelope = Schema.decodeUnknownOption(Envelope)
const readDeadLetter = Schema.decodeUnknownOption(DeadLetter)

const DIED = "Its worker ended during every attempt, or the job took too long."

interface Row {
  readonly id: string
  readonly name: string
  readonly state: string
  readonly created_on: Date
  readonly start_after: Date
  readonly data: unknown
  readonly singleton_key: string | null
  readonly group_id: string | null
}

const unwrap = ({ data, name }: Row) => {
  if (!name.endsWith(DEAD)) return { envelope: readEnvelope(data), why: null }
  const letter = readDeadLetter(data)
  return letter._tag === "Some"
    ? { envelope: readEnvelope(letter.value.job), why: letter.value.why }
    : { envelope: readEnvelope(data), why: DIED }
}

const withoutSealed = (payload: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(payload).filter(([name]) => name !== "sealed"))

const toJob = (row: Row): StoredJob => {
  const { envelope, why } = unwrap(row)
  const isDead = row.name.endsWith(DEAD)
  return {
    id: row.id,
    queue: isDead ? row.name.slice(0, -DEAD.length) : row.name,
    state: isDead ? "dead" : row.state === "active" ? "running" : "waiting",
    createdAt: row.created_on,
    startAt: row.start_after,
    attempt: envelope._tag === "Some" ? envelope.value.attempt : null,
    why,
    payload: envelope._tag === "Some" ? withoutSealed(envelope.value.payload) : {}
  }
}

/** Without a first start of the service, there are no queues. */
const hasQueues = (sql: SqlClient.SqlClient) =>
  Effect.map(
    sql<{ readonly there: boolean }>`select to_regclass('pgboss.job') is not null as there`,
    ([row]) => row?.there === true
  )

const columns = (sql: SqlClient.SqlClient) =>
  sql`id, name, state::text as state, created_on, start_after, data, singleton_key, group_id`

const ofState = (sql: SqlClient.SqlClient, state: StoredJobState) =>
  state === "running"
    ? sql`state = 'active'`
    : sql`state < 'active' and not blocked and ${state === "dead" ? sql`name like ${`%${DEAD}`}` : sql`name not like ${`%${DEAD}`}`}`

const isDeadJob = (sql: SqlClient.SqlClient, { id, queue }: DeadJobFilter) =>
  sql`name = ${queue + DEAD} and state < 'active' and not blocked and ${id === undefined ? sql`true` : sql`id = ${id}::uuid`}`

const orNothing = <A, E>(sql: SqlClient.SqlClient, nothing: A, work: Effect.Effect<A, E>) =>
  Effect.flatMap(hasQueues(sql), (there) => (there ? work : Effect.succeed(nothing)))

const queues = (sql: SqlClient.SqlClient) =>
  orNothing(
    sql,
    [],
    sql<StoredQueue>`
      select q.name as queue,
        (select count(*)::int from (select from pgboss.job j where j.name = q.name and j.state < 'active' and not j.blocked
          limit ${COUNT_LIMIT}) w) as waiting,
        (select count(*)::int from (select from pgboss.job j where j.name = q.name and j.state = 'active'
          limit ${COUNT_LIMIT}) r) as running,
        (select count(*)::int from (select from pgboss.job j where j.name = q.name || ${DEAD} and j.state < 'active'
          and not j.blocked limit ${COUNT_LIMIT}) d) as dead,
        (select min(start_after) from pgboss.job j where j.name = q.name and j.state < 'active' and not j.blocked) as "nextAt"
      from pgboss.queue q where q.name not like ${`%${DEAD}`} and q.name not like '\\_\\_%' order by q.name`
  )

const list = (sql: SqlClient.SqlClient, { limit, queue, state }: JobFilter) =>
  orNothing(
    sql,
    [],
    Effect.map(
      sql<Row>`
        select ${columns(sql)} from pgboss.job
        where ${ofState(sql, state)} and name not like '\\_\\_%'
          and ${queue === undefined ? sql`true` : sql`name = ${state === "dead" ? queue + DEAD : queue}`}
        order by created_on, id limit ${limit}`,
      (rows) => rows.map(toJob)
    )
  )

/** {@link StoredJobs} over PostgreSQL. */
export const layerStoredJobs: Layer.Layer<StoredJobs, never, SqlClient.SqlClient | Queue> = Layer.effect(
  StoredJobs,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { resend } = yield* Queue

    const repeatOne = Effect.fnUntraced(function* (row: Row, queue: string) {
      const { envelope } = unwrap(row)
      if (envelope._tag === "None") return "unreadable" satisfies keyof RepeatedJobs
      const { attempt: _, ...rest } = envelope.value
      const isQueued = yield* resend(
        queue,
        { ...rest, first: rest.first ?? row.id, attempt: 1 },
        { key: row.singleton_key ?? row.id, ...(row.group_id === null ? {} : { account: row.group_id }) }
      )
      if (isQueued) yield* sql`delete from pgboss.job where name = ${row.name} and id = ${row.id}::uuid`
      return (isQueued ? "repeated" : "alreadyQueued") satisfies keyof RepeatedJobs
    })

    return StoredJobs.of({
      queues: Effect.fn("StoredJobs.queues")(() => queues(sql), Effect.mapError(storeError("StoredJobs.queues"))),
      list: Effect.fn("StoredJobs.list")(
        (filter: JobFilter) => list(sql, filter),
        Effect.mapError(storeError("StoredJobs.list"))
      ),
      find: Effect.fn("StoredJobs.find")(
        (id: string) =>
          orNothing(
            sql,
            null,
            Effect.map(
              sql<Row>`select ${columns(sql)} from pgboss.job where id = ${id}::uuid and state <= 'active' limit 1`,
              ([row]) => (row === undefined ? null : toJob(row))
            )
          ),
        Effect.mapError(storeError("StoredJobs.find"))
      ),
      countDead: Effect.fn("StoredJobs.countDead")(
        (filter: DeadJobFilter) =>
          orNothing(
            sql,
            0,
            Effect.map(
              sql<{ readonly n: number }>`
                select count(*)::int as n from (
                  select from pgboss.job where ${isDeadJob(sql, filter)} limit ${filter.limit}) dead`,
              ([row]) => row?.n ?? 0
            )
          ),
        Effect.mapError(storeError("StoredJobs.countDead"))
      ),
      repeatDead: Effect.fn("StoredJobs.repeatDead")(
        function* (filter: DeadJobFilter) {
          return yield* sql.withTransaction(
            Effect.gen(function* () {
              const counts = { repeated: 0, alreadyQueued: 0, unreadable: 0 }
              if (!(yield* hasQueues(sql))) return counts
              const rows = yield* sql<Row>`
                select ${columns(sql)} from pgboss.job where ${isDeadJob(sql, filter)}
                order by created_on, id limit ${filter.limit} for update skip locked`
              for (const row of rows) counts[yield* repeatOne(row, filter.queue)] += 1
              return counts
            })
          )
        },
        Effect.mapError((error) => (error._tag === "StoreError" ? error : storeError("StoredJobs.repeatDead")(error)))
      ),
      dropDead: Effect.fn("StoredJobs.dropDead")(
        (filter: DeadJobFilter) =>
          orNothing(
            sql,
            0,
            Effect.map(
              sql`
                delete from pgboss.job where (name, id) in (
                  select name, id from pgboss.job where ${isDeadJob(sql, filter)}
                  order by created_on, id limit ${filter.limit} for update skip locked)
                returning 1`,
              (rows) => rows.length
            )
          ),
        Effect.mapError(storeError("StoredJobs.dropDead"))
      )
    })
  })
)
