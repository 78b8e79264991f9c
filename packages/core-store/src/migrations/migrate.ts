import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Migrator from "effect/sql/Migrator"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { examinePrivileges, privilegeText } from "./privileges.ts"

/** The migrations by name: "0001_accounts". A released migration is never changed. */
export type Migrations = Readonly<Record<string, Effect.Effect<void, SqlError, SqlClient.SqlClient>>>

/** Why the schema could not be brought up to date; `kind` "BadState": this program cannot work on the database. */
export type MigrationError = Migrator.MigrationError

const TABLE = "mon_migrations"

// "mon" in ASCII, and the number of this lock.
const LOCK = { space: 0x6d6f6e, migrations: 1 }

const idOf = (name: string): number => Number.parseInt(name, 10)

/** The number of the migration that runs. */
const Running = Context.Reference<number>("@mon/core-store/migrate/Running", { defaultValue: () => 0 })

/**
 * Call it inside a migration that older programs can work with: programs whose newest migration is at least `id` may
 * keep running and start on the new schema. Without the call, only programs that know the migration can start.
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

/** How the schema of a database compares with a program's migrations. */
export interface SchemaState {
  /** Migrations that the program would run, in order. */
  readonly missing: ReadonlyArray<string>
  /** Migrations of a newer program, in order. */
  readonly unknown: ReadonlyArray<string>
  /** Why the program cannot work on the database, as a sentence; null: it can, once the missing migrations have run. */
  readonly problem: string | null
}

const nameOf = ({ id, name }: Applied): string => `${String(id).padStart(4, "0")}_${name}`

const problemOf = (known: ReadonlyMap<number, string>, applied: ReadonlyArray<Applied>): string | null => {
  const newestKnown = Math.max(0, ...known.keys())
  const newestApplied = Math.max(0, ...applied.map(({ id }) => id))
  const foreign = applied.find(({ id, minReader }) => !known.has(id) && (minReader === null || minReader > newestKnown))
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

const readApplied = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* sql<{ readonly table: boolean; readonly column: boolean }>`
    select to_regclass(${TABLE}) is not null as "table", exists (
      select from pg_attribute where attrelid = to_regclass(${TABLE}) and attname = 'min_reader' and not attisdropped) as "column"`
  if (found?.table !== true) return { columns: "none" as const, applied: [] }
  const applied = yield* sql<Applied>`
    select migration_id as id, name, ${sql.literal(found.column ? "min_reader" : "null::int")} as "minReader"
    from ${sql(TABLE)} order by migration_id`
  return { columns: found.column ? ("all" as const) : ("old" as const), applied }
})

const stateOf = (migrations: Migrations, applied: ReadonlyArray<Applied>): SchemaState => {
  const known = new Map(
    Object.keys(migrations)
      .toSorted((a, b) => idOf(a) - idOf(b))
      .map((name) => [idOf(name), name])
  )
  const appliedIds = new Set(applied.map(({ id }) => id))
  return {
    missing: [...known].filter(([id]) => !appliedIds.has(id)).map(([, name]) => name),
    unknown: applied.filter(({ id }) => !known.has(id)).map(nameOf),
    problem: problemOf(known, applied)
  }
}

/** Compares the schema of the database with a program's migrations; changes nothing. */
export const examineSchema = Effect.fn("examineSchema")((migrations: Migrations) =>
  Effect.map(readApplied, ({ applied }) => stateOf(migrations, applied))
)

// effect's migrator would create the table without this column.
const makeTable = Effect.fnUntraced(function* (columns: "none" | "old" | "all") {
  const sql = yield* SqlClient.SqlClient
  if (columns === "none") {
    yield* sql`create table ${sql(TABLE)} (
      migration_id integer primary key,
      created_at timestamp with time zone not null default now(),
      name text not null,
      min_reader integer
    )`
  }
  if (columns === "old") yield* sql`alter table ${sql(TABLE)} add column min_reader integer`
})

const numbered = (migrations: Migrations): Record<string, Migrations[string]> =>
  Object.fromEntries(
    Object.entries(migrations).map(([name, step]) => [name, Effect.provideService(step, Running, idOf(name))])
  )

const isDenied = (error: SqlError | MigrationError): error is SqlError =>
  error._tag === "SqlError" && error.reason._tag === "AuthorizationError"

/** PostgreSQL says only "permission denied for schema public", so the statement that helps is added. */
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

/** Attempts, and the wait before each further one. */
const ATTEMPTS = 5
const RETRY = "500 millis"

/**
 * Whether PostgreSQL ended the transaction because a statement of a running program and it waited for each other. Each
 * migration locks its tables first, but several in one transaction add up. Nothing was changed.
 */
const isDeadlock = (error: unknown): boolean =>
  isSqlError(error)
    ? error.reason._tag === "DeadlockError"
    : error instanceof Migrator.MigrationError && error.kind === "Failed" && isDeadlock(error.cause)

/**
 * Brings the schema up to date in one transaction, and tries again after a deadlock with running programs. When several
 * processes start at once, one of them migrates and the others wait. Returns the migrations that this call ran. Refuses
 * a database that a newer program has migrated, unless each newer migration allows this program
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
        const { applied, columns } = yield* readApplied
        const { missing, problem } = stateOf(migrations, applied)
        if (problem !== null) return yield* new Migrator.MigrationError({ kind: "BadState", message: problem })
        // effect's migrator locks the table exclusively, which would wait for a running backup: skip it when nothing is
        // to be done.
        if (missing.length === 0) return []
        yield* makeTable(columns)
        return yield* Migrator.make({})({ loader: Migrator.fromRecord(numbered(migrations)), table: TABLE })
      })
    )
  },
  Effect.retry({ while: isDeadlock, times: ATTEMPTS - 1, schedule: Schedule.spaced(RETRY) }),
  Effect.catchIf(isDenied, explainDenied)
)
