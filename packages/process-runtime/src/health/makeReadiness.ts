import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import type { SqlClient } from "effect/sql/SqlClient"
import { type DatabaseState, examineDatabase } from "./examineDatabase.ts"
import { Health } from "./Health.ts"

const TIMEOUT_MS = 2_000
/** The time for which a result is cached, in milliseconds, so that many requests cause only one query. */
const CACHED_MS = 1_000
/**
 * The time without a database after which the process should be restarted, in milliseconds. By then, its workers have
 * dropped their results.
 */
const UNHEALTHY_AFTER_MS = 300_000
const NANOS_PER_MILLI = 1_000_000

/** The reasons why a process is not ready, to show to its operator; empty if it is ready. */
export type Readiness = ReadonlyArray<string>

export interface ProcessState {
  /** The reasons why the process cannot work now. Takes at most 2 s. */
  readonly readiness: Effect.Effect<Readiness>
  /** The reasons why the process should be restarted. Never waits for the database. */
  readonly health: Effect.Effect<Readiness>
}

// The query runs in a detached fiber, because interrupting a statement that gets no response takes longer than callers
// wait.
const examineInTime = Effect.gen(function* () {
  const query = yield* Effect.forkDetach(examineDatabase)
  const found = yield* Effect.timeoutOption(Fiber.join(query), TIMEOUT_MS)
  if (Option.isSome(found)) return found.value
  query.interruptUnsafe()
  return { isReachable: false, problems: ["the database does not respond in time"] }
})

const logChange = (before: Readiness, now: Readiness) => {
  if (before.join() === now.join()) return Effect.void
  return now.length === 0
    ? Effect.logInfo("The process is ready again")
    : Effect.annotateLogs(Effect.logWarning("The process is not ready"), { reasons: now })
}

const nowMs = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / NANOS_PER_MILLI)

/**
 * Makes the readiness check of this process. The process is ready if the database responds, accepts writes and has the
 * right schema, if the loops of the process are alive, and if it is neither starting nor shutting down. The process is
 * healthy until the database has been unreachable for five minutes.
 */
export const makeReadiness: Effect.Effect<ProcessState, never, SqlClient> = Effect.gen(function* () {
  const services = yield* Effect.context<SqlClient>()
  const health = yield* Health
  let database: Readiness = []
  let logged: Readiness = []
  let checkedAt = Number.NEGATIVE_INFINITY
  let unreachableSince: number | null = null
  let running: Fiber.Fiber<Readiness> | undefined

  const check = Effect.gen(function* () {
    const { isReachable, problems }: DatabaseState = yield* Effect.provideContext(examineInTime, services)
    checkedAt = yield* nowMs
    unreachableSince = isReachable ? null : (unreachableSince ?? checkedAt)
    database = problems
    running = undefined
    return problems
  })
  // The check runs in a detached fiber, because the first caller may be interrupted while other callers wait for the
  // same result.
  const started = Effect.gen(function* () {
    return (running ??= yield* Effect.forkDetach(check))
  })
  const isCached = Effect.map(nowMs, (now) => now - checkedAt < CACHED_MS)

  return {
    readiness: Effect.gen(function* () {
      const problems = health.problems()
      const found = (yield* isCached) ? database : yield* Effect.flatMap(started, Fiber.join)
      const reasons = [...problems, ...found]
      const before = logged
      logged = reasons
      yield* logChange(before, reasons)
      return reasons
    }),
    health: Effect.gen(function* () {
      if (!(yield* isCached)) yield* started
      const now = yield* nowMs
      return unreachableSince !== null && now - unreachableSince >= UNHEALTHY_AFTER_MS
        ? ["the database has been unreachable for five minutes"]
        : []
    })
  }
})
