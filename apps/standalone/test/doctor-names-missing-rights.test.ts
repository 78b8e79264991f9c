import { layerSqlClient, migrate, migrations } from "@mon/core-store"
import { createTestDatabase, runningTestServer } from "@mon/core-store/testing"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { examineDatabase } from "../src/doctor/database.ts"
import type { Finding } from "../src/doctor/Finding.ts"

const user = `mon_doctor_${randomBytes(6).toString("hex")}`

describe("the doctor of a database that belongs to somebody else", () => {
  let database: { readonly url: string; readonly drop: () => Promise<void> }
  const run = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>, as?: string): Promise<A> => {
    const url = new URL(database.url)
    if (as !== undefined) {
      url.username = as
      url.password = "doctor"
    }
    return Effect.runPromise(Effect.provide(effect, layerSqlClient({ url: url.href })))
  }
  const sql = (text: string) => run(Effect.flatMap(SqlClient.SqlClient, (client) => client.unsafe(text)))
  const examine = async (): Promise<Readonly<Record<string, Finding>>> =>
    Object.fromEntries((await run(examineDatabase, user)).map((finding) => [finding.subject, finding]))

  beforeAll(async () => {
    database = await createTestDatabase({ url: runningTestServer().url, template: "template1" })
    await sql(`create role ${user} login password 'doctor'`)
  })
  afterAll(async () => {
    await sql(`drop owned by ${user} cascade`)
    await sql(`drop role ${user}`)
    await database.drop()
  })

  it("says which rights the first start needs, and not that it will succeed", async () => {
    const { rights, schema } = await examine()
    expect(schema).toBeUndefined()
    expect(rights).toMatchObject({ state: "fail" })
    expect(rights?.detail).toContain(`cannot create tables in the schema public`)
    expect(rights?.detail).toContain(`grant usage, create on schema "public" to "${user}";`)
  })

  it("says which rights the service needs on a schema that another user has created", async () => {
    await run(migrate(migrations))
    const { rights } = await examine()
    expect(rights).toMatchObject({ state: "fail" })
    expect(rights?.detail).toMatch(/cannot read and write \d+ tables of the schema public, such as account/u)
    expect(rights?.detail).toContain(
      `grant select, insert, update, delete on all tables in schema "public" to "${user}";`
    )
  })

  it("says who has to migrate, when the service may only read and write", async () => {
    await sql(`grant select, insert, update, delete on all tables in schema public to ${user}`)
    await sql(`grant select on all sequences in schema public to ${user}`)
    await sql(`grant execute on all functions in schema public to ${user}`)
    expect(await examine()).toMatchObject({
      schema: { state: "ok" },
      rights: {
        state: "ok",
        detail: expect.stringContaining('before an upgrade, run "mon-server migrate" as the owner')
      }
    })
    // Simulates a database of the version before the newest migration.
    const earlier = Object.keys(migrations).slice(0, -1)
    await sql(`
      delete from mon_migrations;
      insert into mon_migrations (migration_id, name)
      select left(n, 4)::int, substr(n, 6) from unnest('{${earlier.join()}}'::text[]) n`)
    expect((await examine())["schema"]).toMatchObject({
      state: "fail",
      detail: expect.stringContaining(`migrations are missing, and ${user} cannot apply them: run "mon-server migrate"`)
    })
  })
})
