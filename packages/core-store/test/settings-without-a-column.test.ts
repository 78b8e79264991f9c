import { assert, layer } from "@effect/vitest"
import { field } from "@mon/model"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import { type ColumnsOf, columnsOf, settingsReader } from "../src/monitors/statements/monitorColumns.ts"
import { layerTestDatabase } from "../src/testing.ts"

const fields = {
  name: field.text("name", { about: "A name.", example: "Coin", maximum: 200, column: "name" }),
  seed: field.text("seed", { about: "A text.", example: "7", maximum: 20 }),
  isFair: field.flag("isFair", { about: "A switch.", example: true, default: true }),
  sides: field.emails("sides", { about: "Addresses.", example: ["a@example.com"], maximum: 5, default: [] })
} as const

const { assignments, names, record, selected, values } = columnsOf(fields)
const settingsOf = settingsReader(fields)

layer(layerTestDatabase, { excludeTestServices: true })("a settable field without a column", (it) => {
  it.effect("is a part of the settings of its monitor, which a change leaves alone unless it has the field", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      yield* sql`create temporary table m (name text not null, settings jsonb)`
      const read = Effect.map(sql.unsafe<ColumnsOf<typeof fields>>(`select ${selected} from m`), ([row]) =>
        row === undefined ? null : settingsOf(row)
      )
      const create = { name: "Coin", seed: "7", isFair: false, sides: ["heads@example.com"] }
      yield* sql.unsafe(
        `insert into m (${names}) select ${values} from jsonb_to_record($1::text::jsonb) as p(${record})`,
        [JSON.stringify(create)]
      )
      assert.deepStrictEqual(yield* read, create)
      yield* sql.unsafe(
        `update m set ${assignments} from (
          select r.*, g.given from (select $1::text::jsonb as given) g, jsonb_to_record(g.given) as r(${record})) p`,
        [JSON.stringify({ seed: "8" })]
      )
      assert.deepStrictEqual(yield* read, { ...create, seed: "8" })
    }).pipe(Effect.scoped)
  )

  it("has its default where another release stored nothing, or something else", () => {
    assert.deepStrictEqual(settingsOf({ name: "Coin", settings: { seed: "7", isFair: "perhaps" } }), {
      name: "Coin",
      seed: "7",
      isFair: true,
      sides: []
    })
  })
})
