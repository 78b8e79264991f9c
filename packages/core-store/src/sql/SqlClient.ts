import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as SqlClient from "effect/sql/SqlClient"
import type { Connection as SqlConnection } from "effect/sql/SqlConnection"
import * as Statement from "effect/sql/Statement"
import * as Connection from "./Connection.ts"
import * as Leases from "./Leases.ts"
import { layer as layerPostgresJs, PostgresJs, type PostgresOptions } from "./PostgresJs.ts"
import { rolledBack } from "./Query.ts"
import { layerReadReplica } from "./ReadReplica.ts"

const compiler = Statement.makeCompiler({
  dialect: "pg",
  placeholder: (index) => `$${index}`,
  onIdentifier: Statement.defaultEscape('"'),
  onRecordUpdate: (placeholders, alias, columns, values, returning) =>
    returning === undefined
      ? [`(values ${placeholders}) as ${alias}${columns}`, values.flat()]
      : [
          `(values ${placeholders}) as ${alias}${columns} returning ${returning[0]}`,
          [...values.flat(), ...returning[1]]
        ],
  onCustom: () => ["", []]
})

const commit = (connection: SqlConnection) =>
  Effect.flatMap(connection.executeRaw("COMMIT", []), (result) =>
    Connection.commandOf(result) === "ROLLBACK" ? Effect.fail(rolledBack()) : Effect.void
  )

const cleanup = /^(ROLLBACK|RELEASE)/

/**
 * Ignores errors of ROLLBACK and RELEASE, because effect would turn these errors into defects. If the connection has
 * broken, the server has rolled back by itself. If a statement failed before RELEASE, the COMMIT reports an error.
 */
const forTransaction = (connection: SqlConnection): SqlConnection => ({
  ...connection,
  executeUnprepared: (text, params, transform) => {
    const executed = connection.executeUnprepared(text, params, transform)
    return cleanup.test(text) ? executed.pipe(Effect.catch(() => Effect.succeed([]))) : executed
  }
})

const make = Effect.gen(function* () {
  const { answerTimeoutMs, maxTransactions, open, statements, watchTransactions } = yield* PostgresJs
  const lease = yield* Leases.make((onClose) => open(1, onClose), maxTransactions, answerTimeoutMs, watchTransactions)
  const pool = Connection.make({ next: statements.next, alone: true, lost: () => false })
  return yield* SqlClient.make({
    acquirer: Effect.succeed(pool),
    borrower: (use) => use(pool),
    transactionAcquirer: Effect.map(lease, (target) => forTransaction(Connection.make(target))),
    compiler,
    commit,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    driver: "postgres.js",
    spanAttributes: [["db.system.name", "postgresql"]]
  })
})

/**
 * Builds effect's SqlClient over {@link PostgresJs}. Statements run pipelined on the pool. Each transaction runs on its
 * own connection, and nested transactions use savepoints. A COMMIT that the server answers with ROLLBACK is an error,
 * and so is every statement of a transaction whose connection has broken. Inside a transaction, no statement may run
 * while a stream is open. Each call makes a new layer, because effect memoizes layers by identity, even over another
 * PostgresJs.
 */
const makeLayer = (): Layer.Layer<SqlClient.SqlClient, never, PostgresJs> =>
  Layer.effect(SqlClient.SqlClient, make).pipe(Layer.provide(Reactivity.layer))

/** The time after which the replica cancels a statement, in milliseconds. Mon then reads from the primary. */
const REPLICA_STATEMENT_MS = 10_000

const layerConnections = (options: PostgresOptions) => Layer.provideMerge(makeLayer(), layerPostgresJs(options))

const layerReplica = ({ applicationName, readUrl }: PostgresOptions) =>
  readUrl === undefined
    ? Layer.empty
    : layerReadReplica(
        layerConnections({
          url: readUrl,
          ...(applicationName === undefined ? {} : { applicationName }),
          statementTimeoutMs: REPLICA_STATEMENT_MS
        })
      )

/**
 * Provides a process with access to the database: {@link PostgresJs} and its SqlClient. With `readUrl`, the layer also
 * provides the connections to a read replica.
 *
 * @example
 * const Database = layer({ url: "postgres://mon:secret@127.0.0.1:5432/mon" })
 */
export const layer = (options: PostgresOptions): Layer.Layer<SqlClient.SqlClient | PostgresJs> =>
  Layer.provideMerge(layerReplica(options), layerConnections(options))
