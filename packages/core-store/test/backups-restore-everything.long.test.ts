import { assert, layer } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { SqlClient } from "effect/sql/SqlClient"
import { readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { Blobs, defineQueue, Jobs, layerPostgresBytes, migrate, migrations } from "../src/index.ts"
import { layerStore } from "./account.ts"
import {
  backupTo,
  emptyDatabase,
  fingerprints,
  migrationsWith,
  restoreFrom,
  rules,
  scratchFolder
} from "./BackupWorld.ts"
import { watched } from "./watchedDomain.ts"

const odd = migrationsWith({
  "9000_odd": Effect.flatMap(SqlClient, (sql) =>
    Effect.asVoid(
      sql.unsafe(`
      create table "odd ""name" (id bigint generated always as identity primary key, "a text" text, numbers double precision[],
        words text[], stamp timestamptz, doc jsonb, raw bytea, twice bigint generated always as (id * 2) stored);
      create table left_side (n bigint); create table right_side (n bigint)`)
    )
  )
})

const numbers = defineQueue({
  name: "kept",
  payload: Schema.Struct({ n: Schema.Int }),
  retryAfterMs: [1_000],
  expireInSeconds: 60,
  keyed: false
})

const fill = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* migrate(odd)
  const site = yield* watched("kept.example.com")
  yield* site.check("up")
  yield* sql`insert into check_history (monitor_id, checked_at, verdict, location)
    select ${site.key}::bigint, mon_now() - n * interval '1 second', 1, 'local' from generate_series(1, 3000) n`
  yield* sql.unsafe(`insert into "odd ""name" ("a text", numbers, words, stamp, doc, raw) values
    (e'tab\\t line\\n return\\r back\\\\slash \\\\N', '{0.1,NaN,-Infinity,null}', '{"a b",NULL,"{}",""}', 'infinity', 'null', '\\x00ff0a09'),
    ('\\N', null, '{}', '0044-03-15 12:00:00.123456+00 BC', '{"ü": [1e400, "\\\\"]}', ''), ('', null, null, null, null, null)`)
  yield* (yield* Blobs).put({
    bytes: Buffer.from([0, 1, 2, 255]),
    contentType: "image/png",
    keepUntil: new Date("2100-01-01")
  })
  yield* (yield* Jobs).enqueue(numbers, { n: 42 })
})

const layerFilled = Layer.effectDiscard(fill).pipe(
  Layer.provideMerge(Layer.mergeAll(Blobs.layer, Jobs.layer)),
  Layer.provideMerge(layerPostgresBytes),
  Layer.provideMerge(layerStore)
)

layer(layerFilled, { excludeTestServices: true })("a backup", (it) => {
  it.effect("restores every row, constraint, trigger and partition, and sequences continue after the last value", () =>
    Effect.gen(function* () {
      const file = join(yield* scratchFolder, "all.mon")
      const before = { tables: yield* fingerprints, rules: yield* rules }
      const made = yield* backupTo(file)
      assert.deepInclude(made, { images: 1, missingImages: 0 })
      assert.strictEqual(statSync(file).mode & 0o777, 0o600)
      assert.strictEqual(statSync(file).size, made.bytes)
      const target = yield* emptyDatabase
      yield* Effect.provide(
        Effect.gen(function* () {
          const sql = yield* SqlClient
          const restored = yield* restoreFrom(file, odd)
          assert.strictEqual(restored.rows, made.rows)
          assert.deepStrictEqual(yield* fingerprints, before.tables)
          assert.deepStrictEqual(yield* rules, before.rules)
          assert.deepStrictEqual(yield* sql`insert into "odd ""name" ("a text") values ('next') returning id, twice`, [
            { id: 4, twice: 8 }
          ])
          assert.deepStrictEqual(yield* migrate(odd), [])
        }),
        target
      )
      assert.deepStrictEqual(readdirSync(join(file, "..")), ["all.mon"])
    })
  )

  it.effect("of an earlier release restores the emails that its queue had", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const file = join(yield* scratchFolder, "queue.mon")
      yield* sql`create schema pgboss`
      yield* Effect.addFinalizer(() => Effect.ignore(sql`drop schema pgboss cascade`))
      yield* sql`create table pgboss.version (version int)`
      yield* sql`
        create table pgboss.job (id uuid, name text, priority int, data jsonb, state text, singleton_key text,
          start_after timestamptz, started_on timestamptz, created_on timestamptz, keep_until timestamptz)`
      yield* sql`
        insert into pgboss.job (id, name, data, state, singleton_key, start_after, started_on, created_on)
        select gen_random_uuid(), 'mail', jsonb_build_object('attempt', 1, 'payload', jsonb_build_object('messageId', s)),
          s, s, mon_now(), mon_now(), mon_now() from unnest(array['created', 'active', 'completed']) s`
      yield* backupTo(file)
      yield* Effect.provide(
        Effect.gen(function* () {
          const restored = yield* SqlClient
          yield* restoreFrom(file, odd)
          assert.deepStrictEqual(yield* restored`select key from job where queue = 'mail' order by key`, [
            { key: "active" },
            { key: "created" }
          ])
          assert.deepStrictEqual(yield* restored`select to_regclass('pgboss.job')::text as job`, [{ job: null }])
        }),
        yield* emptyDatabase
      )
    })
  )

  it.effect("is a consistent snapshot although other processes keep writing", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const file = join(yield* scratchFolder, "moving.mon")
      const pair = sql.withTransaction(
        Effect.andThen(sql`insert into left_side values (1)`, sql`insert into right_side values (1)`)
      )
      yield* pair
      const writer = yield* Effect.forkChild(Effect.forever(pair))
      yield* backupTo(file)
      const writtenMeanwhile = (yield* sql`select from left_side`).length
      yield* Fiber.interrupt(writer)
      const counts = yield* Effect.provide(
        Effect.gen(function* () {
          yield* restoreFrom(file, odd)
          const there = yield* SqlClient
          return {
            left: (yield* there`select from left_side`).length,
            right: (yield* there`select from right_side`).length
          }
        }),
        yield* emptyDatabase
      )
      assert.strictEqual(counts.left, counts.right)
      assert.isAbove(counts.left, 0)
      assert.isBelow(counts.left, writtenMeanwhile)
    })
  )

  it.effect("restores images from the database into a folder", () =>
    Effect.gen(function* () {
      const folder = yield* scratchFolder
      const file = join(folder, "images.mon")
      yield* backupTo(file)
      yield* Effect.provide(
        Effect.gen(function* () {
          yield* restoreFrom(file, odd, join(folder, "blobs"))
          assert.deepStrictEqual(yield* (yield* SqlClient)`select from blob_bytes`, [])
        }),
        yield* emptyDatabase
      )
      const files = readdirSync(join(folder, "blobs"), { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile()
      )
      assert.strictEqual(files.length, 1)
    })
  )

  it.effect("of an older program is migrated to the current schema", () =>
    Effect.gen(function* () {
      const file = join(yield* scratchFolder, "older.mon")
      yield* backupTo(file)
      const newer = {
        ...odd,
        "9001_words": Effect.flatMap(SqlClient, (sql) =>
          Effect.asVoid(
            sql.unsafe(
              `alter table "odd ""name" add column long boolean; update "odd ""name" set long = length("a text") > 3`
            )
          )
        )
      }
      yield* Effect.provide(
        Effect.gen(function* () {
          yield* restoreFrom(file, newer)
          assert.deepStrictEqual(yield* (yield* SqlClient)`select long from "odd ""name" order by id`, [
            { long: true },
            { long: false },
            { long: false }
          ])
        }),
        yield* emptyDatabase
      )
    })
  )

  it.effect("is refused for a database that holds no data of Mon", () =>
    Effect.gen(function* () {
      const folder = yield* scratchFolder
      const error = yield* Effect.flip(Effect.provide(backupTo(join(folder, "none.mon")), yield* emptyDatabase))
      assert.deepInclude(error, { reason: "Nothing" })
      assert.deepStrictEqual(readdirSync(folder), [])
    })
  )

  it.effect("that is interrupted leaves no file behind", () =>
    Effect.gen(function* () {
      const folder = yield* scratchFolder
      const begun = yield* Deferred.make<void>()
      const making = yield* Effect.forkChild(
        backupTo(join(folder, "half.mon"), { onProgress: () => Deferred.doneUnsafe(begun, Exit.void) })
      )
      yield* Deferred.await(begun)
      assert.match(readdirSync(folder).join(), /^half\.mon\.\w+\.part$/u)
      yield* Fiber.interrupt(making)
      assert.deepStrictEqual(readdirSync(folder), [])
    })
  )

  it.effect("never replaces an existing file", () =>
    Effect.gen(function* () {
      const file = join(yield* scratchFolder, "once.mon")
      yield* backupTo(file)
      const { mtimeMs } = statSync(file)
      assert.deepInclude(yield* Effect.flip(backupTo(file)), { reason: "NotEmpty" })
      assert.strictEqual(statSync(file).mtimeMs, mtimeMs)
    })
  )
})

layer(layerStore, { excludeTestServices: true })("a restore", (it) => {
  it.effect("pauses the service, unless it is resumed on purpose, even from a backup of a paused one", () =>
    Effect.gen(function* () {
      const folder = yield* scratchFolder
      const first = join(folder, "first.mon")
      const second = join(folder, "second.mon")
      yield* backupTo(first)
      const reasons = Effect.flatMap(SqlClient, (sql) => sql<{ reason: string }>`select reason from service_pause`)
      yield* Effect.provide(
        Effect.gen(function* () {
          yield* restoreFrom(first, migrations, null, false)
          assert.match(
            (yield* reasons)[0]?.reason ?? "",
            /^The service was restored from a backup of \d{4}-\d{2}-\d{2}T/u
          )
          yield* backupTo(second)
        }),
        yield* emptyDatabase
      )
      for (const [resume, paused] of [
        [false, 1],
        [true, 0]
      ] as const) {
        const found = yield* Effect.provide(
          Effect.andThen(restoreFrom(second, migrations, null, resume), reasons),
          yield* emptyDatabase
        )
        assert.lengthOf(found, paused)
      }
    })
  )

  it.effect("refuses a database that is not empty and changes nothing", () =>
    Effect.gen(function* () {
      const file = join(yield* scratchFolder, "full.mon")
      yield* backupTo(file)
      const before = yield* fingerprints
      const error = yield* Effect.flip(restoreFrom(file, migrations))
      assert.deepInclude(error, { reason: "NotEmpty" })
      assert.deepStrictEqual(yield* fingerprints, before)
    })
  )
})
