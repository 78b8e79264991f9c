import net from "node:net"
import postgres from "postgres"

/** How connections are opened. */
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
}

// Type numbers of PostgreSQL's catalogue (pg_type.dat); they never change.
const Oid = { boolean: 16, bytea: 17, int8: 20, json: 114, date: 1082, timestamp: 1114, timestamptz: 1184, jsonb: 3802 }

const integer = (text: string): number | bigint => {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : BigInt(text)
}

// No serializer may throw: the driver would blame the statement that runs before it on the same connection.
const asText = (value: unknown): string => value instanceof Date ? value.toISOString() : String(value)

/** How values cross the wire; what is not named here keeps the driver's default (numeric: string, float: number). */
const codecs = {
  // A number where it is exact, a bigint beyond 2^53.
  int8: { to: Oid.int8, from: [Oid.int8], serialize: asText, parse: integer },
  boolean: {
    to: Oid.boolean,
    from: [Oid.boolean],
    serialize: (value: unknown) => typeof value === "boolean" ? (value ? "t" : "f") : asText(value),
    parse: (text: string) => text === "t"
  },
  bytea: {
    to: Oid.bytea,
    from: [Oid.bytea],
    serialize: (value: unknown) =>
      value instanceof Uint8Array ? `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("hex")}` : asText(value),
    parse: (text: string) => Buffer.from(text.slice(2), "hex")
  },
  date: { to: Oid.timestamptz, from: [Oid.timestamptz], serialize: asText, parse: (text: string) => new Date(text) },
  // A calendar date and a time without zone are no instants: "2026-11-21".
  calendarDate: { to: Oid.date, from: [Oid.date, Oid.timestamp], serialize: asText, parse: (text: string) => text },
  // A string is taken for JSON text, so that what is already serialized is not quoted a second time.
  json: {
    to: Oid.json,
    from: [Oid.json, Oid.jsonb],
    serialize: (value: unknown) => typeof value === "string" ? value : JSON.stringify(value),
    parse: (text: string): unknown => JSON.parse(text)
  }
}

// At most a second between attempts: the driver's own 20 s would outlast a restart of the database by far.
const reconnectDelaySeconds = (attempt: number): number => Math.min(0.02 * 2 ** attempt, 1)

interface SocketTarget {
  readonly host: ReadonlyArray<string>
  readonly port: ReadonlyArray<number>
  readonly path?: string | undefined
}

// The driver would try again at once and for ever, without telling the statement.
const failWhenHungUp = (socket: net.Socket): net.Socket =>
  socket.once("end", () => {
    if (socket.bytesRead > 0) return
    socket.destroy(Object.assign(new Error("The server hung up before its first word"), { code: "ECONNRESET" }))
  })

/**
 * postgres.js leaves Nagle's algorithm on, which holds a batch back for 40 ms. The socket is handed over while it
 * still connects, so that the driver's own timeout and error paths cover the connecting.
 */
const socketFactory = () => {
  let host = 0
  return ({ host: hosts, path, port: ports }: SocketTarget): net.Socket => {
    const socket = failWhenHungUp(new net.Socket())
    socket.setNoDelay(true)
    if (path) return socket.connect(path)
    const at = host % hosts.length
    const target = { host: hosts[at] ?? "localhost", port: ports[at] ?? 5432 }
    const next = () => {
      host = at + 1
    }
    socket.once("error", next)
    socket.once("connect", () => socket.off("error", next))
    // The driver reads the name for TLS from these two.
    return Object.assign(socket.connect(target), target)
  }
}

/** The driver's pool of at most `max` connections; it opens the first one with the first statement. */
export const openPool = (options: DriverOptions, max: number, onClose?: () => void): postgres.Sql => {
  const settings: postgres.Options<{}> & { readonly socket: (target: SocketTarget) => net.Socket } = {
    max,
    socket: socketFactory(),
    onnotice: () => {},
    connect_timeout: options.connectTimeoutSeconds,
    ...(options.idleTimeoutSeconds > 0 ? { idle_timeout: options.idleTimeoutSeconds } : {}),
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
    ...(onClose ? { onclose: onClose } : {})
  }
  return postgres(options.url, settings)
}
