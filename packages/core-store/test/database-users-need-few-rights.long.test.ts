import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { examinePrivileges, Jobs, migrate, migrations, MonitorSchedule, Retention, RollUps } from "../src/index.ts"
import { layerRepositories } from "../src/index.ts"
import { layer as layerPostgres } from "../src/sql/SqlClient.ts"
import { backupTo, scratchFolder } from "./BackupWorld.ts"
import { createTestDatabase, layerTestDatabase, runningTestServer } from "../src/testing.ts"

const PASSWORD = "only for this test"

const asUser = (url: string, user: string): string => {
  const changed = new URL(url)
  changed.username = user
  changed.password = PASSWORD
  return changed.href
}

/** Creates a role of the test server. At the end, the role and everything that it owns in the database are dropped. */
const newRole = Effect.fnUntraced(function* (administrator: ReturnType<typeof layerPostgres>, prefix: string) {
  const name = `${prefix}_${randomBytes(6).toString("hex")}`
  const run = (...texts: ReadonlyArray<string>) =>
    Effect.provide(
      Effect.flatMap(SqlClient, (sql) => Effect.forEach(texts, (text) => sql.unsafe(text), { discard: true })),
      administrator
    )
  yield* Effect.acquireRelease(run(`create role ${name} login password '${PASSWORD}'`), () =>
    Effect.ignore(run(`drop owned by ${name} cascade`, `drop role ${name}`))
  )
  return { name, run }
})

/** Creates an empty database that only its administrator may change, and a role without any rights in this database. */
const strangersDatabase = Effect.gen(function* () {
  const { url } = runningTestServer()
  const database = yield* Effect.acquireRelease(
    Effect.promise(() => createTestDatabase({ url, template: "template1" })),
    ({ drop }) => Effect.promise(drop)
  )
  const administrator = layerPostgres({ url: database.url })
  const { name, run } = yield* newRole(administrator, "mon_service")
  return { administrator, database, name, run, service: layerPostgres({ url: asUser(database.url, name) }) }
})

layer(layerTestDatabase, { excludeTestServices: true })("a database user", (it) => {
  it.effect("without rights gets the statements that give them, and can migrate after these", () =>
    Effect.gen(function* () {
      const { name, run, service } = yield* strangersDatabase
      const error = yield* Effect.flip(Effect.provide(migrate(migrations), service))
      assert.strictEqual(error._tag, "MigrationError")
      assert.include(error.message, `The database user ${name} cannot create tables in the schema public`)
      assert.include(error.message, "`mon-server migrate`")
      const found = yield* Effect.provide(examinePrivileges(), service)
      assert.deepStrictEqual(
        found?.toMigrate.map(({ cannot }) => cannot),
        ["create tables in the schema public"]
      )
      yield* run(...(found?.toMigrate ?? []).map(({ grant }) => grant))
      yield* Effect.provide(migrate(migrations), service)
      assert.deepStrictEqual(yield* Effect.provide(examinePrivileges(), service), {
        user: name,
        toRun: [],
        toMigrate: []
      })
    })
  )

  it.effect("that may only read and write runs the service on a schema that another user has created", () =>
    Effect.gen(function* () {
      const { administrator, name, run, service } = yield* strangersDatabase
      const folder = yield* scratchFolder
      yield* Effect.provide(migrate(migrations), administrator)
      const lacking = yield* Effect.provide(examinePrivileges(), service)
      assert.include(lacking?.toRun[0]?.grant, `on all tables in schema "public" to "${name}"`)
      yield* run(...(lacking?.toRun ?? []).map(({ grant }) => grant))
      const found = yield* Effect.provide(examinePrivileges(), service)
      assert.deepStrictEqual(found?.toRun, [])
      assert.isAbove(found?.toMigrate.length ?? 0, 0)
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient
        assert.deepStrictEqual(yield* migrate(migrations), [])
        yield* (yield* Jobs).adopt()
        yield* (yield* MonitorSchedule).ensurePartitions(20)
        yield* (yield* RollUps).ensurePartitions(5)
        yield* (yield* RollUps).purge(400)
        yield* sql`insert into check_history (monitor_id, checked_at, verdict, location) values (1, mon_now() + interval '15 days', 1, 'here')`
        assert.strictEqual(yield* (yield* Retention).purgeHistory(90, 10), 0)
        assert.isAbove((yield* backupTo(join(folder, "complete.mon"))).rows, 0)
        const denied = yield* Effect.flip(sql`create table mine (n int)`)
        assert.strictEqual(denied.reason._tag, "AuthorizationError")
      }).pipe(Effect.provide(Layer.provideMerge(layerRepositories, service)))
      const partitions = yield* Effect.provide(
        Effect.flatMap(
          SqlClient,
          (sql) => sql<{ owner: string }>`
            select distinct pg_get_userbyid(c.relowner)::text as owner from pg_class c join pg_inherits i on i.inhrelid = c.oid
            where i.inhparent = 'check_history'::regclass`
        ),
        administrator
      )
      assert.notInclude(
        partitions.map(({ owner }) => owner),
        name
      )
    })
  )

  it.effect("that cannot read the sequences makes no backup, because its ids would be created twice", () =>
    Effect.gen(function* () {
      const { administrator, name, run, service } = yield* strangersDatabase
      yield* Effect.provide(migrate(migrations), administrator)
      yield* run(`grant select on all tables in schema public to ${name}`)
      const folder = yield* scratchFolder
      const error = yield* Effect.flip(Effect.provide(backupTo(join(folder, "incomplete.mon")), service))
      assert.match(error.message, /^The database user cannot read the sequence \w+\./u)
    })
  )

  it.effect("that is not the owner cannot call what drops partitions before it is granted", () =>
    Effect.gen(function* () {
      const { administrator, run, name, service } = yield* strangersDatabase
      yield* Effect.provide(migrate(migrations), administrator)
      yield* run(`grant select, insert, update, delete on all tables in schema public to ${name}`)
      const denied = yield* Effect.provide(
        Effect.flip(Effect.flatMap(SqlClient, (sql) => sql`select drop_history_partitions(0, 10)`)),
        service
      )
      assert.strictEqual(denied.reason._tag, "AuthorizationError")
    })
  )
})
