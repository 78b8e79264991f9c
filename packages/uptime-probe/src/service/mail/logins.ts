import { fail, send, type Talk } from "../dialogue/Talk.ts"
import type { Login } from "../protocol/Protocol.ts"
import { shownText } from "../Received.ts"
import { ask, readReply } from "./ask.ts"
import { imapCommand, type MailType } from "./dialects.ts"
import { imapLine, type MailReply, pop3Line, smtpLine } from "./MailReply.ts"

/** What a mailbox says of itself after a login. */
export interface Mailbox {
  /** The number of messages in the inbox. */
  readonly messages?: number
}

const base64 = (text: string): string => Buffer.from(text).toString("base64")

/** The answer of the method PLAIN (RFC 4616). */
const plain = ({ password, username }: Login): string => base64(`\0${username}\0${password}`)

const refuse = (reply: MailReply) =>
  fail("login_refused", `The server refuses the login: ${shownText(reply.lines.at(-1) ?? "")}`)

const offers = (capabilities: ReadonlyArray<string>, method: string): boolean =>
  capabilities.some(
    (line) => line === `AUTH=${method}` || (/^AUTH[ =]/u.test(line) && line.split(/[ =]/u).includes(method))
  )

/** RFC 4954 section 4, and the method LOGIN, which has no RFC. */
function* logInToSmtp(login: Login, capabilities: ReadonlyArray<string>): Talk<never, Mailbox> {
  if (offers(capabilities, "PLAIN") || !offers(capabilities, "LOGIN")) {
    const reply = yield* ask({ line: `AUTH PLAIN ${plain(login)}`, read: smtpLine })
    if (!reply.ok) yield* refuse(reply)
    return {}
  }
  let reply = yield* ask({ line: "AUTH LOGIN", read: smtpLine })
  for (const text of [login.username, login.password]) {
    if (!reply.more) yield* refuse(reply)
    reply = yield* ask({ line: base64(text), read: smtpLine })
  }
  if (!reply.ok) yield* refuse(reply)
  return {}
}

/** Writes a text as a quoted string (RFC 9051 section 4.3). */
export const quoted = (text: string): string => `"${text.replaceAll(/["\\]/gu, "\\$&")}"`

/** RFC 9051 sections 6.2.2 and 6.2.3. */
export function* authenticate(login: Login, capabilities: ReadonlyArray<string>): Talk<never> {
  let reply: MailReply
  if (offers(capabilities, "PLAIN")) {
    reply = yield* ask(imapCommand("a3", "AUTHENTICATE PLAIN"))
    if (reply.more) {
      yield* send(`${plain(login)}\r\n`)
      reply = yield* readReply(imapLine("a3"))
    }
  } else if (capabilities.includes("LOGINDISABLED"))
    return yield* fail("login_refused", "The server does not allow logins over this connection.")
  else reply = yield* ask(imapCommand("a3", `LOGIN ${quoted(login.username)} ${quoted(login.password)}`))
  if (!reply.ok) yield* refuse(reply)
}

/** RFC 9051 section 6.3.3. */
function* logInToImap(login: Login, capabilities: ReadonlyArray<string>): Talk<never, Mailbox> {
  yield* authenticate(login, capabilities)
  const inbox = yield* ask(imapCommand("a4", "EXAMINE INBOX"))
  if (!inbox.ok)
    yield* fail("wrong_answer", `The server does not open the inbox: ${shownText(inbox.lines.at(-1) ?? "")}`)
  const count = inbox.lines.map((line) => /^(\d{1,9}) EXISTS$/iu.exec(line)?.[1]).find((found) => found !== undefined)
  return count === undefined ? {} : { messages: Number(count) }
}

/** RFC 1939 sections 5 and 7. */
function* logInToPop3({ password, username }: Login): Talk<never, Mailbox> {
  for (const line of [`USER ${username}`, `PASS ${password}`]) {
    const reply = yield* ask({ line, read: pop3Line })
    if (!reply.ok) yield* refuse(reply)
  }
  const stat = yield* ask({ line: "STAT", read: pop3Line })
  if (!stat.ok)
    yield* fail("wrong_answer", `The server does not open the mailbox: ${shownText(stat.lines.at(-1) ?? "")}`)
  const count = /^(\d{1,9})(?: |$)/u.exec(stat.lines[0] ?? "")?.[1]
  return count === undefined ? {} : { messages: Number(count) }
}

export const logins: Readonly<
  Record<MailType, (login: Login, capabilities: ReadonlyArray<string>) => Talk<never, Mailbox>>
> = { smtp: logInToSmtp, imap: logInToImap, pop3: logInToPop3 }
