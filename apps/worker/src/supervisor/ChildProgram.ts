import type { Environment } from "@mon/model"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { fork } from "node:child_process"
import { READY_MESSAGE } from "./SupervisorChannel.ts"

/** The end of a process: its exit code, or the signal that ended it. */
export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** A process of the supervisor. */
export interface Child {
  /** The process id. Null if the process could not be started. */
  readonly pid: number | null
  /** Completes once the process has started. Never completes if the process exits before. */
  readonly ready: Effect.Effect<void>
  readonly ended: Effect.Effect<Ended>
  readonly kill: (signal: NodeJS.Signals) => Effect.Effect<void>
}

/** The program that the supervisor runs in several processes. */
export class ChildProgram extends Context.Service<
  ChildProgram,
  {
    readonly start: (env: Environment) => Effect.Effect<Child>
  }
>()("@mon/worker/ChildProgram") {
  /**
   * Runs a Node program as a child process with the output of this process. A channel notifies the child when this
   * process is gone.
   */
  static readonly layerFork = (path: string): Layer.Layer<ChildProgram> =>
    Layer.succeed(ChildProgram, {
      start: (env) =>
        Effect.sync(() => {
          const ready = Deferred.makeUnsafe<void>()
          const ended = Deferred.makeUnsafe<Ended>()
          const process = fork(path, [], { env, stdio: ["ignore", "inherit", "inherit", "ipc"] })
          process.on("message", (message) => {
            if (message === READY_MESSAGE) Deferred.doneUnsafe(ready, Effect.void)
          })
          process.on("exit", (code, signal) => Deferred.doneUnsafe(ended, Effect.succeed({ code, signal })))
          process.on("error", () => {
            if (process.pid === undefined) Deferred.doneUnsafe(ended, Effect.succeed({ code: null, signal: null }))
          })
          return {
            pid: process.pid ?? null,
            ready: Deferred.await(ready),
            ended: Deferred.await(ended),
            kill: (signal) => Effect.sync(() => void process.kill(signal))
          }
        })
    })
}
