import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Migrator from "effect/sql/Migrator"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

/** The steps from nothing to the present schema by name: "0001_accounts". A published step is never changed. */
export type Migrations = Readonly<Record<string, Effect.Effect<void, SqlError, SqlClient.SqlClient>>>

/** Why the schema could not be brought up to date; `kind` "BadState": the database is newer than this program. */
export type MigrationError = Migrator.MigrationError

const TABLE = "mon_migrations"

// "mon" in ASCII, and the house number of this lock.
const LOCK = { space: 0x6d6f6e, migrations: 1 }

const idOf = (name: string): number => Number.parseInt(name, 10)

const refuseNewer = Effect.fnUntraced(function*(migrations: Migrations) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly table: string | null }>`select to_regclass(${TABLE})::text as "table"`
  if (row?.table == null) return
  const known = new Set(Object.keys(migrations).map(idOf))
  const applied = yield* sql<{ readonly migration_id: number; readonly name: string }>`
    select migration_id, name from ${sql(TABLE)} order by migration_id`
  const unknown = applied.find(({ migration_id }) => !known.has(migration_id))
  if (unknown !== undefined) {
    return yield* new Migrator.MigrationError({
      kind: "BadState",
      message: `The database has the migration "${unknown.migration_id}_${unknown.name}", which this version of the ` +
        "program does not know. Run the newer version."
    })
  }
})

/**
 * Brings the schema up to date, all steps in one transaction. Of several processes that start at once one does the work
 * and the others wait for it. Answers the steps that this call has run; a second call answers none.
 *
 * @example
 * const applied = yield* migrate({ "0001_notes": Effect.asVoid(sql`create table note (id bigint primary key)`) })
 * // => [[1, "notes"]]
 */
export const migrate = Effect.fn("migrate")(function*(migrations: Migrations) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql.withTransaction(Effect.gen(function*() {
    yield* sql`set local statement_timeout = 0`
    yield* sql`select pg_advisory_xact_lock(${LOCK.space}, ${LOCK.migrations})`
    yield* refuseNewer(migrations)
    return yield* Migrator.make({})({ loader: Migrator.fromRecord(migrations), table: TABLE })
  }))
})

/** Runs {@link migrate} when the layer is built. */
export const layer = (
  migrations: Migrations
): Layer.Layer<never, MigrationError | SqlError, SqlClient.SqlClient> => Layer.effectDiscard(migrate(migrations))
