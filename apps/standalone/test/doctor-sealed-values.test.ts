import { layerSqlClient, Secrets } from "@mon/core-store"
import { createTestDatabase, runningTestServer } from "@mon/core-store/testing"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { describe, expect, it } from "vitest"
import { examineSecrets } from "../src/doctor/secrets.ts"

const former = "the former secret that is long enough to be one"
const present = "the present secret that is long enough to be one"
const dataDir = "/nonexistent"

const run = <A, E>(url: string, effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.runPromise(Effect.provide(effect, layerSqlClient({ url })))

const seal = (text: string) =>
  Effect.provide(
    Effect.flatMap(Secrets, (secrets) => secrets.seal("any", text, "1")),
    Secrets.layer([former])
  )

describe("the doctor of sealed values", () => {
  it("says nothing before the first start", async () => {
    const empty = await createTestDatabase({ url: runningTestServer().url, template: "template1" })
    try {
      expect(await run(empty.url, examineSecrets({ dataDir, secrets: [present] }))).toEqual([])
    } finally {
      await empty.drop()
    }
  })

  it("counts what the present MON_SECRET does not open, says what to do, and shows no value", async () => {
    const database = await createTestDatabase()
    try {
      const value = await run(
        database.url,
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const sealed = yield* seal("canary")
          yield* sql`
            with owner as (insert into account (public_id, plan) values (gen_random_uuid(), 'pro') returning id)
            insert into alert_channel (public_id, account_id, kind, name, settings, shown)
            select gen_random_uuid(), owner.id, 'ntfy', 'n', ${sealed}, '{}' from owner`
          yield* sql`
            with person as (
              insert into app_user (public_id, email) values (gen_random_uuid(), 'a@b.example'), (gen_random_uuid(), 'c@d.example')
              returning id)
            insert into second_factor (user_id, secret, last_step) select id, ${sealed}, 1 from person`
          return sealed
        })
      )
      const [finding] = await run(database.url, examineSecrets({ dataDir, secrets: [present] }))
      expect(finding).toMatchObject({ subject: "sealed values", state: "warn" })
      expect(finding?.detail).toContain("does not open 2 second factors, 1 alert channel,")
      expect(finding?.detail).toContain("Append the previous secret to MON_SECRET")
      expect(finding?.detail).toContain("recovery code")
      for (const part of [...value.split(".").slice(1), former, present, "a@b.example"])
        expect(finding?.detail).not.toContain(part)
      const opened = { subject: "sealed values", state: "ok", detail: "the current MON_SECRET opens them" }
      expect(await run(database.url, examineSecrets({ dataDir, secrets: [present, former] }))).toEqual([opened])
    } finally {
      await database.drop()
    }
  })
})
