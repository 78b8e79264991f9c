import * as Effect from "effect/Effect"
import {
  AuthenticationError,
  AuthorizationError,
  ConnectionError,
  ConstraintError,
  DeadlockError,
  LockTimeoutError,
  SerializationError,
  SqlError,
  type SqlErrorReason,
  SqlSyntaxError,
  StatementTimeoutError,
  UniqueViolation,
  UnknownError
} from "effect/sql/SqlError"
import { setTimeout as delay } from "node:timers/promises"

interface Parts {
  readonly cause: unknown
  readonly message: string
  readonly operation: string
}

type Reason = (parts: Parts, fields: Readonly<Record<string, unknown>>) => SqlErrorReason

const connection: Reason = (parts) => new ConnectionError(parts)
const authentication: Reason = (parts) => new AuthenticationError(parts)

/** The SQLSTATE of a server that has become a standby, or of a connection that leads to the wrong server. */
const READ_ONLY = "25006"

// The longest matching prefix of a code is used. Codes of five characters are SQLSTATEs (PostgreSQL, Appendix A).
// All other codes come from postgres.js and Node.
const reasons: ReadonlyMap<string, Reason> = new Map<string, Reason>([
  ["08", connection],
  ["57P", connection],
  ["53", connection],
  ["CONN", connection],
  ["ECONN", connection],
  ["EPIPE", connection],
  [READ_ONLY, connection],
  ["EHOSTUNREACH", connection],
  ["ENETUNREACH", connection],
  ["ETIMEDOUT", connection],
  ["ENOTFOUND", connection],
  ["EAI_AGAIN", connection],
  ["ENOENT", connection],
  ["28", authentication],
  ["SASL", authentication],
  ["AUTH", authentication],
  ["42", (parts) => new SqlSyntaxError(parts)],
  ["42501", (parts) => new AuthorizationError(parts)],
  ["23", (parts) => new ConstraintError(parts)],
  [
    "23505",
    (parts, { constraint_name }) =>
      new UniqueViolation({ ...parts, constraint: typeof constraint_name === "string" ? constraint_name : "unknown" })
  ],
  ["40001", (parts) => new SerializationError(parts)],
  ["40P01", (parts) => new DeadlockError(parts)],
  ["55P03", (parts) => new LockTimeoutError(parts)],
  ["57014", (parts) => new StatementTimeoutError(parts)]
])

const longestPrefix = Math.max(...Array.from(reasons.keys(), (prefix) => prefix.length))

const reasonOf = (code: string): Reason => {
  for (let length = Math.min(code.length, longestPrefix); length > 1; length--) {
    const reason = reasons.get(code.slice(0, length))
    if (reason !== undefined) return reason
  }
  return (parts) => new UnknownError(parts)
}

const fieldsOf = (cause: unknown): Readonly<Record<string, unknown>> =>
  typeof cause === "object" && cause !== null ? { ...cause } : {}

/**
 * Returns the code of a driver error: a SQLSTATE, or a code of postgres.js or Node ("CONNECTION_CLOSED",
 * "ECONNREFUSED").
 */
export const codeOf = (cause: unknown): string => {
  const { code } = fieldsOf(cause)
  return typeof code === "string" ? code : ""
}

export const sqlError = (cause: unknown, operation: string): SqlError => {
  const parts = { cause, message: cause instanceof Error ? cause.message : String(cause), operation }
  return new SqlError({ reason: reasonOf(codeOf(cause))(parts, fieldsOf(cause)) })
}

/** No further statement can run in a transaction whose connection has broken. */
export const connectionLost = (operation: string): SqlError =>
  sqlError(Object.assign(new Error("The connection was lost"), { code: "CONNECTION_CLOSED" }), operation)

/** Returns the error for a COMMIT that the server answered with ROLLBACK, because an earlier statement had failed. */
export const rolledBack = (): SqlError =>
  new SqlError({
    reason: new UnknownError({
      cause: new Error("COMMIT answered ROLLBACK"),
      message: "The transaction was rolled back because one of its statements failed",
      operation: "commit"
    })
  })

const QUERY_CANCELED = "57014"

/**
 * The properties of a postgres.js 3.4.9 query that the driver's types do not declare. The cast is safe because the
 * version of the driver is pinned exactly.
 */
interface QueryState {
  /** The server process that runs the query. Null while the query waits for a connection. */
  readonly state: object | null
  /** Whether the next answers of the server belong to the query. */
  readonly active: boolean
  /** Sends a cancel request. Settles when the request has been delivered. */
  readonly canceller: ((query: unknown) => Promise<void>) | null
}

const stateOf = (query: object): QueryState => query as QueryState

/**
 * Returns the id of the server process that ran a query, as the server announced it when the connection was opened.
 * Null if the query has not run.
 */
export const serverProcess = (query: object): number | null => {
  const { pid } = { pid: null, ...stateOf(query).state }
  return typeof pid === "number" ? pid : null
}

// The server processes with pending cancel requests. Each promise settles when the last request has been delivered.
// A cancel request names a process, not a statement. A late request cancels whatever statement the process then runs.
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
 * The maximum number of times that a statement is repeated after a late cancel request hit the statement. On a busy
 * machine, several requests may arrive late.
 */
const REPEATS = 6

/** The time after which a server that has not carried out a cancel request counts as dead, in milliseconds. */
const CANCEL_WITHIN_MS = 5_000

/** The limit of the wait for a statement's answer, and the action when the limit is reached. */
export interface AnswerLimit {
  /** The longest wait for an answer, in milliseconds. 0 means no limit. */
  readonly withinMs: number
  /** Closes the connections. Pending statements on these connections fail. */
  readonly abandon: () => void
  /** A function that is called when a statement begins (1) and ends (-1). */
  readonly count?: (by: 1 | -1) => void
}

/**
 * The interval at which a cancel request is repeated, in milliseconds. The server ignores a request that arrives
 * between two messages of one query.
 */
const CANCEL_REPEAT_MS = 50

/**
 * Cancels a query and waits until its answer and all cancel requests have arrived, so that the next statement on the
 * connection is not cancelled. The query is cancelled only while the server works on the query. If a query is cancelled
 * earlier, there are two possible errors of postgres.js. Either postgres.js ignores that the server will still answer
 * the query, and every later answer goes to the wrong query. Or postgres.js loses the connection for which the query
 * waited.
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
 * Removes the holes that postgres.js 3.4.9 leaves at the start of a result if the previous query on the connection
 * failed in the middle of its rows. Changes the result in place. For several statements, changes each result.
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
 * Runs a query. Interruption cancels the query on the server and waits until the query has ended. If there is no answer
 * within the limit, the connections are closed and the query fails. `alone` says whether the query is its own
 * transaction. If a cancel request for another statement of the pipeline hits such a query, the query is run again.
 * This is safe, because the server has rolled the query back.
 */
export const run = <A, B>(
  make: () => PromiseLike<A>,
  finish: (result: A) => Effect.Effect<B, SqlError>,
  options: { readonly operation: string; readonly alone: boolean; readonly limit: AnswerLimit }
): Effect.Effect<B, SqlError> =>
  Effect.callback<B, SqlError>((done) => {
    const { abandon, count, withinMs } = options.limit
    let query: PromiseLike<A> | undefined
    let stopped = false
    let isCounted = false
    const end = () => {
      if (isCounted) count?.(-1)
      isCounted = false
    }
    const overdue = withinMs > 0 ? setTimeout(abandon, withinMs) : undefined
    const resume: typeof done = (effect) => {
      clearTimeout(overdue)
      end()
      done(effect)
    }
    const start = (repeats: number) => {
      const started = make()
      query = started
      started.then(
        (result) => resume(finish(dense(result))),
        (cause: unknown) => {
          const disturbance = repeats > 0 ? disturbanceOf(started, cause) : undefined
          // The connections lead to a server that no longer accepts changes. New ones may lead to the new primary.
          if (codeOf(cause) === READ_ONLY) abandon()
          if (disturbance === undefined) return resume(Effect.fail(sqlError(cause, options.operation)))
          void disturbance.then(() => (stopped ? undefined : start(repeats - 1)))
        }
      )
    }
    start(options.alone ? REPEATS : 0)
    count?.(1)
    isCounted = true
    return Effect.promise(async () => {
      stopped = true
      clearTimeout(overdue)
      if (query !== undefined) await stop(query, abandon)
      end()
    })
  })
