import net from "node:net"
import { assert, layer } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { examineConnections, layerSqlClient, type PostgresJs, type Signal, Signals } from "../src/index.ts"
import { createTestDatabase, layerTestDatabase, TestDatabase } from "../src/testing.ts"

type Connections = Layer.Layer<SqlClient.SqlClient | PostgresJs>

/** The message BackendKeyData (PostgreSQL documentation, "Message Formats"), without the process id and the key. */
const KEY_DATA = Buffer.from([0x4b, 0, 0, 0, 12])

/** A relay that announces a made-up process id, as PgBouncer does. Returns its port. */
const pooler = (url: URL) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(
        () =>
          new Promise<net.Server>((resolve) => {
            const server = net.createServer((client) => {
              const upstream = net.connect(Number(url.port), url.hostname)
              for (const socket of [client, upstream]) socket.on("error", () => {})
              client.pipe(upstream)
              upstream.on("end", () => client.end())
              upstream.on("data", (bytes) => {
                const at = bytes.indexOf(KEY_DATA)
                if (at >= 0) bytes.writeInt32BE(1, at + KEY_DATA.length)
                client.write(bytes)
              })
              client.on("close", () => upstream.destroy())
            })
            server.listen(0, "127.0.0.1", () => resolve(server))
          })
      ),
      (server) => Effect.sync(() => server.close())
    ),
    (server) => {
      const address = server.address()
      const pooled = new URL(url)
      pooled.hostname = "127.0.0.1"
      pooled.port = String(typeof address === "object" && address !== null ? address.port : 0)
      return pooled
    }
  )

const examine = (connections: Connections) => Effect.provide(examineConnections, connections)

layer(layerTestDatabase, { excludeTestServices: true, timeout: 60_000 })("the examination of connections", (it) => {
  it.effect("finds direct connections", () =>
    Effect.gen(function* () {
      const { url } = yield* TestDatabase
      assert.deepStrictEqual(yield* examine(layerSqlClient({ url })), {
        isPooled: false,
        preparesStatements: true,
        signals: "arrive",
        replica: null
      })
    })
  )

  it.effect("finds a pooler, and the direct connection for signals", () =>
    Effect.gen(function* () {
      const { url } = yield* TestDatabase
      const pooled = yield* pooler(new URL(url))
      const found = yield* examine(layerSqlClient({ url: pooled.href }))
      assert.deepInclude(found, { isPooled: true, preparesStatements: true, signals: "pooled" })
      pooled.searchParams.set("prepare", "false")
      assert.deepInclude(yield* examine(layerSqlClient({ url: pooled.href, listenUrl: url })), {
        isPooled: true,
        preparesStatements: false,
        signals: "arrive"
      })
    }).pipe(Effect.scoped)
  )

  it.effect("finds a replica that is no standby, and one that is away", () =>
    Effect.gen(function* () {
      const { url } = yield* TestDatabase
      assert.strictEqual((yield* examine(layerSqlClient({ url, readUrl: url }))).replica, "primary")
      const away = new URL(url)
      away.port = "1"
      assert.strictEqual((yield* examine(layerSqlClient({ url, readUrl: away.href }))).replica, "failed")
    })
  )
})

layer(layerTestDatabase, { excludeTestServices: true, timeout: 60_000 })("the connection for signals", (it) => {
  it.effect("uses its own URL", () =>
    Effect.gen(function* () {
      const { url } = yield* TestDatabase
      const other = yield* Effect.acquireRelease(
        Effect.promise(() => createTestDatabase()),
        (database) => Effect.promise(database.drop)
      )
      const arrived = yield* Deferred.make<Signal>()
      const listening = yield* Deferred.make<void>()
      yield* Effect.gen(function* () {
        yield* (yield* Signals).listen({
          onSignal: (signal) => Deferred.doneUnsafe(arrived, Effect.succeed(signal)),
          onGap: () => Deferred.doneUnsafe(listening, Effect.void)
        })
        yield* Deferred.await(listening)
        yield* Effect.provide(
          Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select pg_notify('mon_event', 'incident 1 2 - -')`),
          layerSqlClient({ url: other.url })
        )
        assert.deepInclude(yield* Deferred.await(arrived), { kind: "incident", accountKey: "1", monitorKey: "2" })
      }).pipe(Effect.provide(Layer.provide(Signals.layer, layerSqlClient({ url, listenUrl: other.url }))))
    }).pipe(Effect.scoped)
  )
})
