import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as EffectQueue from "effect/Queue"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { defineQueue, layerStoredJobs, Queue, type QueueDefinition, StoredJobs } from "../src/index.ts"
import { layerTestDatabase } from "../src/testing.ts"

const layerJobs = layerStoredJobs.pipe(
  Layer.provideMerge(Queue.layerWith({ superviseSeconds: 1, answerTimeoutMs: 2_000 })),
  Layer.provideMerge(layerTestDatabase)
)

const letters = (name: string, more: Partial<QueueDefinition<{ readonly to: string; readonly sealed: string }>> = {}) =>
  defineQueue({
    name,
    payload: Schema.Struct({ to: Schema.String, sealed: Schema.String }),
    retryAfterMs: [],
    expireInSeconds: 60,
    keyed: true,
    ...more
  })

/** Jobs that have failed until they were dead. */
const deadJobs = Effect.fnUntraced(function* (
  definition: QueueDefinition<{ readonly to: string; readonly sealed: string }>,
  names: ReadonlyArray<string>
) {
  const queue = yield* Queue
  const jobs = yield* StoredJobs
  yield* Effect.scoped(
    Effect.gen(function* () {
      yield* queue.consume(definition, () => Effect.fail("The mail server is away"), { concurrency: 4, pollMs: 10 })
      for (const to of names) yield* queue.enqueue(definition, { to, sealed: "secret" }, { key: to, account: "7" })
      yield* Effect.repeat(queue.counts(definition), { until: ({ dead }) => dead === names.length })
    })
  )
  return yield* jobs.list({ queue: definition.name, state: "dead", limit: 10 })
})

layer(layerJobs, { excludeTestServices: true, timeout: 60_000 })("an operator", (it) => {
  it.effect("sees why a job is dead, without what is sealed", () =>
    Effect.gen(function* () {
      const jobs = yield* StoredJobs
      const definition = letters("seen")
      const [dead] = yield* deadJobs(definition, ["ada"])
      if (dead === undefined) return assert.fail("no dead job")
      assert.strictEqual(dead.state, "dead")
      assert.include(dead.why ?? "", "The mail server is away")
      assert.deepStrictEqual(dead.payload, { to: "ada" })
      assert.deepStrictEqual(yield* jobs.find(dead.id), dead)
      assert.notInclude(JSON.stringify(dead), "secret")
      const own = (yield* jobs.queues()).filter((one) => one.queue === "seen")
      assert.deepStrictEqual(own, [{ queue: "seen", waiting: 0, running: 0, dead: 1, nextAt: null }])
    })
  )

  it.effect("repeats dead jobs with their payload, oldest first and no more than wanted", () =>
    Effect.gen(function* () {
      const jobs = yield* StoredJobs
      const queue = yield* Queue
      const definition = letters("repeated")
      const dead = yield* deadJobs(definition, ["ada", "bob", "cyd"])
      const filter = { queue: "repeated", limit: 2 }
      assert.strictEqual(yield* jobs.countDead(filter), 2)
      assert.deepStrictEqual(yield* jobs.repeatDead(filter), { repeated: 2, alreadyQueued: 0, unreadable: 0 })
      const done = yield* EffectQueue.unbounded<readonly [string, string, number]>()
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* queue.consume(
            definition,
            ({ sealed, to }, { attempt }) => Effect.asVoid(EffectQueue.offer(done, [to, sealed, attempt] as const)),
            { concurrency: 1, pollMs: 10 }
          )
          const got = [yield* EffectQueue.take(done), yield* EffectQueue.take(done)]
          const oldest = dead.slice(0, 2).map(({ payload }) => [payload["to"], "secret", 1])
          assert.deepStrictEqual(new Set(got.map(String)), new Set(oldest.map(String)))
        })
      )
      assert.strictEqual(yield* jobs.countDead({ queue: "repeated", limit: 10 }), 1)
      assert.strictEqual(yield* jobs.dropDead({ queue: "repeated", limit: 10 }), 1)
      assert.strictEqual(yield* jobs.countDead({ queue: "repeated", limit: 10 }), 0)
    })
  )

  it.effect("does not repeat a job while another one of its key waits", () =>
    Effect.gen(function* () {
      const jobs = yield* StoredJobs
      const queue = yield* Queue
      const definition = letters("twice")
      const [dead] = yield* deadJobs(definition, ["ada"])
      yield* queue.enqueue(definition, { to: "ada", sealed: "newer" }, { key: "ada" })
      const filter = { queue: "twice", id: dead?.id ?? "", limit: 1 }
      assert.deepStrictEqual(yield* jobs.repeatDead(filter), { repeated: 0, alreadyQueued: 1, unreadable: 0 })
      assert.strictEqual(yield* jobs.countDead(filter), 1)
    })
  )

  it.effect("repeats nothing of another queue, nor what cannot be read", () =>
    Effect.gen(function* () {
      const jobs = yield* StoredJobs
      const sql = yield* SqlClient.SqlClient
      const definition = letters("unreadable")
      const [dead] = yield* deadJobs(definition, ["ada"])
      assert.strictEqual(yield* jobs.countDead({ queue: "elsewhere", id: dead?.id ?? "", limit: 1 }), 0)
      yield* sql`update pgboss.job set data = '{"job": 7, "why": "odd"}' where id = ${dead?.id ?? ""}::uuid`
      assert.deepStrictEqual(yield* jobs.repeatDead({ queue: "unreadable", limit: 10 }), {
        repeated: 0,
        alreadyQueued: 0,
        unreadable: 1
      })
      assert.strictEqual((yield* jobs.find(dead?.id ?? ""))?.attempt, null)
    })
  )
})

layer(layerTestDatabase, { excludeTestServices: true })("without a first start of the service", (it) => {
  it.effect("there are no jobs", () =>
    Effect.gen(function* () {
      const absent = Layer.provide(layerStoredJobs, Layer.mock(Queue)({}))
      yield* Effect.gen(function* () {
        const jobs = yield* StoredJobs
        assert.deepStrictEqual(yield* jobs.queues(), [])
        assert.strictEqual(yield* jobs.find(crypto.randomUUID()), null)
      }).pipe(Effect.provide(absent))
    })
  )
})
