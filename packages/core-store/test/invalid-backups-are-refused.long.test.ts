import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import fc from "fast-check"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync, gzipSync } from "node:zlib"
import * as BackupFile from "../src/backup/BackupFile.ts"
import { FORMAT, type Opening, parts } from "../src/backup/Manifest.ts"
import { BackupError, migrations, verifyBackup } from "../src/index.ts"
import { layerTestDatabase } from "../src/testing.ts"
import { backupTo, emptyDatabase, migrationsWith, restoreFrom, scratchFolder } from "./BackupWorld.ts"

const opening: Opening = {
  format: FORMAT,
  program: "1.0.0",
  createdAt: "2026-11-01T00:00:00.000Z",
  postgres: "18.4",
  migrations: Object.keys(migrations),
  queue: null,
  tables: [
    { name: "account", columns: ["id", "public_id"] },
    { name: "app_user", columns: ["id", "public_id", "email"] }
  ],
  partitions: [],
  images: "included",
  secret: false,
  proof: null
}

const flip = (bytes: Buffer, at: number): Buffer => {
  const changed = Buffer.from(bytes)
  changed[at] = (changed[at] ?? 0) ^ 1
  return changed
}

const place = (bytes: Buffer) => fc.integer({ min: 0, max: bytes.length - 1 })

const user = "1\t00000000-0000-4000-8000-000000000001\tada@example.org\n"

const craft = (
  file: string,
  changes: Partial<Opening>,
  rows: Readonly<Record<string, string>>,
  declaredRows: Readonly<Record<string, number>>
) =>
  Effect.promise(async () => {
    const writer = await BackupFile.create(file, { ...opening, ...changes })
    for (const [table, text] of Object.entries(rows)) await writer.add(parts.table(table, 1), Buffer.from(text))
    await writer.finish({ rows: declaredRows, sequences: {}, images: 0, missingImages: 0 })
  })

const refused = Effect.fn("refused")(function* (file: string, reason: BackupError["reason"], sentence: RegExp) {
  yield* Effect.provide(
    Effect.gen(function* () {
      const error = yield* Effect.flip(restoreFrom(file))
      assert.instanceOf(error, BackupError)
      assert.strictEqual(error.reason, reason)
      assert.match(error.message, sentence)
      const sql = yield* SqlClient
      assert.deepStrictEqual(yield* sql`select relname from pg_class where relnamespace = 'public'::regnamespace`, [])
    }),
    yield* emptyDatabase
  )
})

layer(layerTestDatabase, { excludeTestServices: true })("a restore refuses", (it) => {
  it.effect("a file that is truncated or altered anywhere", () =>
    Effect.gen(function* () {
      const folder = yield* scratchFolder
      const file = join(folder, "whole.mon")
      yield* backupTo(file)
      yield* verifyBackup(file, migrations)
      const whole = readFileSync(file)
      const archive = gunzipSync(whole)
      const damaged = join(folder, "damaged.mon")
      const fails = async (bytes: Buffer) => {
        writeFileSync(damaged, bytes)
        const error = await Effect.runPromise(Effect.flip(verifyBackup(damaged, migrations)))
        assert.strictEqual(error.reason, "Damaged")
      }
      const runs = { numRuns: 40 }
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(place(whole), (at) => fails(whole.subarray(0, at))),
          runs
        )
      )
      // A changed bit that the decompression ignores (header fields, padding between blocks) does not alter the
      // archive.
      const hasSameArchive = (bytes: Buffer) => {
        try {
          return gunzipSync(bytes).equals(archive)
        } catch {
          return false
        }
      }
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(
            place(whole)
              .map((at) => flip(whole, at))
              .filter((bytes) => !hasSameArchive(bytes)),
            fails
          ),
          runs
        )
      )
      // The two empty blocks at the end of an archive carry no data.
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(place(archive.subarray(0, -1024)), (at) => fails(gzipSync(flip(archive, at)))),
          runs
        )
      )
      yield* Effect.promise(() => fails(gzipSync(archive.subarray(0, -1024))))
    })
  )

  it.effect("a file that is not a backup", () =>
    Effect.gen(function* () {
      const folder = yield* scratchFolder
      const file = join(folder, "letter.txt")
      writeFileSync(file, "Dear Ada, this is a letter.")
      yield* refused(file, "Damaged", /letter\.txt is not a Mon backup\.$/u)
      writeFileSync(file, gzipSync(Buffer.alloc(2048)))
      yield* refused(file, "Damaged", /is not a Mon backup\.$/u)
      yield* refused(join(folder, "none"), "File", /^There is no file/u)
    })
  )

  it.effect("a backup of a program that is too old", () =>
    Effect.gen(function* () {
      const file = join(yield* scratchFolder, "old")
      yield* craft(file, { migrations: ["0001_accounts"] }, {}, {})
      yield* refused(file, "Older", /newest migration of the database is "0001_accounts"/u)
    })
  )

  it.effect("a backup of a newer program", () =>
    Effect.gen(function* () {
      const folder = yield* scratchFolder
      const newer = Object.keys(migrationsWith({ "9999_future": Effect.void }))
      yield* craft(join(folder, "migration"), { migrations: newer, program: "7.0.0" }, {}, {})
      yield* refused(
        join(folder, "migration"),
        "Newer",
        /written by Mon 7\.0\.0, whose database has the migration "9999_future"/u
      )
      yield* craft(join(folder, "format"), { format: FORMAT + 1 }, {}, {})
      yield* refused(join(folder, "format"), "Newer", /newer version of Mon/u)
      yield* craft(join(folder, "table"), { tables: [{ name: "account", columns: ["mood"] }] }, {}, {})
      yield* refused(join(folder, "table"), "Newer", /no table account \(mood\)/u)
    })
  )

  it.effect("rows that violate a constraint or are missing, and rolls back the rows before them", () =>
    Effect.gen(function* () {
      const folder = yield* scratchFolder
      const twice = { app_user: user + user }
      yield* craft(join(folder, "twice"), {}, twice, { account: 0, app_user: 2 })
      yield* refused(join(folder, "twice"), "Database", /^Nothing was restored/u)
      yield* craft(join(folder, "fewer"), {}, { app_user: user }, { account: 0, app_user: 2 })
      yield* refused(join(folder, "fewer"), "File", /declares 2 rows of app_user but holds 1/u)
      yield* craft(join(folder, "stranger"), {}, { mon_migrations: "1\n" }, { account: 0, app_user: 0 })
      yield* refused(join(folder, "stranger"), "File", /table that it does not declare: mon_migrations/u)
    })
  )

  it.effect("SQL that is hidden in the bound of a partition", () =>
    Effect.gen(function* () {
      const file = join(yield* scratchFolder, "order")
      const bound = "FOR VALUES FROM ('2026-01-01') TO ('2026-01-02'); drop table account; --"
      yield* craft(
        file,
        { partitions: [{ name: "x", parent: "check_history", bound }] },
        {},
        { account: 0, app_user: 0 }
      )
      yield* refused(file, "File", /partition x/u)
    })
  )
})

layer(layerTestDatabase, { excludeTestServices: true })("a backup that cannot be written", (it) => {
  it.effect("fails with a message and leaves no file behind", () =>
    Effect.gen(function* () {
      const folder = yield* scratchFolder
      const error = yield* Effect.flip(backupTo(join(folder, "no such folder", "file.mon")))
      assert.strictEqual(error.reason, "File")
      assert.deepStrictEqual(readdirSync(folder), [])
    })
  )
})
