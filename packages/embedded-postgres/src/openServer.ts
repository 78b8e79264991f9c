import { setTimeout as delay } from "node:timers/promises"
import postgres from "postgres"
import * as Binaries from "./Binaries.ts"
import * as Cluster from "./Cluster.ts"
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"
import * as Home from "./Home.ts"
import * as Postmaster from "./Postmaster.ts"
import { isAlive } from "./ProcessIdentity.ts"
import * as Server from "./Server.ts"
import { refuseForeign } from "./ServiceLock.ts"
import { serverUser, takeOver } from "./ServerUser.ts"

export interface OpenOptions {
  readonly settings: Server.Settings
  readonly durable: boolean
  /** The port of the previous server; 0 if there was none. */
  readonly preferredPort: number
  /** Whether the data directory may be created if it does not exist. */
  readonly mayCreate: boolean
  /** Whether this process stops the server even if another running process started it. */
  readonly takesOwnership: boolean
}

export interface OpenServer {
  readonly server: Postmaster.Postmaster
  readonly password: string
  /** Whether the server was running before this call. */
  readonly adopted: boolean
  /** Whether this process stops the server. */
  readonly owner: boolean
}

const DATABASE = "mon"

const undurable: Server.Settings = { fsync: false, synchronous_commit: false, full_page_writes: false }

/** Returns the URL of a database of the server. Default: the database of the service. */
export const urlOf = (password: string, port: number, database: string = DATABASE): string =>
  `postgres://${Cluster.USER}:${password}@127.0.0.1:${port}/${database}`

/** The SQLSTATE for a wrong password (PostgreSQL, Appendix A). */
const WRONG_PASSWORD = "28P01"

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
    const refused = cause instanceof Error && "code" in cause && cause.code === WRONG_PASSWORD
    throw new EmbeddedPostgresError({
      reason: "StartFailed",
      message: `The embedded database is running but ${refused ? "refuses its password" : "cannot be used"}: ${cause instanceof Error ? cause.message : String(cause)}.`,
      cause
    })
  } finally {
    await sql.end({ timeout: 1 })
  }
}

const STATUS_POLL_MS = 20

const STATUS_TIMEOUT_MS = 60_000

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
    message: `The database's password is missing: ${home.folder}/password. Restore it from a backup.`
  })
}

const launch = async (home: Home.Home, options: OpenOptions): Promise<Postmaster.Postmaster> => {
  const { durable, mayCreate, preferredPort, settings } = options
  const user = await serverUser(home.data)
  const binaries = await Binaries.find(home.folder, user)
  if ((await Cluster.checkVersion(home, binaries)) !== undefined) await takeOver(home.data, user)
  else if (mayCreate) await Cluster.create(home, binaries, user, durable)
  else {
    throw new EmbeddedPostgresError({
      reason: "DataDirectory",
      message: `The database's data has disappeared from ${home.data} while Mon was running. Restore it from a backup.`
    })
  }
  await passwordOf(home)
  return Server.start(home, binaries, user, { ...(durable ? {} : undurable), ...settings }, preferredPort)
}

/** The maximum time for which the system may still list a killed server as running, in milliseconds. */
const ENDING_MS = 2_000

// A killed server closes its socket a moment before its process disappears.
const hasEnded = async ({ process }: Postmaster.Postmaster): Promise<boolean> => {
  const deadline = performance.now() + ENDING_MS
  while (isAlive(process) && performance.now() < deadline) await delay(STATUS_POLL_MS)
  return !isAlive(process)
}

/** Starts the server of a data directory, or uses the running one. Call it only while holding the start lock. */
export const openServer = async (home: Home.Home, options: OpenOptions): Promise<OpenServer> => {
  await refuseForeign(home)
  const running = await findSettled(home)
  const server = running ?? (await launch(home, options))
  try {
    const password = await passwordOf(home)
    await ensureDatabase(urlOf(password, server.port, "postgres"))
    const owner = options.takesOwnership || running === undefined || (await Home.findOwner(home)) === undefined
    if (owner && !(await Home.isOwn(home))) await Home.own(home)
    return { adopted: running !== undefined, owner, password, server }
  } catch (cause) {
    if (running === undefined) await Server.stop(server.process)
    else if (await hasEnded(running)) return openServer(home, options)
    throw cause
  }
}

/** Stops the server if this process still owns it. */
export const closeServer = async (home: Home.Home, { server }: OpenServer): Promise<void> => {
  if (!(await Home.isOwn(home))) return
  await Server.stop(server.process)
  await Home.disown(home)
}
