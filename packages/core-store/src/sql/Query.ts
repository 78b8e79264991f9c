import { setTimeout as delay } from "node:timers/promises"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import { codeOf, sqlError } from "./SqlFailure.ts"

const QUERY_CANCELED = "57014"

/** Undeclared properties of a postgres.js 3.4.9 query; the exact version pin of the driver protects this cast. */
interface QueryState {
  /** The server process that runs it; null while it waits for a connection. */
  readonly state: object | null
  /** True while the server's next answers belong to it. */
  readonly active: boolean
  /** Sends a cancel request; settles when the request has been delivered. */
  readonly canceller: ((query: unknown) => Promise<void>) | null
}

const stateOf = (query: object): QueryState => query as QueryState

// Server processes with cancel requests under way. A cancel request names a process, not a statement: a late one
// cancels whatever runs there by then. The value settles when the last request has been delivered.
const disturbed = new WeakMap<object, Promise<void>>()

const bothOf = async (earlier: Promise<void> | undefined, later: Promise<void>): Promise<void> => {
  await earlier
  await later
}

const disturbanceOf = (query: object, cause: unknown): Promise<void> | undefined => {
  const { state } = stateOf(query)
  return state !== null && codeOf(cause) === QUERY_CANCELED ? disturbed.get(state) : undefined
}

const TURN_POLL_MS = 5

/**
 * The number of times that a statement is run again after a late cancel request hit it: on a busy machine several
 * requests come late.
 */
const REPEATS = 6

/** A server that has not carried out a cancel request after this time is considered dead. */
const CANCEL_WITHIN_MS = 5_000

/** The limit of the wait of a statement for its answer, and the action when it is reached. */
export interface AnswerLimit {
  /** Milliseconds to wait for an answer; 0: for ever. */
  readonly withinMs: number
  /** Closes the connections; pending statements on them fail. */
  readonly abandon: () => void
  /** Called when a statement begins (1) and ends (-1). */
  readonly count?: (by: 1 | -1) => void
}

const counted = <A>(query: Effect.Effect<A, SqlError>, count: AnswerLimit["count"]): Effect.Effect<A, SqlError> =>
  count === undefined
    ? query
    : Effect.suspend(() => {
        count(1)
        return Effect.ensuring(
          query,
          Effect.sync(() => count(-1))
        )
      })

/** The server ignores a cancel request that arrives between two messages of one query, so it is repeated. */
const CANCEL_REPEAT_MS = 50

/**
 * Cancels a query and waits until its answer and all cancel requests have arrived, so that the next statement on the
 * connection is not cancelled.
 *
 * The query is cancelled only while the server works on it. If it is cancelled earlier, postgres.js either forgets that
 * the server will answer it (every later answer then goes to the wrong query), or loses the connection it waited for.
 */
export const stop = async (query: PromiseLike<unknown>, abandon: () => void): Promise<void> => {
  const end = Promise.allSettled([query]).then(() => "ended" as const)
  const patience = setTimeout(abandon, CANCEL_WITHIN_MS)
  const requests: Array<Promise<void>> = []
  for (;;) {
    const { active, canceller, state } = stateOf(query)
    const cancels = active && state !== null && canceller !== null
    if (cancels) {
      const delivered = canceller(query).catch(() => {})
      requests.push(delivered)
      disturbed.set(state, bothOf(disturbed.get(state), delivered))
      await Promise.race([delivered, end])
    }
    if ((await Promise.race([end, delay(cancels ? CANCEL_REPEAT_MS : TURN_POLL_MS)])) === "ended") break
  }
  await Promise.all(requests)
  clearTimeout(patience)
}

/**
 * Removes the holes that postgres.js 3.4.9 leaves at the start of a result when the query before it on the connection
 * failed in the middle of its rows. Works in place, on each result of several statements.
 */
export const dense = <A>(result: A): A => {
  if (!Array.isArray(result)) return result
  const rows: Array<unknown> = result
  if (rows.length > 0 && !(0 in rows))
    rows.splice(
      0,
      rows.findIndex((_, index) => index in rows)
    )
  if (!("command" in rows)) rows.forEach(dense)
  return result
}

/**
 * Runs a query. Interruption cancels it on the server and waits for its end. When no answer comes within the limit, the
 * connections are closed and the query fails.
 *
 * `alone`: the query is its own transaction. If a cancel request for another statement of the pipeline hit it, it is
 * run again, because the server has rolled it back.
 */
export const run = <A, B>(
  make: () => PromiseLike<A>,
  finish: (result: A) => Effect.Effect<B, SqlError>,
  options: { readonly operation: string; readonly alone: boolean; readonly limit: AnswerLimit }
): Effect.Effect<B, SqlError> =>
  counted(
    Effect.callback<B, SqlError>((done) => {
      const { abandon, withinMs } = options.limit
      let query: PromiseLike<A> | undefined
      let stopped = false
      const overdue = withinMs > 0 ? setTimeout(abandon, withinMs) : undefined
      const resume: typeof done = (effect) => {
        clearTimeout(overdue)
        done(effect)
      }
      const start = (repeats: number) => {
        const started = make()
        query = started
        started.then(
          (result) => resume(finish(dense(result))),
          (cause: unknown) => {
            const disturbance = repeats > 0 ? disturbanceOf(started, cause) : undefined
            if (disturbance === undefined) return resume(Effect.fail(sqlError(cause, options.operation)))
            void disturbance.then(() => (stopped ? undefined : start(repeats - 1)))
          }
        )
      }
      start(options.alone ? REPEATS : 0)
      return Effect.promise(() => {
        stopped = true
        clearTimeout(overdue)
        return query === undefined ? Promise.resolve() : stop(query, abandon)
      })
    }),
    options.limit.count
  )
