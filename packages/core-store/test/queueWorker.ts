// A worker process for the test that kills it: prints when it handles a job, and never ends.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layerSqlClient, Queue } from "../src/index.ts"
import { sums } from "./sumsQueue.ts"

const program = Effect.gen(function* () {
  const queue = yield* Queue
  yield* queue.consume(
    sums,
    () =>
      Effect.andThen(
        Effect.sync(() => process.stdout.write("running\n")),
        Effect.never
      ),
    { concurrency: 1, pollMs: 20 }
  )
  return yield* Effect.never
})

Effect.runFork(
  program.pipe(
    Effect.scoped,
    Effect.provide(Queue.layer.pipe(Layer.provide(layerSqlClient({ url: process.env["DATABASE"] ?? "" }))))
  )
)
