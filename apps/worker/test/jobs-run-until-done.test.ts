import { defineQueue, Jobs, type QueueDefinition, StoredJobs } from "@mon/core-store"
import { layerTestDatabase, TestDatabase } from "@mon/core-store/testing"
import { assert, layer } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as References from "effect/References"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { spawn } from "node:child_process"
import { once } from "node:events"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { startJobLoop } from "../src/loops/jobLoop.ts"
import { sums } from "./sumsQueue.ts"

const layerQueues = Layer.provideMerge(Layer.merge(Jobs.layer, StoredJobs.layer), layerTestDatabase)

const numbers = (name: string, more: Partial<QueueDefinition<{ readonly n: number }>> = {}) =>
  defineQueue({
    name: `test.${name}`,
    payload: Schema.Struct({ n: Schema.Int }),
    retryAfterMs: [0, 0],
    expireInSeconds: 60,
    keyed: false,
    ...more
  })

const fast = { concurrency: 4, idle: Effect.sleep(10), drainMs: 1_000 }

const whyDead = Effect.fn("whyDead")(function* (queue: string) {
  const stored = yield* StoredJobs
  const dead = yield* Effect.repeat(stored.list({ queue, state: "dead", limit: 10 }), {
    until: (found) => found.length > 0
  })
  return dead[0]?.why ?? ""
})

layer(layerQueues, { excludeTestServices: true, timeout: 60_000 })("a job", (it) => {
  it.effect("runs once, with its payload, and is gone", () =>
    Effect.gen(function* () {
      const jobs = yield* Jobs
      const queue = numbers("once")
      const seen = yield* Queue.unbounded<number>()
      yield* startJobLoop({ queue, handler: ({ n }) => Effect.asVoid(Queue.offer(seen, n)), ...fast })
      for (const n of [1, 2, 3]) yield* jobs.enqueue(queue, { n })
      const taken = [yield* Queue.take(seen), yield* Queue.take(seen), yield* Queue.take(seen)]
      assert.deepStrictEqual(taken.toSorted(), [1, 2, 3])
      yield* Effect.repeat(jobs.counts(queue.name), { until: ({ running }) => running === 0 })
      assert.deepStrictEqual(yield* jobs.counts(queue.name), { waiting: 0, running: 0, dead: 0 })
    }).pipe(Effect.scoped)
  )

  it.effect("that fails is retried as the queue defines, and is dead then", () =>
    Effect.gen(function* () {
      const queue = numbers("fails")
      const attempts = yield* Queue.unbounded<number>()
      yield* startJobLoop({
        queue,
        handler: (_, { attempt }) => Effect.andThen(Queue.offer(attempts, attempt), Effect.fail("always")),
        ...fast
      })
      yield* (yield* Jobs).enqueue(queue, { n: 1 })
      assert.deepStrictEqual(
        [yield* Queue.take(attempts), yield* Queue.take(attempts), yield* Queue.take(attempts)],
        [1, 2, 3]
      )
      assert.include(yield* whyDead(queue.name), "always")
    }).pipe(Effect.scoped, Effect.provideService(References.MinimumLogLevel, "None"))
  )

  it.effect("whose payload does not match the schema is dead and does not run", () =>
    Effect.gen(function* () {
      const queue = numbers("format")
      const strange = defineQueue({ ...queue, payload: Schema.Struct({ x: Schema.String }) })
      yield* (yield* Jobs).enqueue(strange, { x: "?" })
      yield* startJobLoop({ queue, handler: () => Effect.die(new Error("ran")), ...fast })
      assert.include(yield* whyDead(queue.name), "does not match this queue's schema")
    }).pipe(Effect.scoped)
  )

  it.effect("that is running when the worker stops is finished first", () =>
    Effect.gen(function* () {
      const jobs = yield* Jobs
      const queue = numbers("drain")
      const started = yield* Deferred.make<void>()
      const go = yield* Deferred.make<void>()
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* startJobLoop({
            queue,
            handler: () => Effect.andThen(Deferred.succeed(started, undefined), Deferred.await(go)),
            ...fast,
            drainMs: 30_000
          })
          yield* jobs.enqueue(queue, { n: 1 })
          yield* Deferred.await(started)
          // The handler ends only after the scope has started to close.
          yield* Effect.addFinalizer(() => Deferred.succeed(go, undefined))
        })
      )
      assert.deepStrictEqual(yield* jobs.counts(queue.name), { waiting: 0, running: 0, dead: 0 })
    })
  )

  it.effect("that takes longer than a worker may need to stop is given back", () =>
    Effect.gen(function* () {
      const jobs = yield* Jobs
      const queue = numbers("abandoned")
      const started = yield* Deferred.make<void>()
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* startJobLoop({
            queue,
            handler: () => Effect.andThen(Deferred.succeed(started, undefined), Effect.never),
            ...fast,
            drainMs: 0
          })
          yield* jobs.enqueue(queue, { n: 1 })
          yield* Deferred.await(started)
        })
      )
      assert.deepStrictEqual(
        (yield* jobs.take(queue, 1)).map(({ attempt }) => attempt),
        [1]
      )
    })
  )

  it.effect("of a killed worker runs again", () =>
    Effect.gen(function* () {
      const jobs = yield* Jobs
      const sql = yield* SqlClient.SqlClient
      const { url } = yield* TestDatabase
      yield* jobs.enqueue(sums, { n: 42 })
      const child = spawn(
        process.execPath,
        ["--conditions=@mon/source", fileURLToPath(new URL("./jobProcess.ts", import.meta.url))],
        { env: { ...process.env, DATABASE: url }, stdio: ["ignore", "pipe", "inherit"] }
      )
      yield* Effect.promise(() => once(child.stdout, "data"))
      const exited = once(child, "exit")
      child.kill("SIGKILL")
      yield* Effect.promise(() => exited)
      yield* sql`update job set lease_until = mon_now() where queue = ${sums.name}`
      const done = yield* Deferred.make<number>()
      yield* startJobLoop({ queue: sums, handler: ({ n }) => Effect.asVoid(Deferred.succeed(done, n)), ...fast })
      assert.strictEqual(yield* Deferred.await(done), 42)
    }).pipe(Effect.scoped)
  )
})
