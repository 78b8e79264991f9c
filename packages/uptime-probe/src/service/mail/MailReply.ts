import type { Failure } from "../../Outcome.ts"
import { shownText } from "../Received.ts"

export interface MailReply {
  readonly ok: boolean
  /** Whether the server waits for the next part of a login or for a message. */
  readonly more: boolean
  /** Whether the server ends the connection (code 421 of SMTP). */
  readonly last: boolean
  /** The text of each line of the reply, without codes and tags. */
  readonly lines: ReadonlyArray<string>
}

/** The maximum number of lines in a reply. No server lists as many capabilities. */
const MOST_LINES = 200

interface ReplyLine {
  readonly text: string
  /** Whether the line is the last line of the reply. */
  readonly end: boolean
  readonly ok: boolean
  /** Whether the server waits for the next part of a login or for a message. Default: false. */
  readonly more?: boolean
  /** Whether the server ends the connection. Default: false. */
  readonly last?: boolean
}

/** Reads one line of a reply. Returns null if the protocol does not allow such a line. */
export type ReadReplyLine = (line: string, isFirst: boolean) => ReplyLine | null

/** A complete reply, the reason why it cannot be read, or null as long as lines are missing. */
export type ReplyReading = MailReply | Failure | null

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
    return found.end ? { ok: found.ok, more: found.more ?? false, last: found.last ?? false, lines } : null
  }
}

const SMTP_LINE = /^([2-5]\d\d)([ -]|$)(.*)$/su

/**
 * Reads a line of SMTP. A line that begins with "250-" is followed by further lines, and a line that begins with "250 "
 * is the last line (RFC 5321 section 4.2).
 */
export const smtpLine: ReadReplyLine = (line) => {
  const [, code = "", separator, text = ""] = SMTP_LINE.exec(line) ?? []
  if (code === "") return null
  return {
    text,
    end: separator !== "-",
    ok: code.startsWith("2"),
    more: code === "334" || code === "354",
    last: code === "421"
  }
}

const POP3_LINE = /^(\+OK|-ERR)(?: (.*)|$)/su

/** Reads a line of POP3, which begins with "+OK" or "-ERR" (RFC 1939 section 3). */
export const pop3Line: ReadReplyLine = (line) => {
  const [, status, text = ""] = POP3_LINE.exec(line) ?? []
  return status === undefined ? null : { text, end: true, ok: status === "+OK" }
}

/**
 * Reads a line of a POP3 reply with several lines, which ends with ".". A reply with "-ERR" has only one line (RFC 1939
 * section 3).
 */
export const pop3ListLine: ReadReplyLine = (line, isFirst) => {
  if (!isFirst) return { text: line.startsWith(".") ? line.slice(1) : line, end: line === ".", ok: true }
  const [, status, text = ""] = POP3_LINE.exec(line) ?? []
  return status === undefined ? null : { text, end: status !== "+OK", ok: false }
}

const IMAP_GREETING = /^\* (OK|PREAUTH|BYE)(?: (.*)|$)/isu

/** Reads the greeting of an IMAP server. After "PREAUTH", the server offers no STARTTLS (RFC 9051 section 7.1.4). */
export const imapGreeting: ReadReplyLine = (line) => {
  const [, status, text = ""] = IMAP_GREETING.exec(line) ?? []
  return status === undefined ? null : { text, end: true, ok: status.toUpperCase() !== "BYE" }
}

/**
 * Returns a reader for IMAP lines: untagged lines, and then the line with the tag of the command (RFC 9051 section 7).
 */
export const imapLine =
  (tag: string): ReadReplyLine =>
  (line) => {
    if (line === "+" || line.startsWith("+ ")) return { text: line.slice(2), end: true, ok: false, more: true }
    if (line.startsWith("* ")) return { text: line.slice(2), end: false, ok: true }
    const [, status, text = ""] = /^\S+ (OK|NO|BAD)(?: (.*)|$)/isu.exec(line) ?? []
    if (status === undefined || !line.startsWith(`${tag} `)) return null
    return { text, end: true, ok: status.toUpperCase() === "OK" }
  }
