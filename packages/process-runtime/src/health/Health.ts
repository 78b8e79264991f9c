import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { performance } from "node:perf_hooks"
import process from "node:process"

/** The health of a process: whether its loops are alive, and whether it is starting or shutting down. */
export interface HealthBook {
  /**
   * Reports that a loop is alive. The loop must report again within `withinMs` milliseconds, until `stop` is called.
   */
  readonly beat: (name: string, withinMs: number) => void
  readonly stop: (name: string) => void
  /** Marks the process as starting, until `started` is called. */
  readonly starting: () => void
  readonly started: () => void
  /** Marks the process as shutting down, so that it receives no more requests. */
  readonly drain: () => void
  /** Returns the reasons why the process is not healthy, to show to its operator; empty if it is healthy. */
  readonly problems: () => ReadonlyArray<string>
}

/** Makes an empty health book. `now` returns the time of a monotonic clock in milliseconds. */
export const makeHealthBook = (now: () => number = () => performance.now()): HealthBook => {
  const beats = new Map<string, { readonly at: number; readonly withinMs: number }>()
  let isStarting = false
  let isDraining = false
  return {
    beat: (name, withinMs) => void beats.set(name, { at: now(), withinMs }),
    stop: (name) => void beats.delete(name),
    starting: () => {
      isStarting = true
    },
    started: () => {
      isStarting = false
    },
    drain: () => {
      isDraining = true
    },
    problems: () => [
      ...(isStarting ? ["the process is starting"] : []),
      ...(isDraining ? ["the process is shutting down"] : []),
      ...[...beats]
        .filter(([, { at, withinMs }]) => now() - at > withinMs)
        .map(([name]) => `the ${name} loop is stalled`)
    ]
  }
}

const book = makeHealthBook()

/** The health book of this process. Tests replace it. */
export const Health = Context.Reference<HealthBook>("@mon/process-runtime/Health", { defaultValue: () => book })

/** An effect that marks this process as started. Run it after the last layer has been built. */
export const markStarted: Effect.Effect<void> = Effect.map(Health, (health) => health.started())

const signals = ["SIGTERM", "SIGINT"] as const

/** The first layer of a process. It marks the process as starting and, after a signal, as shutting down. */
export const layerHealth: Layer.Layer<never> = Layer.effectDiscard(
  Effect.gen(function* () {
    const health = yield* Health
    yield* Effect.acquireRelease(
      Effect.sync(() => {
        health.starting()
        for (const signal of signals) process.on(signal, health.drain)
      }),
      () =>
        Effect.sync(() => {
          for (const signal of signals) process.off(signal, health.drain)
        })
    )
  })
)
