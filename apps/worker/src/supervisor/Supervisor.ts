import type { Environment } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import { type Child, ChildProgram, type Ended } from "./ChildProgram.ts"
import { childName } from "./childEnvironment.ts"
import { REFUSED } from "./Parent.ts"
import { afterDeath, RestartPolicy } from "./RestartPolicy.ts"

/** Why there are no workers any more. A worker that refuses its settings has said so itself. */
export class WorkersEnded extends Data.TaggedError("WorkersEnded")<{
  readonly reason: "Refused" | "DiedAtOnce"
  readonly message: string
}> {}

const NANOS_PER_MILLI = 1_000_000

const how = ({ code, signal }: Ended) =>
  signal !== null ? `signal ${signal}` : code !== null ? `exit code ${code}` : "a start that failed"

/** Runs as many processes as there are environments until it is interrupted; then it waits for all of them to end. */
export const supervise = Effect.fnUntraced(function* (environments: ReadonlyArray<Environment>) {
  const program = yield* ChildProgram
  const rules = yield* RestartPolicy
  const proven = yield* Deferred.make<void>()

  const stop = Effect.fnUntraced(function* (child: Child) {
    yield* child.kill("SIGTERM")
    if (Option.isSome(yield* Effect.timeoutOption(child.ended, rules.stopMs))) return
    yield* Effect.logWarning("A worker does not end; it is killed")
    yield* child.kill("SIGKILL")
    yield* child.ended
  })

  const watch = Effect.fnUntraced(function* (child: Child) {
    yield* Effect.annotateLogs(Effect.logInfo("A worker was started"), { pid: child.pid })
    const isProven = Effect.andThen(child.ready, Deferred.succeed(proven, undefined))
    return yield* Effect.raceFirst(child.ended, Effect.andThen(isProven, Effect.never))
  })

  const keep = Effect.fnUntraced(function* (env: Environment) {
    let deaths = 0
    while (true) {
      const startedAt = yield* Clock.monotonicTimeNanos
      const ended = yield* Effect.acquireUseRelease(program.start(env), watch, stop)
      if (ended.code === REFUSED) {
        return yield* new WorkersEnded({ reason: "Refused", message: "A worker cannot use its settings." })
      }
      const ranMs = Number((yield* Clock.monotonicTimeNanos) - startedAt) / NANOS_PER_MILLI
      const verdict = afterDeath({ deaths, ranMs, random: yield* Random.next }, rules)
      deaths = verdict.deaths
      if (verdict._tag === "GiveUp") {
        return yield* new WorkersEnded({
          reason: "DiedAtOnce",
          message: `A worker ended ${deaths} times in a row soon after its start, the last time with ${how(ended)}; no more are started.`
        })
      }
      yield* Effect.logWarning("A worker ended; it is started again").pipe(
        Effect.annotateLogs({ ended: how(ended), deaths, waitMs: verdict.waitMs })
      )
      yield* Effect.sleep(verdict.waitMs)
    }
  })

  // The first is alone until it works: it brings the schema up to date, and what is wrong with the settings is told once.
  const keepOne = (env: Environment, index: number) =>
    Effect.andThen(index === 0 ? Effect.void : Deferred.await(proven), keep(env)).pipe(
      Effect.annotateLogs({ worker: childName(index) })
    )

  return yield* Effect.forEach(environments, keepOne, { concurrency: "unbounded", discard: true })
})
