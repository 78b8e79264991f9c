import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type postgres from "postgres"
import { type DriverOptions, openPool } from "./Driver.ts"
import { countUse, type DatabaseUse, type Pool, type UsageSources } from "./Pool.ts"
import { run } from "./Query.ts"
import type { DatabaseAddress } from "./SeveralServers.ts"
import { makeStatementConnections, type StatementConnections } from "./StatementConnections.ts"

/** The options of the connections to the database, with all defaults. */
export interface PostgresOptions {
  /**
   * The URL of the database: `postgres://user:password@host:port/database`. Parameters such as `?sslmode=verify-full`
   * are supported.
   */
  readonly url: string | Redacted.Redacted
  /**
   * The URL for the connection that listens for signals (`LISTEN`). This connection needs a session of its own, which a
   * pooler in transaction mode does not provide. Default: `url`.
   */
  readonly listenUrl?: string | Redacted.Redacted
  /**
   * The URL of a read replica. The check history, timelines, reports and status pages are read from the replica.
   * Default: all reads go to `url`.
   */
  readonly readUrl?: string | Redacted.Redacted
  /**
   * Returns the address to connect to, instead of the host and port of the URL, for a database whose port changes. The
   * driver calls this function before each attempt to connect. Null if the database is not running. The connection is
   * then refused.
   */
  readonly address?: () => DatabaseAddress | null
  /**
   * The maximum number of connections of a process, at least 2. Half of the connections are for single statements, and
   * half for transactions. Default: 10.
   */
  readonly maxConnections?: number
  /** The name of the connections in `pg_stat_activity`. Default: "mon". */
  readonly applicationName?: string
  /** The longest time to establish a connection, in seconds. Default: 5. */
  readonly connectTimeoutSeconds?: number
  /** The time after which an idle connection is closed, in seconds. 0 means never. Default: 90. */
  readonly idleTimeoutSeconds?: number
  /** The time after which the server cancels a statement, in milliseconds. 0 means never. Default: 30,000. */
  readonly statementTimeoutMs?: number
  /**
   * The time after which the server ends a session whose transaction is idle, in milliseconds. 0 means never. Default:
   * 60,000.
   */
  readonly idleInTransactionTimeoutMs?: number
}

/** The PostgreSQL driver of the project: postgres.js with TCP_NODELAY, and with its own timeouts and value codecs. */
export class PostgresJs extends Context.Service<
  PostgresJs,
  {
    /**
     * Runs one of the few most frequent statements on a connection for single statements, with typed errors. The
     * statement does not join an Effect transaction. Interruption cancels the statement on the server. Never call
     * `begin` or `reserve` of the pool, never `cancel` a query, and never pass `undefined`. Use the SqlClient for such
     * cases.
     */
    readonly run: <A>(statement: (sql: postgres.Sql) => PromiseLike<A>) => Effect.Effect<A, SqlError>
    /** Opens another driver pool, which does not count towards `maxConnections`. The caller must close this pool. */
    readonly open: (max: number, onClose?: () => void) => Pool
    /**
     * Opens a separate connection that receives the notifications of the channels on which the connection listens. The
     * caller must close the connection.
     */
    readonly openListener: (onNotify: (payload: string) => void, onClose: () => void) => Pool
    /**
     * The longest time to wait for the answer to a statement, in milliseconds. This time is longer than the server's
     * own limit. 0 means no limit.
     */
    readonly answerTimeoutMs: number
    /** The number of transactions of this process that can run at the same time. */
    readonly maxTransactions: number
    /** Returns the current use of connections. */
    readonly use: () => DatabaseUse
    /** The connections for single statements, for the SqlClient. */
    readonly statements: StatementConnections
    /** Sets the function that counts transactions for {@link use}. */
    readonly watchTransactions: (use: UsageSources["transactions"]) => void
  }
>()("@mon/core-store/postgres/PostgresJs") {}

const textOf = (url: string | Redacted.Redacted): string => (Redacted.isRedacted(url) ? Redacted.value(url) : url)

const driverOptions = (options: PostgresOptions): DriverOptions => ({
  url: textOf(options.url),
  applicationName: options.applicationName ?? "mon",
  connectTimeoutSeconds: options.connectTimeoutSeconds ?? 5,
  idleTimeoutSeconds: options.idleTimeoutSeconds ?? 90,
  statementTimeoutMs: options.statementTimeoutMs ?? 30_000,
  idleInTransactionTimeoutMs: options.idleInTransactionTimeoutMs ?? 60_000,
  address: options.address
})

/**
 * The time that is added to the statement timeout, in milliseconds. Within this time, a server that is alive reports
 * the timeout itself.
 */
const ANSWER_GRACE_MS = 5_000

/** The longest time that running statements may take to finish when the layer closes, in seconds. */
const END_TIMEOUT_SECONDS = 1

/** The first statement opens the first connection. All connections close when the scope ends. */
export const layer = (options: PostgresOptions): Layer.Layer<PostgresJs> =>
  Layer.effect(
    PostgresJs,
    Effect.gen(function* () {
      const driver = driverOptions(options)
      const listener: DriverOptions =
        options.listenUrl === undefined ? driver : { ...driver, url: textOf(options.listenUrl), address: undefined }
      const maxConnections = Math.max(2, options.maxConnections ?? 10)
      const maxTransactions = Math.floor(maxConnections / 2)
      const answerTimeoutMs = driver.statementTimeoutMs === 0 ? 0 : driver.statementTimeoutMs + ANSWER_GRACE_MS
      const use = countUse(maxConnections - maxTransactions, () => statements.open())
      const statements = yield* Effect.acquireRelease(
        Effect.sync(() =>
          makeStatementConnections(
            () => openPool(driver, 1),
            maxConnections - maxTransactions,
            answerTimeoutMs,
            use.count
          )
        ),
        ({ all }) => Effect.promise(() => Promise.all(all.map(({ sql }) => sql.end({ timeout: END_TIMEOUT_SECONDS }))))
      )
      return PostgresJs.of({
        answerTimeoutMs,
        run: (statement) =>
          Effect.suspend(() => {
            const { limit, sql } = statements.next()
            return run(() => statement(sql), Effect.succeed, { operation: "run", alone: true, limit })
          }),
        open: (max, onClose) => openPool(driver, max, onClose === undefined ? {} : { onClose }),
        openListener: (onNotify, onClose) =>
          openPool(listener, 1, { onClose, onNotify: (_channel, payload) => onNotify(payload) }),
        maxTransactions,
        statements,
        use: use.use,
        watchTransactions: use.watchTransactions
      })
    })
  )

export interface Database {
  readonly driver: PostgresJs["Service"]
  readonly sql: SqlClient.SqlClient
}

/**
 * Runs a statement that belongs to one of the most frequent requests. Joins the caller's transaction. Without a
 * transaction, the statement runs directly on the connection pool and without a tracing span, which halves the CPU
 * time.
 */
export const frequentStatement = <Row extends object>(
  { driver, sql }: Database,
  text: string,
  values: ReadonlyArray<unknown>
): Effect.Effect<ReadonlyArray<Row>, SqlError> =>
  Effect.flatMap(Effect.serviceOption(sql.transactionService), (transaction) =>
    Option.isSome(transaction)
      ? sql.unsafe<Row>(text, values)
      : // The driver accepts more values than its parameter type allows.
        driver.run((pool) => pool.unsafe<Array<Row>>(text, values as Array<never>, { prepare: true }))
  )
