import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { SqlError } from "effect/sql/SqlError"
import type postgres from "postgres"
import { type DatabaseAddress, type DriverOptions, openPool } from "./Driver.ts"
import type { Pool } from "./Pool.ts"
import * as PoolUse from "./PoolUse.ts"
import { type AnswerLimit, run } from "./Query.ts"

/** The options of the connections to the database. Every default is stated here. */
export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`; `?sslmode=verify-full` and the like are understood. */
  readonly url: string | Redacted.Redacted<string>
  /**
   * Returns the address to connect to instead of the host and port of the URL, for a database whose port changes.
   * Called before each connection. Null: the database is not running, and the connection is refused.
   */
  readonly address?: () => DatabaseAddress | null
  /**
   * Connections of this process in total: half for single statements, half for transactions. Default: 10; at least 2.
   */
  readonly maxConnections?: number
  /** Shown in `pg_stat_activity`. Default: "mon". */
  readonly applicationName?: string
  /** Default: 5. */
  readonly connectTimeoutSeconds?: number
  /** An idle connection is closed after this time, or one that statements use in turn; 0: never. Default: 300. */
  readonly idleTimeoutSeconds?: number
  /** The server cancels a statement that runs longer; 0: never. Default: 30,000. */
  readonly statementTimeoutMs?: number
  /** The server ends a session whose transaction is idle for longer; 0: never. Default: 60,000. */
  readonly idleInTransactionTimeoutMs?: number
}

/** The project's PostgreSQL driver: postgres.js with TCP_NODELAY, own timeouts and value codecs. */
export class PostgresJs extends Context.Service<
  PostgresJs,
  {
    /**
     * The driver's own pool, for the few hot statements; prefer {@link run}. It does not join an Effect transaction.
     * Never call its `begin` or `reserve`, never `cancel` a query, and never pass `undefined`: use the SqlClient for
     * these.
     */
    readonly sql: Pool
    /** Runs a statement of the pool with typed errors; interruption cancels it on the server. */
    readonly run: <A extends ReadonlyArray<object | undefined>>(
      statement: (sql: postgres.Sql) => postgres.PendingQuery<A>
    ) => Effect.Effect<postgres.RowList<A>, SqlError>
    /** Opens another driver pool, which does not count towards `maxConnections`; the caller closes it. */
    readonly open: (max: number, onClose?: () => void) => Pool
    /**
     * Opens a connection of its own that receives the notifications of the channels that it listens to; the caller
     * closes it.
     */
    readonly openListener: (onNotify: (payload: string) => void, onClose: () => void) => Pool
    /**
     * The longest time to wait for the answer to a statement, in milliseconds: longer than the server lets it run. 0:
     * for ever.
     */
    readonly answerTimeoutMs: number
    /** The number of transactions of this process that can run at the same time. */
    readonly maxTransactions: number
    /** The current use of connections, without those of the queue and of streams. */
    readonly use: () => PoolUse.DatabaseUse
    /** The answer limit for statements of the pool; it also counts them. */
    readonly limit: AnswerLimit
    /** Sets where {@link use} gets the numbers of transactions from. */
    readonly watchTransactions: (use: PoolUse.UsageSources["transactions"]) => void
  }
>()("@mon/core-store/postgres/PostgresJs") {}

const driverOptions = (options: PostgresOptions): DriverOptions => ({
  url: Redacted.isRedacted(options.url) ? Redacted.value(options.url) : options.url,
  applicationName: options.applicationName ?? "mon",
  connectTimeoutSeconds: options.connectTimeoutSeconds ?? 5,
  idleTimeoutSeconds: options.idleTimeoutSeconds ?? 300,
  statementTimeoutMs: options.statementTimeoutMs ?? 30_000,
  idleInTransactionTimeoutMs: options.idleInTransactionTimeoutMs ?? 60_000,
  address: options.address
})

/** Added to the statement timeout: a live server has reported the timeout by then. */
const ANSWER_GRACE_MS = 5_000

/** The longest time that running statements may take to finish when the layer closes. */
const END_TIMEOUT_SECONDS = 1

/** Opens the first connection with the first statement, and closes all connections with its scope. */
export const layer = (options: PostgresOptions): Layer.Layer<PostgresJs> =>
  Layer.effect(
    PostgresJs,
    Effect.gen(function* () {
      const driver = driverOptions(options)
      const maxConnections = Math.max(2, options.maxConnections ?? 10)
      const maxTransactions = Math.floor(maxConnections / 2)
      const sql = yield* Effect.acquireRelease(
        Effect.sync(() => openPool(driver, maxConnections - maxTransactions, { shrinks: true })),
        (pool) => Effect.promise(() => pool.end({ timeout: END_TIMEOUT_SECONDS }))
      )
      const answerTimeoutMs = driver.statementTimeoutMs === 0 ? 0 : driver.statementTimeoutMs + ANSWER_GRACE_MS
      const use = PoolUse.make(maxConnections - maxTransactions, sql.connections)
      const limit: AnswerLimit = { withinMs: answerTimeoutMs, abandon: sql.abandon, count: use.count }
      return PostgresJs.of({
        sql,
        answerTimeoutMs,
        run: (statement) => run(() => statement(sql), Effect.succeed, { operation: "run", alone: true, limit }),
        open: (max, onClose) => openPool(driver, max, onClose === undefined ? {} : { onClose }),
        openListener: (onNotify, onClose) =>
          openPool(driver, 1, { onClose, onNotify: (_channel, payload) => onNotify(payload) }),
        maxTransactions,
        limit,
        use: use.use,
        watchTransactions: use.watchTransactions
      })
    })
  )
