import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { migrations } from "../src/migrations/index.ts"
import { examineSchema, migrate } from "../src/migrations/migrate.ts"
import { layerTestDatabase } from "../src/testing.ts"
import { backupTo, emptyDatabase, restoreFrom, scratchFolder } from "./BackupWorld.ts"
import { schemaText } from "./schemaText.ts"

const schema = readFileSync(join(import.meta.dirname, "..", "schema.sql"), "utf8")

const upTo = (newest: string) => Object.fromEntries(Object.entries(migrations).filter(([name]) => name < `${newest}_z`))

const onEmpty = <A, E, R>(use: Effect.Effect<A, E, R>) =>
  Effect.scoped(Effect.flatMap(emptyDatabase, (database) => Effect.provide(use, database)))

layer(layerTestDatabase, { excludeTestServices: true })("an upgrade of an earlier database", (it) => {
  it.effect.each(["0038", "0060", "0094"])(
    "makes the same schema from that of %s, and lets older programs run",
    (newest) =>
      onEmpty(
        Effect.gen(function* () {
          const old = upTo(newest)
          yield* migrate(old)
          yield* migrate(migrations)
          assert.strictEqual(yield* schemaText, schema)
          assert.strictEqual((yield* examineSchema(old)).problem, null)
          assert.deepStrictEqual(yield* migrate(old), [])
          assert.deepStrictEqual(yield* migrate(migrations), [])
        })
      )
  )

  it.effect("says what to start first if the database is too old", () =>
    onEmpty(
      Effect.gen(function* () {
        yield* migrate({ "0037_status_page_exports": Effect.void })
        const error = yield* Effect.flip(migrate(migrations))
        assert.deepInclude(error, { _tag: "MigrationError", kind: "BadState" })
        assert.include(error.message, '"0037_status_page_exports"')
        assert.include(error.message, "start commit 8a3e5cd7 first")
      })
    )
  )

  it.effect("is refused by programs that know only earlier migrations if the baseline has made the database", () =>
    onEmpty(
      Effect.gen(function* () {
        assert.deepStrictEqual((yield* migrate(migrations))[0], [95, "baseline"])
        const { problem } = yield* examineSchema(upTo("0094"))
        assert.match(problem ?? "", /the migration "0095_baseline", which this version .* Run the newer version\./u)
      })
    )
  )

  it.effect("also happens to a restored backup", () =>
    onEmpty(
      Effect.gen(function* () {
        const file = join(yield* scratchFolder, "earlier.mon")
        yield* migrate(upTo("0060"))
        const sql = yield* SqlClient
        yield* sql`insert into account (public_id, plan) values (gen_random_uuid(), 'pro')`
        yield* backupTo(file)
        yield* onEmpty(
          Effect.gen(function* () {
            yield* restoreFrom(file)
            assert.deepStrictEqual(yield* (yield* SqlClient)`select plan from account`, [{ plan: "pro" }])
            assert.strictEqual(yield* schemaText, schema)
          })
        )
      })
    )
  )

  it.effect("asks the accounts that have monitors whether broken pages are outages, and leaves the monitors", () =>
    onEmpty(
      Effect.gen(function* () {
        const sql = yield* SqlClient
        yield* migrate(upTo("0074"))
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
      })
    )
  )

  it.effect("confirms the addresses of owners, and of nobody who came with a copied invitation link", () =>
    onEmpty(
      Effect.gen(function* () {
        const sql = yield* SqlClient
        yield* migrate(upTo("0086"))
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
      })
    )
  )
})
