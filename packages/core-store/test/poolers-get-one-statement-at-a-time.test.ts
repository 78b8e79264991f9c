import net from "node:net"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { layerSqlClient } from "../src/index.ts"
import { layerTestDatabase, TestDatabase } from "../src/testing.ts"

/** The messages that begin a statement, and those that end it (PostgreSQL documentation, "Message Formats"). */
const QUERY = "Q"
const BEGINNINGS = new Set(["P", "B", QUERY])
const SYNC = "S"
const READY_FOR_QUERY = "Z"

/** Splits a stream into messages, and passes on the types of the messages. */
const messages = (onType: (type: string) => void, skipFirst: boolean) => {
  let waiting = Buffer.alloc(0)
  let isFirst = skipFirst
  return (bytes: Buffer) => {
    waiting = Buffer.concat([waiting, bytes])
    for (;;) {
      // The first message of a client has no type.
      const start = isFirst ? 0 : 1
      if (waiting.length < start + 4) return
      const length = start + waiting.readInt32BE(start)
      if (waiting.length < length) return
      if (!isFirst) onType(String.fromCodePoint(waiting[0] ?? 0))
      isFirst = false
      waiting = waiting.subarray(length)
    }
  }
}

/**
 * A relay that counts the statements that a client begins before the previous one on the connection has ended. A pooler
 * in transaction mode may assign the connection to another server process at this moment.
 */
const countingRelay = ({ hostname, port: upstreamPort }: Pick<URL, "hostname" | "port">) =>
  Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<{ readonly server: net.Server; readonly port: number; readonly overlaps: () => number }>(
          (resolve) => {
            let overlaps = 0
            const server = net.createServer((client) => {
              const upstream = net.connect(Number(upstreamPort), hostname)
              let isEnding = false
              const fromClient = messages((type) => {
                if (BEGINNINGS.has(type) && isEnding) overlaps += 1
                if (type === SYNC || type === QUERY) isEnding = true
              }, true)
              const fromServer = messages((type) => {
                if (type === READY_FOR_QUERY) isEnding = false
              }, false)
              client.on("data", (bytes) => fromClient(bytes))
              upstream.on("data", (bytes) => fromServer(bytes))
              for (const socket of [client, upstream]) socket.on("error", () => {})
              client.pipe(upstream).pipe(client)
            })
            server.listen(0, "127.0.0.1", () => {
              const address = server.address()
              const port = typeof address === "object" && address !== null ? address.port : 0
              resolve({ server, port, overlaps: () => overlaps })
            })
          }
        )
    ),
    ({ server }) => Effect.sync(() => server.close())
  )

layer(layerTestDatabase, { excludeTestServices: true, timeout: 60_000 })("many statements at once", (it) => {
  for (const [name, query, overlapping] of [
    ["are sent one after the other to a pooler", "?prepare=false", false],
    ["share a connection to PostgreSQL itself", "", true]
  ] as const)
    it.effect(name, () =>
      Effect.gen(function* () {
        const url = new URL((yield* TestDatabase).url)
        const relay = yield* countingRelay({ hostname: url.hostname, port: url.port })
        url.hostname = "127.0.0.1"
        url.port = String(relay.port)
        const statements = Effect.flatMap(SqlClient.SqlClient, (sql) =>
          Effect.forEach(
            Array.from({ length: 40 }, (_, number) => number),
            (number) =>
              number % 4 === 0
                ? sql<{ n: number }>`select 0 as n`
                : sql<{ n: number }>`select cardinality(${Array(number % 4).fill("a")}::text[]) as n`,
            { concurrency: "unbounded" }
          )
        )
        // In the second run, the statements are already prepared.
        const rows = yield* Effect.andThen(statements, statements).pipe(
          Effect.provide(layerSqlClient({ url: `${url.href}${query}`, maxConnections: 2 }))
        )
        assert.deepStrictEqual(
          rows.map(([row]) => row?.n),
          Array.from({ length: 40 }, (_, number) => number % 4)
        )
        assert.strictEqual(relay.overlaps() > 0, overlapping)
      }).pipe(Effect.scoped)
    )
})
