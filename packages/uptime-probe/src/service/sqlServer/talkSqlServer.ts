import { fail, note, secure, send, type Surroundings, type Talk, trust } from "../dialogue/Talk.ts"
import type { Login, SecureOptions } from "../protocol/Protocol.ts"
import { checkValue, type ValueRule } from "../protocol/ValueRule.ts"
import { shownText } from "../Received.ts"
import { handshakeFraming, readMessage } from "./Packets.ts"
import { encryptions, type Preanswer, prelogin, readPrelogin } from "./Prelogin.ts"
import { batchRequest, loginRequest, noTransaction } from "./Requests.ts"
import { type Answer, readAnswer } from "./Tokens.ts"

/** A check of a Microsoft SQL Server. Without a login, the check ends after the first message of the protocol. */
export interface SqlServerRequest extends SecureOptions {
  readonly type: "sqlServer"
  /** Whether the check uses TLS. Default: "ifOffered". Without a login, only "required" starts TLS. */
  readonly tls?: "ifOffered" | "never" | "required"
  /** A login of SQL Server. Logins of Windows and of Microsoft Entra are not supported. */
  readonly login?: Login
  /** The name of the database. Default: the default database of the login. */
  readonly database?: string
  /** One statement, which runs after the login in a transaction that is rolled back. */
  readonly query?: string
  /** The condition that the first column of the query's first row must meet. */
  readonly answer?: ValueRule
}

/** What a check found out about a Microsoft SQL Server. */
export interface SqlServerFound {
  /** The version, such as "16.0.4085". */
  readonly serverVersion: string
  /** Whether the server can encrypt connections. Absent if the check must not use TLS. */
  readonly offersTls: boolean
  /** Whether the connection is encrypted. Known only if the check starts TLS or logs in. */
  readonly encrypted: boolean
  /** The first column of the query's first row, at most 4 KiB. Null if it is NULL, or if there is no row. */
  readonly value: string | null
}

/**
 * Errors about the name, the password, the database or the address of a client (SQL Server documentation, "Database
 * Engine events and errors"): the database cannot be opened, the login fails, is disabled, locked or expired, and the
 * firewall of Azure.
 */
const LOGIN_ERRORS = new Set([
  916, 4_060, 4_062, 4_064, 18_452, 18_456, 18_470, 18_486, 18_487, 18_488, 40_532, 40_615, 40_914
])
/**
 * Errors of a server that accepts no clients now: it starts, stops, is paused, has no more connections or memory, its
 * database recovers or is on another server, and the limits of Azure.
 */
const REFUSALS = new Set([
  921, 922, 942, 976, 978, 979, 983, 6_005, 10_928, 10_929, 17_142, 17_187, 17_188, 17_189, 17_197, 17_300, 17_809,
  18_401, 18_451, 18_461, 40_197, 40_501, 40_613, 49_918, 49_919, 49_920
])

/** The time that a query waits for a lock, in milliseconds. The time limit of the check ends the query. */
const LOCK_MS = 5_000
/** The most bytes of a long value. A text of 4 KiB has at most 8 KiB in UTF-16. */
const TEXT_BYTES = 8_192

const BEGIN = `SET XACT_ABORT ON; SET LOCK_TIMEOUT ${LOCK_MS}; SET TEXTSIZE ${TEXT_BYTES}; SET ROWCOUNT 1; BEGIN TRANSACTION`
const ROLL_BACK = "IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION"

const errorText = ({ number, text }: NonNullable<Answer["error"]>): string => `${shownText(text)} (${number})`

function* refuse(error: NonNullable<Answer["error"]>): Talk<never, never> {
  const text = errorText(error)
  if (REFUSALS.has(error.number)) yield* fail("service_refused", `The server refuses connections: ${text}`)
  if (LOGIN_ERRORS.has(error.number)) yield* fail("login_refused", `The server refuses the login: ${text}`)
  return yield* fail("wrong_answer", `The server answered with an error: ${text}`)
}

function* answerOf(): Talk<never, Answer> {
  const answer = readAnswer(yield* readMessage())
  return answer ?? (yield* fail("protocol_error", "The server sent an answer that is not valid."))
}

function* greet({ login, tls }: SqlServerRequest): Talk<SqlServerFound, Preanswer> {
  // Offers encryption if it can, because a server that requires it refuses all other clients.
  const isPlain = login !== undefined && tls === "never"
  yield* send(prelogin(isPlain ? encryptions.notSupported : encryptions.on))
  const message = yield* readMessage()
  const found = readPrelogin(message)
  if (found === null) {
    const error = readAnswer(message)?.error ?? null
    if (error !== null) yield* refuse(error)
    return yield* fail("protocol_error", "The server did not send its version.")
  }
  yield* note({
    serverVersion: found.serverVersion,
    ...(isPlain ? {} : { offersTls: found.encryption !== encryptions.notSupported })
  })
  return found
}

function* startTls(encryption: number, { tls = "ifOffered" }: SqlServerRequest): Talk<SqlServerFound> {
  const isEncrypted = encryption === encryptions.on || encryption === encryptions.required
  if (tls === "never" && isEncrypted) yield* fail("login_refused", "The server refuses a login without TLS.")
  yield* note({ encrypted: isEncrypted })
  if (isEncrypted) yield* secure(handshakeFraming)
  else if (tls === "required") yield* fail("tls_handshake", "The server does not offer TLS.")
}

function* logIn(login: Login, database: string | undefined, hostname: string): Talk<never, Answer> {
  yield* trust()
  yield* send(loginRequest({ login, database, hostname }))
  const answer = yield* answerOf()
  if (answer.isLoggedIn) return answer
  if (answer.error !== null) yield* refuse(answer.error)
  return yield* fail("protocol_error", "The server did not continue the login.")
}

/** Runs statements, and returns the answer and the descriptor of the transaction. */
function* run(sql: string, transaction: Buffer): Talk<never, Answer & { readonly transaction: Buffer }> {
  yield* send(batchRequest(sql, transaction))
  const answer = yield* answerOf()
  if (answer.error !== null) yield* fail("wrong_answer", `The query failed: ${errorText(answer.error)}`)
  const { transaction: changed } = answer
  return { ...answer, transaction: changed === null ? transaction : changed.length === 0 ? noTransaction : changed }
}

function* ask(sql: string): Talk<never, string | null> {
  const begun = yield* run(BEGIN, noTransaction)
  const { transaction, value } = yield* run(sql, begun.transaction)
  yield* run(ROLL_BACK, transaction)
  if (value === "unreadable")
    yield* fail("wrong_answer", "The query returned a type that the check does not read. Convert the value to text.")
  return value === null || value === "unreadable" ? null : value.text
}

/** Speaks to a Microsoft SQL Server. */
export function* talkSqlServer(request: SqlServerRequest, { hostname }: Surroundings): Talk<SqlServerFound> {
  const { answer, database, login, query, tls } = request
  const { encryption } = yield* greet(request)
  if (login === undefined && tls !== "required") return
  yield* startTls(encryption, request)
  if (login === undefined) return
  const { otherServer } = yield* logIn(login, database, hostname)
  if (query === undefined) return
  if (otherServer !== null)
    yield* fail("wrong_answer", `The server sends its clients to ${shownText(otherServer)}. Check that server.`)
  const value = yield* ask(query)
  yield* note({ value })
  if (answer !== undefined) yield* checkValue(value, answer)
}
