import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Migrator from "effect/sql/Migrator"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { examinePrivileges, privilegeText } from "./privileges.ts"

/** The migrations by name, such as "0001_accounts". A released migration is never changed. */
export type Migrations = Readonly<Record<string, Effect.Effect<void, SqlError, SqlClient.SqlClient>>>

/** The error of a failed migration. If `kind` is "BadState", this program cannot work with the database. */
export type MigrationError = Migrator.MigrationError

const TABLE = "mon_migrations"

// The key of the advisory lock: "mon" in ASCII, and a number for migrations.
const LOCK = { space: 0x6d6f6e, migrations: 1 }

/**
 * The oldest version from which this program can upgrade, as named in messages. Its newest migration is the first one
 * in the list.
 */
const OLDEST_VERSION = "commit 8a3e5cd7"

/**
 * Matches the name of a baseline. A baseline creates everything that all migrations before it created, so an empty
 * database begins with it.
 */
const BASELINE = /^\d+_baseline$/u

const idOf = (name: string): number => Number.parseInt(name, 10)

/** The number of the migration that is running. */
const Running = Context.Reference<number>("@mon/core-store/migrate/Running", { defaultValue: () => 0 })

/**
 * Marks the current migration as compatible with older programs. Programs whose newest migration is at least `id` may
 * keep running, and may start on the new schema. Without this call, only programs that have the migration can start.
 *
 * @example
 * export default Effect.gen(function*() {
 *   yield* sql`alter table monitor add column note text`
 *   yield* compatibleSince(17)
 * })
 */
export const compatibleSince = Effect.fn("compatibleSince")(function* (id: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update ${sql(TABLE)} set min_reader = ${id} where migration_id = ${yield* Running}`
})

interface Applied {
  readonly id: number
  readonly name: string
  readonly minReader: number | null
}

/** The difference between the schema of a database and the migrations of a program. */
export interface SchemaState {
  /** The migrations that the program would run, in order. */
  readonly missing: ReadonlyArray<string>
  /** The newest migration that has run. Null: no migration has run. */
  readonly newest: string | null
  /** The migrations of a newer program, in order. */
  readonly unknown: ReadonlyArray<string>
  /**
   * A sentence with the reason why the program cannot work with the database. Null: the program can, once the missing
   * migrations have run.
   */
  readonly problem: string | null
}

const nameOf = ({ id, name }: Applied): string => `${String(id).padStart(4, "0")}_${name}`

const problemOf = (
  known: ReadonlyMap<number, string>,
  unknown: ReadonlyArray<Applied>,
  applied: ReadonlyArray<Applied>
): string | null => {
  const [[oldestKnown, oldestName] = [0, ""]] = known
  const newestKnown = Math.max(0, ...known.keys())
  const newest = applied.at(-1)
  if (newest !== undefined && newest.id < oldestKnown) {
    return (
      `The newest migration of the database is "${nameOf(newest)}". This version of the program upgrades only databases ` +
      `that have "${oldestName}": start ${OLDEST_VERSION} first.`
    )
  }
  const newestApplied = newest?.id ?? 0
  const foreign = unknown.find(({ minReader }) => minReader === null || minReader > newestKnown)
  if (foreign !== undefined) {
    return (
      `The database has the migration "${nameOf(foreign)}", which this version of the program does not know and cannot ` +
      "work with. Run the newer version."
    )
  }
  const appliedIds = new Set(applied.map(({ id }) => id))
  const gap = [...known].find(([id]) => id < newestApplied && !appliedIds.has(id))
  return gap === undefined
    ? null
    : `The database does not have the migration "${gap[1]}" although it has later ones: a different program has migrated it.`
}

/** Reads the migrations that have run on the database. Null if there is no table of migrations yet. */
const readApplied = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* sql`select where to_regclass(${TABLE}) is not null`
  if (found === undefined) return null
  // Databases that are too old to be upgraded do not have the column `min_reader`.
  return yield* sql<Applied>`
    select migration_id as id, name, (to_jsonb(m) ->> 'min_reader')::int as "minReader"
    from ${sql(TABLE)} m order by migration_id`
})

/**
 * Returns the names of all migrations, in order, that make up the schema of the database: from the baseline on, or from
 * the beginning for a database with earlier migrations.
 */
const neededBy = (migrations: Migrations, applied: ReadonlyArray<Applied>): ReadonlyArray<string> => {
  const names = Object.keys(migrations).toSorted((a, b) => idOf(a) - idOf(b))
  const baseline = names.findLastIndex((name) => BASELINE.test(name))
  const [oldest] = applied
  const isEarlier = oldest !== undefined && oldest.id < idOf(names[baseline] ?? "0")
  return isEarlier ? names : names.slice(Math.max(0, baseline))
}

const stateOf = (migrations: Migrations, applied: ReadonlyArray<Applied>): SchemaState => {
  const known = new Map(neededBy(migrations, applied).map((name) => [idOf(name), name]))
  const [oldestKnown = 0] = known.keys()
  const unknown = applied.filter(({ id }) => id > oldestKnown && !known.has(id))
  const appliedIds = new Set(applied.map(({ id }) => id))
  const newest = applied.at(-1)
  return {
    newest: newest === undefined ? null : nameOf(newest),
    missing: [...known].filter(([id]) => !appliedIds.has(id)).map(([, name]) => name),
    unknown: unknown.map(nameOf),
    problem: problemOf(known, unknown, applied)
  }
}

/** Compares a database's migrations, given by name, with a program's migrations. */
export const compareSchema = (migrations: Migrations, names: ReadonlyArray<string>): SchemaState =>
  stateOf(
    migrations,
    names.map((name) => ({ id: idOf(name), name: name.replace(/^\d+_/u, ""), minReader: null }))
  )

/** Compares the schema of the database with a program's migrations. Changes nothing. */
export const examineSchema = Effect.fn("examineSchema")((migrations: Migrations) =>
  Effect.map(readApplied, (applied) => stateOf(migrations, applied ?? []))
)

// Effect's migrator would create the table without the column `min_reader`.
const makeTable = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create table ${sql(TABLE)} (
    migration_id integer primary key,
    created_at timestamp with time zone not null default now(),
    name text not null,
    min_reader integer
  )`
})

const numbered = (migrations: Migrations, names: ReadonlyArray<string>): Record<string, Migrations[string]> =>
  Object.fromEntries(
    Object.entries(migrations)
      .filter(([name]) => names.includes(name))
      .map(([name, step]) => [name, Effect.provideService(step, Running, idOf(name))])
  )

const isDenied = (error: SqlError | MigrationError): error is SqlError =>
  error._tag === "SqlError" && error.reason._tag === "AuthorizationError"

/**
 * Adds to an error the statement that grants the missing right, because PostgreSQL's message is only "permission denied
 * for schema public".
 */
const explainDenied = Effect.fnUntraced(function* (denied: SqlError) {
  const found = yield* examinePrivileges()
  const missing = found === null ? [] : [...found.toRun, ...found.toMigrate]
  if (found === null || missing.length === 0) return yield* denied
  return yield* new Migrator.MigrationError({
    kind: "Failed",
    message:
      `The database schema cannot be created or updated. ${privilegeText(found.user, missing)} ` +
      "Or run `mon-server migrate` as a user with these rights. `mon-server doctor` lists what is still missing."
  })
})

/** The maximum number of attempts, and the wait before each repetition. */
const ATTEMPTS = 5
const RETRY = "500 millis"

/**
 * Returns whether PostgreSQL ended the transaction because of a deadlock with a running program. Each migration locks
 * its tables first, but several migrations in one transaction need more locks than one. A deadlock leaves the database
 * unchanged.
 */
const isDeadlock = (error: unknown): boolean =>
  isSqlError(error)
    ? error.reason._tag === "DeadlockError"
    : error instanceof Migrator.MigrationError && error.kind === "Failed" && isDeadlock(error.cause)

/**
 * Brings the schema up to date in one transaction, and tries again after a deadlock with running programs. If several
 * processes start at the same time, one of them migrates and the other processes wait. Returns the migrations that this
 * call ran. Refuses a database that a newer program has migrated, unless each newer migration allows this program
 * ({@link compatibleSince}).
 *
 * @example
 * const applied = yield* migrate({ "0001_notes": Effect.asVoid(sql`create table note (id bigint primary key)`) })
 * // => [[1, "notes"]]
 */
export const migrate = Effect.fn("migrate")(
  function* (migrations: Migrations) {
    const sql = yield* SqlClient.SqlClient
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`set local statement_timeout = 0`
        yield* sql`select pg_advisory_xact_lock(${LOCK.space}, ${LOCK.migrations})`
        const applied = yield* readApplied
        const { missing, problem } = stateOf(migrations, applied ?? [])
        if (problem !== null) return yield* new Migrator.MigrationError({ kind: "BadState", message: problem })
        // Effect's migrator locks the table exclusively, and would therefore wait for a running backup.
        // The migrator is skipped if no migration is missing.
        if (missing.length === 0) return []
        if (applied === null) yield* makeTable
        return yield* Migrator.make({})({ loader: Migrator.fromRecord(numbered(migrations, missing)), table: TABLE })
      })
    )
  },
  Effect.retry({ while: isDeadlock, times: ATTEMPTS - 1, schedule: Schedule.spaced(RETRY) }),
  Effect.catchIf(isDenied, explainDenied)
)
