import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import { migrations } from "../src/migrations/index.ts"
import { migrate } from "../src/migrations/migrate.ts"
import { layer as layerPostgres } from "../src/sql/SqlClient.ts"
import { createTestDatabase, layerTestDatabase, runningTestServer } from "../src/testing.ts"

/** Before an account that the operator creates confirmed the address of its owner. */
const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0087"))

layer(layerTestDatabase, { excludeTestServices: true })("an update", (it) => {
  it.effect("confirms the addresses of owners, and of nobody who came with a copied invitation link", () =>
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
            insert into app_user (public_id, email, created_at, email_confirmed_at)
            select gen_random_uuid(), email, '2026-01-01Z', case when email = 'known' then '2026-02-02Z'::timestamptz end
            from unnest(array['known', 'owner', 'former owner', 'member']) email`
          yield* sql`
            insert into account (public_id, plan) select gen_random_uuid(), 'agency' from generate_series(1, 4)`
          yield* sql`
            insert into membership (public_id, account_id, user_id, role, removed_at)
            select gen_random_uuid(), u.id, u.id, case when u.email = 'member' then 'member' else 'owner' end,
              case when u.email = 'former owner' then mon_now() end
            from app_user u`
          yield* migrate(migrations)
          const rows = yield* sql<{ email: string; day: string | null }>`
            select email, to_char(email_confirmed_at at time zone 'UTC', 'YYYY-MM-DD') as day from app_user order by id`
          assert.deepStrictEqual(rows, [
            { email: "known", day: "2026-02-02" },
            { email: "owner", day: "2026-01-01" },
            { email: "former owner", day: null },
            { email: "member", day: null }
          ])
        }),
        layerPostgres({ url: database.url })
      )
    })
  )
})
