import net from "node:net"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { Domains, Incidents, layerRepositories, layerSqlClient, StatusPageDocuments, Timelines } from "../src/index.ts"
import { operation } from "../src/sql/operation.ts"
import { replicatedReads } from "../src/sql/ReadReplica.ts"
import { createTestDatabase, layerTestDatabase, TestDatabase } from "../src/testing.ts"
import { newAccount, newDomain } from "./account.ts"
import { BASE, newPage } from "./statusPage.ts"

/** A second database. It stands for the replica, so that the content of an answer shows its source. */
const otherDatabase = Effect.map(
  Effect.acquireRelease(
    Effect.promise(() => createTestDatabase()),
    (database) => Effect.promise(database.drop)
  ),
  ({ url }) => url
)

const withReplica = (readUrl: string) =>
  Layer.unwrap(Effect.map(TestDatabase, ({ url }) => layerSqlClient({ url, readUrl, maxConnections: 2 })))

const nameOf = (url: string): string => new URL(url).pathname.slice(1)

const readName = (sql: SqlClient.SqlClient) =>
  operation("test.readName", function* () {
    const [row] = yield* sql<{ readonly name: string }>`select current_database() as name`
    return row?.name
  })

/** Returns the name of the database that answers a replicated read. */
const answers = Effect.flatMap(replicatedReads, (replicated) => replicated(readName)())

const onServer = <A, E>(url: string, use: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
  Effect.provide(Effect.flatMap(SqlClient.SqlClient, use), layerSqlClient({ url, maxConnections: 2 }))

/** Makes a database claim to be a standby that has applied the log up to a position. */
const becomeStandby = (url: string, position: string) =>
  onServer(url, (sql) =>
    Effect.gen(function* () {
      yield* sql`create schema if not exists standby`
      yield* sql`create or replace function standby.pg_is_in_recovery() returns boolean language sql as 'select true'`
      yield* sql.unsafe(
        `create or replace function standby.pg_last_wal_replay_lsn() returns pg_lsn language sql as $$ select '${position}'::pg_lsn $$`
      )
      yield* sql.unsafe(`alter database ${nameOf(url)} set search_path = standby, pg_catalog, public`)
    })
  )

/** Accepts connections and never answers. */
const silentPort = Effect.acquireRelease(
  Effect.promise(
    () =>
      new Promise<net.Server>((resolve) => {
        const server = net
          .createServer((socket) => socket.on("error", () => {}))
          .listen(0, "127.0.0.1", () => resolve(server))
      })
  ),
  (server) => Effect.sync(() => server.close())
)

const portOf = (server: net.Server): number => {
  const address = server.address()
  return typeof address === "object" && address !== null ? address.port : 0
}

layer(layerTestDatabase, { excludeTestServices: true, timeout: 60_000 })("with a read replica", (it) => {
  it.effect("the history and status pages come from the replica, and everything else from the primary", () =>
    Effect.gen(function* () {
      const replica = yield* otherDatabase
      yield* Effect.gen(function* () {
        const { viewer } = yield* newAccount
        const created = yield* (yield* Domains).create(viewer, newDomain("replicated.example"), 100)
        const id = created._tag === "Created" ? created.monitor.id : ""
        const page = yield* newPage(viewer)
        const documents = yield* StatusPageDocuments
        assert.isNotNull(yield* (yield* Domains).find(viewer, id))
        assert.isNotNull(yield* documents.version(page.id))
        // The other database has no rows.
        assert.isNull(yield* (yield* Incidents).history(viewer, id, 24, 10))
        assert.isNull(yield* (yield* Timelines).read(viewer, id, "24h"))
        assert.isNull(yield* documents.document({ id: page.id }, BASE))
        assert.deepStrictEqual(yield* documents.pages(), [])
      }).pipe(Effect.provide(Layer.fresh(Layer.provideMerge(layerRepositories, withReplica(replica)))))
    }).pipe(Effect.scoped)
  )

  it.effect("a transaction reads what it has written", () =>
    Effect.gen(function* () {
      const replica = yield* otherDatabase
      const { url } = yield* TestDatabase
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        assert.strictEqual(yield* answers, nameOf(replica))
        assert.strictEqual(yield* sql.withTransaction(answers), nameOf(url))
      }).pipe(Effect.provide(withReplica(replica)))
    }).pipe(Effect.scoped)
  )

  it.effect("a replica that lacks a committed change is not read until it has applied the change", () =>
    Effect.gen(function* () {
      const replica = yield* otherDatabase
      const { url } = yield* TestDatabase
      yield* becomeStandby(replica, "0/1")
      yield* Effect.gen(function* () {
        assert.strictEqual(yield* answers, nameOf(url))
        yield* becomeStandby(replica, "FFFFFFFF/FFFFFFFF")
        yield* Effect.repeat(answers, { until: (name) => name === nameOf(replica) })
      }).pipe(Effect.provide(withReplica(replica)))
    }).pipe(Effect.scoped)
  )

  it.effect("a replica that refuses connections, or does not answer, is replaced by the primary", () =>
    Effect.gen(function* () {
      const { url } = yield* TestDatabase
      const silent = yield* silentPort
      for (const port of [1, portOf(silent)]) {
        const away = new URL(url)
        away.port = String(port)
        for (const read of [answers, answers])
          assert.strictEqual(yield* Effect.provide(read, withReplica(away.href)), nameOf(url))
      }
    }).pipe(Effect.scoped)
  )

  it.effect("a read that fails on the replica is repeated on the primary", () =>
    Effect.gen(function* () {
      const replica = yield* otherDatabase
      yield* onServer(replica, (sql) => sql`alter table account rename to account_of_the_future`)
      const count = yield* Effect.flatMap(replicatedReads, (replicated) =>
        replicated((sql) => operation("test.accounts", () => sql`select from account limit 0`))()
      ).pipe(Effect.provide(withReplica(replica)))
      assert.deepStrictEqual(count, [])
      yield* onServer(replica, (sql) => sql`alter table account_of_the_future rename to account`)
    }).pipe(Effect.scoped)
  )
})
