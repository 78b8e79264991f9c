import { examineSchema, migrations } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import { SqlClient } from "effect/sql/SqlClient"
import { performance } from "node:perf_hooks"
import { Health } from "./Health.ts"

/** How long the database may take to tell of its schema. */
const PATIENCE_MS = 2_000
/** The same answer is given for so long: however many ask, the database is asked once. */
const KEPT_MS = 1_000

/** Why a process is not ready, in words for its operator; none: it is. */
export type Readiness = ReadonlyArray<string>

const schema = Effect.gen(function* () {
  const { missing, problem } = yield* examineSchema(migrations)
  if (problem !== null) return [problem]
  return missing.length === 0 ? [] : [`the database lacks ${missing.length} migrations`]
}).pipe(Effect.catchCause(() => Effect.succeed(["the database cannot be reached"])))

// Detached: to end a statement that is not answered takes longer than anybody here waits.
const schemaInTime = Effect.gen(function* () {
  const asking = yield* Effect.forkDetach(schema)
  const found = yield* Effect.timeoutOption(Fiber.join(asking), PATIENCE_MS)
  if (Option.isSome(found)) return found.value
  asking.interruptUnsafe()
  return ["the database does not answer in time"]
})

/** Logs when it changes, not each time it is asked for. */
const tell = (before: Readiness, now: Readiness) => {
  if (before.join() === now.join()) return Effect.void
  return now.length === 0
    ? Effect.logInfo("Ready again")
    : Effect.annotateLogs(Effect.logWarning("Not ready"), { reasons: now })
}

/**
 * Makes the question whether this process can work: its database answers and has the schema, its loops go on, and it does
 * not end. The answer takes 2 s at most.
 */
export const makeReadiness: Effect.Effect<Effect.Effect<Readiness>, never, SqlClient> = Effect.gen(function* () {
  const services = yield* Effect.context<SqlClient>()
  const health = yield* Health
  let database: Readiness = []
  let told: Readiness = []
  let askedAt = Number.NEGATIVE_INFINITY
  let asking: Fiber.Fiber<Readiness> | undefined

  const ask = Effect.map(Effect.provideContext(schemaInTime, services), (found) => {
    database = found
    askedAt = performance.now()
    asking = undefined
    return found
  })
  // Detached: who asked first may go away, and others wait for the same answer.
  const fresh = Effect.gen(function* () {
    return yield* Fiber.join((asking ??= yield* Effect.forkDetach(ask)))
  })

  return Effect.gen(function* () {
    const ending = health.problems()
    const found = performance.now() - askedAt < KEPT_MS ? database : yield* fresh
    const reasons = [...ending, ...found]
    const before = told
    told = reasons
    yield* tell(before, reasons)
    return reasons
  })
})
