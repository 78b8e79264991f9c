import { createHash } from "node:crypto"
import { strange } from "../dialogue/readings.ts"
import {
  compute,
  fail,
  farewell,
  note,
  read,
  secure,
  send,
  type Surroundings,
  type Talk,
  trust
} from "../dialogue/Talk.ts"
import type { Login, SecureOptions } from "../protocol/Protocol.ts"
import { checkValue, VALUE_BYTES, type ValueRule } from "../protocol/ValueRule.ts"
import { type Reading, shownText } from "../Received.ts"
import { answerScram, firstMessage } from "../scram/Scram.ts"
import {
  firstRowQuery,
  type Message,
  password,
  readFields,
  readFirstColumn,
  readMechanisms,
  readMessage,
  readSetting,
  saslFirst,
  saslNext,
  simpleQuery,
  startup,
  terminate,
  tlsRequest
} from "./Messages.ts"

/** A check of a PostgreSQL server. Without a login, the check ends when the server asks for a password. */
export interface PostgresRequest extends SecureOptions {
  readonly type: "postgres"
  /** Whether the check uses TLS. Default: "ifOffered". */
  readonly tls?: "ifOffered" | "never" | "required"
  readonly login?: Login
  /** The name of the database. Default: the name of the user. */
  readonly database?: string
  /** One statement, which runs in a read-only transaction after the login. */
  readonly query?: string
  /** The condition that the first column of the query's first row must meet. */
  readonly answer?: ValueRule
  /** The role that the server must have. The check knows it only after a login. */
  readonly role?: "primary" | "replica"
}

/** What a check found out about a PostgreSQL server. */
export interface PostgresFound {
  /** Whether the connection is encrypted. */
  readonly encrypted: boolean
  /** How the server wants the client to prove who it is. "none" if a name is enough. */
  readonly authentication: "md5" | "none" | "other" | "password" | "scram-sha-256"
  /** Known only after a login. */
  readonly serverVersion: string
  /** Known only after a login, from version 14 on. */
  readonly role: "primary" | "replica"
  /** The first column of the query's first row, at most 4 KiB. Null if it is NULL, or if there is no row. */
  readonly value: string | null
}

/** The user that the check names if it has no login. */
const NOBODY = "mon"

/** The codes of the kinds of authentication (message "R"). */
const NONE = 0
const PASSWORD = 3
const MD5 = 5
const SASL = 10
const SASL_CONTINUE = 11
const SASL_FINAL = 12

const NAMES: ReadonlyMap<number, PostgresFound["authentication"]> = new Map([
  [NONE, "none"],
  [PASSWORD, "password"],
  [MD5, "md5"],
  [SASL, "scram-sha-256"]
])

const SCRAM = "SCRAM-SHA-256"
const NONCE_BYTES = 18
const SALT_BYTES = 4

/** The time limit of a query, in milliseconds. The time limit of the check itself ends it, too. */
const QUERY_MS = 5_000

/** SQLSTATEs that mean that a server which runs does not know this client: its name, password, database or address. */
const isLoginError = (state: string): boolean => state.startsWith("28") || state === "3D000"

/** SQLSTATEs of a server that accepts no clients now: it starts, stops, or has no more connections. */
const isRefusal = (state: string): boolean => state.startsWith("57P") || state.startsWith("53")

/** PgBouncer uses this state for most errors, also if it does not know the client's database or name (before 1.19). */
const PROTOCOL_VIOLATION = "08P01"
const UNKNOWN_CLIENT = /^no such (?:database|user)|\bSSL (?:connection )?required/u

const errorText = (body: Buffer): readonly [state: string, text: string] => {
  const fields = readFields(body)
  const state = fields.get("C") ?? "unknown"
  return [state, `${shownText(fields.get("M") ?? "")} (${shownText(state).slice(0, 5)})`]
}

/** Reads the next message that is not a notice. */
function* next(): Talk<never, Message> {
  for (;;) {
    const message = yield* read(readMessage)
    if (message.type !== "N") return message
  }
}

/** Reads the answer to a request for TLS: one byte, or an error, which stays unread. */
const readOffer = (bytes: Buffer): Reading<"error" | "no" | "yes"> => {
  const letter = String.fromCodePoint(bytes[0] ?? 0)
  if (letter === "E") return { taken: 0, value: "error" }
  return letter === "S" || letter === "N"
    ? { taken: 1, value: letter === "S" ? "yes" : "no" }
    : strange("PostgreSQL", bytes)
}

function* startTls({ tls = "ifOffered" }: PostgresRequest): Talk<PostgresFound> {
  if (tls === "never") return yield* note({ encrypted: false })
  yield* send(tlsRequest)
  const offer = yield* read(readOffer)
  if (offer === "error") return void (yield* refuse((yield* next()).body, true))
  yield* note({ encrypted: offer === "yes" })
  if (offer === "yes") yield* secure()
  else if (tls === "required") yield* fail("tls_handshake", "The server does not offer TLS.")
}

function* refuse(body: Buffer, hasLogin: boolean): Talk<PostgresFound, "unknown_client"> {
  const [state, text] = errorText(body)
  if (isRefusal(state)) yield* fail("service_refused", `The server refuses connections: ${text}`)
  const isUnknown = isLoginError(state) || (state === PROTOCOL_VIOLATION && UNKNOWN_CLIENT.test(text))
  if (!isUnknown) yield* fail("wrong_answer", `The server answered with an error: ${text}`)
  if (hasLogin) yield* fail("login_refused", `The server refuses the login: ${text}`)
  return "unknown_client"
}

const md5 = (...parts: ReadonlyArray<Buffer | string>): string => {
  const hash = createHash("md5")
  for (const part of parts) hash.update(part)
  return hash.digest("hex")
}

function* proveScram(mechanisms: Buffer, login: Login, { random }: Surroundings): Talk<PostgresFound> {
  if (!readMechanisms(mechanisms).includes(SCRAM))
    return yield* fail("login_refused", "The server offers no login that this check knows.")
  const plan = { nonce: random(NONCE_BYTES).toString("base64"), password: login.password }
  yield* send(saslFirst(SCRAM, firstMessage(plan)))
  const first = yield* authentication(SASL_CONTINUE)
  const answer = yield* compute(() => answerScram(plan, first.toString("utf8")))
  if (answer === null) return yield* fail("protocol_error", "The server sent a login challenge that is not valid.")
  yield* send(saslNext(answer.message))
  const last = yield* authentication(SASL_FINAL)
  if (!answer.isProven(last.toString("utf8")))
    yield* fail("login_refused", "The server could not prove that it knows the password.")
}

/** Reads the message of an authentication, and returns its part after the code. */
function* authentication(code: number): Talk<PostgresFound, Buffer> {
  const { body, type } = yield* next()
  if (type === "E") yield* refuse(body, true)
  if (type !== "R" || body.length < 4 || body.readInt32BE(0) !== code)
    yield* fail("protocol_error", "The server did not continue the login.")
  return body.subarray(4)
}

function* logIn(code: number, rest: Buffer, login: Login, around: Surroundings): Talk<PostgresFound> {
  switch (code) {
    case NONE:
      return
    case SASL:
      yield* proveScram(rest, login, around)
      break
    case PASSWORD:
      yield* trust()
      yield* send(password(login.password))
      break
    case MD5:
      yield* trust()
      yield* send(password(`md5${md5(md5(login.password, login.username), rest.subarray(0, SALT_BYTES))}`))
      break
    default:
      yield* fail("login_refused", "The server wants a login that this check does not know.")
  }
  yield* authentication(NONE)
}

/** Reads what the server reports until it is ready for a query. Returns its role. */
function* awaitReady(hasLogin: boolean): Talk<PostgresFound, PostgresFound["role"] | "unknown_client" | null> {
  let role: PostgresFound["role"] | null = null
  for (;;) {
    const { body, type } = yield* next()
    if (type === "Z") return role
    // A server that trusts this machine accepts any name at first, and then says that it does not know the user.
    if (type === "E") return yield* refuse(body, hasLogin)
    if (type !== "S") continue
    const [name, value] = readSetting(body)
    if (name === "server_version") yield* note({ serverVersion: shownText(value) })
    if (name !== "in_hot_standby") continue
    role = value === "on" ? "replica" : "primary"
    yield* note({ role })
  }
}

function* ask(sql: string): Talk<PostgresFound, string | null> {
  yield* send(simpleQuery(`BEGIN READ ONLY; SET LOCAL statement_timeout = ${QUERY_MS}`))
  yield* awaitReady(true)
  yield* send(firstRowQuery(sql))
  let value: string | null = null
  for (;;) {
    const { body, type } = yield* next()
    if (type === "Z") return value
    if (type === "D") value = readFirstColumn(body, VALUE_BYTES)
    if (type === "E") yield* fail("wrong_answer", `The query failed: ${errorText(body)[1]}`)
  }
}

/**
 * Speaks to a PostgreSQL server. A client that leaves when it is asked for a password, and one that says goodbye after
 * the login, leaves no line in the server's log.
 */
export function* talkPostgres(request: PostgresRequest, around: Surroundings): Talk<PostgresFound> {
  const { answer, login, query, role } = request
  yield* startTls(request)
  const user = login?.username ?? NOBODY
  yield* send(startup({ user, database: request.database ?? user, application_name: "mon" }))
  const { body, type } = yield* next()
  if (type === "E") return void (yield* refuse(body, login !== undefined))
  if (type !== "R" || body.length < 4) return yield* fail("protocol_error", "The server did not answer with a login.")
  const code = body.readInt32BE(0)
  yield* note({ authentication: NAMES.get(code) ?? "other" })
  if (login === undefined && code !== NONE) return
  yield* logIn(code, body.subarray(4), login ?? { username: user, password: "" }, around)
  yield* farewell(terminate)
  const found = yield* awaitReady(login !== undefined)
  if (found === "unknown_client") return
  if (role !== undefined && found !== role)
    yield* fail(
      "wrong_answer",
      found === null ? "The server does not say its role." : `The server is a ${found}, not a ${role}.`
    )
  if (query === undefined) return
  const value = yield* ask(query)
  yield* note({ value })
  if (answer !== undefined) yield* checkValue(value, answer)
}
