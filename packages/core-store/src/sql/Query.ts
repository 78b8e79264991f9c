import { setTimeout as delay } from "node:timers/promises"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import { codeOf, sqlError } from "./SqlFailure.ts"

const QUERY_CANCELED = "57014"

/** What postgres.js 3.4.9 keeps on a query beside its public face; the exact pin of the driver guards the shape. */
interface QueryState {
  /** The server process that has it; null while it waits for a connection. */
  readonly state: object | null
  /** True while the server's next answers belong to it. */
  readonly active: boolean
  /** Asks the server to stop it; settles when the request has been delivered. */
  readonly canceller: ((query: unknown) => Promise<void>) | null
}

const stateOf = (query: object): QueryState => query as QueryState

// A cancel request names a server process, not a statement: one that comes late hits whatever runs there by then.
// The value settles when the last request for that process has been delivered.
const disturbed = new WeakMap<object, Promise<void>>()

const disturbanceOf = (query: object, cause: unknown): Promise<void> | undefined => {
  const { state } = stateOf(query)
  return state !== null && codeOf(cause) === QUERY_CANCELED ? disturbed.get(state) : undefined
}

const TURN_POLL_MS = 5

/** A neighbour is asked to stop again and again until it does; on a busy machine several of the requests come late. */
const REPEATS = 6

/** A server that has not carried out a request to cancel after this time is not there any more. */
const CANCEL_WITHIN_MS = 5_000

/** When the connections of a statement are given up for dead. */
export interface AnswerLimit {
  /** Milliseconds that an answer is waited for, 0: for ever. */
  readonly withinMs: number
  /** Ends the connections; what waits for an answer on them fails. */
  readonly abandon: () => void
  /** Told when a statement begins (1) and when it is over (-1). */
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

/** A request that comes between two messages of one query is forgotten by the server; the next one is not. */
const ASK_AGAIN_MS = 50

/**
 * Stops a query and waits until neither its answer nor a cancel request is on the way any more, so that what runs next
 * on the connection is not hit.
 *
 * It is cancelled only while the server works on it. Cancelled earlier, postgres.js drops it from its books although
 * the server will answer it (every later answer then goes to the wrong query), or loses the connection it waited for.
 */
export const stop = async (query: PromiseLike<unknown>, abandon: () => void): Promise<void> => {
  const end = Promise.allSettled([query]).then(() => "ended" as const)
  const patience = setTimeout(abandon, CANCEL_WITHIN_MS)
  void end.then(() => clearTimeout(patience))
  for (;;) {
    const { active, canceller, state } = stateOf(query)
    const cancels = active && state !== null && canceller !== null
    if (cancels) {
      const delivered = canceller(query).catch(() => {})
      disturbed.set(state, delivered)
      await Promise.race([delivered, end])
    }
    if ((await Promise.race([end, delay(cancels ? ASK_AGAIN_MS : TURN_POLL_MS)])) === "ended") return
  }
}

/**
 * Takes out the empty places with which postgres.js 3.4.9 begins the rows of a query after one on the same connection
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
 * Runs a query; interruption cancels it on the server and waits for its end. When no answer comes within the limit, its
 * connections are given up, and it fails.
 *
 * `alone`: it is its own transaction. If a cancel request for its neighbour in the pipeline hit it, it is run again,
 * because the server has undone it whole.
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
