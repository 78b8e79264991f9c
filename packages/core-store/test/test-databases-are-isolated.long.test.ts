import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import process from "node:process"
import { createInterface } from "node:readline"
import { setTimeout as delay } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import postgres from "postgres"
import { afterEach, assert, describe, expect, test, vi } from "vitest"
import type { Migrations } from "../src/migrations/migrate.ts"
import { createTestDatabase, globalSetupFile, runningTestServer, startTestServer } from "../src/testing.ts"

vi.setConfig({ testTimeout: 30_000 })

// A process that has ended and waits for its parent has no executable any more.
const runs = (pid: number): boolean => existsSync(`/proc/${pid}/exe`)

const query = async <A extends postgres.Row>(url: string, text: string): Promise<ReadonlyArray<A>> => {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return [...(await sql.unsafe<Array<A>>(text))]
  } finally {
    await sql.end()
  }
}

const none: Migrations = { "0001_nothing": Effect.void }

describe("a test database", () => {
  test("is migrated, apart from every other one, and gone after drop", async () => {
    const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()])
    const [migrated] = await query<{ n: number }>(one.url, "select count(*)::int as n from mon_migrations")
    assert.isAbove(migrated?.n ?? 0, 0)
    await query(one.url, "create table mine ()")
    assert.deepStrictEqual(await query(two.url, "select to_regclass('mine') as t"), [{ t: null }])
    await Promise.all([one.drop(), two.drop()])
    await expect(query(one.url, "select 1")).rejects.toThrow("does not exist")
  })

  test("is dropped even while somebody is connected", async () => {
    const { drop, url } = await createTestDatabase()
    const sql = postgres(url, { max: 1 })
    await sql`select 1`
    await drop()
    await expect(query(url, "select 1")).rejects.toThrow("does not exist")
    await sql.end()
  })
})

test("a test database in which somebody's credits do not add up fails when it is dropped, and is gone all the same", async () => {
  const database = await createTestDatabase()
  await query(
    database.url,
    `with owner as (insert into account (public_id, plan) values (gen_random_uuid(), 'free') returning id)
    insert into credit_lot (account_id, kind, granted, remaining) select id, 'pack', 5, 5 from owner`
  )
  await expect(database.drop()).rejects.toThrow(/do not add up: transactions 0, lots 5/u)
  await expect(query(database.url, "select 1")).rejects.toThrow("does not exist")
})

describe("a test server", () => {
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  test("is the one of MON_TEST_DATABASE_URL when that is set, and stays when the run ends", async () => {
    const given = runningTestServer()
    vi.stubEnv("MON_TEST_DATABASE_URL", given.url)
    const server = await startTestServer(none)
    assert.strictEqual(server.url, given.url)
    assert.notStrictEqual(server.template, given.template)
    const database = await createTestDatabase(server)
    assert.deepStrictEqual(await query(database.url, "select name from mon_migrations"), [{ name: "nothing" }])
    await database.drop()
    await server.stop()
    const left = await query<{ datname: string }>(
      given.url,
      `select datname from pg_database where datname = '${server.template}'`
    )
    assert.deepStrictEqual(left, [])
  })

  test("reports a migration that fails, and leaves no server and no template", async () => {
    vi.stubEnv("MON_TEST_DATABASE_URL", runningTestServer().url)
    const count = `select count(*)::int as n from pg_database where datname like 'mon_template%'`
    const before = await query(runningTestServer().url, count)
    await expect(startTestServer({ "0001_broken": Effect.die("broken") })).rejects.toThrow("broken")
    assert.deepStrictEqual(await query(runningTestServer().url, count), before)
  })

  test.runIf(process.platform === "linux")("of a run that is killed goes away with its folder", async () => {
    const program = spawn(
      process.execPath,
      ["--conditions=@mon/source", fileURLToPath(new URL("./testServerProgram.ts", import.meta.url))],
      {
        env: { ...process.env, MON_TEST_DATABASE_URL: "" },
        stdio: ["ignore", "pipe", "inherit"]
      }
    )
    const line = await new Promise<string>((resolve) =>
      createInterface({ input: program.stdout }).once("line", resolve)
    )
    const { folder, pid }: { folder: string; pid: number } = JSON.parse(line)
    assert.isTrue(runs(pid))
    assert.isTrue(existsSync(folder))
    program.kill("SIGKILL")
    while (runs(pid) || existsSync(folder)) await delay(10)
  })

  test("is started by the file that vitest loads", () => {
    assert.isTrue(existsSync(globalSetupFile))
  })
})
