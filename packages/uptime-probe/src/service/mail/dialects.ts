import {
  type MailReply,
  imapGreeting,
  imapLine,
  pop3Line,
  pop3ListLine,
  type ReadReplyLine,
  smtpLine
} from "./MailReply.ts"

/** A line that the client sends, and how to read the reply. */
export interface Command {
  readonly line: string
  readonly read: ReadReplyLine
}

/** The words of a mail protocol. */
export interface Dialect {
  readonly readGreeting: ReadReplyLine
  readonly capabilities: (clientName: string) => Command
  readonly capabilitiesIn: (reply: MailReply) => ReadonlyArray<string>
  /** The capability that stands for TLS. */
  readonly offer: string
  readonly startTls: Command
  readonly quit: string
}

export const words = (text: string): ReadonlyArray<string> => text.split(" ").filter((word) => word !== "")

export const imapCommand = (tag: string, name: string): Command => ({ line: `${tag} ${name}`, read: imapLine(tag) })

export const dialects = {
  // RFC 3207, RFC 5321
  smtp: {
    readGreeting: smtpLine,
    capabilities: (clientName) => ({ line: `EHLO ${clientName}`, read: smtpLine }),
    capabilitiesIn: ({ lines }) => lines.slice(1),
    offer: "STARTTLS",
    startTls: { line: "STARTTLS", read: smtpLine },
    quit: "QUIT\r\n"
  },
  // The dialogue of IMAP (RFC 9051 sections 6.1.1, 6.1.3 and 6.2.1).
  imap: {
    readGreeting: imapGreeting,
    capabilities: () => imapCommand("a1", "CAPABILITY"),
    capabilitiesIn: ({ lines }) =>
      lines.filter((line) => /^CAPABILITY /iu.test(line)).flatMap((line) => words(line).slice(1)),
    offer: "STARTTLS",
    startTls: imapCommand("a2", "STARTTLS"),
    quit: "a9 LOGOUT\r\n"
  },
  // The dialogue of POP3 (RFC 2595 section 4, RFC 2449).
  pop3: {
    readGreeting: pop3Line,
    capabilities: () => ({ line: "CAPA", read: pop3ListLine }),
    capabilitiesIn: ({ lines }) => lines.slice(1, -1),
    offer: "STLS",
    startTls: { line: "STLS", read: pop3Line },
    quit: "QUIT\r\n"
  }
} as const satisfies Readonly<Record<string, Dialect>>

export type MailType = keyof typeof dialects
