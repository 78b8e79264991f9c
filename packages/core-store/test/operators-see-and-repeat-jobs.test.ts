import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { defineQueue, Jobs, type QueueDefinition, StoredJobs } from "../src/index.ts"
import { layerTestDatabase } from "../src/testing.ts"

const layerQueues = Layer.provideMerge(Layer.merge(Jobs.layer, StoredJobs.layer), layerTestDatabase)

interface Letter {
  readonly to: string
  readonly sealed: string
}

const letters = (name: string): QueueDefinition<Letter> =>
  defineQueue({
    name,
    payload: Schema.Struct({ to: Schema.String, sealed: Schema.String }),
    retryAfterMs: [],
    expireInSeconds: 60,
    keyed: true
  })

const deadJobs = Effect.fnUntraced(function* (queue: QueueDefinition<Letter>, names: ReadonlyArray<string>) {
  const jobs = yield* Jobs
  for (const to of names) {
    yield* jobs.enqueue(queue, { to, sealed: "secret" }, { key: to })
    yield* Effect.forEach(yield* jobs.take(queue, 1), (job) => jobs.giveUp(job, "The mail server is away"))
  }
  return yield* (yield* StoredJobs).list({ queue: queue.name, state: "dead", limit: 10 })
})

layer(layerQueues, { excludeTestServices: true, timeout: 60_000 })("an operator", (it) => {
  it.effect("sees why a job is dead, without what is sealed", () =>
    Effect.gen(function* () {
      const stored = yield* StoredJobs
      const [dead] = yield* deadJobs(letters("seen"), ["ada"])
      if (dead === undefined) return assert.fail("no dead job")
      assert.strictEqual(dead.state, "dead")
      assert.strictEqual(dead.why, "The mail server is away")
      assert.deepStrictEqual(dead.payload, { to: "ada" })
      assert.deepStrictEqual(yield* stored.find(dead.id), dead)
      assert.notInclude(JSON.stringify(dead), "secret")
      const own = (yield* stored.queues(["empty", "seen"])).filter(({ queue }) => ["empty", "seen"].includes(queue))
      assert.deepStrictEqual(own, [
        { queue: "empty", waiting: 0, running: 0, dead: 0, nextAt: null },
        { queue: "seen", waiting: 0, running: 0, dead: 1, nextAt: null }
      ])
    })
  )

  it.effect("repeats dead jobs with their payload, oldest first and no more than wanted", () =>
    Effect.gen(function* () {
      const stored = yield* StoredJobs
      const jobs = yield* Jobs
      const queue = letters("repeated")
      yield* deadJobs(queue, ["ada", "bob", "cyd"])
      const filter = { queue: "repeated", limit: 2 }
      assert.strictEqual(yield* stored.countDead(filter), 2)
      assert.deepStrictEqual(yield* stored.repeatDead(filter), { repeated: 2, alreadyQueued: 0, unreadable: 0 })
      assert.sameDeepMembers(
        (yield* jobs.take(queue, 10)).map(({ attempt, payload }) => [attempt, payload]),
        ["ada", "bob"].map((to) => [1, { to, sealed: "secret" }])
      )
      assert.strictEqual(yield* stored.countDead({ queue: "repeated", limit: 10 }), 1)
      assert.strictEqual(yield* stored.dropDead({ queue: "repeated", limit: 10 }), 1)
      assert.strictEqual(yield* stored.countDead({ queue: "repeated", limit: 10 }), 0)
    })
  )

  it.effect("does not repeat a job while another one of its key waits, nor two of one key", () =>
    Effect.gen(function* () {
      const stored = yield* StoredJobs
      const jobs = yield* Jobs
      const queue = letters("twice")
      yield* deadJobs(queue, ["ada", "bob", "bob"])
      yield* jobs.enqueue(queue, { to: "ada", sealed: "newer" }, { key: "ada" })
      const filter = { queue: "twice", limit: 10 }
      assert.deepStrictEqual(yield* stored.repeatDead(filter), { repeated: 1, alreadyQueued: 2, unreadable: 0 })
      assert.strictEqual(yield* stored.countDead(filter), 2)
    })
  )

  it.effect("repeats nothing of another queue, nor what cannot be read", () =>
    Effect.gen(function* () {
      const stored = yield* StoredJobs
      const sql = yield* SqlClient.SqlClient
      const [dead] = yield* deadJobs(letters("unreadable"), ["ada"])
      assert.strictEqual(yield* stored.countDead({ queue: "elsewhere", id: dead?.id ?? "", limit: 1 }), 0)
      yield* sql`update job set payload = '7' where public_id = ${dead?.id ?? ""}::uuid`
      assert.deepStrictEqual(yield* stored.repeatDead({ queue: "unreadable", limit: 10 }), {
        repeated: 0,
        alreadyQueued: 0,
        unreadable: 1
      })
      assert.strictEqual((yield* stored.find(dead?.id ?? ""))?.attempt, null)
    })
  )
})
