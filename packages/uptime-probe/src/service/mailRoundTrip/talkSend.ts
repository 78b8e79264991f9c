import { fail, note, send, type Surroundings, type Talk, trust } from "../dialogue/Talk.ts"
import { ask, readReply } from "../mail/ask.ts"
import { logins } from "../mail/logins.ts"
import { smtpLine } from "../mail/MailReply.ts"
import { lastLine, openSession, type SessionFound } from "../mail/openSession.ts"
import type { MailRoundTripRequest } from "./MailRoundTrip.ts"

/** A message that a check sends. */
export interface SentMessage {
  readonly from: string
  readonly to: string
  /** The whole message with its header. Its lines end with CRLF. */
  readonly content: string
}

/** What a check found out while it sent a message. */
export interface SendFound extends SessionFound {
  readonly accepted: string
}

/** A line that begins with a dot gets another one, because a line with only a dot ends the message (RFC 5321 4.5.2). */
const withDots = (content: string): string => content.replaceAll(/^\./gmu, "..")

/** Sends one message over SMTP. */
export function* talkSend(
  { clientName, login, tls }: MailRoundTripRequest["send"],
  { content, from, to }: SentMessage,
  { localAddress }: Surroundings
): Talk<SendFound> {
  const capabilities = yield* openSession("smtp", { clientName, tls }, localAddress)
  if (login !== undefined) {
    yield* trust()
    yield* logins.smtp(login, capabilities)
  }
  for (const [line, what] of [
    [`MAIL FROM:<${from}>`, `messages from ${from}`],
    [`RCPT TO:<${to}>`, `messages to ${to}`],
    ["DATA", "the message"]
  ] as const) {
    const reply = yield* ask({ line, read: smtpLine })
    const isFine = line === "DATA" ? reply.more : reply.ok
    if (!isFine) yield* fail("service_refused", `The server refuses ${what}: ${lastLine(reply)}`)
  }
  yield* send(`${withDots(content)}\r\n.\r\n`)
  const accepted = yield* readReply(smtpLine)
  if (!accepted.ok) yield* fail("service_refused", `The server refuses the message: ${lastLine(accepted)}`)
  yield* note({ accepted: lastLine(accepted) })
}
