import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { quoted } from "../src/backup/catalog.ts"
import { Retention } from "../src/index.ts"
import { layerStore } from "./account.ts"
import { fillAccount, programTables, withoutRules } from "./filledAccount.ts"

layer(layerStore, { excludeTestServices: true })("a monitor that was deleted long ago", (it) => {
  it.effect("leaves no row in any table that refers to monitors, in bounded steps", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const retention = yield* Retention
      yield* withoutRules
      const { number } = yield* fillAccount(1)
      const referring = (yield* programTables).filter(({ columns }) => columns.includes("monitor_id"))
      const found = Effect.fnUntraced(function* () {
        const names: Array<string> = []
        for (const { name } of referring) {
          const rows = yield* sql.unsafe(`select 1 from ${quoted(name)} where monitor_id = $1::bigint limit 1`, [
            number
          ])
          if (rows.length > 0) names.push(name)
        }
        return names
      })
      assert.lengthOf(yield* found(), referring.length)
      assert.isAbove(referring.length, 20)

      yield* sql`update monitor set deleted_at = mon_now() - interval '91 days' where id = ${number}`
      while ((yield* retention.purgeDeletedMonitors(90, 2)) > 0);
      assert.deepStrictEqual(yield* found(), [])
      assert.lengthOf(yield* sql`select 1 from monitor where id = ${number}`, 0)
      assert.lengthOf(yield* sql`select 1 from account where id = ${number}`, 1)
    })
  )
})
