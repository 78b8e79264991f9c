// A worker process for the test that kills it. It prints a line when it handles a job, and it never ends.
import { layerSqlClient, Jobs } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import process from "node:process"
import { startJobLoop } from "../src/loops/jobLoop.ts"
import { sums } from "./sumsQueue.ts"

const program = Effect.gen(function* () {
  yield* startJobLoop({
    queue: sums,
    handler: () =>
      Effect.andThen(
        Effect.sync(() => process.stdout.write("running\n")),
        Effect.never
      ),
    concurrency: 1,
    idle: Effect.sleep(20),
    drainMs: 0
  })
  return yield* Effect.never
})

Effect.runFork(
  program.pipe(
    Effect.scoped,
    Effect.provide(Layer.provide(Jobs.layer, layerSqlClient({ url: process.env["DATABASE"] ?? "" })))
  )
)
