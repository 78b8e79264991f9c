import net from "node:net"
import { assert, describe, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { SqlClient } from "effect/sql/SqlClient"
import { findDatabaseUrl, withOneHost } from "../src/sql/DatabaseUrl.ts"
import { layer as layerPostgres } from "../src/sql/SqlClient.ts"
import { layerTestDatabase, TestDatabase } from "../src/testing.ts"

describe("the URL of a database", () => {
  it.each([
    [
      "postgres://mon:secret@one:5432,two:5432/mon?target_session_attrs=read-write",
      "postgres://mon:secret@one:5432/mon?target_session_attrs=read-write"
    ],
    ["postgresql://mon:a,b@one,two,three", "postgresql://mon:a,b@one"],
    ["postgres://one:5432/mon?options=a,b", "postgres://one:5432/mon?options=a,b"],
    ["mysql://one,two/mon", "mysql://one,two/mon"]
  ])("%s may name several servers", (text, first) => {
    assert.strictEqual(withOneHost(text), first)
  })

  it("of several servers is taken whole, and one without a server is refused", () => {
    const several = "postgres://mon:secret@one:5432,two:5432/mon?target_session_attrs=read-write"
    const found = findDatabaseUrl({ MON_DATABASE_URL: several })
    assert.strictEqual(found === null ? null : Redacted.value(found), several)
    for (const url of ["one:5432,two:5432/mon", "http://one,two/mon"])
      assert.throws(() => findDatabaseUrl({ MON_DATABASE_URL: url }), /MON_DATABASE_URL must be a URL such as/u)
  })
})

/** A port on which nothing listens. */
const closedPort = Effect.promise<number>(
  () =>
    new Promise((resolve) => {
      const server = net.createServer().listen(0, "127.0.0.1", () => {
        const address = server.address()
        server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
      })
    })
)

layer(layerTestDatabase, { excludeTestServices: true })("a database of several servers", (test) => {
  test.effect("is reached while one of them is away", () =>
    Effect.gen(function* () {
      const { url } = yield* TestDatabase
      const one = new URL(url)
      const several = url.replace(one.host, `127.0.0.1:${yield* closedPort},${one.host}`)
      const rows = yield* Effect.provide(
        Effect.flatMap(SqlClient, (sql) => sql`select 1 as n`),
        layerPostgres({ url: `${several}?target_session_attrs=read-write` })
      )
      assert.deepStrictEqual(rows, [{ n: 1 }])
    })
  )
})
