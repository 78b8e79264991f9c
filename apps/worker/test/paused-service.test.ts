import { assert, layer } from "@effect/vitest"
import { layerRepositories, ServicePause } from "@mon/core-store"
import { layerTestDatabase } from "@mon/core-store/testing"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { SqlClient } from "effect/sql/SqlClient"
import { layerUnlessPaused } from "../src/loops/layerUnlessPaused.ts"
import { defaultWorkerTimings, WorkerTimings } from "../src/settings/WorkerTimings.ts"

const layerStore = layerRepositories.pipe(
  Layer.provideMerge(layerTestDatabase),
  Layer.merge(Layer.succeed(WorkerTimings, { ...defaultWorkerTimings, pausePollMs: 5 }))
)

const makeWorker = Effect.gen(function* () {
  const started = yield* Deferred.make<void>()
  const ended = yield* Deferred.make<void>()
  const worker = Layer.effectDiscard(
    Effect.acquireRelease(Deferred.succeed(started, undefined), () => Deferred.succeed(ended, undefined))
  )
  return { worker, started, ended }
})

const pause = Effect.flatMap(SqlClient, (sql) => sql`insert into service_pause (reason) values ('It was restored.')`)

layer(layerStore, { excludeTestServices: true })("a worker", (it) => {
  it.effect("starts at once when the service is not paused", () =>
    Effect.gen(function* () {
      const { ended, started, worker } = yield* makeWorker
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* Layer.build(layerUnlessPaused(worker))
          assert.isTrue(yield* Deferred.isDone(started))
        })
      )
      assert.isTrue(yield* Deferred.isDone(ended))
    })
  )

  it.effect("of a paused service starts when it is resumed, and ends with its process", () =>
    Effect.gen(function* () {
      const service = yield* ServicePause
      const { ended, started, worker } = yield* makeWorker
      yield* pause
      const scope = yield* Scope.make()
      yield* Layer.buildWithScope(layerUnlessPaused(worker), scope)
      assert.strictEqual((yield* service.find())?.reason, "It was restored.")
      assert.isFalse(yield* Deferred.isDone(started))
      assert.isTrue(yield* service.resume())
      assert.isFalse(yield* service.resume())
      yield* Deferred.await(started)
      assert.isFalse(yield* Deferred.isDone(ended))
      yield* Scope.close(scope, Exit.void)
      assert.isTrue(yield* Deferred.isDone(ended))
    })
  )

  it.effect("of a paused service that ends before it is resumed never starts", () =>
    Effect.gen(function* () {
      const { started, worker } = yield* makeWorker
      yield* pause
      yield* Effect.scoped(Layer.build(layerUnlessPaused(worker)))
      yield* (yield* ServicePause).resume()
      assert.isFalse(yield* Deferred.isDone(started))
    })
  )
})
