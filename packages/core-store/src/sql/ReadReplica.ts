import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"

/** The longest wait for the replica to apply the changes that the primary has committed, in milliseconds. */
const APPLIED_WITHIN_MS = 500
/** The time between two queries whether the replica has applied these changes, in milliseconds. */
const ASK_AGAIN_MS = 20
/** The longest time for a read from the replica, in milliseconds. After this time, Mon reads from the primary. */
const READ_WITHIN_MS = 10_000
/** The time for which Mon does not use a replica that is behind, in milliseconds. */
const BEHIND_MS = 1_000
/** The time for which Mon does not use a replica after an error, in milliseconds. */
const AWAY_MS = 10_000
/** The time between two log lines about the same problem, in milliseconds. */
const LOG_AGAIN_MS = 60_000

interface Replica {
  /** The connections to the replica. */
  readonly sql: SqlClient.SqlClient
  /**
   * Runs a read on the replica if the replica has applied everything that was committed before the call. Otherwise, and
   * after an error of the replica, runs the same read on the primary.
   */
  readonly read: <A, E, R>(
    onReplica: Effect.Effect<A, E, R>,
    onPrimary: Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E, R>
}

/** The read replica of this process. Null if none is configured. */
export const ReadReplica = Context.Reference<Replica | null>("@mon/core-store/ReadReplica", {
  defaultValue: () => null
})

/** The reason why a read goes to the primary. `away` means that the replica failed or did not respond in time. */
type Problem = "behind" | "away"

const problems: Readonly<Record<Problem, { readonly restMs: number; readonly text: string }>> = {
  behind: { restMs: BEHIND_MS, text: "The read replica is behind. Mon reads from the primary instead" },
  away: { restMs: AWAY_MS, text: "The read replica does not respond. Mon reads from the primary instead" }
}

/**
 * Waits for an effect for a limited time. The effect runs in a detached fiber, because interrupting a statement that
 * gets no response takes longer than callers wait.
 */
const within = <A, E, R>(effect: Effect.Effect<A, E, R>, ms: number): Effect.Effect<Option.Option<A>, E, R> =>
  Effect.gen(function* () {
    const running = yield* Effect.forkDetach(effect)
    const found = yield* Effect.timeoutOption(Fiber.join(running), ms)
    if (Option.isNone(found)) running.interruptUnsafe()
    return found
  })

/**
 * Waits until the replica has applied a position of the write-ahead log. A server that is not a standby has no changes
 * to apply: it is the primary, to which a load balancer falls back.
 */
const hasApplied = Effect.fnUntraced(function* (replica: SqlClient.SqlClient, position: string) {
  const endAt = (yield* Clock.currentTimeMillis) + APPLIED_WITHIN_MS
  for (;;) {
    const [row] = yield* replica<{ readonly applied: boolean | null }>`
      select not pg_is_in_recovery() or pg_last_wal_replay_lsn() >= ${position}::pg_lsn as applied`
    if (row?.applied === true) return true
    if ((yield* Clock.currentTimeMillis) >= endAt) return false
    yield* Effect.sleep(ASK_AGAIN_MS)
  }
})

const makeReplica = (primary: SqlClient.SqlClient, replica: SqlClient.SqlClient): Replica => {
  let unusedUntil = 0
  let logged: { readonly problem: Problem; readonly at: number } | null = null

  const rest = Effect.fnUntraced(function* (problem: Problem) {
    const now = yield* Clock.currentTimeMillis
    const { restMs, text } = problems[problem]
    unusedUntil = now + restMs
    if (logged?.problem === problem && now - logged.at < LOG_AGAIN_MS) return
    logged = { problem, at: now }
    yield* Effect.logWarning(text)
  })

  /** Returns whether a read from the replica now shows everything that was committed before. */
  const isCurrent = Effect.gen(function* () {
    if (Option.isSome(yield* Effect.serviceOption(primary.transactionService))) return false
    if ((yield* Clock.currentTimeMillis) < unusedUntil) return false
    const position = yield* primary<{ readonly at: string }>`select pg_current_wal_lsn()::text as at`.pipe(
      Effect.map(([row]) => row?.at ?? null),
      Effect.catch(() => Effect.succeed(null))
    )
    if (position === null) return false
    // The limit is longer than the wait in the function, so that only a replica without a response exceeds it.
    const applied = yield* within(hasApplied(replica, position), 2 * APPLIED_WITHIN_MS).pipe(
      Effect.map(Option.getOrElse(() => "away" as const)),
      Effect.catch(() => Effect.succeed("away" as const))
    )
    if (applied === true) return true
    yield* rest(applied === "away" ? "away" : "behind")
    return false
  })

  return {
    sql: replica,
    read: Effect.fnUntraced(function* (onReplica, onPrimary) {
      if (!(yield* isCurrent)) return yield* onPrimary
      const found = yield* Effect.exit(within(onReplica, READ_WITHIN_MS))
      if (Exit.isSuccess(found) && Option.isSome(found.value)) return found.value.value
      yield* rest("away")
      return yield* onPrimary
    })
  }
}

/** Provides {@link ReadReplica} from the connections to a replica. */
export const layerReadReplica = <E>(
  connections: Layer.Layer<SqlClient.SqlClient, E>
): Layer.Layer<never, E, SqlClient.SqlClient> =>
  Layer.effect(
    ReadReplica,
    Effect.gen(function* () {
      const primary = yield* SqlClient.SqlClient
      const context = yield* Layer.build(connections)
      return makeReplica(primary, Context.get(context, SqlClient.SqlClient))
    })
  )

type Read<Args extends ReadonlyArray<unknown>, A, E, R> = (...args: Args) => Effect.Effect<A, E, R>

/**
 * Makes a read that the replica answers if one is configured. The read sees everything that was committed before the
 * call. It must not write, and must not fail for any other reason than its database.
 *
 * @example
 * const replicated = yield* replicatedReads
 * return { history: replicated(listHistory) }
 */
export const replicatedReads = Effect.gen(function* () {
  const primary = yield* SqlClient.SqlClient
  const replica = yield* ReadReplica
  return <Args extends ReadonlyArray<unknown>, A, E, R>(
    make: (sql: SqlClient.SqlClient) => Read<Args, A, E, R>
  ): Read<Args, A, E, R> => {
    const onPrimary = make(primary)
    if (replica === null) return onPrimary
    const onReplica = make(replica.sql)
    return (...args) => replica.read(onReplica(...args), onPrimary(...args))
  }
})
