import { fail, farewell, note, secure, type Talk } from "../dialogue/Talk.ts"
import type { TlsUse } from "../protocol/Protocol.ts"
import { shownText } from "../Received.ts"
import { ask, readReply } from "./ask.ts"
import { type Dialect, dialects, type MailType, words } from "./dialects.ts"
import { type MailReply, smtpLine } from "./MailReply.ts"

/** What the beginning of a session with a mail server shows. */
export interface SessionFound {
  /** The text of the server's greeting, at most 200 characters. */
  readonly greeting: string
  /** The capabilities that the server offered before TLS, in capital letters and at most 100. */
  readonly capabilities: ReadonlyArray<string>
  /** Whether the check started TLS after the greeting. */
  readonly startedTls: boolean
}

interface SessionOptions {
  readonly tls?: TlsUse | undefined
  readonly clientName?: string | undefined
}

const MOST_CAPABILITIES = 100

export const lastLine = ({ lines }: MailReply): string => shownText(lines.at(-1) ?? "")

/** Returns the address literal of an IP address (RFC 5321 section 4.1.3). */
const addressLiteral = (address: string | null): string =>
  address?.includes(":") === true ? `[IPv6:${address.replace(/%.*$/u, "")}]` : `[${address ?? "127.0.0.1"}]`

/** A server that does not know EHLO has no capabilities (RFC 5321 section 3.2). One that refuses HELO, too, is down. */
function* greetOldServer(refusal: MailReply, clientName: string): Talk<SessionFound, ReadonlyArray<string>> {
  if (refusal.last) yield* fail("service_refused", `The server refuses EHLO: ${lastLine(refusal)}`)
  const reply = yield* ask({ line: `HELO ${clientName}`, read: smtpLine })
  if (!reply.ok) yield* fail("service_refused", `The server refuses EHLO and HELO: ${lastLine(reply)}`)
  return []
}

function* listCapabilities(dialect: Dialect, clientName: string): Talk<SessionFound, ReadonlyArray<string>> {
  const reply = yield* ask(dialect.capabilities(clientName))
  if (!reply.ok && dialect === dialects.smtp) return yield* greetOldServer(reply, clientName)
  return dialect.capabilitiesIn(reply).map((line) => line.toUpperCase())
}

function* startTls(dialect: Dialect): Talk<SessionFound> {
  const ready = yield* ask(dialect.startTls)
  if (!ready.ok) yield* fail("tls_handshake", `The server refuses ${dialect.offer}: ${lastLine(ready)}`)
  yield* secure()
  yield* note({ startedTls: true })
}

/** Begins a session: the greeting, the capabilities, and TLS. Returns the capabilities that count for a login. */
export function* openSession(
  type: MailType,
  { clientName: given, tls = "ifOffered" }: SessionOptions,
  localAddress: string | null
): Talk<SessionFound, ReadonlyArray<string>> {
  const dialect: Dialect = dialects[type]
  const greeting = yield* readReply(dialect.readGreeting)
  yield* note({ greeting: shownText(greeting.lines.join(" ")) })
  if (!greeting.ok) yield* fail("service_refused", `The server refuses connections: ${lastLine(greeting)}`)
  yield* farewell(dialect.quit)
  const clientName = given ?? addressLiteral(localAddress)
  const capabilities = yield* listCapabilities(dialect, clientName)
  yield* note({ capabilities: capabilities.slice(0, MOST_CAPABILITIES).map(shownText), startedTls: false })
  const offers = capabilities.some((line) => words(line)[0] === dialect.offer)
  if (tls === "required" && !offers) yield* fail("tls_handshake", `The server does not offer ${dialect.offer}.`)
  if (!offers || (tls !== "required" && tls !== "ifOffered")) return capabilities
  yield* startTls(dialect)
  // In TLS 1.3, the handshake ends for the client before the server has accepted it, so only an answer over TLS proves
  // success.
  return yield* listCapabilities(dialect, clientName)
}
