import net from "node:net"
import postgres from "postgres"
import { codecs } from "./Codecs.ts"
import * as Pool from "./Pool.ts"

/** The options for opening connections. */
export interface DriverOptions {
  /** The URL, such as `postgres://user:password@host:port/database`. */
  readonly url: string
  /** The name in `pg_stat_activity`. */
  readonly applicationName: string
  readonly connectTimeoutSeconds: number
  /** The time after which an idle connection is closed. 0: never. */
  readonly idleTimeoutSeconds: number
  /** The time after which the server ends a statement. 0: never. */
  readonly statementTimeoutMs: number
  /** The time after which the server ends a session whose transaction waits for its next statement. 0: never. */
  readonly idleInTransactionTimeoutMs: number
  /**
   * Returns the address to connect to, instead of the host and port of the URL. It is called before each connection.
   * Null: there is no address now, so the connection is refused.
   */
  readonly address?: (() => DatabaseAddress | null) | undefined
}

/** The host and port on which a database listens. */
export interface DatabaseAddress {
  readonly host: string
  readonly port: number
}

// At most a second between attempts. The driver's own maximum of 20 s is much longer than a restart of the database.
const reconnectDelaySeconds = (attempt: number): number => Math.min(0.02 * 2 ** attempt, 1)

interface SocketTarget {
  readonly host: ReadonlyArray<string>
  readonly port: ReadonlyArray<number>
  readonly path?: string | undefined
}

/**
 * A socket that emits "error" together with "close". Node emits "error" some ticks earlier. If the driver sends a
 * statement between the two events, the statement waits for its answer forever.
 */
class DriverSocket extends net.Socket {
  #failure: Error | undefined

  override emit(event: string | symbol, ...args: Array<unknown>): boolean {
    if (event === "error" && args[0] instanceof Error) {
      this.#failure = args[0]
      return true
    }
    if (event === "close" && this.#failure !== undefined) super.emit("error", this.#failure)
    return super.emit(event, ...args)
  }
}

// Otherwise, the driver would immediately reconnect, forever, and the statement would never fail.
const failWhenHungUp = (socket: net.Socket): net.Socket =>
  socket.once("end", () => {
    if (socket.bytesRead > 0) return
    socket.destroy(
      Object.assign(new Error("The server closed the connection before it sent anything"), { code: "ECONNRESET" })
    )
  })

/** Fails like a refused connection, without sending any packet. */
const refuse = (socket: net.Socket): net.Socket =>
  socket.connect({
    host: "database",
    port: 1,
    lookup: (_host, _options, done) =>
      done(Object.assign(new Error("The database is not running"), { code: "ECONNREFUSED" }), "")
  })

/**
 * Makes the function that creates sockets. They disable Nagle's algorithm, which postgres.js leaves on, and which
 * delays a batch by 40 ms. The driver gets the socket before it is connected, so that its own timeout and error
 * handling apply to the connect. `onEnd` is called right before the driver notices the end. `asked` is whether the
 * driver itself closed the connection.
 */
const socketFactory = (
  onEnd: (asked: boolean) => void,
  onCount: (open: number) => void,
  address: DriverOptions["address"]
) => {
  let host = 0
  let count = 0
  const add = (by: 1 | -1) => {
    count += by
    onCount(count)
  }
  return ({ host: hosts, path, port: ports }: SocketTarget): net.Socket => {
    const socket = failWhenHungUp(new DriverSocket())
    let asked = false
    socket.once("end", () => {
      asked = socket.writableEnded
    })
    socket.once("close", () => {
      onEnd(asked)
      add(-1)
    })
    add(1)
    socket.setNoDelay(true)
    if (address !== undefined) {
      const at = address()
      return at === null ? refuse(socket) : Object.assign(socket.connect(at), at)
    }
    if (path) return socket.connect(path)
    const at = host % hosts.length
    const target = { host: hosts[at] ?? "localhost", port: ports[at] ?? 5432 }
    const next = () => {
      host = at + 1
    }
    socket.once("error", next)
    socket.once("connect", () => socket.off("error", next))
    // The driver reads the TLS server name from these properties.
    return Object.assign(socket.connect(target), target)
  }
}

/** The options for the use of connections by a pool. */
interface PoolOptions {
  readonly onClose?: () => void
  /**
   * Whether the pool closes connections that it does not need. Every statement must then be a transaction of its own,
   * so that a connection may be replaced between two statements. The driver uses its connections in turn, so that none
   * is ever idle. Each is therefore closed after `idleTimeoutSeconds`, and a new one is opened only if statements need
   * it.
   */
  readonly shrinks?: boolean
  /** Receives notifications of channels. If it is set, the connection is never closed because it is idle. */
  readonly onNotify?: (channel: string, payload: string) => void
}

/** The options with `onnotify`, which postgres.js 3.4.9 does not declare. */
interface DriverSettings extends postgres.Options<{}> {
  readonly socket: (target: SocketTarget) => net.Socket
  readonly onnotify?: (channel: string, payload: string) => void
}

const openDriver = (
  options: DriverOptions,
  max: number,
  { onNotify, shrinks = false }: Pick<PoolOptions, "onNotify" | "shrinks">,
  { onClose, onCount, onDeath }: Pool.Watch
): postgres.Sql => {
  let asked = false
  const settings: DriverSettings = {
    max,
    socket: socketFactory(
      (byDriver) => {
        asked = byDriver
      },
      onCount,
      options.address
    ),
    onnotice: () => {},
    connect_timeout: options.connectTimeoutSeconds,
    ...(options.idleTimeoutSeconds > 0 && onNotify === undefined ? { idle_timeout: options.idleTimeoutSeconds } : {}),
    ...(onNotify === undefined ? {} : { onnotify: onNotify, max_lifetime: null }),
    ...(shrinks && options.idleTimeoutSeconds > 0 ? { max_lifetime: options.idleTimeoutSeconds } : {}),
    backoff: reconnectDelaySeconds,
    connection: {
      application_name: options.applicationName,
      TimeZone: "UTC",
      ...(options.statementTimeoutMs > 0 ? { statement_timeout: options.statementTimeoutMs } : {}),
      ...(options.idleInTransactionTimeoutMs > 0
        ? { idle_in_transaction_session_timeout: options.idleInTransactionTimeoutMs }
        : {})
    },
    types: codecs,
    fetch_types: false,
    onclose: () => {
      onClose()
      if (!asked) onDeath()
    }
  }
  return postgres(options.url, settings)
}

/** Opens a pool of at most `max` connections. The first statement opens the first connection. */
export const openPool = (options: DriverOptions, max: number, { onClose, ...how }: PoolOptions = {}): Pool.Pool =>
  Pool.make((watch) => openDriver(options, max, how, watch), onClose)
