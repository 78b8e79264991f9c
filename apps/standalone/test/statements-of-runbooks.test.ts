import { layerSqlClient } from "@mon/core-store"
import { createTestDatabase } from "@mon/core-store/testing"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { readFileSync } from "node:fs"
import { afterAll, describe, expect, it } from "vitest"

const page = readFileSync(new URL("../../../docs/operations/runbooks.md", import.meta.url), "utf8")
const blocks = [...page.matchAll(/^ *```sql\n([^]*?)^ *```$/gmu)].map(([, block = ""]) => block)
/** The statements within sentences, except statements with a placeholder such as `<id>`. */
const inline = [...page.matchAll(/`((?:select|vacuum)\s[^`<]+)`/gu)].map(([, statement = ""]) => statement)

const database = await createTestDatabase()
afterAll(() => database.drop())

const run = (text: string) =>
  Effect.runPromise(
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(text)).pipe(
      Effect.provide(layerSqlClient({ url: database.url }))
    )
  )

describe("the statements of the runbooks", () => {
  it("are found", () => {
    expect(blocks.length).toBeGreaterThanOrEqual(4)
    expect(inline.length).toBeGreaterThanOrEqual(3)
  })

  it.each([...blocks, ...inline])("run against the schema of the service: %s", async (statement) => {
    await expect(run(statement)).resolves.toBeInstanceOf(Array)
  })

  it("change nothing: what changes rows is a command", () => {
    expect([...blocks, ...inline].filter((statement) => /\b(?:update|delete|insert)\b/iu.test(statement))).toEqual([])
  })
})
