import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { performance } from "node:perf_hooks"
import process from "node:process"

/** What must go on in this process, and whether it is on its way out. */
export interface HealthBook {
  /** Something goes on; until it stops, it has to say so again within so many milliseconds. */
  readonly beat: (name: string, withinMs: number) => void
  readonly stop: (name: string) => void
  /** Not everything is there yet. */
  readonly starts: () => void
  readonly started: () => void
  /** The process ends soon: nobody should send it anything more. */
  readonly drain: () => void
  /** Why it cannot work, in words for its operator; none when it can. */
  readonly problems: () => ReadonlyArray<string>
}

/** A book of a process that does nothing yet; `now` is a monotonic clock in milliseconds. */
export const makeHealthBook = (now: () => number = () => performance.now()): HealthBook => {
  const beats = new Map<string, { readonly at: number; readonly withinMs: number }>()
  let starting = false
  let draining = false
  return {
    beat: (name, withinMs) => void beats.set(name, { at: now(), withinMs }),
    stop: (name) => void beats.delete(name),
    starts: () => {
      starting = true
    },
    started: () => {
      starting = false
    },
    drain: () => {
      draining = true
    },
    problems: () => [
      ...(starting ? ["the process starts"] : []),
      ...(draining ? ["the process ends"] : []),
      ...[...beats]
        .filter(([, { at, withinMs }]) => now() - at > withinMs)
        .map(([name]) => `the loop of ${name} stands still`)
    ]
  }
}

const book = makeHealthBook()

/** The book of this process. */
export const Health = Context.Reference<HealthBook>("@mon/process-runtime/Health", { defaultValue: () => book })

/** For the layer that is built last: everything is there. */
export const markStarted: Effect.Effect<void> = Effect.map(Health, (health) => health.started())

const signals = ["SIGTERM", "SIGINT"] as const

/** For the ground of a process: it starts now, and ends when it is told to, from that moment on. */
export const layerHealth: Layer.Layer<never> = Layer.effectDiscard(
  Effect.gen(function* () {
    const health = yield* Health
    yield* Effect.acquireRelease(
      Effect.sync(() => {
        health.starts()
        for (const signal of signals) process.on(signal, health.drain)
      }),
      () =>
        Effect.sync(() => {
          for (const signal of signals) process.off(signal, health.drain)
        })
    )
  })
)
