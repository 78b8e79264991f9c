import { fail, farewell, note, read, secure, send, type Talk, trust } from "../dialogue/Talk.ts"
import type { Login, SecureOptions } from "../protocol/Protocol.ts"
import { checkValue, VALUE_BYTES, type ValueRule } from "../protocol/ValueRule.ts"
import { shownText } from "../Received.ts"
import {
  capabilities,
  END,
  ERROR,
  errorCode,
  errorText,
  type Greeting,
  loginRequest,
  MORE,
  OK,
  type Packet,
  query,
  quit,
  readFirstColumn,
  readFirstPacket,
  readGreeting,
  readPacket,
  readSwitch,
  tlsRequest,
  writePacket
} from "./Packets.ts"
import { proofs } from "./proofs.ts"

/**
 * A check of a MySQL or MariaDB server. Without a login, the check names a user that the server does not know. A server
 * counts connections without a name as attacks, and blocks a host after 100 of them.
 */
export interface MysqlRequest extends SecureOptions {
  readonly type: "mysql"
  /** Whether the check uses TLS. Default: "ifOffered". */
  readonly tls?: "ifOffered" | "never" | "required"
  readonly login?: Login
  /** The name of the database. Default: none. */
  readonly database?: string
  /** One statement, which runs in a read-only transaction after the login. */
  readonly query?: string
  /** The condition that the first column of the query's first row must meet. */
  readonly answer?: ValueRule
}

/** What a check found out about a MySQL or MariaDB server. */
export interface MysqlFound {
  /** Whether the connection is encrypted. */
  readonly encrypted: boolean
  readonly serverVersion: string
  /** The server's method of login, such as "caching_sha2_password". */
  readonly authentication: string
  /** The first column of the query's first row, at most 4 KiB. Null if it is NULL, or if there is no row. */
  readonly value: string | null
}

/** The user that the check names if it has no login. */
const NOBODY = "mon"

/** Errors of a server that accepts no clients, or not this host (MySQL Server Error Reference). */
const REFUSALS = new Set([1040, 1053, 1080, 1129, 1130, 1152, 1203])
/** Errors about the name, the password or the database of a client, or about its connection without TLS. */
const LOGIN_ERRORS = new Set([1044, 1045, 1049, 1251, 1698, 1862, 3118, 3159, 4151])

/** A server without this variable, such as one before version 5.7.8, or MariaDB behind ProxySQL. */
const UNKNOWN_VARIABLE = 1193

const FAST_SUCCESS = 3
const FULL_LOGIN = 4

/** The time limit of a query, in seconds. */
const QUERY_SECONDS = 5

function* refuse(body: Buffer, hasLogin: boolean): Talk<MysqlFound, "unknown_client"> {
  const text = shownText(errorText(body))
  const code = errorCode(body)
  if (REFUSALS.has(code)) yield* fail("service_refused", `The server refuses connections: ${text}`)
  if (!LOGIN_ERRORS.has(code)) yield* fail("wrong_answer", `The server answered with an error: ${text}`)
  if (hasLogin) yield* fail("login_refused", `The server refuses the login: ${text}`)
  return "unknown_client"
}

function* readWelcome(request: MysqlRequest): Talk<MysqlFound, Greeting> {
  const { tls = "ifOffered" } = request
  const { body } = yield* read(readFirstPacket)
  if (body[0] === ERROR) yield* refuse(body, true)
  const greeting = readGreeting(body)
  if (greeting === null) return yield* fail("protocol_error", "The greeting of the server is not complete.")
  const encrypted = tls !== "never" && (greeting.capabilities & capabilities.tls) !== 0
  yield* note({
    serverVersion: shownText(greeting.serverVersion),
    authentication: shownText(greeting.plugin),
    encrypted
  })
  if (tls === "required" && !encrypted) {
    // The server would count a connection without a login as an attack.
    yield* logIn({ tls: "never" }, greeting)
    yield* fail("tls_handshake", "The server does not offer TLS.")
  }
  return greeting
}

function* proofOf(
  login: Login | undefined,
  { plugin, salt }: Pick<Greeting, "plugin" | "salt">
): Talk<MysqlFound, Buffer> {
  if (login === undefined || login.password === "") return Buffer.alloc(0)
  const proof = proofs.get(plugin)
  if (proof !== undefined) return proof(login.password, salt)
  if (plugin !== "mysql_clear_password")
    return yield* fail(
      "login_refused",
      `The server wants a login that this check does not know (${shownText(plugin)}).`
    )
  yield* trust()
  return Buffer.from(`${login.password}\0`)
}

/** Answers what the server asks until it accepts or refuses the login. */
function* awaitLogin(login: Login | undefined, encrypted: boolean): Talk<MysqlFound, "in" | "out"> {
  for (;;) {
    const { body, sequence } = yield* read(readPacket)
    const answer = (content: Uint8Array) => send(writePacket(sequence + 1, content))
    switch (body[0]) {
      case OK:
        return "in"
      case ERROR:
        yield* refuse(body, login !== undefined)
        return "out"
      case END:
        yield* answer(yield* proofOf(login, readSwitch(body)))
        break
      case MORE:
        if (body[1] === FAST_SUCCESS) break
        if (body[1] !== FULL_LOGIN || login === undefined)
          yield* fail("protocol_error", "The server did not continue the login.")
        if (!encrypted)
          yield* fail("login_refused", "The server wants TLS for this login, because it has not stored the proof yet.")
        yield* trust()
        yield* answer(Buffer.from(`${login?.password ?? ""}\0`))
        break
      default:
        yield* fail("protocol_error", "The server did not continue the login.")
    }
  }
}

type LoginPlan = { readonly [Name in "database" | "login" | "tls"]?: MysqlRequest[Name] | undefined }

function* logIn(request: LoginPlan, greeting: Greeting): Talk<MysqlFound, "in" | "out"> {
  const { database, login, tls } = request
  const encrypted = tls !== "never" && (greeting.capabilities & capabilities.tls) !== 0
  const flags =
    capabilities.protocol41 |
    capabilities.transactions |
    capabilities.secureConnection |
    capabilities.pluginAuth |
    (encrypted ? capabilities.tls : 0) |
    (database === undefined ? 0 : capabilities.connectWithDatabase)
  if (encrypted) {
    yield* send(writePacket(1, tlsRequest(flags)))
    yield* secure()
  }
  const isKnown = login === undefined || proofs.has(greeting.plugin)
  const proof = isKnown ? yield* proofOf(login, greeting) : Buffer.alloc(0)
  const username = login?.username ?? NOBODY
  const content = loginRequest({ flags, username, proof, database, plugin: greeting.plugin })
  yield* send(writePacket(encrypted ? 2 : 1, content))
  return yield* awaitLogin(login, encrypted)
}

function* nextPart(accepted?: number): Talk<MysqlFound, Packet> {
  const packet = yield* read(readPacket)
  if (packet.body[0] === ERROR && errorCode(packet.body) !== accepted)
    yield* fail("wrong_answer", `The query failed: ${shownText(errorText(packet.body))}`)
  return packet
}

const isEnd = ({ body }: Packet): boolean => body[0] === END && body.length < 9

function* run(sql: string): Talk<MysqlFound, string | null> {
  yield* send(query(sql))
  const { body } = yield* nextPart()
  if (body[0] === OK) return null
  // The descriptions of the columns, and then the rows. Each list ends with its own packet.
  while (!isEnd(yield* nextPart()));
  let value: string | null = null
  for (let rows = 0; ; rows++) {
    const row = yield* nextPart()
    if (isEnd(row)) return value
    if (rows === 0) value = readFirstColumn(row.body, VALUE_BYTES)
  }
}

/** Limits the time of a query if the server can do it. The time limit of the check ends it anyway. */
function* limitTime({ serverVersion }: Greeting): Talk<MysqlFound> {
  const limit = serverVersion.includes("MariaDB")
    ? `max_statement_time = ${QUERY_SECONDS}`
    : `max_execution_time = ${QUERY_SECONDS * 1_000}`
  yield* send(query(`SET SESSION ${limit}`))
  yield* nextPart(UNKNOWN_VARIABLE)
}

/** Speaks to a MySQL or MariaDB server. */
export function* talkMysql(request: MysqlRequest): Talk<MysqlFound> {
  const greeting = yield* readWelcome(request)
  if ((yield* logIn(request, greeting)) === "out") return
  yield* farewell(quit)
  const { answer, query: sql } = request
  if (sql === undefined) return
  yield* run("SET SESSION sql_select_limit = 1")
  yield* limitTime(greeting)
  yield* run("SET SESSION TRANSACTION READ ONLY")
  const value = yield* run(sql)
  yield* note({ value })
  if (answer !== undefined) yield* checkValue(value, answer)
}
