import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Domains, PostgresJs } from "../src/index.ts"
import { readMonitorList } from "../src/monitors/MonitorLists.ts"
import { layerStore, newAccount, newDomain } from "./account.ts"

layer(layerStore, { excludeTestServices: true })("a list of all monitors", (it) => {
  it.effect("takes two statements, whatever the number of monitors", () =>
    Effect.gen(function* () {
      const driver = yield* PostgresJs
      const { viewer } = yield* newAccount
      let statements = 0
      const read = readMonitorList({
        ...driver,
        run: (statement) => {
          statements += 1
          return driver.run(statement)
        }
      })
      for (let count = 0; count < 12; count++) {
        statements = 0
        assert.lengthOf((yield* read(viewer)).rows, count)
        assert.strictEqual(statements, 2)
        yield* (yield* Domains).create(viewer, newDomain(`d${count}.example`), 100)
      }
    })
  )
})
