import { spawn } from "node:child_process"
import { createServer } from "node:net"
import process from "node:process"
import { setTimeout as delay } from "node:timers/promises"
import type { Binaries } from "./Binaries.ts"
import { environment } from "./Cluster.ts"
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"
import type { Home } from "./Home.ts"
import * as Postmaster from "./Postmaster.ts"
import { isAlive, type ProcessIdentity } from "./ProcessIdentity.ts"
import { openLog, tail } from "./ServerLog.ts"
import { reach, type ServerUser } from "./ServerUser.ts"

/** The settings of the server, by their names in postgresql.conf. */
export type Settings = Readonly<Record<string, string | number | boolean>>

// These settings suit a small server on the same machine as its only client.
const defaults: Settings = {
  max_connections: 60,
  shared_buffers: "64MB",
  max_wal_size: "512MB",
  wal_level: "minimal",
  max_wal_senders: 0,
  jit: false,
  password_encryption: "scram-sha-256",
  // Errors of statements are sent to the client, so the log contains only messages about the server. Without I/O
  // workers, and because each commit writes its own WAL, a small database needs fewer processes and wake-ups.
  io_method: "sync",
  max_logical_replication_workers: 0,
  wal_writer_delay: "1s",
  bgwriter_delay: "1s",
  log_min_messages: "log",
  log_checkpoints: false,
  log_timezone: "UTC",
  timezone: "UTC"
}

// The settings that cannot be changed: loopback only, no Unix sockets.
const fixed: Settings = { listen_addresses: "127.0.0.1", unix_socket_directories: "" }

const textOf = (value: string | number | boolean): string =>
  typeof value === "boolean" ? (value ? "on" : "off") : String(value)

const tryPort = (port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen(port, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

/** Returns the preferred port if it is free, otherwise any free port. 0 means no preference. */
const freePort = (preferred: number): Promise<number> => tryPort(preferred).catch(() => tryPort(0))

const POLL_MS = 10

/**
 * The maximum wait until a server accepts connections, in milliseconds. Crash recovery replays the WAL since the last
 * checkpoint, which takes seconds, or a minute on a slow disk.
 */
const READY_TIMEOUT_MS = 60_000

/**
 * The time for which failed starts are repeated, in milliseconds. The child processes of a killed server need a moment
 * to end, and occupy its shared memory until then.
 */
const RETRY_FOR_MS = 5_000

const RETRY_EVERY_MS = 100

// A retry may succeed if another program took the port in the meantime, or if processes of the previous server are
// still ending.
const isPassing = (log: string): boolean =>
  /could not bind|Address already in use|pre-existing shared memory block|lock file "postmaster\.pid" already exists/.test(
    log
  )

/** Returns the last error in the log, or else its last line. */
const reasonIn = (log: string): string => {
  const lines = log.split("\n")
  return lines.findLast((line) => /\b(?:FATAL|PANIC|ERROR):/.test(line)) ?? lines.at(-1) ?? ""
}

const startOnce = async (
  home: Home,
  binaries: Binaries,
  user: ServerUser,
  settings: Settings,
  preferredPort: number
): Promise<Postmaster.Postmaster | EmbeddedPostgresError> => {
  const log = await openLog(home.folder)
  const { handle, path } = await reach(home.data, user)
  const all = { ...defaults, ...settings, ...fixed, port: await freePort(preferredPort) }
  try {
    const child = spawn(
      binaries.postgres,
      ["-D", path, ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${textOf(value)}`])],
      {
        ...user,
        cwd: "/",
        env: environment,
        // The server gets its own session, so that a signal to the process group of Mon does not reach the server.
        detached: true,
        stdio: ["ignore", log.fd, log.fd, ...(handle === undefined ? [] : [handle.fd])]
      }
    )
    const end: { sentence?: string } = {}
    child.once("error", (cause) => {
      end.sentence = cause.message
    })
    child.once("exit", (code, signal) => {
      end.sentence = `it ended with ${signal ?? `code ${code}`}`
    })
    child.unref()
    const deadline = performance.now() + READY_TIMEOUT_MS
    while (end.sentence === undefined && performance.now() < deadline) {
      const found = await Postmaster.find(home.data)
      if (found !== undefined && found.process.pid === child.pid && found.status === "ready") return found
      await delay(POLL_MS)
    }
    if (end.sentence === undefined) child.kill("SIGQUIT")
    const detail = await tail(home.folder)
    return new EmbeddedPostgresError({
      reason: "StartFailed",
      message:
        `The embedded database in ${home.data} did not start: ` +
        `${end.sentence ?? `it was not ready within ${READY_TIMEOUT_MS / 1000} seconds`}. ${reasonIn(detail)}`,
      detail
    })
  } finally {
    await handle?.close()
    await log.close()
  }
}

/**
 * Starts the server and waits until it accepts connections. Uses the preferred port if it is free (0: any port). Call
 * it only while holding the start lock, when no server runs.
 */
export const start = async (
  home: Home,
  binaries: Binaries,
  user: ServerUser,
  settings: Settings,
  preferredPort = 0
): Promise<Postmaster.Postmaster> => {
  const deadline = performance.now() + RETRY_FOR_MS
  for (;;) {
    await Postmaster.clear(home.data)
    const result = await startOnce(home, binaries, user, settings, preferredPort)
    if (!(result instanceof EmbeddedPostgresError)) return result
    if (!isPassing(result.detail ?? "") || performance.now() > deadline) throw result
    await delay(RETRY_EVERY_MS)
  }
}

// The steps take ten seconds in total: a fast shutdown with a checkpoint, then an immediate shutdown without a
// checkpoint (the next start recovers), then SIGKILL.
const stopSteps: ReadonlyArray<readonly [signal: NodeJS.Signals, waitMs: number]> = [
  ["SIGINT", 6_000],
  ["SIGQUIT", 2_000],
  ["SIGKILL", 1_500]
]

const goneWithin = async (server: ProcessIdentity, waitMs: number): Promise<boolean> => {
  const deadline = performance.now() + waitMs
  while (isAlive(server)) {
    if (performance.now() > deadline) return false
    await delay(POLL_MS)
  }
  return true
}

/** Stops the server within ten seconds, as gracefully as this time allows. */
export const stop = async (server: ProcessIdentity): Promise<void> => {
  for (const [signal, waitMs] of stopSteps) {
    if (!isAlive(server)) return
    try {
      process.kill(server.pid, signal)
    } catch (cause) {
      if (!isAlive(server)) return
      throw new EmbeddedPostgresError({
        reason: "StopFailed",
        message: `This user is not allowed to stop the embedded database (process ${server.pid}).`,
        cause
      })
    }
    if (await goneWithin(server, waitMs)) return
  }
  throw new EmbeddedPostgresError({
    reason: "StopFailed",
    message: `The embedded database (process ${server.pid}) is still running although it was sent every stop signal.`
  })
}
