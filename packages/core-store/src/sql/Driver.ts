import net from "node:net"
import postgres from "postgres"
import { codecs } from "./Codecs.ts"
import * as Pool from "./Pool.ts"

/** The options with which connections are opened. */
export interface DriverOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string
  /** Shown in `pg_stat_activity`. */
  readonly applicationName: string
  readonly connectTimeoutSeconds: number
  /** An idle connection is closed after this time, 0: never. */
  readonly idleTimeoutSeconds: number
  /** The server ends a statement that runs longer, 0: never. */
  readonly statementTimeoutMs: number
  /** The server ends a session whose transaction waits longer for its next statement, 0: never. */
  readonly idleInTransactionTimeoutMs: number
  /**
   * Returns the address to connect to instead of the host and port of the URL; called before each connection. Null:
   * nowhere now.
   */
  readonly address?: (() => DatabaseAddress | null) | undefined
}

/** The host and port on which a database listens. */
export interface DatabaseAddress {
  readonly host: string
  readonly port: number
}

// At most a second between attempts: the driver's own maximum of 20 s is far longer than a restart of the database.
const reconnectDelaySeconds = (attempt: number): number => Math.min(0.02 * 2 ** attempt, 1)

interface SocketTarget {
  readonly host: ReadonlyArray<string>
  readonly port: ReadonlyArray<number>
  readonly path?: string | undefined
}

/**
 * A socket that emits "error" together with "close". Node emits "error" some ticks earlier; a statement that the driver
 * sends between the two would wait for its answer for ever.
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

// Otherwise the driver would reconnect at once and for ever, and the statement would never fail.
const failWhenHungUp = (socket: net.Socket): net.Socket =>
  socket.once("end", () => {
    if (socket.bytesRead > 0) return
    socket.destroy(
      Object.assign(new Error("The server closed the connection before it sent anything"), { code: "ECONNRESET" })
    )
  })

/** Fails like a connection that is refused, without any packet. */
const refuse = (socket: net.Socket): net.Socket =>
  socket.connect({
    host: "database",
    port: 1,
    lookup: (_host, _options, done) =>
      done(Object.assign(new Error("The database is not running"), { code: "ECONNREFUSED" }), "")
  })

/**
 * postgres.js leaves Nagle's algorithm on, which delays a batch by 40 ms. The driver gets the socket while it still
 * connects, so that its own timeout and error handling cover the connect. `onEnd` is called right before the driver
 * sees the end; `asked` says whether the driver itself closed the connection.
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

/** The options by which a pool uses its connections. */
interface PoolOptions {
  readonly onClose?: () => void
  /**
   * Every statement is a transaction of its own, so a connection may be replaced between any two. The driver uses its
   * connections in turn, so none is ever idle: each is closed after `idleTimeoutSeconds`, and a new one is opened only
   * when statements need it. The pool thus shrinks to what is in use.
   */
  readonly shrinks?: boolean
  /** Receives notifications of channels. The connection is then never closed because it is idle. */
  readonly onNotify?: (channel: string, payload: string) => void
}

/** `onnotify` is undeclared in postgres.js 3.4.9. */
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

/** A pool of at most `max` connections; the first one is opened by the first statement. */
export const openPool = (options: DriverOptions, max: number, { onClose, ...how }: PoolOptions = {}): Pool.Pool =>
  Pool.make((watch) => openDriver(options, max, how, watch), onClose)
