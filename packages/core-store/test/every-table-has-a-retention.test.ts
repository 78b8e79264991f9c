import { assert, layer } from "@effect/vitest"
import { retentionDays } from "@mon/model"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import { readFileSync } from "node:fs"
import { type Table, tablesText } from "../src/backup/catalog.ts"
import { expiryRules } from "../src/operator/Retention.ts"
import { retentionTable, tableRetention } from "../src/operator/tableRetention.ts"
import { layerTestDatabase } from "../src/testing.ts"

const page = readFileSync(new URL("../../../docs/operations/retention.md", import.meta.url), "utf8")

/** Removes the spaces that the formatter adds to cells. */
const cellsOf = (line: string): string =>
  line
    .split("|")
    .map((cell) => cell.trim())
    .join("|")

layer(layerTestDatabase, { excludeTestServices: true })("a retention", (it) => {
  it.effect("is declared for every table of the database, and for no other", () =>
    Effect.gen(function* () {
      const tables = yield* (yield* SqlClient).unsafe<Table>(tablesText)
      assert.deepStrictEqual(Object.keys(tableRetention).toSorted(), tables.map(({ name }) => name).toSorted())
    })
  )

  it.effect("with an end that depends on another table names a table that exists", () =>
    Effect.sync(() => {
      for (const { ends } of Object.values(tableRetention)) {
        if (ends !== null && typeof ends === "object" && "with" in ends) assert.property(tableRetention, ends.with)
      }
    })
  )

  it.effect("by age is the one that its task uses", () =>
    Effect.sync(() => {
      for (const [table, { kind }] of Object.entries(expiryRules))
        assert.deepInclude(tableRetention[table]?.ends, { days: retentionDays[kind] }, table)
      assert.deepInclude(tableRetention["monitor"]?.ends, { days: retentionDays.deletedMonitors })
      assert.deepInclude(tableRetention["account"]?.ends, { days: retentionDays.deletedAccounts })
    })
  )

  it.effect("is documented with its reason", () =>
    Effect.sync(() => {
      const documented = page.split("\n").filter((line) => line.startsWith("| `"))
      assert.deepStrictEqual(documented.map(cellsOf), retentionTable().map(cellsOf))
    })
  )
})
