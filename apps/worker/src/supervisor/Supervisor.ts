import type { Environment } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import { EX_CONFIG } from "../gracefulShutdown/exitCodes.ts"
import { type Child, ChildProgram, type Ended } from "./ChildProgram.ts"
import { childName } from "./childEnvironment.ts"
import { afterCrash, RestartPolicy } from "./RestartPolicy.ts"

/** The error with which a supervisor stops. A worker with invalid settings has already printed the reason. */
export class WorkersEnded extends Data.TaggedError("WorkersEnded")<{
  readonly reason: "InvalidSettings" | "RepeatedCrashes"
  readonly message: string
}> {}

const NANOS_PER_MILLI = 1_000_000

const reasonOf = ({ code, signal }: Ended) =>
  signal !== null ? `signal ${signal}` : code !== null ? `exit code ${code}` : "a failed start"

/** Runs one worker for each environment until it is interrupted. Then it waits for all workers to shut down. */
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
