import { fail, farewell, note, secure, type Surroundings, type Talk, trust } from "../dialogue/Talk.ts"
import type { Login, SecureOptions, TlsUse } from "../protocol/Protocol.ts"
import { shownText } from "../Received.ts"
import { ask, readReply } from "./ask.ts"
import { type Dialect, dialects, type MailType, words } from "./dialects.ts"
import { logins } from "./logins.ts"
import { type MailReply, smtpLine } from "./MailReply.ts"

interface MailOptions extends SecureOptions {
  /** How the check uses TLS. Default: "ifOffered". */
  readonly tls?: TlsUse
  readonly login?: Login
}

/** A check of a server for outgoing or incoming mail. The check sends no email. */
export interface SmtpRequest extends MailOptions {
  readonly type: "smtp"
  /** The client's name in the EHLO command. Default: the address of the connection (RFC 5321 section 4.1.4). */
  readonly clientName?: string
}

/** A check of a mailbox. After a login, the check counts the messages in the inbox, and changes nothing. */
export interface ImapRequest extends MailOptions {
  readonly type: "imap"
}

/** A check of a mailbox. After a login, the check counts the messages, and changes nothing. */
export interface Pop3Request extends MailOptions {
  readonly type: "pop3"
}

/** What a check found out about a mail server. */
export interface MailFound {
  /** The text of the server's greeting, at most 200 characters. */
  readonly greeting: string
  /** The capabilities that the server offered before TLS, in capital letters and at most 100. */
  readonly capabilities: ReadonlyArray<string>
  /** Whether the check started TLS after the greeting. */
  readonly startedTls: boolean
  /** The number of messages. Known only after a login with IMAP or POP3. */
  readonly messages: number
}

const MOST_CAPABILITIES = 100

const lastLine = ({ lines }: MailReply): string => shownText(lines.at(-1) ?? "")

/** Returns the address literal of an IP address (RFC 5321 section 4.1.3). */
const addressLiteral = (address: string | null): string =>
  address?.includes(":") === true ? `[IPv6:${address.replace(/%.*$/u, "")}]` : `[${address ?? "127.0.0.1"}]`

/** A server that does not know EHLO has no capabilities (RFC 5321 section 3.2). One that refuses HELO, too, is down. */
function* greetOldServer(refusal: MailReply, clientName: string): Talk<MailFound, ReadonlyArray<string>> {
  if (refusal.last) yield* fail("service_refused", `The server refuses EHLO: ${lastLine(refusal)}`)
  const reply = yield* ask({ line: `HELO ${clientName}`, read: smtpLine })
  if (!reply.ok) yield* fail("service_refused", `The server refuses EHLO and HELO: ${lastLine(reply)}`)
  return []
}

function* listCapabilities(dialect: Dialect, clientName: string): Talk<MailFound, ReadonlyArray<string>> {
  const reply = yield* ask(dialect.capabilities(clientName))
  if (!reply.ok && dialect === dialects.smtp) return yield* greetOldServer(reply, clientName)
  return dialect.capabilitiesIn(reply).map((line) => line.toUpperCase())
}

function* startTls(dialect: Dialect): Talk<MailFound> {
  const ready = yield* ask(dialect.startTls)
  if (!ready.ok) yield* fail("tls_handshake", `The server refuses ${dialect.offer}: ${lastLine(ready)}`)
  yield* secure()
  yield* note({ startedTls: true })
}

/** Speaks to a mail server. */
export function* talkMail(
  request: (ImapRequest | Pop3Request | SmtpRequest) & { readonly type: MailType },
  { localAddress }: Surroundings
): Talk<MailFound> {
  const { login, tls = "ifOffered", type } = request
  const dialect: Dialect = dialects[type]
  const greeting = yield* readReply(dialect.readGreeting)
  yield* note({ greeting: shownText(greeting.lines.join(" ")) })
  if (!greeting.ok) yield* fail("service_refused", `The server refuses connections: ${lastLine(greeting)}`)
  yield* farewell(dialect.quit)
  const clientName = (request.type === "smtp" ? request.clientName : undefined) ?? addressLiteral(localAddress)
  let capabilities = yield* listCapabilities(dialect, clientName)
  yield* note({ capabilities: capabilities.slice(0, MOST_CAPABILITIES).map(shownText), startedTls: false })
  const offers = capabilities.some((line) => words(line)[0] === dialect.offer)
  if (tls === "required" && !offers) yield* fail("tls_handshake", `The server does not offer ${dialect.offer}.`)
  if (offers && (tls === "required" || tls === "ifOffered")) {
    yield* startTls(dialect)
    // In TLS 1.3, the handshake ends for the client before the server has accepted it, so only an answer over TLS
    // proves success.
    capabilities = yield* listCapabilities(dialect, clientName)
  }
  if (login === undefined) return
  yield* trust()
  yield* note(yield* logins[type](login, capabilities))
}
