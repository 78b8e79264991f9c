import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { ExportedTable } from "./exportedTables.ts"

const ROWS = 500
const WIDE_ROWS = 10

const MASK = "***"

/** Matches encrypted texts inside JSON values, such as header fields of a request (`Secrets.seal`). */
const sealed = /m1\.[\w-]{8}\.[\w-]{16}\.[\w-]{22,}/gu

interface KeyColumn {
  readonly name: string
  readonly type: string
}

export const keyColumns = (sql: SqlClient.SqlClient, table: string) =>
  sql<KeyColumn>`
    select a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indrelid = ${table}::regclass and i.indisprimary order by array_position(i.indkey::smallint[], a.attnum)`

/**
 * Reads one page of an account's rows as JSON Lines. If there may be more rows, also returns the key of the last row.
 */
export const readRows = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  {
    account,
    after,
    keys,
    rule,
    table
  }: {
    readonly account: string
    readonly after: string | null
    readonly keys: ReadonlyArray<KeyColumn>
    readonly rule: ExportedTable
    readonly table: string
  }
) {
  const names = keys.map(({ name }) => `t.${name}`).join(", ")
  const values = keys.map(({ type }, at) => `($2::text::jsonb ->> ${at})::${type}`).join(", ")
  const limit = rule.isWide === true ? WIDE_ROWS : ROWS
  const rows = yield* sql.unsafe<{ readonly row: Readonly<Record<string, unknown>>; readonly key: string }>(
    `select to_jsonb(t) as row, jsonb_build_array(${names})::text as key from ${table} t
    where (${rule.where}) and ($2::text is null or (${names}) > (${values})) order by ${names} limit ${limit}`,
    [account, after]
  )
  const omitted = new Set(rule.omitted)
  const masked = new Set(rule.masked)
  const lines = rows.map(({ row }) => {
    const shown = Object.entries(row)
      .filter(([name]) => !omitted.has(name))
      .map(([name, value]) => [name, masked.has(name) && value !== null ? MASK : value])
    return `${JSON.stringify(Object.fromEntries(shown)).replaceAll(sealed, MASK)}\n`
  })
  return { text: lines.join(""), rows: rows.length, next: rows.length < limit ? null : (rows.at(-1)?.key ?? null) }
})
