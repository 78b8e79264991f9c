import type { Failure } from "../Outcome.ts"
import { shownText } from "./Received.ts"

/** A mail protocol with STARTTLS. */
export type MailProtocol = "smtp" | "imap" | "pop3"

/** One reply of a mail server. */
export interface MailReply {
  readonly ok: boolean
  /** The text of each line, without codes and tags. */
  readonly lines: ReadonlyArray<string>
}

/** More lines than any server has capabilities. */
const MOST_LINES = 200

/** A line as a protocol reads it. */
interface ReplyLine {
  readonly text: string
  /** The last line of the reply. */
  readonly end: boolean
  readonly ok: boolean
}

/** Reads one line of a reply; null: the protocol has no such line. */
export type ReadReplyLine = (line: string, isFirst: boolean) => ReplyLine | null

/** A reply, why it cannot be read, or null while lines are missing. */
export type ReplyReading = MailReply | Failure | null

/** Collects the lines of one reply. */
export const makeReplyReader = (read: ReadReplyLine): ((line: string) => ReplyReading) => {
  const lines: Array<string> = []
  return (line) => {
    const found = read(line, lines.length === 0)
    if (found === null)
      return {
        outcome: "protocol_error",
        message: `The server sent ${JSON.stringify(shownText(line).slice(0, 60))}, which is not a valid reply.`
      }
    if (lines.length === MOST_LINES)
      return { outcome: "too_large", message: `A reply has more than ${MOST_LINES} lines.` }
    lines.push(found.text)
    return found.end ? { ok: found.ok, lines } : null
  }
}

const SMTP_LINE = /^([2-5]\d\d)([ -]|$)(.*)$/su

/** RFC 5321 section 4.2: "250-" continues, "250 " ends. */
export const smtpLine: ReadReplyLine = (line) => {
  const [, code = "", separator, text = ""] = SMTP_LINE.exec(line) ?? []
  return code === "" ? null : { text, end: separator !== "-", ok: code.startsWith("2") }
}

const POP3_LINE = /^(\+OK|-ERR)(?: (.*)|$)/su

/** RFC 1939 section 3: "+OK" or "-ERR". */
export const pop3Line: ReadReplyLine = (line) => {
  const [, status, text = ""] = POP3_LINE.exec(line) ?? []
  return status === undefined ? null : { text, end: true, ok: status === "+OK" }
}

/** RFC 1939 section 3: a reply of several lines ends with "."; "-ERR" is one line. */
export const pop3ListLine: ReadReplyLine = (line, isFirst) => {
  if (!isFirst) return { text: line.startsWith(".") ? line.slice(1) : line, end: line === ".", ok: true }
  const [, status, text = ""] = POP3_LINE.exec(line) ?? []
  return status === undefined ? null : { text, end: status !== "+OK", ok: false }
}

const IMAP_GREETING = /^\* (OK|PREAUTH|BYE)(?: (.*)|$)/isu

/** RFC 9051 section 7.1: only "OK" lets a client use STARTTLS. */
export const imapGreeting: ReadReplyLine = (line) => {
  const [, status, text = ""] = IMAP_GREETING.exec(line) ?? []
  return status === undefined ? null : { text, end: true, ok: status.toUpperCase() === "OK" }
}

/** RFC 9051 section 7: untagged lines, then the line with the tag of the command. */
export const imapLine =
  (tag: string): ReadReplyLine =>
  (line) => {
    if (line.startsWith("* ")) return { text: line.slice(2), end: false, ok: true }
    const [, status, text = ""] = /^\S+ (OK|NO|BAD)(?: (.*)|$)/isu.exec(line) ?? []
    if (status === undefined || !line.startsWith(`${tag} `)) return null
    return { text, end: true, ok: status.toUpperCase() === "OK" }
  }
