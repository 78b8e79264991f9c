import { type Deadline, DEFAULT_TIMEOUT_MS, type ProbePorts } from "../probe/ProbePorts.ts"
import type { Failure } from "../Outcome.ts"
import { Connection, type Step } from "./Connection.ts"
import {
  type MailProtocol,
  type MailReply,
  imapGreeting,
  imapLine,
  makeReplyReader,
  pop3Line,
  pop3ListLine,
  type ReadReplyLine,
  smtpLine
} from "./MailReply.ts"
import { readLine, shownText } from "./Received.ts"
import { type CheckEnd, type Dialogue, runServiceCheck } from "./runServiceCheck.ts"
import type { ServiceExpectation, ServiceOptions, ServiceResult } from "./ServiceResult.ts"
import { readTarget, type ServiceTarget, writeTarget } from "./ServiceTarget.ts"

/** A check of a mail server with STARTTLS. The check sends no email, and does not sign in. */
export interface StartTlsRequest extends ServiceOptions {
  /** The server, as "host:port" or "host". Default ports: 25 (SMTP), 143 (IMAP) and 110 (POP3). */
  readonly target: string
  readonly protocol: MailProtocol
  /** The client's name in the EHLO command. Default: the address of the connection (RFC 5321 section 4.1.4). */
  readonly clientName?: string
  /** The name for SNI and for the certificate. Default: the host of the target. */
  readonly serverName?: string
  /** The conditions that the service must meet. */
  readonly expect?: ReadonlyArray<ServiceExpectation>
}

/** The result of a check of a mail server. */
export interface StartTlsResult extends ServiceResult {
  /** The text of the server's greeting, at most 200 characters. Null if there was none. */
  readonly greeting: string | null
  /** The capabilities that the server offered before TLS, in capital letters and at most 100. */
  readonly capabilities: ReadonlyArray<string>
}

interface MailDialogue {
  readonly port: number
  readonly readGreeting: ReadReplyLine
  readonly capabilities: (clientName: string) => Command
  readonly capabilitiesIn: (reply: MailReply) => ReadonlyArray<string>
  /** The capability that the server must offer. */
  readonly offer: string
  readonly startTls: Command
  readonly quit: Command
}

interface Command {
  readonly line: string
  readonly read: ReadReplyLine
}

const MOST_CAPABILITIES = 100

const words = (text: string): ReadonlyArray<string> => text.split(" ").filter((word) => word !== "")

const imapCommand = (tag: string, name: string): Command => ({ line: `${tag} ${name}`, read: imapLine(tag) })

const DIALOGUES: Readonly<Record<MailProtocol, MailDialogue>> = {
  // RFC 3207, RFC 5321
  smtp: {
    port: 25,
    readGreeting: smtpLine,
    capabilities: (clientName) => ({ line: `EHLO ${clientName}`, read: smtpLine }),
    capabilitiesIn: ({ lines }) => lines.slice(1),
    offer: "STARTTLS",
    startTls: { line: "STARTTLS", read: smtpLine },
    quit: { line: "QUIT", read: smtpLine }
  },
  // The dialogue of IMAP (RFC 9051 sections 6.1.1, 6.1.3 and 6.2.1).
  imap: {
    port: 143,
    readGreeting: imapGreeting,
    capabilities: () => imapCommand("a1", "CAPABILITY"),
    capabilitiesIn: ({ lines }) =>
      lines.filter((line) => /^CAPABILITY /iu.test(line)).flatMap((line) => words(line).slice(1)),
    offer: "STARTTLS",
    startTls: imapCommand("a2", "STARTTLS"),
    quit: imapCommand("a3", "LOGOUT")
  },
  // The dialogue of POP3 (RFC 2595 section 4, RFC 2449).
  pop3: {
    port: 110,
    readGreeting: pop3Line,
    capabilities: () => ({ line: "CAPA", read: pop3ListLine }),
    capabilitiesIn: ({ lines }) => lines.slice(1, -1),
    offer: "STLS",
    startTls: { line: "STLS", read: pop3Line },
    quit: { line: "QUIT", read: pop3Line }
  }
}

export const mailPort = (protocol: MailProtocol): number => DIALOGUES[protocol].port

const refused = (what: string, { lines }: MailReply): Failure => ({
  outcome: "expectation_failed",
  message: `The server ${what}: ${shownText(lines.at(-1) ?? "")}`
})

/** Returns the address literal of an IP address (RFC 5321 section 4.1.3). */
const addressLiteral = (address: string | null): string =>
  address?.includes(":") === true ? `[IPv6:${address.replace(/%.*$/u, "")}]` : `[${address ?? "127.0.0.1"}]`

const readReply = async (connection: Connection, read: ReadReplyLine): Promise<Step<MailReply>> => {
  const push = makeReplyReader(read)
  for (;;) {
    const line = await connection.read(readLine)
    if (!line.ok) return line
    const reply = push(line.value)
    if (reply === null) continue
    return "outcome" in reply ? { ok: false, failure: reply } : { ok: true, value: reply }
  }
}

type Found = Pick<StartTlsResult, "capabilities" | "greeting">

const talk = async (
  connection: Connection,
  dialogue: MailDialogue,
  request: StartTlsRequest,
  found: { value: Found }
) => {
  const command = ({ line, read }: Command): Promise<Step<MailReply>> => {
    connection.send(`${line}\r\n`)
    return readReply(connection, read)
  }
  const greeting = await readReply(connection, dialogue.readGreeting)
  if (!greeting.ok) return greeting.failure
  found.value = { ...found.value, greeting: shownText(greeting.value.lines.join(" ")) }
  if (!greeting.value.ok) return refused("refuses connections", greeting.value)
  const clientName = request.clientName ?? addressLiteral(connection.localAddress)
  const listed = await command(dialogue.capabilities(clientName))
  if (!listed.ok) return listed.failure
  const offered = dialogue.capabilitiesIn(listed.value).map((line) => line.toUpperCase())
  found.value = { ...found.value, capabilities: offered.slice(0, MOST_CAPABILITIES).map(shownText) }
  const offers = offered.some((line) => words(line)[0] === dialogue.offer)
  if (!offers)
    return { outcome: "expectation_failed", message: `The server does not offer ${dialogue.offer}.` } as const
  const ready = await command(dialogue.startTls)
  if (!ready.ok) return ready.failure
  if (!ready.value.ok) return refused(`refuses ${dialogue.offer}`, ready.value)
  const broken = await connection.secure()
  if (broken !== null) return broken
  // In TLS 1.3, the handshake ends for the client before the server has accepted it, so only an answer over TLS proves
  // success.
  const goodbye = await command(dialogue.quit)
  return goodbye.ok ? null : goodbye.failure
}

const NOTHING_FOUND: Found = { greeting: null, capabilities: [] }

const talkMail = async (
  ports: ProbePorts,
  request: StartTlsRequest,
  target: ServiceTarget,
  timeoutMs: number,
  deadline: Deadline
): Promise<Dialogue<Found>> => {
  const connection = new Connection(ports, { ...request, target, timeoutMs }, deadline)
  const found = { value: NOTHING_FOUND }
  try {
    const failure = (await connection.open()) ?? (await talk(connection, DIALOGUES[request.protocol], request, found))
    return { failure, facts: connection.facts(), extra: found.value }
  } finally {
    connection.close()
  }
}

/** Rejects only with the signal's reason. The request must be valid. */
export const probeStartTls = (ports: ProbePorts, request: StartTlsRequest, end: CheckEnd): Promise<StartTlsResult> => {
  const { expect = [], protocol, timeoutMs = DEFAULT_TIMEOUT_MS } = request
  const target = readTarget(request.target, mailPort(protocol)) as ServiceTarget
  const url = `${protocol}+starttls://${writeTarget(target)}`
  return runServiceCheck(ports, { url, timeoutMs, expect }, end, NOTHING_FOUND, (deadline) =>
    talkMail(ports, request, target, timeoutMs, deadline)
  )
}
