import { type Environment, givenSetting, SettingError, wholeNumber } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import { fork } from "node:child_process"
import { EX_CONFIG } from "../gracefulShutdown/exitCodes.ts"
import { shutdownDeadlines } from "../gracefulShutdown/shutdownDeadlines.ts"
import { READY_MESSAGE } from "./SupervisorChannel.ts"

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

interface Child {
  /** The process id. Null if the process could not be started. */
  readonly pid: number | null
  /** Completes once the process has started. Never completes if the process exits before it has started. */
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
   * Runs a Node program as a child process, which shares the output of this process. A channel notifies the child when
   * this process is gone.
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

const HIGHEST_PORT = 65_535

/** Returns the name of a process in log lines. The numbers in names start at 1. */
const childName = (index: number): string => `worker-${index + 1}`

const metricsPort = (env: Environment, index: number): Environment => {
  const text = givenSetting(env, "MON_METRICS_PORT")
  const first = text === null ? undefined : wholeNumber(0, HIGHEST_PORT)(text)
  // With port 0, each worker uses any free port. An invalid port is rejected later, by the worker itself.
  if (first === undefined || first === 0) return {}
  if (first + index > HIGHEST_PORT) {
    throw new SettingError({
      variable: "MON_METRICS_PORT",
      takes: `a port that leaves room for one port per worker (MON_WORKERS), up to ${HIGHEST_PORT}`
    })
  }
  return { MON_METRICS_PORT: `${first + index}` }
}

/**
 * Returns the environment of the process with this index, which starts at 0. The process runs one worker, with its own
 * name and metrics port.
 *
 * @throws SettingError
 * @example
 * ```ts
 * childEnvironment({ MON_METRICS_PORT: "9100" }, 1)
 * // => { MON_METRICS_PORT: "9101", MON_WORKERS: "1", MON_WORKER_NAME: "worker-2" }
 * ```
 */
export const childEnvironment = (env: Environment, index: number): Environment => ({
  ...env,
  ...metricsPort(env, index),
  MON_WORKERS: "1",
  MON_WORKER_NAME: childName(index)
})

/** The rules for restarting workers that exit. All times are in milliseconds. */
interface RestartRules {
  /** The wait after the first crash. The wait doubles with each further crash in a row. */
  readonly firstMs: number
  readonly longestMs: number
  /**
   * The share by which waits vary in both directions, so that workers that crashed together do not restart together.
   */
  readonly jitter: number
  /** The time after which a worker counts as successfully started. A later crash starts a new count. */
  readonly steadyMs: number
  /** The number of early crashes in a row after which the supervisor gives up. */
  readonly maxCrashes: number
  /** The longest time that a worker may take to shut down before it is killed. */
  readonly stopMs: number
}

export const restartRules: RestartRules = {
  firstMs: 500,
  longestMs: 30_000,
  jitter: 0.2,
  steadyMs: 60_000,
  maxCrashes: 6,
  stopMs: shutdownDeadlines.killMs
}

const RestartPolicy = Context.Reference<RestartRules>("@mon/worker/RestartPolicy", {
  defaultValue: () => restartRules
})

/** The decision after a crash: restart or give up. `crashes` counts early crashes in a row. */
type RestartDecision =
  | { readonly _tag: "Restart"; readonly crashes: number; readonly waitMs: number }
  | { readonly _tag: "GiveUp"; readonly crashes: number }

/**
 * Decides what to do after a worker ran for `ranMs` and exited. `crashes` is the number of early crashes in a row
 * before this exit. `random` is from 0 to 1.
 *
 * @example
 * ```ts
 * afterCrash({ crashes: 1, ranMs: 10, random: 0.5 }, restartRules) // => { _tag: "Restart", crashes: 2, waitMs: 1000 }
 * afterCrash({ crashes: 5, ranMs: 10, random: 0.5 }, restartRules) // => { _tag: "GiveUp", crashes: 6 }
 * afterCrash({ crashes: 5, ranMs: 90_000, random: 0 }, restartRules)._tag // => "Restart"
 * ```
 */
export const afterCrash = (
  { crashes, random, ranMs }: { readonly crashes: number; readonly ranMs: number; readonly random: number },
  rules: RestartRules
): RestartDecision => {
  const now = ranMs >= rules.steadyMs ? 0 : crashes + 1
  if (now >= rules.maxCrashes) return { _tag: "GiveUp", crashes: now }
  const waitMs = Math.min(rules.firstMs * 2 ** Math.max(now - 1, 0), rules.longestMs)
  return { _tag: "Restart", crashes: now, waitMs: Math.round(waitMs * (1 + rules.jitter * (2 * random - 1))) }
}

/** The error with which a supervisor stops. A worker with invalid settings has already printed the reason. */
export class WorkersEnded extends Data.TaggedError("WorkersEnded")<{
  readonly reason: "InvalidSettings" | "RepeatedCrashes"
  readonly message: string
}> {}

const NANOS_PER_MILLI = 1_000_000

const reasonOf = ({ code, signal }: Ended) =>
  signal !== null ? `signal ${signal}` : code !== null ? `exit code ${code}` : "a failed start"

/** Runs one worker for each environment until it is interrupted. Then waits for all workers to shut down. */
export const supervise = Effect.fnUntraced(function* (environments: ReadonlyArray<Environment>) {
  const program = yield* ChildProgram
  const rules = yield* RestartPolicy
  const firstStarted = yield* Deferred.make<void>()

  const stop = Effect.fnUntraced(function* (child: Child) {
    yield* child.kill("SIGTERM")
    if (Option.isSome(yield* Effect.timeoutOption(child.ended, rules.stopMs))) return
    yield* Effect.logWarning("A worker process did not shut down in time and will be killed")
    yield* child.kill("SIGKILL")
    yield* child.ended
  })

  const watch = Effect.fnUntraced(function* (child: Child) {
    yield* Effect.annotateLogs(Effect.logInfo("Started a worker process"), { pid: child.pid })
    const reportStarted = Effect.andThen(child.ready, Deferred.succeed(firstStarted, undefined))
    return yield* Effect.raceFirst(child.ended, Effect.andThen(reportStarted, Effect.never))
  })

  const runAndRestart = Effect.fnUntraced(function* (env: Environment) {
    let crashes = 0
    while (true) {
      const startedAt = yield* Clock.monotonicTimeNanos
      const ended = yield* Effect.acquireUseRelease(program.start(env), watch, stop)
      if (ended.code === EX_CONFIG) {
        return yield* new WorkersEnded({
          reason: "InvalidSettings",
          message: "The workers' settings are invalid."
        })
      }
      const ranMs = Number((yield* Clock.monotonicTimeNanos) - startedAt) / NANOS_PER_MILLI
      const decision = afterCrash({ crashes, ranMs, random: yield* Random.next }, rules)
      crashes = decision.crashes
      if (decision._tag === "GiveUp") {
        return yield* new WorkersEnded({
          reason: "RepeatedCrashes",
          message: `A worker process exited ${crashes} times in a row soon after starting, the last time with ${reasonOf(ended)}. It will not be restarted.`
        })
      }
      yield* Effect.logWarning("A worker process exited and will be restarted").pipe(
        Effect.annotateLogs({ exit: reasonOf(ended), crashes, waitMs: decision.waitMs })
      )
      yield* Effect.sleep(decision.waitMs)
    }
  })

  // The first worker starts alone, because it migrates the database, and so that invalid settings are reported only
  // once.
  const superviseOne = (env: Environment, index: number) =>
    Effect.andThen(index === 0 ? Effect.void : Deferred.await(firstStarted), runAndRestart(env)).pipe(
      Effect.annotateLogs({ worker: childName(index) })
    )

  return yield* Effect.forEach(environments, superviseOne, { concurrency: "unbounded", discard: true })
})
