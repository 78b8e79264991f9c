import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { tablesText, type Table } from "../src/backup/catalog.ts"
import { columnsOf } from "../src/backup/CopyText.ts"
import { openSnapshot } from "../src/backup/Snapshot.ts"
import { defaultBackupLimits, PostgresJs } from "../src/index.ts"
import { layerTestDatabase } from "../src/testing.ts"
import { backupTo, fingerprints, emptyDatabase, restoreFrom, scratchFolder } from "./BackupWorld.ts"

/** Far more rows than the driver and the socket buffer. */
const MANY_ROWS = 4_000

/** Inserts exactly `rows` documents of 3.2 kB that do not compress. Many of these values are stored out of line. */
const fill = Effect.fnUntraced(function* (rows: number) {
  const sql = yield* SqlClient
  yield* sql`truncate registry_document`
  yield* sql`
    insert into registry_document (name, document, fetched_at)
    select 'document-' || n, (select string_agg(md5(n || ':' || i), '') from generate_series(1, 100) i), mon_now()
    from generate_series(1, ${rows}::int) n`
})

const openConnection = Effect.flatMap(PostgresJs, ({ open }) =>
  Effect.gen(function* () {
    let lost = false
    const sql = yield* Effect.acquireRelease(
      Effect.sync(() =>
        open(1, () => {
          lost = true
        })
      ),
      (pool) => Effect.promise(() => pool.end({ timeout: 1 }))
    )
    return { sql, lost: () => lost }
  })
)

const documents = Effect.gen(function* () {
  const sql = yield* SqlClient
  const tables = yield* sql.unsafe<Table>(tablesText)
  const table = tables.find(({ name }) => name === "registry_document")
  return table ?? (yield* Effect.die(new Error("no table")))
})

/**
 * Returns whether the server works for the snapshot's session, waits for the session, or has ended the session. Uses
 * another connection.
 */
const stateOf = Effect.fnUntraced(function* (pid: number) {
  const sql = yield* SqlClient
  const [row] = yield* sql<{ readonly state: string }>`
    select case when state = 'idle in transaction' or wait_event = 'ClientWrite' then 'waits' else 'works' end as state
    from pg_stat_activity where pid = ${pid}::int`
  return row?.state ?? "gone"
})

layer(layerTestDatabase, { excludeTestServices: true })("a backup", (it) => {
  it.effect("of tables larger than every buffer ends and restores", () =>
    Effect.gen(function* () {
      yield* fill(MANY_ROWS)
      const file = join(yield* scratchFolder, "large.mon")
      const before = yield* fingerprints
      const made = yield* backupTo(file)
      assert.isAtLeast(made.rows, MANY_ROWS)
      yield* Effect.provide(
        Effect.gen(function* () {
          yield* restoreFrom(file)
          assert.deepStrictEqual(yield* fingerprints, before)
        }),
        yield* emptyDatabase
      )
    })
  )

  it.effect.each([1, 20, 40, 60, 100, 300, MANY_ROWS])(
    "whose reader is slower than the database reads all of %d rows, and the connection goes on",
    (wanted) =>
      Effect.gen(function* () {
        yield* fill(wanted)
        const { lost, sql } = yield* openConnection
        const table = yield* documents
        const context = yield* Effect.context<SqlClient>()
        // The reader is slow. It continues only when the server has sent all that it can send, and waits.
        const serverWaits = (pid: number) =>
          Effect.runPromiseWith(context)(Effect.repeat(stateOf(pid), { until: (state) => state === "waits" }))
        const read = yield* Effect.promise(async () => {
          const snapshot = await openSnapshot(sql, lost)
          const [session] = await snapshot.rows<{ readonly pid: number }>("select pg_backend_pid() as pid")
          let rows = 0
          for await (const part of snapshot.read(table)) {
            await serverWaits(session?.pid ?? 0)
            const [names] = columnsOf(Buffer.from(part.bytes).toString("utf8"), table.columns.length)
            assert.strictEqual(names?.length, part.rows)
            rows += part.rows
          }
          const [next] = await snapshot.rows<{ readonly one: number }>("select 1 as one")
          await snapshot.close()
          return { rows, next }
        })
        assert.deepStrictEqual(read, { rows: wanted, next: { one: 1 } })
      })
  )

  it.effect("fails when another transaction holds a lock on it for too long", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const folder = yield* scratchFolder
      const error = yield* sql.withTransaction(
        Effect.andThen(
          sql`lock table registry_document in access exclusive mode`,
          Effect.flip(backupTo(join(folder, "locked.mon"), { limits: { ...defaultBackupLimits, lockMs: 20 } }))
        )
      )
      assert.deepInclude(error, { reason: "Database" })
      assert.match(error.message, /^The backup failed: .*lock timeout\.$/u)
      assert.deepStrictEqual(readdirSync(folder), [])
    })
  )

  it.effect("fails with its last step when nothing is read or written for too long", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const folder = yield* scratchFolder
      const limits = { statementMs: 0, lockMs: 0, idleMs: 0, stalledMs: 50 }
      const error = yield* sql.withTransaction(
        Effect.andThen(
          sql`lock table registry_document in access exclusive mode`,
          Effect.flip(backupTo(join(folder, "stalled.mon"), { limits }))
        )
      )
      assert.deepInclude(error, { reason: "Stalled" })
      assert.match(error.message, /nothing was read or written for 0\.05 s\. Its last step: reading the catalog\./u)
      assert.deepStrictEqual(readdirSync(folder), [])
    })
  )

  it.effect("does not hold its snapshot when its program stops reading", () =>
    Effect.gen(function* () {
      yield* fill(MANY_ROWS)
      const { lost, sql } = yield* openConnection
      const table = yield* documents
      const context = yield* Effect.context<SqlClient>()
      const message = yield* Effect.promise(async () => {
        const snapshot = await openSnapshot(sql, lost, { ...defaultBackupLimits, idleMs: 20 })
        const [session] = await snapshot.rows<{ readonly pid: number }>("select pg_backend_pid() as pid")
        try {
          for await (const _ of snapshot.read(table)) {
            await Effect.runPromiseWith(context)(
              Effect.repeat(stateOf(session?.pid ?? 0), { until: (state) => state === "gone" })
            )
          }
          return "read everything"
        } catch (cause) {
          return cause instanceof Error ? cause.message : String(cause)
        }
      })
      assert.match(
        message,
        /while it read the table registry_document: the connection to the database was lost/u,
        message
      )
    })
  )
})
