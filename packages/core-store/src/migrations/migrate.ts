import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Migrator from "effect/sql/Migrator"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

/** The steps from nothing to the present schema by name: "0001_accounts". A published step is never changed. */
export type Migrations = Readonly<Record<string, Effect.Effect<void, SqlError, SqlClient.SqlClient>>>

/** Why the schema could not be brought up to date; `kind` "BadState": this program cannot work on the database. */
export type MigrationError = Migrator.MigrationError

const TABLE = "mon_migrations"

// "mon" in ASCII, and the house number of this lock.
const LOCK = { space: 0x6d6f6e, migrations: 1 }

const idOf = (name: string): number => Number.parseInt(name, 10)

/** The number of the migration that runs. */
const Running = Context.Reference<number>("@mon/core-store/migrate/Running", { defaultValue: () => 0 })

/**
 * Within a migration: programs that know at least the migration `id`, and not this one, go on over its schema and may
 * start on it. Without it only programs that know the migration start.
 *
 * @example
 * export default Effect.gen(function*() {
 *   yield* sql`alter table monitor add column note text`
 *   yield* survivedBy(17)
 * })
 */
export const survivedBy = Effect.fn("survivedBy")(function* (id: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update ${sql(TABLE)} set min_reader = ${id} where migration_id = ${yield* Running}`
})

interface Applied {
  readonly id: number
  readonly name: string
  readonly minReader: number | null
}

/** What a program finds in a database. */
export interface SchemaState {
  /** Steps that it would run, in their order. */
  readonly missing: ReadonlyArray<string>
  /** Steps of a newer program that it does not know, in their order. */
  readonly unknown: ReadonlyArray<string>
  /** Why it cannot work on the database, as a sentence; null: it can, after the missing steps. */
  readonly problem: string | null
}

const nameOf = ({ id, name }: Applied): string => `${String(id).padStart(4, "0")}_${name}`

const problemOf = (known: ReadonlyMap<number, string>, applied: ReadonlyArray<Applied>): string | null => {
  const newestKnown = Math.max(0, ...known.keys())
  const newestApplied = Math.max(0, ...applied.map(({ id }) => id))
  const strange = applied.find(({ id, minReader }) => !known.has(id) && (minReader === null || minReader > newestKnown))
  if (strange !== undefined) {
    return (
      `The database has the migration "${nameOf(strange)}", which this version of the program does not know and does not ` +
      "survive. Run the newer version."
    )
  }
  const there = new Set(applied.map(({ id }) => id))
  const hole = [...known].find(([id]) => id < newestApplied && !there.has(id))
  return hole === undefined
    ? null
    : `The database lacks the migration "${hole[1]}" although it has later ones: another program has migrated it.`
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
  const there = new Set(applied.map(({ id }) => id))
  return {
    missing: [...known].filter(([id]) => !there.has(id)).map(([, name]) => name),
    unknown: applied.filter(({ id }) => !known.has(id)).map(nameOf),
    problem: problemOf(known, applied)
  }
}

/** How a program with these migrations stands to the database; changes nothing. */
export const examineSchema = Effect.fn("examineSchema")((migrations: Migrations) =>
  Effect.map(readApplied, ({ applied }) => stateOf(migrations, applied))
)

// The migrator would make the table as well, but without the column.
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

/**
 * Brings the schema up to date, all steps in one transaction. Of several processes that start at once one does the work
 * and the others wait for it. Answers the steps that this call has run; a second call answers none. A database that a
 * newer program has migrated is refused unless each newer step says that this program survives it ({@link survivedBy}).
 *
 * @example
 * const applied = yield* migrate({ "0001_notes": Effect.asVoid(sql`create table note (id bigint primary key)`) })
 * // => [[1, "notes"]]
 */
export const migrate = Effect.fn("migrate")(function* (migrations: Migrations) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`set local statement_timeout = 0`
      yield* sql`select pg_advisory_xact_lock(${LOCK.space}, ${LOCK.migrations})`
      const { applied, columns } = yield* readApplied
      const { missing, problem } = stateOf(migrations, applied)
      if (problem !== null) return yield* new Migrator.MigrationError({ kind: "BadState", message: problem })
      // Who only reads the table waits for nobody: the migrator locks it, against a backup too.
      if (missing.length === 0) return []
      yield* makeTable(columns)
      return yield* Migrator.make({})({ loader: Migrator.fromRecord(numbered(migrations)), table: TABLE })
    })
  )
})
