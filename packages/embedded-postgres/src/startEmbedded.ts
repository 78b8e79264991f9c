import * as Home from "./Home.ts"
import { closeServer, openServer, urlOf } from "./openServer.ts"
import type * as Server from "./Server.ts"
import { bound, keepBounded } from "./ServerLog.ts"
import { withStartLock } from "./StartLock.ts"

/** The data directory and settings of the server. */
export interface EmbeddedOptions {
  /** The data directory. It may contain other files; the server uses the folder `postgres` in it. */
  readonly dataDir: string
  /**
   * Server settings that replace the defaults, as in postgresql.conf. They take effect only if this call starts the
   * server.
   */
  readonly settings?: Server.Settings
  /** Whether a commit waits until the data is on the disk. Use false only for data that may be lost. Default: true. */
  readonly durable?: boolean
  /**
   * The longest wait for another process that is starting or stopping this server, in milliseconds. Default: 90,000.
   */
  readonly lockTimeoutMs?: number
}

/** A running server. */
export interface EmbeddedServer {
  /** The URL `postgres://mon:...@127.0.0.1:port/mon`, including the password. */
  readonly url: string
  readonly port: number
  readonly pid: number
  readonly dataDir: string
  /** Whether the server was running before this call. */
  readonly adopted: boolean
  /**
   * Whether this process stops the server, because it started the server or because the process that owned the server
   * is dead.
   */
  readonly owner: boolean
  /** Stops the server within ten seconds if this process owns it. A second call waits for the first one to finish. */
  readonly stop: () => Promise<void>
}

export const LOCK_TIMEOUT_MS = 90_000

/**
 * Starts the embedded PostgreSQL of a data directory, or uses the server that is already running there. If several
 * processes do this at once, one starts the server and the others wait. Rejects with an EmbeddedPostgresError.
 *
 * The server survives when this process is killed: no acknowledged write is lost, and the next start takes it over. A
 * server that ends is not restarted; for a long-running service, use {@link superviseEmbedded}.
 *
 * @example
 * const server = await startEmbedded({ dataDir: "./data" })
 * // ... postgres(server.url)
 * await server.stop()
 */
export const startEmbedded = async (options: EmbeddedOptions): Promise<EmbeddedServer> => {
  const home = await Home.open(options.dataDir)
  const opened = await withStartLock(home.folder, options.lockTimeoutMs ?? LOCK_TIMEOUT_MS, () =>
    openServer(home, {
      settings: options.settings ?? {},
      durable: options.durable ?? true,
      preferredPort: 0,
      mayCreate: true,
      takesOwnership: false
    })
  )
  const { adopted, owner, password, server } = opened
  if (owner) await bound(home.folder)
  const release = owner ? keepBounded(home.folder) : () => {}
  const stopOnce = async () => {
    release()
    if (owner) await closeServer(home, opened)
  }
  let stopping: Promise<void> | undefined
  return {
    url: urlOf(password, server.port),
    port: server.port,
    pid: server.process.pid,
    dataDir: options.dataDir,
    adopted,
    owner,
    stop: () => (stopping ??= stopOnce())
  }
}
