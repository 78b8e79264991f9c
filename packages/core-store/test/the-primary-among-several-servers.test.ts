import net from "node:net"
import { assert, describe, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { layerSqlClient } from "../src/index.ts"
import { severalServers } from "../src/sql/SeveralServers.ts"
import { layerTestDatabase, TestDatabase } from "../src/testing.ts"

describe("a URL of several servers", () => {
  it.each([
    [
      "postgres://mon:a%2Cb@one:5433,[::1],two/mon?sslmode=require&target_session_attrs=read-write",
      {
        servers: [
          { host: "one", port: 5_433 },
          { host: "::1", port: 5_432 },
          { host: "two", port: 5_432 }
        ],
        wanted: "primary",
        oneUrl: "postgres://mon:a%2Cb@one:5433/mon?sslmode=require"
      }
    ],
    [
      "postgres://one/mon?target_session_attrs=standby",
      { servers: [{ host: "one", port: 5_432 }], wanted: "standby", oneUrl: "postgres://one/mon" }
    ],
    ["postgres://mon@one:5432/mon?prepare=false", null]
  ])("%s is read", (url, expected) => {
    assert.deepEqual<unknown>(severalServers(url), expected)
  })
})

/** A row with one column of one byte, "f" (PostgreSQL documentation, "Message Formats"): the server is no standby. */
const NO = Buffer.from([0x44, 0, 0, 0, 11, 0, 1, 0, 0, 0, 1, 0x66])
const YES = 0x74

/** A relay to the server that answers "true" to a question of one column while it plays a standby. */
const openServer = (upstream: URL, startsAsStandby: boolean) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      let isStandby = startsAsStandby
      const sockets = new Set<net.Socket>()
      const server = net.createServer((client) => {
        const target = net.connect(Number(upstream.port), upstream.hostname)
        for (const socket of [client, target]) {
          sockets.add(socket)
          socket.on("error", () => {})
          socket.on("close", () => sockets.delete(socket))
        }
        client.pipe(target)
        target.on("data", (bytes) => {
          const at = bytes.indexOf(NO)
          if (isStandby && at >= 0) bytes[at + NO.length - 1] = YES
          client.write(bytes)
        })
        target.on("end", () => client.end())
        client.on("close", () => target.destroy())
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()))
      const address = server.address()
      return {
        port: typeof address === "object" && address !== null ? address.port : 0,
        /** Changes the role, and closes all connections, as a server does that changes its role. */
        become: (standby: boolean) => {
          isStandby = standby
          for (const socket of sockets) socket.destroy()
        },
        close: () => {
          for (const socket of sockets) socket.destroy()
          server.close()
        }
      }
    }),
    ({ close }) => Effect.sync(close)
  )

layer(layerTestDatabase, { excludeTestServices: true, timeout: 60_000 })("with several servers", (test) => {
  for (const wanted of ["read-write", "primary"])
    test.effect(`statements and transactions go to the primary, also after another one took over (${wanted})`, () =>
      Effect.gen(function* () {
        const url = new URL((yield* TestDatabase).url)
        const [one, two] = [yield* openServer(url, true), yield* openServer(url, false)]
        const several = url.href.replace(url.host, `127.0.0.1:1,127.0.0.1:${one.port},127.0.0.1:${two.port}`)
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const isStandby = Effect.map(
            sql<{ readonly standby: boolean }>`select pg_is_in_recovery() as standby`,
            ([row]) => row?.standby
          )
          for (const read of [isStandby, sql.withTransaction(isStandby)]) assert.strictEqual(yield* read, false)
          two.become(true)
          one.become(false)
          const again = Effect.eventually(isStandby)
          for (const read of [again, Effect.eventually(sql.withTransaction(isStandby))])
            assert.strictEqual(yield* Effect.repeat(read, { until: (standby) => standby === false }), false)
        }).pipe(Effect.provide(layerSqlClient({ url: `${several}?target_session_attrs=${wanted}`, maxConnections: 2 })))
      }).pipe(Effect.scoped)
    )

  test.effect("statements fail while no server is suitable, and no statement waits", () =>
    Effect.gen(function* () {
      const url = new URL((yield* TestDatabase).url)
      const [one, two] = [yield* openServer(url, true), yield* openServer(url, true)]
      const several = url.href.replace(url.host, `127.0.0.1:${one.port},127.0.0.1:${two.port}`)
      const error = yield* Effect.flip(
        Effect.provide(
          Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select 1`),
          layerSqlClient({ url: `${several}?target_session_attrs=primary`, maxConnections: 2 })
        )
      )
      assert.strictEqual(error.reason._tag, "ConnectionError")
    }).pipe(Effect.scoped)
  )

  test.effect(
    "a change on a server that accepts none is not the statement's fault, and connections are opened again",
    () =>
      Effect.gen(function* () {
        const { url } = yield* TestDatabase
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const pid = Effect.map(sql<{ readonly pid: number }>`select pg_backend_pid() as pid`, ([row]) => row?.pid)
          const before = yield* pid
          yield* sql`select set_config('default_transaction_read_only', 'on', false)`
          const error = yield* Effect.flip(sql`create table refused (n int)`)
          assert.strictEqual(error.reason._tag, "ConnectionError")
          assert.notStrictEqual(yield* pid, before)
          yield* sql`create temporary table accepted (n int)`
        }).pipe(Effect.provide(layerSqlClient({ url, maxConnections: 2 })))
      })
  )
})
