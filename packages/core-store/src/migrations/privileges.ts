import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** A privilege that the database user lacks. */
export interface MissingPrivilege {
  /** The action that the user cannot perform, such as "create tables in the schema public". */
  readonly cannot: string
  /** The statement that grants the privilege. An administrator or the owner of the objects must run it. */
  readonly grant: string
}

/** The privileges that the database user lacks. */
export interface Privileges {
  readonly user: string
  /** The missing privileges that an installed service needs for its work. */
  readonly toRun: ReadonlyArray<MissingPrivilege>
  /** The missing privileges to create or update the schema. A separate user may have these privileges. */
  readonly toMigrate: ReadonlyArray<MissingPrivilege>
}

/** The functions that run with the privileges of their owner, because they create and drop partitions. */
const ownersFunctions: ReadonlyArray<string> = [
  "ensure_history_partitions(integer)",
  "ensure_hour_partitions(integer)",
  "drop_history_partitions(integer, integer)",
  "drop_hour_partitions(integer)"
]

interface Row {
  readonly user: string
  readonly database: string
  readonly schema: string | null
  readonly mayCreateTables: boolean
  /** The owner of the tables. Null: there are no tables yet. */
  readonly owner: string | null
  readonly isOwner: boolean
  /** The schemas with tables that the user cannot read or write, and the number of such tables. */
  readonly closed: ReadonlyArray<{ readonly schema: string; readonly tables: number; readonly first: string }> | null
  /** The schemas with sequences that the user cannot read. */
  readonly sequences: ReadonlyArray<string> | null
  readonly functions: ReadonlyArray<string> | null
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Reads the privileges of the database user, and changes nothing. Also works on an empty database. */
export const examinePrivileges = Effect.fn("examinePrivileges")(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<Row>`
    with ours as materialized (
      select relowner as owner from pg_class where oid = to_regclass('mon_migrations')
    ), sequences as (
      select distinct n.nspname::text as schema from pg_sequence s join pg_class c on c.oid = s.seqrelid
        join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = current_schema() and c.relowner = (select owner from ours)
        and not has_sequence_privilege(s.seqrelid, 'select')
    ), tables as (
      select n.nspname::text as schema, c.relname::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v') and not c.relispartition and n.nspname = current_schema()
        and c.relowner = (select owner from ours)
        and not (has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert')
          and has_table_privilege(c.oid, 'update') and has_table_privilege(c.oid, 'delete'))
    )
    select current_user::text as "user", current_database()::text as database, current_schema()::text as schema,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreateTables",
      (select pg_get_userbyid(owner)::text from ours) as owner,
      coalesce((select pg_has_role(owner, 'usage') from ours), true) as "isOwner",
      (select jsonb_agg(jsonb_build_object('schema', schema, 'tables', n, 'first', first)) from (
        select schema, count(*) as n, min(name) as first from tables group by schema) t) as closed,
      (select array_agg(schema) from sequences) as sequences,
      (select array_agg(f) from unnest(${ownersFunctions}::text[]) f
        where not has_function_privilege(to_regprocedure(f), 'execute')) as functions`
  return row === undefined ? null : privilegesOf(row)
})

const privilegesOf = (row: Row): Privileges => {
  const user = quote(row.user)
  const schema = row.schema ?? "public"
  return {
    user: row.user,
    toRun: [
      ...(row.schema === null
        ? [{ cannot: `use the schema ${schema}`, grant: `grant usage on schema ${quote(schema)} to ${user}` }]
        : []),
      ...(row.closed ?? []).map(({ first, schema: closed, tables }) => ({
        cannot: `read and write ${tables} ${tables === 1 ? "table" : "tables"} of the schema ${closed}, such as ${first}`,
        grant: `grant select, insert, update, delete on all tables in schema ${quote(closed)} to ${user}`
      })),
      ...(row.sequences ?? []).map((closed) => ({
        cannot: `back up the sequences of the schema ${closed}`,
        grant: `grant select on all sequences in schema ${quote(closed)} to ${user}`
      })),
      ...(row.functions ?? []).map((name) => ({
        cannot: `call the function ${name}`,
        grant: `grant execute on function ${name} to ${user}`
      }))
    ],
    toMigrate: [
      ...(row.mayCreateTables
        ? []
        : [
            {
              cannot: `create tables in the schema ${schema}`,
              grant: `grant usage, create on schema ${quote(schema)} to ${user}`
            }
          ]),
      ...(row.isOwner || row.owner === null
        ? []
        : [{ cannot: `change the tables of ${row.owner}`, grant: `grant ${quote(row.owner)} to ${user}` }])
    ]
  }
}

/** Returns a sentence about the actions that a user cannot perform, with the statements that grant the privileges. */
export const privilegeText = (user: string, missing: ReadonlyArray<MissingPrivilege>): string =>
  `The database user ${user} cannot ${missing.map(({ cannot }) => cannot).join(", and cannot ")}. ` +
  `As an administrator of the database, run: ${missing.map(({ grant }) => `${grant};`).join(" ")}`
