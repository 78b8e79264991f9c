/** The schema in which earlier releases stored jobs, and the table that contains the jobs. */
export const QUEUE_SCHEMA = "pgboss"
export const JOBS_OF_QUEUE = `${QUEUE_SCHEMA}.job`

/**
 * Returns whether a table is in the schema {@link QUEUE_SCHEMA} but does not contain the jobs. A restore skips such a
 * table.
 */
export const isOfQueue = (name: TableName): boolean => name.startsWith(`${QUEUE_SCHEMA}.`) && name !== JOBS_OF_QUEUE

/**
 * The tables that record the schema version. A restore skips these tables, because the restoring program writes them
 * itself.
 */
export const schemaTables: ReadonlyArray<string> = ["mon_migrations"]

/**
 * The table of images. Images are separate parts of a backup, so that they can be restored to another kind of storage.
 */
export const IMAGE_TABLE = "blob_bytes"

/** The name of a table, such as "account", or with its schema, such as "pgboss.job". */
export type TableName = string

export const quoted = (name: TableName): string =>
  (name.startsWith(`${QUEUE_SCHEMA}.`) ? [QUEUE_SCHEMA, name.slice(QUEUE_SCHEMA.length + 1)] : [name])
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join(".")

const nameOf = (schema: string, relation: string): string =>
  `case when ${schema} = '${QUEUE_SCHEMA}' then '${QUEUE_SCHEMA}.' else '' end || ${relation}`

const isOurs = (schema: string): string => `(${schema} = current_schema() or ${schema} = '${QUEUE_SCHEMA}')`

/**
 * SQL for all tables except partitions, smallest first, with their writable columns and the types of those columns.
 * `wide` says whether the table has values that are stored out of line (PostgreSQL documentation, "TOAST").
 */
export const tablesText = `
  select ${nameOf("n.nspname", "c.relname")} as name,
    array_agg(a.attname::text order by a.attnum) as columns,
    array_agg(format_type(a.atttypid, a.atttypmod) order by a.attnum) as types,
    exists (
      select from pg_class l
      where (l.oid = c.oid or l.oid in (select inhrelid from pg_inherits where inhparent = c.oid))
        and l.reltoastrelid <> 0 and pg_relation_size(l.reltoastrelid) > 0) as wide
  from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relkind in ('r', 'p') and not c.relispartition and ${isOurs("n.nspname")}
  group by c.oid, c.relname, n.nspname
  order by c.relkind desc, pg_total_relation_size(c.oid), c.relname`

export interface Table {
  readonly name: TableName
  readonly columns: ReadonlyArray<string>
  readonly types: ReadonlyArray<string>
  readonly wide: boolean
}

export const partitionsText = `
  select c.relname::text as name, p.relname::text as parent, pg_get_expr(c.relpartbound, c.oid) as bound
  from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_inherits i on i.inhrelid = c.oid
    join pg_class p on p.oid = i.inhparent
  where c.relispartition and n.nspname = current_schema() and pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT'
  order by c.relname`

export interface Partition {
  readonly name: string
  readonly parent: string
  readonly bound: string
}

const TIME = "'[0-9 :+.-]+'"
const bound = new RegExp(`^FOR VALUES FROM \\(${TIME}\\) TO \\(${TIME}\\)$`, "u")

/**
 * Returns whether the bound of a partition, as read from a file, is a time range. The bound becomes part of SQL text,
 * so any other text is refused.
 */
export const isTimeRange = (text: string): boolean => bound.test(text)

export const sequencesText = `
  select ${nameOf("schemaname", "sequencename")} as name, last_value::text as value
  from pg_sequences where last_value is not null and ${isOurs("schemaname")}`

/** SQL for the sequences that the database user cannot read. `pg_sequences` shows no value for such sequences. */
export const closedSequencesText = `
  select ${nameOf("n.nspname", "c.relname")} as name
  from pg_sequence s
    join pg_class c on c.oid = s.seqrelid
    join pg_namespace n on n.oid = c.relnamespace
  where ${isOurs("n.nspname")} and not has_sequence_privilege(s.seqrelid, 'select')
  order by 1`

export const foreignKeysText = `
  select ${nameOf("n.nspname", "c.relname")} as "table", k.conname::text as name, pg_get_constraintdef(k.oid) as definition
  from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_namespace n on n.oid = c.relnamespace
  where k.contype = 'f' and k.conparentid = 0 and ${isOurs("n.nspname")}
  order by 1, 2`

export interface ForeignKey {
  readonly table: TableName
  readonly name: string
  readonly definition: string
}
