import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The tables with data about the database itself, which are not restored from a backup. */
export const NOT_FILLED: ReadonlyArray<string> = ["mon_migrations", "service_pause"]

interface Column {
  readonly name: string
  readonly type: string
  /** For a foreign key, the table and column that it refers to, otherwise null. */
  readonly refersTo: string | null
  readonly checks: string
}

const EMPTY_VALUES: Readonly<Record<string, string>> = {
  text: "'x'",
  bigint: "1",
  integer: "1",
  smallint: "1",
  "double precision": "1",
  real: "1",
  boolean: "false",
  jsonb: "'{}'",
  uuid: "gen_random_uuid()",
  "timestamp with time zone": "now()",
  date: "current_date",
  bytea: "sha256('x')",
  inet: "'192.0.2.1'"
}

/** Returns the first value that a constraint such as `kind = ANY (ARRAY['a', 'b'])` allows. */
const allowedValue = ({ checks, name }: Column): string | null =>
  new RegExp(`\\(${name} = (?:ANY \\(ARRAY\\[)?('[^']*')::text`, "u").exec(checks)?.[1] ?? null

const valueOf = (column: Column): string => {
  if (column.refersTo !== null) {
    const [table = "", key = ""] = column.refersTo.split(" ")
    return `(select ${key} from ${table} order by 1 limit 1)`
  }
  if (column.type.endsWith("[]")) return "'{}'"
  return allowedValue(column) ?? EMPTY_VALUES[column.type] ?? "null"
}

/** The values that cannot be derived from the catalog. */
const GIVEN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  maintenance_occurrence: { ends_at: "now() + interval '1 hour'" }
}

const emptyTables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ readonly name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = current_schema() order by 1`
  const empty: Array<string> = []
  for (const { name } of tables) {
    if (NOT_FILLED.includes(name)) continue
    const rows = yield* sql.unsafe(`select from ${name} limit 1`)
    if (rows.length === 0) empty.push(name)
  }
  return empty
})

const columnsOf = (table: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<Column>`
      select a.attname as name, format_type(a.atttypid, null) as type,
        (select f.confrelid::regclass::text || ' ' || r.attname from pg_constraint f
          join pg_attribute r on r.attrelid = f.confrelid
            and r.attnum = f.confkey[array_position(f.conkey, a.attnum)]
          where f.conrelid = a.attrelid and f.contype = 'f' and a.attnum = any(f.conkey) limit 1) as "refersTo",
        coalesce((select string_agg(pg_get_constraintdef(k.oid), ' ') from pg_constraint k
          where k.conrelid = a.attrelid and k.contype = 'c' and a.attnum = any(k.conkey)), '') as checks
      from pg_attribute a
      where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attnotnull
        and not a.atthasdef and a.attidentity = '' and a.attgenerated = ''`
  )

const fillTable = Effect.fnUntraced(function* (table: string) {
  const sql = yield* SqlClient.SqlClient
  const columns = yield* columnsOf(table)
  const values = {
    ...Object.fromEntries(columns.map((column) => [column.name, valueOf(column)])),
    ...GIVEN[table]
  }
  const names = Object.keys(values).join(", ")
  const row = Object.values(values).join(", ")
  yield* sql.unsafe(
    names === "" ? `insert into ${table} default values` : `insert into ${table} (${names}) values (${row})`
  )
})

/**
 * Writes a row into every empty table, with the simplest values that the catalog allows. Returns the tables that could
 * not be filled, with the reasons. A constraint with another form than `column in (...)` needs a value in `GIVEN`.
 */
export const fillEmptyTables = Effect.gen(function* () {
  const reasons = new Map<string, string>()
  let before = Number.POSITIVE_INFINITY
  for (;;) {
    // A trigger may have filled a table in the meantime. A table that could not be filled may refer to a table that
    // only has rows now.
    const empty = yield* emptyTables
    if (empty.length === 0 || empty.length === before)
      return empty.map((table) => ({ table, reason: reasons.get(table) ?? "" }))
    before = empty.length
    for (const table of empty) {
      const result = yield* Effect.result(fillTable(table))
      if (result._tag === "Failure") reasons.set(table, String(result.failure.cause))
    }
  }
})
