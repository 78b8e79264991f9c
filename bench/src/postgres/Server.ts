import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { chown, mkdtemp, rm, writeFile } from "node:fs/promises"
import { type AddressInfo, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { layerSqlClient, migrate, migrations } from "@mon/core-store"
import { startEmbedded } from "@mon/embedded-postgres"
import { Effect } from "effect"
import type { Defer } from "../harness/Cleanup.ts"
import { setTimeout as delay } from "node:timers/promises"
import postgres from "postgres"

const PATIENCE_MS = 120_000
const POLL_MS = 50

/** Waits until a server takes connections, and answers its version. */
const untilReady = async (url: string): Promise<string> => {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const sql = postgres(url, { max: 1, connect_timeout: 1, onnotice: () => {} })
    try {
      const [row] = await sql<[{ server_version: string }]>`show server_version`
      return row.server_version
    } catch (error) {
      if (performance.now() > deadline) throw error
      await delay(POLL_MS)
    } finally {
      await sql.end({ timeout: 1 })
    }
  }
}

/** A PostgreSQL server with durable commits, as in production, and Mon's schema. */
export interface PostgresServer {
  readonly url: string
  /** The process id of the postmaster, whose children are all other processes. */
  readonly pid: number
  readonly version: string
}

/** Where Debian installs the oldest supported version. */
const DEBIAN = "/usr/lib/postgresql/15/bin"

/** More memory than the embedded server uses by default. A machine that serves a million monitors has it. */
const settings = { max_connections: 60, shared_buffers: "512MB", max_wal_size: "4GB", jit: false } as const

const idOf = (flag: "-u" | "-g") => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }))

/** PostgreSQL refuses to run as root. */
const unprivileged = (): { readonly uid: number; readonly gid: number } | undefined => {
  if (process.geteuid?.() !== 0) return undefined
  return { uid: idOf("-u"), gid: idOf("-g") }
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, "close")
  return port
}

const startDebian = async (folder: string, defer: Defer): Promise<PostgresServer> => {
  const user = unprivileged()
  if (user !== undefined) await chown(folder, user.uid, user.gid)
  const data = join(folder, "data")
  const run = { ...user, cwd: "/", stdio: "ignore" } as const
  execFileSync(join(DEBIAN, "initdb"), ["-D", data, "-U", "mon", "--auth=trust", "--encoding=UTF8", "--locale=C"], run)
  const log = join(folder, "postgres.log")
  await writeFile(log, "", { mode: 0o666 })
  const port = await freePort()
  const all = { ...settings, port, listen_addresses: "127.0.0.1", unix_socket_directories: "" }
  const options = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${String(value)}`])
  const child = spawn(join(DEBIAN, "postgres"), ["-D", data, ...options], run)
  const exit = once(child, "exit")
  defer(async () => {
    child.kill("SIGINT")
    await exit
  })
  if (child.pid === undefined) throw new Error("PostgreSQL has no process id.")
  const url = `postgres://mon@127.0.0.1:${port}/postgres`
  return { url, pid: child.pid, version: await untilReady(url) }
}

const startOwn = async (folder: string, defer: Defer): Promise<PostgresServer> => {
  const server = await startEmbedded({ dataDir: folder, settings })
  defer(server.stop)
  return { url: server.url, pid: server.pid, version: await untilReady(server.url) }
}

/** The embedded server, or PostgreSQL 15 of Debian if it is wanted and installed. */
export const startPostgres = async (defer: Defer, wish: "embedded" | "debian"): Promise<PostgresServer> => {
  const folder = await mkdtemp(join(tmpdir(), "mon-bench-"))
  defer(() => rm(folder, { recursive: true, force: true }))
  const server = await (wish === "debian" && existsSync(join(DEBIAN, "postgres")) ? startDebian : startOwn)(
    folder,
    defer
  )
  await Effect.runPromise(Effect.provide(migrate(migrations), layerSqlClient({ url: server.url })))
  return server
}
