import { assert, layer } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as EffectQueue from "effect/Queue"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import postgres from "postgres"
import { defineQueue, Queue, type QueueDefinition } from "../src/index.ts"
import { layerTestDatabase, TestDatabase } from "../src/testing.ts"
import { sums } from "./sumsQueue.ts"

const layerQueue = Layer.provideMerge(
  Queue.layerWith({ superviseSeconds: 1, answerTimeoutMs: 2_000 }),
  layerTestDatabase
)
const fast = { concurrency: 4, pollMs: 10 }

const Numbered = Schema.Struct({ n: Schema.Int })
const numbers = (name: string, more: Partial<QueueDefinition<{ readonly n: number }>> = {}) =>
  defineQueue({
    name: `test.${name}`,
    payload: Numbered,
    retryAfterMs: [0, 0],
    expireInSeconds: 60,
    keyed: false,
    ...more
  })

layer(layerQueue, { excludeTestServices: true, timeout: 60_000 })("a job", (it) => {
  it.effect("runs once, with its payload", () =>
    Effect.gen(function* () {
      const queue = yield* Queue
      const definition = numbers("once")
      const seen = yield* EffectQueue.unbounded<number>()
      yield* queue.consume(definition, ({ n }) => Effect.asVoid(EffectQueue.offer(seen, n)), fast)
      for (const n of [1, 2, 3]) assert.isTrue(yield* queue.enqueue(definition, { n }))
      const taken = [yield* EffectQueue.take(seen), yield* EffectQueue.take(seen), yield* EffectQueue.take(seen)]
      assert.deepStrictEqual(taken.toSorted(), [1, 2, 3])
    }).pipe(Effect.scoped)
  )

  it.effect("of a transaction that was rolled back does not exist", () =>
    Effect.gen(function* () {
      const queue = yield* Queue
      const sql = yield* SqlClient.SqlClient
      const definition = numbers("rollback")
      yield* queue.declare(definition)
      yield* sql
        .withTransaction(Effect.andThen(queue.enqueue(definition, { n: 1 }), Effect.fail("undo")))
        .pipe(Effect.ignore)
      assert.deepStrictEqual(yield* queue.counts(definition), { waiting: 0, running: 0, dead: 0 })
      yield* sql.withTransaction(queue.enqueue(definition, { n: 1 }))
      assert.strictEqual((yield* queue.counts(definition)).waiting, 1)
    }).pipe(Effect.scoped)
  )

  it.effect("that fails is retried as the queue defines and then moved to the dead-letter queue", () =>
    Effect.gen(function* () {
      const queue = yield* Queue
      const sql = yield* SqlClient.SqlClient
      const definition = numbers("fails")
      const attempts = yield* EffectQueue.unbounded<readonly [number, string]>()
      yield* queue.consume(
        definition,
        (_, { attempt, jobId }) =>
          Effect.andThen(EffectQueue.offer(attempts, [attempt, jobId] as const), Effect.fail("always")),
        fast
      )
      yield* queue.enqueue(definition, { n: 1 })
      const all = [
        yield* EffectQueue.take(attempts),
        yield* EffectQueue.take(attempts),
        yield* EffectQueue.take(attempts)
      ]
      assert.deepStrictEqual(
        all.map(([attempt]) => attempt),
        [1, 2, 3]
      )
      assert.strictEqual(new Set(all.map(([, jobId]) => jobId)).size, 1)
      const dead = sql<{ data: { why: string } }>`select data from pgboss.job where name = 'test.fails.dead'`
      const rows = yield* Effect.repeat(dead, { until: (found) => found.length === 1 })
      assert.include(rows[0]?.data.why, "always")
    }).pipe(Effect.scoped)
  )

  it.effect("whose handler returns a time runs again at that time", () =>
    Effect.gen(function* () {
      const queue = yield* Queue
      const definition = numbers("later")
      const attempts = yield* EffectQueue.unbounded<number>()
      yield* queue.consume(
        definition,
        (_, { attempt }) => Effect.as(EffectQueue.offer(attempts, attempt), attempt === 1 ? { retryAt: 0 } : undefined),
        fast
      )
      yield* queue.enqueue(definition, { n: 1 })
      assert.deepStrictEqual([yield* EffectQueue.take(attempts), yield* EffectQueue.take(attempts)], [1, 2])
    }).pipe(Effect.scoped)
  )

  it.effect("with a start time does not run earlier", () =>
    Effect.gen(function* () {
      const queue = yield* Queue
      const definition = numbers("future")
      const seen = yield* EffectQueue.unbounded<number>()
      yield* queue.consume(definition, ({ n }) => Effect.asVoid(EffectQueue.offer(seen, n)), fast)
      yield* queue.enqueue(definition, { n: 1 }, { startAt: Date.now() + 3_600_000 })
      yield* queue.enqueue(definition, { n: 2 })
      assert.strictEqual(yield* EffectQueue.take(seen), 2)
      assert.strictEqual((yield* queue.counts(definition)).waiting, 1)
    }).pipe(Effect.scoped)
  )

  it.effect("of a key waits or runs only once, and can be added again when it is done", () =>
    Effect.gen(function* () {
      const queue = yield* Queue
      const definition = numbers("keyed", { keyed: true })
      const started = yield* EffectQueue.unbounded<number>()
      const go = yield* Deferred.make<void>()
      yield* queue.declare(definition)
      assert.isTrue(yield* queue.enqueue(definition, { n: 1 }, { key: "a" }))
      assert.isFalse(yield* queue.enqueue(definition, { n: 2 }, { key: "a" }))
      assert.isTrue(yield* queue.enqueue(definition, { n: 3 }, { key: "b" }))
      yield* queue.consume(
        definition,
        ({ n }) => Effect.andThen(EffectQueue.offer(started, n), Deferred.await(go)),
        fast
      )
      assert.sameMembers([yield* EffectQueue.take(started), yield* EffectQueue.take(started)], [1, 3])
      assert.isFalse(yield* queue.enqueue(definition, { n: 4 }, { key: "a" }))
      yield* Deferred.succeed(go, undefined)
      yield* Effect.repeat(queue.enqueue(definition, { n: 5 }, { key: "a" }), { until: (added) => added })
      assert.strictEqual(yield* EffectQueue.take(started), 5)
    }).pipe(Effect.scoped)
  )

  it.effect("with an invalid format goes to the dead-letter queue and does not run", () =>
    Effect.gen(function* () {
      const queue = yield* Queue
      const sql = yield* SqlClient.SqlClient
      const definition = numbers("format")
      yield* queue.declare(definition)
      const strange = defineQueue({ ...definition, payload: Schema.Struct({ x: Schema.String }) })
      yield* queue.enqueue(strange, { x: "?" })
      yield* queue.consume(definition, () => Effect.die(new Error("ran")), fast)
      const dead = sql<{ data: { why: string } }>`select data from pgboss.job where name = 'test.format.dead'`
      const rows = yield* Effect.repeat(dead, { until: (found) => found.length === 1 })
      assert.include(rows[0]?.data.why, "does not match this queue's schema")
    }).pipe(Effect.scoped)
  )

  it.effect("that is running when the worker stops is finished first", () =>
    Effect.gen(function* () {
      const queue = yield* Queue
      const definition = numbers("drain")
      const started = yield* Deferred.make<void>()
      const go = yield* Deferred.make<void>()
      const stopping = yield* Effect.scoped(
        Effect.gen(function* () {
          yield* queue.consume(
            definition,
            () => Effect.andThen(Deferred.succeed(started, undefined), Deferred.await(go)),
            fast
          )
          yield* queue.enqueue(definition, { n: 1 })
          yield* Deferred.await(started)
          // The handler ends only after the scope has started to close.
          yield* Effect.addFinalizer(() => Deferred.succeed(go, undefined))
          return "stopped"
        })
      )
      assert.strictEqual(stopping, "stopped")
      assert.deepStrictEqual(yield* queue.counts(definition), { waiting: 0, running: 0, dead: 0 })
    })
  )

  it.effect(
    "of a killed worker runs again, and its effect happens once",
    () =>
      Effect.gen(function* () {
        const queue = yield* Queue
        const sql = yield* SqlClient.SqlClient
        const { url } = yield* TestDatabase
        yield* sql`create table total (job text, n int)`
        yield* queue.declare(sums)
        yield* queue.enqueue(sums, { n: 42 })
        const child = spawn(
          process.execPath,
          ["--conditions=@mon/source", fileURLToPath(new URL("./queueWorker.ts", import.meta.url))],
          { env: { ...process.env, DATABASE: url }, stdio: ["ignore", "pipe", "inherit"] }
        )
        yield* Effect.callback<void>((resume) => {
          child.stdout.once("data", () => resume(Effect.void))
        })
        const exited = new Promise((done) => child.once("exit", done))
        child.kill("SIGKILL")
        yield* Effect.promise(() => exited)
        const done = yield* Deferred.make<void>()
        yield* queue.consume(
          sums,
          ({ n }, { jobId }) => {
            const add = queue.once(jobId, sql`insert into total values (${jobId}, ${n})`)
            return Effect.asVoid(Effect.andThen(Effect.andThen(add, add), Deferred.succeed(done, undefined)))
          },
          fast
        )
        yield* Deferred.await(done)
        assert.deepStrictEqual(yield* sql`select n from total`, [{ n: 42 }])
      }).pipe(Effect.scoped),
    30_000
  )
})

const jobs = (account: string, count: number) => Array.from({ length: count }, () => account)

layer(layerQueue, { excludeTestServices: true })("jobs of an account", (it) => {
  /** The accounts of jobs that a worker with eight slots starts, none of which ends. */
  const firstEight = Effect.fn("firstEight")(function* (name: string, accounts: ReadonlyArray<string>) {
    const queue = yield* Queue
    const definition = numbers(name)
    const started = yield* EffectQueue.unbounded<string>()
    yield* queue.declare(definition)
    for (const [n, account] of accounts.entries()) yield* queue.enqueue(definition, { n }, { account })
    yield* queue.consume(
      definition,
      ({ n }) => Effect.andThen(EffectQueue.offer(started, accounts[n] ?? ""), Effect.never),
      { concurrency: 8, pollMs: 10, drainMs: 0 }
    )
    const seen: Array<string> = []
    while (seen.length < 8) seen.push(yield* EffectQueue.take(started))
    return Object.fromEntries([...Map.groupBy(seen, (account) => account)].map(([key, { length }]) => [key, length]))
  })
  it.effect("run in half of the slots while other accounts wait, even if they were added first", () =>
    Effect.scoped(
      Effect.map(firstEight("fair", [...jobs("large", 20), ...jobs("small", 20)]), (running) =>
        assert.deepStrictEqual(running, { large: 4, small: 4 })
      )
    )
  )

  it.effect("run in all slots that nobody else wants", () =>
    Effect.scoped(
      Effect.map(firstEight("spare", [...jobs("large", 20), ...jobs("small", 1)]), (running) =>
        assert.deepStrictEqual(running, { large: 7, small: 1 })
      )
    )
  )

  it.effect("keep their account when they are tried again", () =>
    Effect.gen(function* () {
      const queue = yield* Queue
      const sql = yield* SqlClient.SqlClient
      const definition = numbers("retried")
      yield* queue.declare(definition)
      yield* queue.enqueue(definition, { n: 1 }, { account: "7" })
      yield* queue.consume(definition, () => Effect.succeed({ retryAt: Date.now() + 3_600_000 }), fast)
      const waiting = sql<{ group_id: string }>`
        select group_id from pgboss.job where name = ${definition.name} and state = 'created' and start_after > now()`
      const rows = yield* Effect.repeat(waiting, { until: (found) => found.length === 1 })
      assert.strictEqual(rows[0]?.group_id, "7")
    }).pipe(Effect.scoped)
  )
})

layer(layerQueue, { excludeTestServices: true })("a queue whose idle database connections are cut", (it) => {
  it.effect("continues on new ones without an uncaught error", () =>
    Effect.gen(function* () {
      const queue = yield* Queue
      const { url } = yield* TestDatabase
      const definition = numbers("cut")
      yield* queue.declare(definition)
      const other = yield* Effect.acquireRelease(
        Effect.sync(() => postgres(url, { max: 1, onnotice: () => {} })),
        (opened) => Effect.promise(() => opened.end({ timeout: 1 }))
      )
      const cut = Effect.promise(
        () =>
          other`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
      )
      for (const n of [1, 2, 3]) {
        yield* cut
        yield* Effect.retry(queue.enqueue(definition, { n }), { times: 20, schedule: Schedule.spaced("20 millis") })
      }
      const seen = yield* EffectQueue.unbounded<number>()
      yield* Effect.retry(
        queue.consume(definition, ({ n }) => Effect.asVoid(EffectQueue.offer(seen, n)), fast),
        { times: 20, schedule: Schedule.spaced("20 millis") }
      )
      const numbersSeen = new Set<number>()
      while (numbersSeen.size < 3) numbersSeen.add(yield* EffectQueue.take(seen))
      assert.sameMembers([...numbersSeen], [1, 2, 3])
    }).pipe(Effect.scoped)
  )
})

layer(layerQueue, { excludeTestServices: true })("an effect with a key", (it) => {
  it.effect("is rolled back with its key when it fails, and can run again", () =>
    Effect.gen(function* () {
      const queue = yield* Queue
      assert.strictEqual(yield* Effect.flip(queue.once("key", Effect.fail("no"))), "no")
      assert.strictEqual(yield* queue.once("key", Effect.succeed(1)), 1)
      assert.isNull(yield* queue.once("key", Effect.succeed(2)))
    })
  )

  it.effect("can run again when its key was deleted after a long time", () =>
    Effect.gen(function* () {
      const queue = yield* Queue
      const sql = yield* SqlClient.SqlClient
      yield* queue.once("old", Effect.succeed(1))
      yield* sql`update handled_effect set handled_at = mon_now() - interval '31 days' where key = 'old'`
      yield* queue.once("new", Effect.succeed(1))
      assert.strictEqual(yield* queue.purgeOnceKeys(30, 10), 1)
      assert.isNull(yield* queue.once("new", Effect.succeed(2)))
      assert.strictEqual(yield* queue.once("old", Effect.succeed(2)), 2)
    })
  )

  it.effect("of a schedule is enqueued once", () =>
    Effect.gen(function* () {
      const queue = yield* Queue
      const sql = yield* SqlClient.SqlClient
      const definition = numbers("cron")
      for (const _ of [1, 2]) yield* queue.schedule(definition, "0 8 * * 1", { n: 1 }, "Europe/Berlin")
      const rows = yield* sql`select cron, timezone from pgboss.schedule where name = ${definition.name}`
      assert.deepStrictEqual(rows, [{ cron: "0 8 * * 1", timezone: "Europe/Berlin" }])
    })
  )
})
