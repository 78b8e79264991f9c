// Runs the tests of this package on the server of an installed PostgreSQL: node test/onPostgres.ts
// /usr/lib/postgresql/15/bin [vitest arguments]
import { spawn, spawnSync, type SpawnOptions } from "node:child_process"
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { dirname, join } from "node:path"
import process from "node:process"
import { setTimeout as delay } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import postgres from "postgres"
import { placeForDatabases } from "../src/testing.ts"

const [, , bin = "", ...vitest] = process.argv

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

const answers = async (url: string): Promise<boolean> => {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await sql`select 1`
    return true
  } catch {
    return false
  } finally {
    await sql.end({ timeout: 1 })
  }
}

const run = async (): Promise<number> => {
  const folder = mkdtempSync(join(placeForDatabases(), "mon-postgres-"))
  const data = join(folder, "data")
  mkdirSync(data, { mode: 0o700 })
  const user = process.geteuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  if (user.uid !== undefined) {
    chownSync(folder, user.uid, user.gid)
    chownSync(data, user.uid, user.gid)
  }
  const options: SpawnOptions = {
    ...user,
    cwd: "/",
    env: { LC_ALL: "C", PATH: "/usr/bin:/bin" },
    stdio: ["ignore", "ignore", "inherit"]
  }
  const made = spawnSync(
    join(bin, "initdb"),
    ["-D", data, "-U", "mon", "-A", "trust", "-E", "UTF8", "--no-locale", "-N"],
    options
  )
  if (made.status !== 0) throw new Error(`initdb of ${bin} failed`)
  const port = await freePort()
  const settings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "fsync=off",
    "max_connections=300",
    "log_min_messages=log"
  ]
  const server = spawn(
    join(bin, "postgres"),
    ["-D", data, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])],
    {
      ...options,
      stdio: "ignore"
    }
  )
  const ended = new Promise<number>((resolve) => server.once("exit", () => resolve(1)))
  try {
    const url = `postgres://mon@127.0.0.1:${port}/postgres`
    while (!(await answers(url))) {
      if (server.exitCode !== null) throw new Error(`The server of ${bin} did not start`)
      await delay(50)
    }
    const tests = spawn("vitest", ["run", ...vitest], {
      cwd: dirname(dirname(fileURLToPath(import.meta.url))),
      env: { ...process.env, MON_TEST_DATABASE_URL: url },
      stdio: "inherit"
    })
    return await Promise.race([
      ended,
      new Promise<number>((resolve) => tests.once("exit", (code) => resolve(code ?? 1)))
    ])
  } finally {
    server.kill("SIGQUIT")
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

if (existsSync(join(bin, "postgres"))) {
  process.exitCode = await run()
} else {
  console.log(`No PostgreSQL in ${bin === "" ? "(no folder given)" : bin}: its tests are left out.`)
}
