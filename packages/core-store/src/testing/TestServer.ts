import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { join } from "node:path"
import process from "node:process"
import * as Effect from "effect/Effect"
import { startEmbedded } from "@mon/embedded-postgres"
import { migrate, type Migrations } from "../migrations/migrate.ts"
import { migrations as ownMigrations } from "../migrations/index.ts"
import { openPool } from "../sql/Driver.ts"
import { layer } from "../sql/SqlClient.ts"
import { placeForDatabases } from "./placeForDatabases.ts"

/**
 * SQL that raises an error if the credits of an account do not add up. The sums of its transactions, lots and movements
 * must be equal. A database without these tables passes.
 */
const creditsAddUp = `do $$
declare wrong record;
begin
  if to_regclass('credit_movement') is null then return; end if;
  for wrong in
    select a.id, coalesce(t.sum, 0) as posted, coalesce(l.sum, 0) as remaining, coalesce(m.sum, 0) as moved
    from account a
    left join (select account_id, sum(amount) from credit_transaction group by 1) t on t.account_id = a.id
    left join (select account_id, sum(remaining) from credit_lot group by 1) l on l.account_id = a.id
    left join (select t.account_id, sum(m.amount) from credit_movement m join credit_transaction t on t.id = m.transaction_id group by 1) m
      on m.account_id = a.id
    where coalesce(t.sum, 0) <> coalesce(l.sum, 0) or coalesce(t.sum, 0) <> coalesce(m.sum, 0)
  loop
    raise exception 'The credits of account % do not add up: transactions %, lots %, movements %', wrong.id, wrong.posted, wrong.remaining, wrong.moved;
  end loop;
end $$`

/** A database server for tests, with a migrated template database. Every test file gets a copy of the template. */
export interface TestServer {
  /** The URL of the server's maintenance database. */
  readonly url: string
  /** The name of the template database. */
  readonly template: string
  readonly stop: () => Promise<void>
}

/** A copy of the template database, for one test file. */
export interface TestDatabaseHandle {
  readonly url: string
  /**
   * Closes all connections to the database and drops the database. Fails if the credits of an account in the database
   * do not add up.
   */
  readonly drop: () => Promise<void>
}

/** The environment variables by which workers and child processes of a test run find the server of the run. */
export const TEST_SERVER_VARIABLES = { url: "MON_TEST_SERVER_URL", template: "MON_TEST_TEMPLATE" }

const withDatabase = (url: string, database: string): string => {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

const uniqueName = (prefix: string): string => `${prefix}_${randomBytes(8).toString("hex")}`

const administer = async (url: string, ...statements: ReadonlyArray<string>): Promise<void> => {
  const sql = openPool(
    {
      url,
      applicationName: "mon-testing",
      connectTimeoutSeconds: 10,
      idleTimeoutSeconds: 0,
      statementTimeoutMs: 0,
      idleInTransactionTimeoutMs: 0
    },
    1
  )
  try {
    for (const statement of statements) await sql.unsafe(statement)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

// A test run that is killed must not leave a server behind.
// When this process ends, the shell's input closes, and the shell then ends the server.
const endWithParent = (pid: number, folder: string) => {
  const script = 'cat >/dev/null; kill -QUIT "$1" 2>/dev/null; rm -rf "$2"'
  const watch = spawn("/bin/sh", ["-c", script, "sh", String(pid), folder], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"]
  })
  watch.unref()
  if (watch.stdin !== null && "unref" in watch.stdin && typeof watch.stdin.unref === "function") watch.stdin.unref()
  return watch
}

interface Running {
  readonly url: string
  readonly stop: () => Promise<void>
}

const startTemporary = async (): Promise<Running> => {
  const folder = await mkdtemp(join(placeForDatabases(), "mon-test-"))
  const server = await startEmbedded({
    dataDir: folder,
    durable: false,
    settings: { max_connections: 300, autovacuum: false, max_wal_size: "256MB" }
  })
  const watch = endWithParent(server.pid, folder)
  return {
    url: withDatabase(server.url, "postgres"),
    stop: async () => {
      await server.stop()
      watch.kill("SIGKILL")
      await rm(folder, { recursive: true, force: true })
    }
  }
}

/**
 * Starts an embedded server in a temporary folder, or uses the server in `MON_TEST_DATABASE_URL` (PostgreSQL 15 or
 * later, with a user that may create databases). Creates and migrates the template database. The caller must stop the
 * server.
 */
export const startTestServer = async (migrations: Migrations = ownMigrations): Promise<TestServer> => {
  const given = process.env["MON_TEST_DATABASE_URL"]
  const server = given === undefined || given === "" ? await startTemporary() : { url: given, stop: async () => {} }
  const template = uniqueName("mon_template")
  try {
    await administer(server.url, `create database ${template}`)
    await Effect.runPromise(Effect.provide(migrate(migrations), layer({ url: withDatabase(server.url, template) })))
    // A template can be copied only while it has no connections, not even one of autovacuum.
    await administer(server.url, `alter database ${template} allow_connections false`)
  } catch (cause) {
    await administer(server.url, `drop database if exists ${template} with (force)`).catch(() => {})
    await server.stop()
    throw cause
  }
  return {
    url: server.url,
    template,
    stop: async () => {
      await administer(server.url, `drop database if exists ${template} with (force)`)
      await server.stop()
    }
  }
}

/** Returns the server of the current test run, from the environment variables that the global setup has set. */
export const runningTestServer = (): Pick<TestServer, "url" | "template"> => {
  const url = process.env[TEST_SERVER_VARIABLES.url]
  const template = process.env[TEST_SERVER_VARIABLES.template]
  if (url === undefined || template === undefined) {
    throw new Error(
      "No test server: name the file `globalSetupFile` of @mon/core-store/testing as globalSetup in vitest.config.ts"
    )
  }
  return { url, template }
}

/**
 * Creates a new, migrated database on the server of the current test run, or on a given server.
 *
 * @example
 * const database = await createTestDatabase()
 * // ... spawn a process with MON_DATABASE_URL=database.url
 * await database.drop()
 */
export const createTestDatabase = async (
  server: Pick<TestServer, "url" | "template"> = runningTestServer()
): Promise<TestDatabaseHandle> => {
  const name = uniqueName("mon_test")
  await administer(server.url, `create database ${name} template ${server.template} strategy file_copy`)
  const url = withDatabase(server.url, name)
  return {
    url,
    drop: async () => {
      try {
        await administer(url, creditsAddUp)
      } finally {
        await administer(server.url, `drop database if exists ${name} with (force)`)
      }
    }
  }
}
