import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { defineQueue, DueTimes, Jobs, type QueueDefinition, StoredJobs } from "../src/index.ts"
import { layerTestDatabase } from "../src/testing.ts"

const layerQueues = Layer.provideMerge(Layer.mergeAll(DueTimes.layer, Jobs.layer, StoredJobs.layer), layerTestDatabase)

const numbers = (name: string, more: Partial<QueueDefinition<{ readonly n: number }>> = {}) =>
  defineQueue({
    name: `test.${name}`,
    payload: Schema.Struct({ n: Schema.Int }),
    retryAfterMs: [0, 0],
    expireInSeconds: 60,
    keyed: false,
    ...more
  })

const none = { waiting: 0, running: 0, dead: 0 }

const endLeases = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`update job set lease_until = mon_now() where lease_until is not null`
)

layer(layerQueues, { excludeTestServices: true, timeout: 60_000 })("a job", (it) => {
  it.effect("is taken by one worker, and gone when it is done", () =>
    Effect.gen(function* () {
      const jobs = yield* Jobs
      const queue = numbers("once")
      for (const n of [1, 2, 3]) assert.isTrue(yield* jobs.enqueue(queue, { n }))
      const taken = [...(yield* jobs.take(queue, 2)), ...(yield* jobs.take(queue, 2))]
      assert.sameDeepMembers(
        taken.map(({ attempt, payload }) => [attempt, payload]),
        [1, 2, 3].map((n) => [1, { n }])
      )
      assert.deepStrictEqual(yield* jobs.take(queue, 2), [])
      assert.deepStrictEqual(yield* jobs.counts(queue.name), { waiting: 0, running: 3, dead: 0 })
      yield* Effect.forEach(taken, jobs.finish)
      assert.deepStrictEqual(yield* jobs.counts(queue.name), none)
    })
  )

  it.effect("of a transaction that was rolled back does not exist", () =>
    Effect.gen(function* () {
      const jobs = yield* Jobs
      const sql = yield* SqlClient.SqlClient
      const queue = numbers("rollback")
      yield* sql.withTransaction(Effect.andThen(jobs.enqueue(queue, { n: 1 }), Effect.fail("undo"))).pipe(Effect.ignore)
      assert.deepStrictEqual(yield* jobs.counts(queue.name), none)
      yield* sql.withTransaction(jobs.enqueue(queue, { n: 1 }))
      assert.strictEqual((yield* jobs.counts(queue.name)).waiting, 1)
    })
  )

  it.effect("with a start time is not taken earlier, and the queue says when it is due", () =>
    Effect.gen(function* () {
      const jobs = yield* Jobs
      const times = yield* DueTimes
      const queue = numbers("future")
      const dueInMs = Effect.map(times.next([queue.name]), (next) => next.get(`jobs of ${queue.name}`))
      assert.isUndefined(yield* dueInMs)
      yield* jobs.enqueue(queue, { n: 1 }, { startAt: Date.now() + 3_600_000 })
      assert.deepStrictEqual(yield* jobs.take(queue, 10), [])
      const inMs = (yield* dueInMs) ?? 0
      assert.isTrue(inMs > 3_000_000 && inMs <= 3_600_000, `${inMs}`)
      yield* jobs.enqueue(queue, { n: 2 })
      assert.isAtMost((yield* dueInMs) ?? Infinity, 0)
      assert.deepStrictEqual(
        (yield* jobs.take(queue, 10)).map(({ payload }) => payload),
        [{ n: 2 }]
      )
    })
  )

  it.effect("of a key waits or runs only once, and can be added again when it is done or dead", () =>
    Effect.gen(function* () {
      const jobs = yield* Jobs
      const queue = numbers("keyed", { keyed: true })
      assert.isTrue(yield* jobs.enqueue(queue, { n: 1 }, { key: "a" }))
      assert.isFalse(yield* jobs.enqueue(queue, { n: 2 }, { key: "a" }))
      assert.isTrue(yield* jobs.enqueue(queue, { n: 3 }, { key: "b" }))
      const [one] = yield* jobs.take(queue, 1)
      if (one === undefined) return assert.fail("nothing is due")
      assert.isFalse(yield* jobs.enqueue(queue, { n: 4 }, { key: "a" }))
      yield* jobs.giveUp(one, "no")
      assert.isTrue(yield* jobs.enqueue(queue, { n: 5 }, { key: "a" }))
    })
  )

  it.effect("counts the attempts that were made, not those that were given back", () =>
    Effect.gen(function* () {
      const jobs = yield* Jobs
      const queue = numbers("attempts")
      yield* jobs.enqueue(queue, { n: 1 })
      yield* jobs.giveBack(yield* jobs.take(queue, 1))
      const [first] = yield* jobs.take(queue, 1)
      if (first === undefined) return assert.fail("nothing is due")
      yield* jobs.retry(first, 0)
      const [second] = yield* jobs.take(queue, 1)
      assert.deepStrictEqual([first.attempt, second?.attempt], [1, 2])
    })
  )

  it.effect("of another worker is not changed by the one whose lease has ended", () =>
    Effect.gen(function* () {
      const jobs = yield* Jobs
      const queue = numbers("late")
      yield* jobs.enqueue(queue, { n: 1 })
      const [late] = yield* jobs.take(queue, 1)
      yield* endLeases
      const [now] = yield* jobs.take(queue, 1)
      if (late === undefined || now === undefined) return assert.fail("nothing is due")
      assert.deepStrictEqual([late.attempt, now.attempt], [1, 1])
      yield* jobs.finish(late)
      yield* jobs.retry(late, 0)
      yield* jobs.giveUp(late, "late")
      yield* jobs.giveBack([late])
      assert.deepStrictEqual(yield* jobs.counts(queue.name), { waiting: 0, running: 1, dead: 0 })
      yield* jobs.finish(now)
      assert.deepStrictEqual(yield* jobs.counts(queue.name), none)
    })
  )

  it.effect("that no worker survives is dead after five of them, and is deleted after its time", () =>
    Effect.gen(function* () {
      const jobs = yield* Jobs
      const sql = yield* SqlClient.SqlClient
      const queue = numbers("deadly")
      yield* jobs.enqueue(queue, { n: 1 })
      let deaths = 0
      while ((yield* jobs.take(queue, 1)).length > 0) {
        deaths += 1
        yield* endLeases
      }
      assert.strictEqual(deaths, 6)
      assert.deepStrictEqual(yield* jobs.counts(queue.name), { waiting: 0, running: 0, dead: 1 })
      assert.strictEqual(yield* jobs.purge(28, 10), 0)
      yield* sql`update job set dead_at = mon_now() - interval '29 days' where queue = ${queue.name}`
      assert.strictEqual(yield* jobs.purge(28, 10), 1)
    })
  )
})

/** Returns an email in the form in which the earlier release stored it. */
const mail = (id: string) => ({
  attempt: 2,
  first: id,
  payload: { messageId: id, sealed: "s" }
})

layer(layerQueues, { excludeTestServices: true })("jobs that an earlier release added", (it) => {
  it.effect("are moved with their key, attempt and reason, those of its own workers only when they are late", () =>
    Effect.gen(function* () {
      const jobs = yield* Jobs
      const sql = yield* SqlClient.SqlClient
      yield* jobs.adopt()
      yield* sql`create schema pgboss`
      // The columns of pg-boss's table that Mon reads, and the job states in pg-boss's order.
      yield* sql`create type pgboss.job_state as enum ('created', 'retry', 'active', 'completed', 'cancelled', 'failed')`
      yield* sql`
        create table pgboss.job (id uuid not null default gen_random_uuid(), name text not null, data jsonb,
          state pgboss.job_state not null default 'created', singleton_key text, start_after timestamptz not null default now(),
          started_on timestamptz, created_on timestamptz not null default now())`
      const add = (name: string, data: object, key: string | null, state: string, startedMinutesAgo = 0) =>
        sql`insert into pgboss.job (name, data, singleton_key, state, started_on)
          values (${name}, ${JSON.stringify(data)}::text::jsonb, ${key}, ${state}::text::pgboss.job_state,
            now() - ${startedMinutesAgo}::int * interval '1 minute')`
      yield* add("mail", mail("waits"), "waits", "created")
      yield* add("mail", mail("retried"), "retried", "retry")
      yield* add("mail", mail("runs"), "runs", "active", 1)
      yield* add("mail", mail("lost"), "lost", "active", 11)
      yield* add("mail", mail("done"), "done", "completed")
      yield* add("whatsapp-code", { attempt: 1, payload: { number: "+1", sealed: "c" } }, null, "created")
      yield* add("mail.dead", { job: mail("dead"), why: "The server is away" }, "dead", "created")
      yield* add("mail.dead", mail("killed"), "killed", "created")
      yield* add("delivery-email", { attempt: 1, payload: { delivery: "1" } }, "1", "created")
      yield* jobs.adopt()
      yield* jobs.adopt()
      const moved = yield* sql<{ key: string | null; attempt: number; why: string | null; id: string | null }>`
        select key, attempt, why, payload ->> 'messageId' as id from job where queue in ('mail', 'whatsapp-code') order by key`
      assert.deepStrictEqual(moved, [
        { key: "dead", attempt: 2, why: "The server is away", id: "dead" },
        {
          key: "killed",
          attempt: 2,
          why: "Its worker ended during every attempt, or the job took too long.",
          id: "killed"
        },
        { key: "lost", attempt: 2, why: null, id: "lost" },
        { key: "retried", attempt: 2, why: null, id: "retried" },
        { key: "waits", attempt: 2, why: null, id: "waits" },
        { key: null, attempt: 1, why: null, id: null }
      ])
      assert.deepStrictEqual(yield* sql`select singleton_key as key from pgboss.job order by 1`, [
        { key: "1" },
        { key: "runs" }
      ])
      assert.lengthOf(yield* (yield* StoredJobs).list({ queue: "mail", state: "dead", limit: 10 }), 2)
    })
  )
})
