import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import { migrations } from "../src/migrations/index.ts"
import { migrate } from "../src/migrations/migrate.ts"
import { layer as layerPostgres } from "../src/sql/SqlClient.ts"
import { createTestDatabase, layerTestDatabase, runningTestServer } from "../src/testing.ts"

/** Before pages were judged. */
const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0075"))

layer(layerTestDatabase, { excludeTestServices: true })("an update", (it) => {
  it.effect("asks the accounts that have monitors whether broken pages are outages, and leaves the monitors", () =>
    Effect.gen(function* () {
      const { url } = runningTestServer()
      const database = yield* Effect.acquireRelease(
        Effect.promise(() => createTestDatabase({ url, template: "template1" })),
        ({ drop }) => Effect.promise(drop)
      )
      yield* Effect.provide(
        Effect.gen(function* () {
          const sql = yield* SqlClient
          yield* migrate(before)
          yield* sql`
            insert into account (public_id, plan)
            select gen_random_uuid(), plan from unnest(array['free', 'pro', 'agency']) plan`
          const monitor = (plan: string, key: string, deleted: boolean) => sql`
            insert into monitor (public_id, account_id, kind, url, hostname, dedupe_key, name, check_interval_seconds,
              timeout_seconds, deleted_at)
            select gen_random_uuid(), id, 1, 'https://example.com', 'example.com', ${key}, 'Shop', 60, 30,
              case when ${deleted}::boolean then mon_now() end from account where plan = ${plan}`
          yield* monitor("pro", "deleted", true)
          yield* monitor("agency", "old", false)
          yield* migrate(migrations)
          yield* monitor("free", "new", false)
          assert.deepStrictEqual(yield* sql`select plan, content_faults_offer as offer from account order by plan`, [
            { plan: "agency", offer: true },
            { plan: "free", offer: false },
            { plan: "pro", offer: false }
          ])
          assert.deepStrictEqual(
            yield* sql`select dedupe_key as key, content_faults as mode from monitor where deleted_at is null order by 1`,
            [
              { key: "new", mode: "down" },
              { key: "old", mode: "remark" }
            ]
          )
        }),
        layerPostgres({ url: database.url })
      )
    })
  )
})
