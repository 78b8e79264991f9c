// Runs the store's tests a second time, against the oldest PostgreSQL that is supported, when its Debian binaries are here.
import { spawn, spawnSync } from "node:child_process"
import { chownSync, existsSync, mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const bin = "/usr/lib/postgresql/15/bin"
if (!existsSync(join(bin, "postgres"))) {
  console.log(`Skipped: no PostgreSQL 15 in ${bin}.`)
  process.exit(0)
}

// PostgreSQL refuses to run as root: Debian's nobody does it instead.
const nobody = 65_534
const ids = process.getuid() === 0 ? { uid: nobody, gid: nobody } : {}
const folder = mkdtempSync(join(tmpdir(), "mon-pg15-"))
if (ids.uid !== undefined) chownSync(folder, nobody, nobody)
const data = join(folder, "data")

const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address()
      server.close(() => done(port))
    })
  })

const made = spawnSync(join(bin, "initdb"), ["-D", data, "-U", "mon", "--auth=trust", "--no-locale", "-E", "UTF8"], { ...ids, cwd: folder, encoding: "utf8" })
if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`)
const port = await freePort()
const server = spawn(join(bin, "postgres"), [
  "-D", data, "-p", String(port), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "fsync=off", "-c", "max_connections=200"
], { ...ids, cwd: folder, stdio: ["ignore", "ignore", "pipe"] })
const gone = new Promise((done) => server.once("exit", done))
let log = ""
try {
  await new Promise((ready, fail) => {
    server.stderr.on("data", (chunk) => {
      log += chunk
      if (log.includes("ready to accept connections")) ready()
    })
    gone.then(() => fail(new Error(`PostgreSQL 15 did not start:\n${log}`)))
  })
  const root = fileURLToPath(new URL("..", import.meta.url))
  const run = spawnSync(process.execPath, [join(root, "node_modules/vitest/vitest.mjs"), "run"], {
    cwd: join(root, "packages/core-store"),
    stdio: "inherit",
    env: { ...process.env, MON_TEST_DATABASE_URL: `postgres://mon@127.0.0.1:${port}/postgres` }
  })
  process.exitCode = run.status ?? 1
} finally {
  server.kill("SIGINT")
  await gone
  rmSync(folder, { recursive: true, force: true })
}
