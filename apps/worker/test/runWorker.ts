import { ConfirmationPolicy } from "@mon/model"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import { layerWorker, WorkerConfig, WorkerPace, type WorkerRhythm, type WorkerSettings } from "../src/index.ts"
import { fastConfirmation, fastRhythm, settings, TestWorld } from "./TestWorld.ts"

export interface WorkerOptions extends Partial<WorkerSettings> {
  readonly rhythm?: Partial<WorkerRhythm>
}

/** Runs a worker of its own until the scope closes. */
export const runWorker = Effect.fn("runWorker")(function* ({ rhythm, ...more }: WorkerOptions = {}) {
  const world = yield* TestWorld
  const worker = Layer.provide(Layer.fresh(layerWorker), [
    WorkerConfig.layer(settings(world, more)),
    Layer.succeed(WorkerPace, { ...fastRhythm, ...rhythm }),
    Layer.succeed(ConfirmationPolicy, fastConfirmation),
    Layer.succeed(References.MinimumLogLevel, "Error")
  ])
  yield* Layer.build(worker)
})
