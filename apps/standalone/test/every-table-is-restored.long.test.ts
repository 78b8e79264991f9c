import { layerSqlClient } from "@mon/core-store"
import { createTestDatabase, runningTestServer } from "@mon/core-store/testing"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { fillEmptyTables, NOT_FILLED } from "../upgrade/fillEmptyTables.ts"
import { TABLE_ROWS } from "../upgrade/tableRows.ts"
import { makeFolder, monServer, removeFolder } from "./Program.ts"

const ROWS = 3
const root = makeFolder()
const file = join(root, "all.mon")
const original = await createTestDatabase()
const copy = await createTestDatabase({ url: runningTestServer().url, template: "template1" })
const MON_SECRET = "a secret that only this test knows and that is long enough"
const envOf = ({ url }: { readonly url: string }) => ({
  MON_DATABASE_URL: url,
  MON_SECRET,
  MON_DATA_DIR: join(root, "data")
})

afterAll(async () => {
  await Promise.all([original.drop(), copy.drop()])
  removeFolder(root)
})

const on = <A, E>({ url }: { readonly url: string }, use: Effect.Effect<A, E, SqlClient.SqlClient>): Promise<A> =>
  Effect.runPromise(Effect.provide(use, layerSqlClient({ url: Redacted.make(url) })))

const allRows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ readonly name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = current_schema() order by 1`
  const found: Record<string, ReadonlyArray<string>> = {}
  for (const { name } of tables) {
    if (NOT_FILLED.includes(name)) continue
    const rows = yield* sql.unsafe<{ readonly row: string }>(`select t::text as row from ${name} t order by 1`)
    found[name] = rows.map(({ row }) => row)
  }
  return found
})

describe("a backup", () => {
  it("contains every row of every table, and is restored into an empty database", async () => {
    const unfilled = await on(
      original,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        for (const [, statement] of TABLE_ROWS) yield* sql.unsafe(statement, [ROWS])
        return yield* fillEmptyTables
      })
    )
    expect(unfilled, "give the table a statement in tableRows.ts, or values in fillEmptyTables.ts").toEqual([])
    const before = await on(original, allRows)
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([])
    expect(await monServer(["backup", file], envOf(original))).toMatchObject({ code: 0 })
    expect(await monServer(["restore", file], envOf(copy))).toMatchObject({ code: 0 })
    const after = await on(copy, allRows)
    expect(Object.keys(after)).toEqual(Object.keys(before))
    const different = Object.keys(before).filter((table) => before[table]?.join("\n") !== after[table]?.join("\n"))
    expect(different).toEqual([])
    const doctor = await monServer(["doctor"], { ...envOf(copy), MON_DNS_SERVERS: "127.0.0.1" })
    expect(doctor.stdout).toMatch(/^ok +sealed values +the current MON_SECRET opens them$/mu)
    expect(doctor.stdout).toMatch(/^ok +database /mu)
  }, 120_000)
})
