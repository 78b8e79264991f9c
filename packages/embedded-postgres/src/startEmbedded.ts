import { setTimeout as delay } from "node:timers/promises"
import postgres from "postgres"
import * as Binaries from "./Binaries.ts"
import * as Cluster from "./Cluster.ts"
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"
import * as Home from "./Home.ts"
import * as Postmaster from "./Postmaster.ts"
import * as Server from "./Server.ts"
import { bound, keepBounded } from "./ServerLog.ts"
import { serverUser } from "./ServerUser.ts"
import { withStartLock } from "./StartLock.ts"

/** Where the server lives and how it is set. */
export interface EmbeddedOptions {
  /** May hold other things; the server uses the folder `postgres` in it. */
  readonly dataDir: string
  /** Overrides of server settings, as in postgresql.conf. They take effect when this call starts the server. */
  readonly settings?: Server.Settings
  /** False leaves out every wait for the disk, for data that may be lost. Default true. */
  readonly durable?: boolean
  /** How long to wait for another process that is starting or stopping the same server. Default 90,000. */
  readonly lockTimeoutMs?: number
}

/** A running server. */
export interface EmbeddedServer {
  /** `postgres://mon:...@127.0.0.1:port/mon`; holds the password. */
  readonly url: string
  readonly port: number
  readonly pid: number
  readonly dataDir: string
  /** It ran already. */
  readonly adopted: boolean
  /** This process stops it: it has started it, or its owner is dead. */
  readonly owner: boolean
  /** Stops the server if this process owns it, within ten seconds; a second call waits for the first. */
  readonly stop: () => Promise<void>
}

const LOCK_TIMEOUT_MS = 90_000

const DATABASE = "mon"

const undurable: Server.Settings = { fsync: false, synchronous_commit: false, full_page_writes: false }

const urlOf = (password: string, port: number, database: string): string =>
  `postgres://${Cluster.USER}:${password}@127.0.0.1:${port}/${database}`

const ensureDatabase = async (url: string): Promise<void> => {
  const sql = postgres(url, {
    max: 1,
    connect_timeout: 5,
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name: "mon-embedded" }
  })
  try {
    const found = await sql`select from pg_database where datname = ${DATABASE}`
    if (found.length === 0) await sql.unsafe(`create database ${DATABASE}`)
  } catch (cause) {
    throw new EmbeddedPostgresError({
      reason: "StartFailed",
      message: `The embedded database is running but rejects the stored password: ${cause instanceof Error ? cause.message : String(cause)}.`,
      cause
    })
  } finally {
    await sql.end({ timeout: 1 })
  }
}

const STATUS_POLL_MS = 20

const STATUS_TIMEOUT_MS = 60_000

// One that starts or stops is waited for: it becomes ready or goes away.
const findSettled = async (home: Home.Home): Promise<Postmaster.Postmaster | undefined> => {
  const deadline = performance.now() + STATUS_TIMEOUT_MS
  for (;;) {
    const found = await Postmaster.find(home.data)
    if (found === undefined || found.status === "ready") return found
    if (performance.now() > deadline) {
      throw new EmbeddedPostgresError({
        reason: "Busy",
        message:
          `The embedded database in ${home.data} (process ${found.process.pid}) has been ${found.status} for more than ` +
          `${STATUS_TIMEOUT_MS / 1000} seconds.`
      })
    }
    await delay(STATUS_POLL_MS)
  }
}

const passwordOf = async (home: Home.Home): Promise<string> => {
  const password = await Home.readPassword(home)
  if (password !== undefined) return password
  throw new EmbeddedPostgresError({
    reason: "DataDirectory",
    message: `The file with the password of the database is missing: ${home.folder}/password. Restore this file from a backup.`
  })
}

const launch = async (home: Home.Home, options: EmbeddedOptions): Promise<Postmaster.Postmaster> => {
  const durable = options.durable ?? true
  const user = await serverUser(home.data)
  const binaries = await Binaries.find(home.folder, user)
  if ((await Cluster.checkVersion(home, binaries)) === undefined) await Cluster.create(home, binaries, user, durable)
  await passwordOf(home)
  return Server.start(home, binaries, user, { ...(durable ? {} : undurable), ...options.settings })
}

const open = async (home: Home.Home, options: EmbeddedOptions) => {
  const running = await findSettled(home)
  const server = running ?? (await launch(home, options))
  try {
    const password = await passwordOf(home)
    await ensureDatabase(urlOf(password, server.port, "postgres"))
    const owner = running === undefined || (await Home.findOwner(home)) === undefined
    if (owner) await Home.own(home)
    return { adopted: running !== undefined, owner, password, server }
  } catch (cause) {
    if (running === undefined) await Server.stop(server.process)
    throw cause
  }
}

/**
 * Starts the embedded PostgreSQL of a data directory, or uses the one that runs there already. Of several processes that
 * start at once one does the work and the others wait for it. Rejects with an EmbeddedPostgresError.
 *
 * The server outlives a killed process by design: nothing acknowledged is lost, and the next start takes it over.
 *
 * @example
 * const server = await startEmbedded({ dataDir: "./data" })
 * // ... postgres(server.url)
 * await server.stop()
 */
export const startEmbedded = async (options: EmbeddedOptions): Promise<EmbeddedServer> => {
  const home = await Home.open(options.dataDir)
  const lockTimeoutMs = options.lockTimeoutMs ?? LOCK_TIMEOUT_MS

  const { adopted, owner, password, server } = await withStartLock(home.folder, lockTimeoutMs, () =>
    open(home, options)
  )
  if (owner) await bound(home.folder)
  const release = owner ? keepBounded(home.folder) : () => {}
  const stopOnce = async () => {
    release()
    if (!owner) return
    await Server.stop(server.process)
    await Home.disown(home)
  }
  let stopping: Promise<void> | undefined
  return {
    url: urlOf(password, server.port, DATABASE),
    port: server.port,
    pid: server.process.pid,
    dataDir: options.dataDir,
    adopted,
    owner,
    stop: () => (stopping ??= stopOnce())
  }
}
