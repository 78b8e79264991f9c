import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { quoted, schemaTables, type Table, tablesText } from "../src/backup/catalog.ts"
import {
  type BackupOptions,
  layerDiskBytes,
  layerPostgresBytes,
  migrations,
  restoreBackup,
  verifyBackup,
  writeBackup
} from "../src/index.ts"
import { layer as layerPostgres } from "../src/sql/SqlClient.ts"
import { createTestDatabase, runningTestServer } from "../src/testing.ts"

export const scratchFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "mon backup "))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

export const emptyDatabase = Effect.map(
  Effect.acquireRelease(
    Effect.promise(() => createTestDatabase({ url: runningTestServer().url, template: "template1" })),
    ({ drop }) => Effect.promise(drop)
  ),
  ({ url }) => layerPostgres({ url })
)

export const migrationsWith = (more: typeof migrations): typeof migrations => ({ ...migrations, ...more })

export const backupTo = (file: string, more: Partial<BackupOptions> = {}) =>
  writeBackup({
    file,
    program: "1.0.0",
    images: "included",
    secret: null,
    proof: null,
    onProgress: () => {},
    ...more
  }).pipe(Effect.provide(Layer.fresh(layerPostgresBytes)))

/** Stores the images in the folder `images`, or, without a folder, in the database. */
export const restoreFrom = (file: string, wanted = migrations, images: string | null = null, resume = true) =>
  Effect.flatMap(verifyBackup(file, wanted), (verified) =>
    restoreBackup(verified, wanted, { resume, onProgress: () => {} })
  ).pipe(Effect.provide(Layer.fresh(images === null ? layerPostgresBytes : layerDiskBytes(images))))

/** Returns a checksum of the rows of every table, independent of the order of the rows. */
export const fingerprints = Effect.gen(function* () {
  const sql = yield* SqlClient
  const tables = yield* sql.unsafe<Table>(tablesText)
  const found: Record<string, string> = {}
  for (const { columns, name } of tables.filter((table) => !schemaTables.includes(table.name))) {
    const [row] = yield* sql.unsafe<{ readonly sum: string; readonly rows: number }>(`
      select count(*)::int as rows, coalesce(md5(string_agg(t::text, e'\\n' order by t::text)), '') as sum
      from (select ${columns.map(quoted).join(", ")} from ${quoted(name)}) t`)
    found[name] = `${row?.rows} ${row?.sum}`
  }
  return found
})

/** Reads everything that a restore must recreate in addition to rows: constraints, enabled triggers and partitions. */
export const rules = Effect.gen(function* () {
  const sql = yield* SqlClient
  return {
    constraints:
      yield* sql`select conrelid::regclass::text as "table", conname, pg_get_constraintdef(oid) as def, convalidated
      from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
    triggers: yield* sql`select tgrelid::regclass::text as "table", tgname, tgenabled::text from pg_trigger
      where not tgisinternal order by 1, 2`,
    partitions: yield* sql`select inhrelid::regclass::text as part from pg_inherits order by 1`
  }
})
