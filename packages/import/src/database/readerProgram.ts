/**
 * The program that reads a database, in a separate process and only with Node. The schema cannot run code
 * (`trusted_schema` off, defensive mode). The program reads only tables, not views. The program writes nothing, so no
 * trigger fires. A text that names the replacement takes the place of each blob and of each value that is too long.
 */
export const READER = `
import { writeSync } from "node:fs"

const answer = (line, rest = "") => {
  const bytes = Buffer.from(line + "\\n" + rest)
  for (let at = 0; at < bytes.length; ) {
    try { at += writeSync(1, bytes, at) } catch (error) { if (error.code !== "EAGAIN") throw error }
  }
  process.exit(line === "tables" ? 0 : 1)
}

let sqlite
try { sqlite = await import("node:sqlite") } catch { answer("no_sqlite") }

const quoted = (name) => '"' + name.replaceAll('"', '""') + '"'
const plain = (value) => {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (value instanceof Uint8Array) return "(" + value.length + " bytes)"
  if (typeof value === "string" && value.length > settings.value) return "(" + value.length + " characters)"
  return value
}

let database
try {
  // A log can only be read where a shared memory file can be made: the copy is in a folder of its own.
  database = new sqlite.DatabaseSync(settings.path, { readOnly: true, allowExtension: false, enableForeignKeyConstraints: false })
  database.exec("pragma trusted_schema = off; pragma cell_size_check = on; pragma query_only = on; pragma mmap_size = 0")
  database.enableDefensive?.(true)
} catch { answer("not_database") }

const found = {}
try {
  const master = database.prepare("select name, type from sqlite_master where name = ?")
  for (const table of settings.tables) {
    const row = master.get(table)
    if (row === undefined) continue
    if (row.type !== "table") answer("view")
    const columns = database.prepare("pragma table_xinfo(" + quoted(table) + ")").all().filter(({ hidden }) => hidden === 0)
    const statement = database.prepare(
      "select " + columns.map(({ name }) => quoted(name)).join(", ") + " from " + quoted(table) + " limit " + (settings.rows + 1)
    )
    statement.setReadBigInts(true)
    const rows = []
    for (const values of statement.iterate())
      rows.push(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plain(value)])))
    if (rows.length > settings.rows) answer("too_many_rows")
    found[table] = rows
  }
} catch { answer("not_database") }
if (found.monitor === undefined) answer("no_monitors")
answer("tables", JSON.stringify(found))
`
