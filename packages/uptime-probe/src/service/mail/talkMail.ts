import { note, type Surroundings, type Talk, trust } from "../dialogue/Talk.ts"
import type { Login, SecureOptions, TlsUse } from "../protocol/Protocol.ts"
import type { MailType } from "./dialects.ts"
import { logins } from "./logins.ts"
import { openSession, type SessionFound } from "./openSession.ts"

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
export interface MailFound extends SessionFound {
  /** The number of messages. Known only after a login with IMAP or POP3. */
  readonly messages: number
}

/** Speaks to a mail server. */
export function* talkMail(
  request: (ImapRequest | Pop3Request | SmtpRequest) & { readonly type: MailType },
  { localAddress }: Surroundings
): Talk<MailFound> {
  const { login, tls, type } = request
  const clientName = request.type === "smtp" ? request.clientName : undefined
  const capabilities = yield* openSession(type, { tls, clientName }, localAddress)
  if (login === undefined) return
  yield* trust()
  yield* note(yield* logins[type](login, capabilities))
}
