import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { PostgresJs } from "../src/index.ts"
import { tuples, withGetters } from "../src/sql/ColumnGetters.ts"
import { layerStore } from "./account.ts"

interface Row {
  readonly [column: string]: unknown
}

const statements = [
  `select n as one, null as nothing, array[n, 2] as list, '{"a":1}'::jsonb as json from generate_series(1, 3) n`,
  `select 1 as n, 2 as n`,
  `select 1 as "constructor", 2 as "__proto__", 3 as "tuple", 4 as "#tuple"`,
  `select 1 as none where false`
]

layer(layerStore, { excludeTestServices: true })("a row of tuples", (it) => {
  for (const statement of statements) {
    it.effect(`has the columns of the driver's objects: ${statement}`, () =>
      Effect.gen(function* () {
        const { run } = yield* PostgresJs
        const objects = yield* run((sql) => sql.unsafe<Array<Row>>(statement, [], { prepare: true }))
        for (const _ of ["prepared", "prepared before"]) {
          const result = yield* run((sql) => tuples(sql.unsafe(statement, [], { prepare: true })))
          const columns = result.columns.map(({ name }) => name)
          const rows = withGetters<Row>(result)
          assert.lengthOf(rows, objects.length)
          for (const [index, row] of rows.entries())
            for (const name of columns.filter((one) => one !== "__proto__"))
              assert.deepStrictEqual(row[name], objects[index]?.[name], name)
        }
      })
    )
  }
})
