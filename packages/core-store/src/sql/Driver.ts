import net from "node:net"
import postgres from "postgres"
import * as Pool from "./Pool.ts"
import { type DatabaseAddress, makeServerFinder, severalServers } from "./SeveralServers.ts"

/** The elements of an array. An array with several dimensions is nested. NULL becomes null. */
type Elements = Array<unknown>

const quotedElement = (text: string): string => `"${text.replace(/[\\"]/g, "\\$&")}"`

const writeElements = (value: unknown, element: (value: unknown) => string): string =>
  Array.isArray(value)
    ? `{${value.map((each: unknown) => writeElements(each, element)).join(",")}}`
    : value === null
      ? "NULL"
      : quotedElement(element(value))

/**
 * Writes an array in PostgreSQL's text form (documentation, "Array Input and Output Syntax"). A string counts as an
 * array that is already in this form.
 */
export const formatArray = (value: unknown, element: (value: unknown) => string): string =>
  Array.isArray(value) ? writeElements(value, element) : String(value)

// Matches a quoted element, an unquoted element, or a brace.
// Bounds such as "[0:2]=" come before the first brace, and are skipped.
const ARRAY_TOKEN = /"((?:[^"\\]|\\.)*)"|([^{},"\s][^{},]*)|([{}])/gs

/** Reads the elements of an array in text form. The server separates elements by commas, except for type `box`. */
export const parseArray = (text: string, element: (text: string) => unknown): Elements => {
  const top: Elements = []
  const open: Array<Elements> = []
  for (const [, inQuotes, bare, brace] of text.slice(Math.max(0, text.indexOf("{"))).matchAll(ARRAY_TOKEN)) {
    const inner = open.at(-1) ?? top
    if (brace === "{") {
      const next: Elements = open.length === 0 ? top : []
      if (next !== top) inner.push(next)
      open.push(next)
    } else if (brace === "}") {
      open.pop()
    } else if (inQuotes !== undefined) {
      inner.push(element(inQuotes.replace(/\\(.)/gs, "$1")))
    } else {
      inner.push(bare === "NULL" ? null : element(bare ?? ""))
    }
  }
  return top
}

// The OIDs of PostgreSQL's types (pg_type.dat), which never change.
const Oid = { boolean: 16, bytea: 17, int8: 20, json: 114, date: 1082, timestamp: 1114, timestamptz: 1184, jsonb: 3802 }

const integer = (text: string): number | bigint => {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : BigInt(text)
}

// A serializer must not throw, because the driver would then reject the previous statement on the connection.
const asText = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value))
const same = (text: string): string => text

interface Codec {
  readonly to: number
  readonly from: Array<number>
  readonly serialize: (value: unknown) => string
  readonly parse: (text: string) => unknown
}

/**
 * The codecs for sending and reading values. Types without a codec use the driver's default (numeric: string, float:
 * number).
 */
const plain = {
  // An int8 becomes a number if the number is exact, and otherwise a bigint.
  int8: { to: Oid.int8, from: [Oid.int8], serialize: asText, parse: integer },
  boolean: {
    to: Oid.boolean,
    from: [Oid.boolean],
    serialize: (value: unknown) => (typeof value === "boolean" ? (value ? "t" : "f") : asText(value)),
    parse: (text: string) => text === "t"
  },
  bytea: {
    to: Oid.bytea,
    from: [Oid.bytea],
    serialize: (value: unknown) =>
      value instanceof Uint8Array
        ? `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("hex")}`
        : asText(value),
    parse: (text: string) => Buffer.from(text.slice(2), "hex")
  },
  date: { to: Oid.timestamptz, from: [Oid.timestamptz], serialize: asText, parse: (text: string) => new Date(text) },
  // A date, or a timestamp without a zone, is not a point in time, and therefore stays text, such as "2026-11-21".
  calendarDate: { to: Oid.date, from: [Oid.date, Oid.timestamp], serialize: asText, parse: same },
  // A string counts as JSON text, so that a serialized value is not quoted again.
  json: {
    to: Oid.json,
    from: [Oid.json, Oid.jsonb],
    serialize: (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value)),
    parse: (text: string): unknown => JSON.parse(text)
  }
} satisfies Readonly<Record<string, Codec>>

type Element = Pick<Codec, "serialize" | "parse">

const text: Element = { serialize: asText, parse: same }
const number: Element = { serialize: asText, parse: Number }

/** The OIDs of array types, by the codec of their elements. Arrays of all other types stay text, such as "{a,b}". */
const arrays: ReadonlyArray<readonly [element: Element, oids: ReadonlyArray<number>]> = [
  [plain.boolean, [1000]],
  [plain.bytea, [1001]],
  [plain.int8, [1016]],
  // int2, int4, oid, float4, float8
  [number, [1005, 1007, 1028, 1021, 1022]],
  // char, name, text, bpchar, varchar, numeric, uuid
  [text, [1002, 1003, 1009, 1014, 1015, 1231, 2951]],
  // inet, cidr, macaddr
  [text, [1041, 651, 1040]],
  // date, time, timetz, timestamp, interval
  [text, [1182, 1183, 1270, 1115, 1187]],
  [plain.date, [1185]],
  // json, jsonb
  [plain.json, [199, 3807]]
]

const arrayCodec = ({ parse, serialize }: Element, oid: number): Codec => ({
  to: oid,
  from: [oid],
  serialize: (value) => formatArray(value, serialize),
  parse: (value) => parseArray(value, parse)
})

/**
 * All codecs of a pool. The codecs of array types are included, because postgres.js would otherwise query the array
 * types on each new connection, and crash the process if that connection breaks in the meantime.
 */
const codecs: Readonly<Record<string, postgres.PostgresType>> = {
  ...plain,
  ...Object.fromEntries(
    arrays.flatMap(([element, oids]) => oids.map((oid) => [`array${oid}`, arrayCodec(element, oid)] as const))
  )
}

export interface DriverOptions {
  readonly url: string
  /** The name of the connections in `pg_stat_activity`. */
  readonly applicationName: string
  readonly connectTimeoutSeconds: number
  /** The time after which an idle connection is closed. 0 means never. */
  readonly idleTimeoutSeconds: number
  /** The time after which the server ends a statement. 0 means never. */
  readonly statementTimeoutMs: number
  /**
   * The time for which a transaction may wait for its next statement before the server ends the session. 0 means no
   * limit.
   */
  readonly idleInTransactionTimeoutMs: number
  /**
   * Returns the address to connect to, instead of the host and port of the URL. The driver calls this function before
   * each attempt to connect. Null if there is no address now. The connection is then refused.
   */
  readonly address?: (() => DatabaseAddress | null) | undefined
}

const DEFAULT_PORT = 5432

// At most one second passes between two attempts to connect. The driver's own maximum of 20 s is much longer than a
// restart of the database.
const reconnectDelaySeconds = (attempt: number): number => Math.min(0.02 * 2 ** attempt, 1)

interface SocketTarget {
  readonly host: ReadonlyArray<string>
  readonly port: ReadonlyArray<number>
  readonly path?: string | undefined
}

/**
 * A socket that emits "error" together with "close". Node emits "error" some ticks earlier. If the driver sent a
 * statement between the two events, the statement would wait for its answer forever.
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

// Converts the end of a connection that the server closes before sending anything to an error. Otherwise, the driver
// would reconnect forever, and the statement would never fail.
const failWhenHungUp = (socket: net.Socket): net.Socket =>
  socket.once("end", () => {
    if (socket.bytesRead > 0) return
    socket.destroy(
      Object.assign(new Error("The server closed the connection before it sent anything"), { code: "ECONNRESET" })
    )
  })

/** Makes a socket fail like a refused connection, without sending any packet. */
const refuse = (socket: net.Socket): net.Socket =>
  socket.connect({
    host: "database",
    port: 1,
    lookup: (_host, _options, done) =>
      done(Object.assign(new Error("The database is not running"), { code: "ECONNREFUSED" }), "")
  })

type AddressOf = () => DatabaseAddress | null | Promise<DatabaseAddress | null>

/**
 * Returns the function that creates sockets. The sockets disable Nagle's algorithm, which postgres.js leaves on, and
 * which delays a batch by 40 ms. The driver gets a socket before the socket is connected, so that the driver's own
 * timeout and error handling also apply to connecting. `onEnd` is called right before the driver notices the end of a
 * connection. `asked` says whether the driver itself closed the connection.
 */
const socketFactory = (
  onEnd: (asked: boolean) => void,
  onCount: (open: number) => void,
  address: AddressOf | undefined
) => {
  let count = 0
  const add = (by: 1 | -1) => {
    count += by
    onCount(count)
  }
  return async ({ host, path, port }: SocketTarget): Promise<net.Socket> => {
    const at = address === undefined ? { host: host[0] ?? "localhost", port: port[0] ?? DEFAULT_PORT } : await address()
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
    if (at === null) return refuse(socket)
    if (address === undefined && path) return socket.connect(path)
    // The driver reads the TLS server name from these properties.
    return Object.assign(socket.connect(at), at)
  }
}

interface PoolOptions {
  readonly onClose?: () => void
  /** A function that receives the notifications of channels. With this option, an idle connection is not closed. */
  readonly onNotify?: (channel: string, payload: string) => void
}

/** The options of postgres.js, with `onnotify`, which postgres.js 3.4.9 does not declare. */
interface DriverSettings extends postgres.Options<{}> {
  readonly socket: (target: SocketTarget) => Promise<net.Socket>
  readonly onnotify?: (channel: string, payload: string) => void
}

/**
 * Returns whether a URL turns off named prepared statements, as for a pooler in transaction mode.
 *
 * Without them, the driver asks the server for the types of the parameters before it sends the values of a statement.
 * If it asked before the previous statement on the connection has ended, PgBouncer would give this question to one
 * server process and the values to another one. The answer would reach whichever client uses the first process next.
 */
const isForPooler = (url: string): boolean =>
  /^(?:false|disable)$/u.test(URL.parse(url)?.searchParams.get("prepare") ?? "")

/** The time within which a server must say whether it is a standby, in seconds. */
const STANDBY_WITHIN_SECONDS = 3

/** Asks a server whether it is a standby. Rejects if the server does not respond in time. */
const isStandby = async (url: string, server: DatabaseAddress): Promise<boolean> => {
  const settings: DriverSettings = {
    max: 1,
    socket: socketFactory(
      () => {},
      () => {},
      () => server
    ),
    onnotice: () => {},
    connect_timeout: STANDBY_WITHIN_SECONDS,
    fetch_types: false,
    connection: { statement_timeout: STANDBY_WITHIN_SECONDS * 1_000 }
  }
  const sql = postgres(url, settings)
  const late = setTimeout(() => void sql.end({ timeout: 0 }), 2 * STANDBY_WITHIN_SECONDS * 1_000)
  try {
    const [row] = await sql<Array<{ readonly standby: boolean }>>`select pg_is_in_recovery() as standby`
    return row?.standby === true
  } finally {
    clearTimeout(late)
    void sql.end({ timeout: 0 }).catch(() => {})
  }
}

const openDriver = (
  options: DriverOptions,
  max: number,
  { onNotify }: Pick<PoolOptions, "onNotify">,
  { onClose, onCount, onDeath }: Pool.Watch
): postgres.Sql => {
  let asked = false
  const several = severalServers(options.url)
  const url = several?.oneUrl ?? options.url
  const address: AddressOf | undefined =
    options.address ?? (several === null ? undefined : makeServerFinder(several, (server) => isStandby(url, server)))
  const settings: DriverSettings = {
    max,
    socket: socketFactory(
      (byDriver) => {
        asked = byDriver
      },
      onCount,
      address
    ),
    onnotice: () => {},
    connect_timeout: options.connectTimeoutSeconds,
    ...(options.idleTimeoutSeconds > 0 && onNotify === undefined ? { idle_timeout: options.idleTimeoutSeconds } : {}),
    ...(onNotify === undefined ? {} : { onnotify: onNotify, max_lifetime: null }),
    backoff: reconnectDelaySeconds,
    // With 0, a statement is sent only when the previous statement on the connection has ended.
    ...(isForPooler(url) ? { max_pipeline: 0 } : {}),
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
  return postgres(url, settings)
}

/** Opens a pool of at most `max` connections. The first statement opens the first connection. */
export const openPool = (options: DriverOptions, max: number, { onClose, ...how }: PoolOptions = {}): Pool.Pool =>
  Pool.make((watch) => openDriver(options, max, how, watch), onClose)
