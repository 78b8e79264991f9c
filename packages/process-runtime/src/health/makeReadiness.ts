import { examineSchema, migrations } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import { SqlClient } from "effect/sql/SqlClient"
import { performance } from "node:perf_hooks"
import { Health } from "./Health.ts"

/** How long the database may take to answer. */
const TIMEOUT_MS = 2_000
/** How long the result is cached, so that many requests cause one query. */
const CACHED_MS = 1_000

/** Why a process is not ready, for its operator; empty when it is. */
export type Readiness = ReadonlyArray<string>

const schema = Effect.gen(function* () {
  const { missing, problem } = yield* examineSchema(migrations)
  if (problem !== null) return [problem]
  return missing.length === 0 ? [] : [`the database lacks ${missing.length} migrations`]
}).pipe(Effect.catchCause(() => Effect.succeed(["the database cannot be reached"])))

// Detached: interrupting a statement that gets no response takes longer than callers wait.
const schemaInTime = Effect.gen(function* () {
  const query = yield* Effect.forkDetach(schema)
  const found = yield* Effect.timeoutOption(Fiber.join(query), TIMEOUT_MS)
  if (Option.isSome(found)) return found.value
  query.interruptUnsafe()
  return ["the database does not respond in time"]
})

/** Logs changes only. */
const logChange = (before: Readiness, now: Readiness) => {
  if (before.join() === now.join()) return Effect.void
  return now.length === 0
    ? Effect.logInfo("Ready again")
    : Effect.annotateLogs(Effect.logWarning("Not ready"), { reasons: now })
}

/**
 * Makes the readiness check of this process: its database answers and has the schema, its loops are alive, and it is
 * neither starting nor shutting down. The check takes 2 s at most.
 */
export const makeReadiness: Effect.Effect<Effect.Effect<Readiness>, never, SqlClient> = Effect.gen(function* () {
  const services = yield* Effect.context<SqlClient>()
  const health = yield* Health
  let database: Readiness = []
  let logged: Readiness = []
  let checkedAt = Number.NEGATIVE_INFINITY
  let running: Fiber.Fiber<Readiness> | undefined

  const check = Effect.map(Effect.provideContext(schemaInTime, services), (found) => {
    database = found
    checkedAt = performance.now()
    running = undefined
    return found
  })
  // Detached: the first caller may be interrupted while others wait for the same result.
  const fresh = Effect.gen(function* () {
    return yield* Fiber.join((running ??= yield* Effect.forkDetach(check)))
  })

  return Effect.gen(function* () {
    const problems = health.problems()
    const found = performance.now() - checkedAt < CACHED_MS ? database : yield* fresh
    const reasons = [...problems, ...found]
    const before = logged
    logged = reasons
    yield* logChange(before, reasons)
    return reasons
  })
})
