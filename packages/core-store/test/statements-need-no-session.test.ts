// A pooler in transaction mode may run each transaction on another server process. No statement may therefore leave
// anything in its session, except LISTEN, which has a connection of its own.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { layerTestDatabase } from "../src/testing.ts"

const source = fileURLToPath(new URL("../src", import.meta.url))

/** Locks of a session, parameters of a session, and cursors that outlive their transaction. */
const OF_SESSIONS =
  /pg_(?:try_)?advisory_(?:lock|unlock)|set\s+session\b|\bwith\s+hold\b|set_config\([^()]*,\s*false\)/iu

layer(layerTestDatabase)("statements", (it) => {
  it.effect("leave nothing in their session", () =>
    Effect.gen(function* () {
      const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"))
      assert.isAbove(files.length, 100)
      assert.deepStrictEqual(
        files.filter((name) => OF_SESSIONS.test(readFileSync(join(source, name), "utf8"))),
        []
      )
      const sql = yield* SqlClient.SqlClient
      const functions = yield* sql<{ readonly name: string; readonly body: string }>`
        select proname as name, prosrc as body from pg_proc where pronamespace = 'public'::regnamespace`
      assert.isAbove(functions.length, 10)
      assert.deepStrictEqual(
        functions.filter(({ body }) => OF_SESSIONS.test(body)),
        []
      )
    })
  )
})
