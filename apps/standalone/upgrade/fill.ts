import { command, ExitCode, runProcess, required, text, wholeNumber, withDefault } from "@mon/bundled/command-line"
import { layerSqlClient, migrate, migrations } from "@mon/core-store"
import { startEmbedded } from "@mon/embedded-postgres"
import { Console, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { TABLE_ROWS } from "./tableRows.ts"

const MAX_ROWS = 1_000_000
const DEFAULT_ROWS = 10_000

const fill = (rows: number) =>
  Effect.gen(function* () {
    yield* migrate(migrations)
    const sql = yield* SqlClient.SqlClient
    for (const [table, statement] of TABLE_ROWS)
      yield* Effect.tapError(sql.unsafe(statement, [rows]), () =>
        Console.error(`The table ${table} could not be filled.`)
      )
  })

await runProcess(
  command({
    name: "node apps/standalone/upgrade/fill.ts",
    description: "Makes a data folder with this version's schema and rows in every table, for the upgrade check.",
    options: {
      rows: withDefault(wholeNumber("rows", 1, MAX_ROWS), DEFAULT_ROWS, "Rows of each table")
    },
    arguments: { folder: required(text("folder", "the path of an empty folder"), "The data folder") },
    exitCodes: { ok: "The folder is filled", couldNot: "The folder could not be filled" },
    run: async ({ folder, rows }) => {
      const server = await startEmbedded({ dataDir: folder })
      try {
        await Effect.runPromise(Effect.provide(fill(rows), layerSqlClient({ url: Redacted.make(server.url) })))
      } finally {
        await server.stop()
      }
      return ExitCode.ok
    }
  }),
  new URL("../package.json", import.meta.url)
)
