export interface SmtpReply {
  /** The command, such as `RCPT TO`, `MAIL FROM` or `DATA`. Empty if the command is not known. */
  readonly command: string
  readonly code: number
  readonly text: string
}

/** The reply codes about the mailbox (RFC 5321 section 4.2.3): no such mailbox, not local, name not allowed. */
const NO_MAILBOX: ReadonlySet<number> = new Set([550, 551, 553])

/** Matches an enhanced status code (RFC 3463 section 2) after the reply code. */
const ENHANCED = /^5\d\d[ -]5\.(?<subject>\d{1,3})\.(?<detail>\d{1,3})(?!\d)/u

/**
 * The enhanced status codes that concern the recipient's address (RFC 3463 sections 3.2 and 3.3, RFC 7505 section 4.1).
 * 5.1.7 and 5.1.8 are about the sender, and 5.1.9 is about a relay.
 */
const ADDRESS_CODES: ReadonlySet<string> = new Set(["1.0", "1.1", "1.2", "1.3", "1.4", "1.6", "1.10", "2.1"])

/** Matches a reply without an enhanced code by which a server refuses the sender and not the recipient. */
const ABOUT_THE_SENDER =
  /\b(?:block|black|deny|denie|grey|spam|polic|reput|relay|auth|access|spf|dkim|dmarc|rbl|dnsbl|listed|your ip|sender|limit|quota|full|try again)/iu

export const refusesAddress = ({ code, command, text }: SmtpReply): boolean => {
  if (code < 500 || code > 599 || command === "MAIL FROM") return false
  const { detail, subject } = ENHANCED.exec(text)?.groups ?? {}
  if (subject !== undefined && detail !== undefined) return ADDRESS_CODES.has(`${subject}.${detail}`)
  return command === "RCPT TO" && NO_MAILBOX.has(code) && !ABOUT_THE_SENDER.test(text)
}
