import { layerSqlClient } from "@mon/core-store"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { createServer, type Socket } from "node:net"
import { describe } from "vitest"
import { makeReadiness } from "../src/index.ts"

/** A database that accepts connections and never responds. */
const silence = Effect.acquireRelease(
  Effect.callback<{ readonly port: number; readonly connections: () => number; readonly close: () => void }>(
    (resume) => {
      const sockets: Array<Socket> = []
      const server = createServer((socket) => sockets.push(socket.on("error", () => {})))
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        resume(
          Effect.succeed({
            port: typeof address === "object" && address !== null ? address.port : 0,
            connections: () => sockets.length,
            close: () => {
              for (const socket of sockets) socket.destroy()
              server.close()
            }
          })
        )
      })
    }
  ),
  ({ close }) => Effect.sync(close)
)

describe("readiness", () => {
  it.live("is determined in bounded time, and queries a silent database only once for concurrent callers", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { connections, port } = yield* silence
        yield* Effect.gen(function* () {
          const { readiness } = yield* makeReadiness
          const answers = yield* Effect.all(
            Array.from({ length: 50 }, () => readiness),
            { concurrency: "unbounded" }
          )
          assert.deepStrictEqual([...new Set(answers.map(String))], ["the database does not respond in time"])
          assert.strictEqual(connections(), 1)
          yield* readiness
          assert.strictEqual(connections(), 1)
        }).pipe(Effect.provide(layerSqlClient({ url: `postgres://mon@127.0.0.1:${port}/mon` })))
      })
    )
  )
})

describe("health", () => {
  it.effect("answers at once, and is bad only after five minutes without a database", () =>
    Effect.gen(function* () {
      const { health, readiness } = yield* makeReadiness
      assert.deepStrictEqual(yield* health, [])
      assert.deepStrictEqual(yield* readiness, ["the database cannot be reached"])
      yield* TestClock.adjust("299 seconds")
      assert.deepStrictEqual(yield* health, [])
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* health, ["the database has been unreachable for five minutes"])
    }).pipe(Effect.provide(layerSqlClient({ url: "postgres://mon@127.0.0.1:1/mon", address: () => null })))
  )
})
