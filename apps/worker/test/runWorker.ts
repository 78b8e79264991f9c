import { ConfirmationPolicy } from "@mon/model"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import { layerWorker, WorkerConfig, WorkerTimings, type WorkerSettings } from "../src/index.ts"
import { fastConfirmation, fastTimings, layerSecrets, settings, TestWorld } from "./TestWorld.ts"

export interface WorkerOptions extends Partial<WorkerSettings> {
  readonly timings?: Partial<WorkerTimings>
}

export const runWorker = Effect.fn("runWorker")(function* ({ timings, ...more }: WorkerOptions = {}) {
  const world = yield* TestWorld
  const worker = Layer.provide(Layer.fresh(layerWorker), [
    WorkerConfig.layer(settings(world, more)),
    layerSecrets,
    Layer.succeed(WorkerTimings, { ...fastTimings, ...timings }),
    Layer.succeed(ConfirmationPolicy, fastConfirmation),
    Layer.succeed(References.MinimumLogLevel, "Error")
  ])
  yield* Layer.build(worker)
})
