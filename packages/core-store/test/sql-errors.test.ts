import net from "node:net"
import { assert, describe, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { vi } from "vitest"
import { sqlError } from "../src/sql/Query.ts"
import { layer as layerPostgres } from "../src/sql/SqlClient.ts"
import { layerTestDatabase, TestDatabase } from "../src/testing.ts"

describe("reasons", () => {
  const table = [
    ["08006", "ConnectionError"],
    ["57P01", "ConnectionError"],
    ["57P03", "ConnectionError"],
    ["53300", "ConnectionError"],
    ["ECONNREFUSED", "ConnectionError"],
    ["CONNECT_TIMEOUT", "ConnectionError"],
    ["CONNECTION_CLOSED", "ConnectionError"],
    ["CONNECTION_ENDED", "ConnectionError"],
    ["28P01", "AuthenticationError"],
    ["42501", "AuthorizationError"],
    ["42601", "SqlSyntaxError"],
    ["42P01", "SqlSyntaxError"],
    ["23505", "UniqueViolation"],
    ["23503", "ConstraintError"],
    ["40001", "SerializationError"],
    ["40P01", "DeadlockError"],
    ["55P03", "LockTimeoutError"],
    ["57014", "StatementTimeoutError"],
    ["22012", "UnknownError"],
    ["", "UnknownError"]
  ] as const
  for (const [code, tag] of table) {
    it(`${code === "" ? "no code" : code} is ${tag}`, () => {
      const error = sqlError(Object.assign(new Error("the words"), { code }), "execute")
      assert.strictEqual(error.reason._tag, tag)
      assert.strictEqual(error.reason.message, "the words")
    })
  }
  it("the thrown value is the cause", () => {
    assert.strictEqual(sqlError("text", "execute").reason.message, "text")
    assert.strictEqual(sqlError(null, "execute").reason._tag, "UnknownError")
  })
})

const failing = (use: Effect.Effect<unknown, SqlError, SqlClient>, url: string | Redacted.Redacted<string>) =>
  Effect.flip(Effect.provide(use, layerPostgres({ url, maxConnections: 4, statementTimeoutMs: 50 })))

layer(layerTestDatabase, { excludeTestServices: true })("a statement that the database refuses", (test) => {
  test.effect("to a duplicate, naming the constraint", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      yield* sql`create table once (n int constraint only_once unique)`
      const { reason } = yield* Effect.flip(sql`insert into once (n) values (1), (1)`)
      assert.deepInclude(reason, { _tag: "UniqueViolation", constraint: "only_once" })
    })
  )

  test.effect("to a statement that takes too long", () =>
    Effect.gen(function* () {
      const { url } = yield* TestDatabase
      const error = yield* failing(
        Effect.flatMap(SqlClient, (sql) => sql`select pg_sleep(60)`),
        url
      )
      assert.strictEqual(error.reason._tag, "StatementTimeoutError")
    })
  )

  test.effect("to a stranger", () =>
    Effect.gen(function* () {
      const { url } = yield* TestDatabase
      const wrong = new URL(url)
      wrong.username = "stranger"
      const select = Effect.flatMap(SqlClient, (sql) => sql`select 1`)
      const inTransaction = Effect.flatMap(SqlClient, (sql) => sql.withTransaction(sql`select 1`))
      for (const use of [select, inTransaction]) {
        assert.strictEqual((yield* failing(use, Redacted.make(wrong.href))).reason._tag, "AuthenticationError")
      }
    })
  )

  test.effect("to two transactions that wait for each other, of which one goes on", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      yield* sql`create table pair (id int primary key, n int)`
      yield* sql`insert into pair values (1, 0), (2, 0)`
      const locked = [yield* Latch.make(), yield* Latch.make()] as const
      const both = (first: 1 | 2, second: 1 | 2) =>
        Effect.exit(
          sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`update pair set n = n + 1 where id = ${first}`
              yield* locked[first - 1]!.open
              yield* locked[second - 1]!.await
              yield* sql`update pair set n = n + 1 where id = ${second}`
            })
          )
        )
      const exits = yield* Effect.all([both(1, 2), both(2, 1)], { concurrency: "unbounded" })
      const failed = exits.filter((exit) => exit._tag === "Failure")
      assert.strictEqual(failed.length, 1)
      assert.include(String(failed[0]?.cause), "deadlock")
      assert.deepStrictEqual(yield* sql`select n from pair`, [{ n: 1 }, { n: 1 }])
    })
  )
})

/** A listener on the loopback interface. After it is closed, its port refuses connections. */
const listener = (behaviour: (socket: net.Socket) => void) =>
  Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<{ readonly port: number; readonly close: () => Promise<void> }>((resolve) => {
          const sockets = new Set<net.Socket>()
          const server = net.createServer((socket) => {
            sockets.add(socket)
            socket.on("error", () => {})
            behaviour(socket)
          })
          server.listen(0, "127.0.0.1", () => {
            const address = server.address()
            resolve({
              port: typeof address === "object" && address !== null ? address.port : 0,
              close: () =>
                new Promise((done) => {
                  for (const socket of sockets) socket.destroy()
                  server.close(() => done())
                })
            })
          })
        })
    ),
    ({ close }) => Effect.promise(close)
  )

describe("without a database", () => {
  const select = Effect.flatMap(SqlClient, (sql) => sql`select 1`)
  const inTransaction = Effect.flatMap(SqlClient, (sql) => sql.withTransaction(sql`select 1`))

  it.live("every statement and transaction fails at once when the connection is refused", () =>
    Effect.gen(function* () {
      const { close, port } = yield* listener(() => {})
      yield* Effect.promise(close)
      yield* Effect.provide(
        Effect.gen(function* () {
          for (let round = 0; round < 3; round++) {
            const errors = yield* Effect.all([select, inTransaction, select].map(Effect.flip), {
              concurrency: "unbounded"
            })
            assert.deepStrictEqual(
              errors.map(({ reason }) => reason._tag),
              ["ConnectionError", "ConnectionError", "ConnectionError"]
            )
          }
        }),
        layerPostgres({ url: `postgres://mon:x@127.0.0.1:${port}/mon`, maxConnections: 2 })
      )
    })
  )

  it.live("a statement fails after the connect timeout when the server does not answer", () =>
    Effect.gen(function* () {
      const { port } = yield* listener(() => {})
      const error = yield* Effect.flip(
        Effect.provide(
          select,
          layerPostgres({ url: `postgres://mon:x@127.0.0.1:${port}/mon`, connectTimeoutSeconds: 0.2 })
        )
      )
      assert.strictEqual(error.reason._tag, "ConnectionError")
    })
  )

  it.live("a statement fails at once when the server closes the connection", () =>
    Effect.gen(function* () {
      const { port } = yield* listener((socket) => socket.destroy())
      const error = yield* Effect.flip(
        Effect.provide(inTransaction, layerPostgres({ url: `postgres://mon:x@127.0.0.1:${port}/mon` }))
      )
      assert.strictEqual(error.reason._tag, "ConnectionError")
    })
  )

  it.live("every socket is opened with TCP_NODELAY", () =>
    Effect.gen(function* () {
      const noDelay = vi.spyOn(net.Socket.prototype, "setNoDelay")
      const { port } = yield* listener((socket) => socket.destroy())
      const fiber = yield* Effect.forkChild(
        Effect.exit(
          Effect.provide(
            Effect.all([select, inTransaction], { concurrency: "unbounded" }),
            layerPostgres({ url: `postgres://mon:x@127.0.0.1:${port}/mon` })
          )
        )
      )
      yield* Fiber.join(fiber)
      assert.deepStrictEqual(noDelay.mock.calls.filter(([on]) => on === true).length, 2)
      noDelay.mockRestore()
    })
  )
})
