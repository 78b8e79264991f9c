import { shownHost } from "../content/ShownHost.ts"
import { withoutComments } from "../mail/comments.ts"
import { decodeWords } from "../mail/EncodedWords.ts"
import { type Mailbox, parseMailboxes } from "../mail/Mailbox.ts"
import { isRelated } from "../mail/isRelated.ts"
import { fieldsNamed, type Message, valueNamed } from "../mail/Message.ts"
import { parseDate } from "../mail/MessageDate.ts"

/** The facts in the headers of a message. */
export interface HeaderFacts {
  /**
   * The first author; null unless there is exactly one From header, its address is valid, and all its addresses have
   * the same domain.
   */
  readonly from: Mailbox | null
  readonly fromFields: number
  readonly fromAddresses: number
  readonly fromMalformed: boolean
  /** An address in the author's display name, if its domain differs from the author's domain. */
  readonly addressInName: string | null
  /** The author's display name, if it is a host name of another organization. */
  readonly hostInName: string | null
  /** The names of headers with characters that hide or reverse text. */
  readonly hiddenCharacters: ReadonlyArray<string>
  readonly replyToDomains: ReadonlyArray<string>
  readonly sender: "absent" | "valid" | "malformed"
  readonly date: "absent" | "valid" | "malformed"
  /** The time in the Date header, in milliseconds since the epoch. */
  readonly sentAt: number | null
  readonly messageId: "absent" | "valid" | "malformed"
  readonly subject: "absent" | "empty" | "present"
  readonly hasTo: boolean
  readonly hasRecipient: boolean
  /** The names of headers that occur more often than RFC 5322 section 3.6 allows. */
  readonly repeated: ReadonlyArray<string>
  /** Whether the message seems to be sent to a list of recipients. */
  readonly bulk: boolean
}

/** The headers other than From that must occur at most once (RFC 5322 section 3.6, RFC 2045 section 3). */
const SINGLE = [
  "date",
  "sender",
  "reply-to",
  "to",
  "cc",
  "bcc",
  "message-id",
  "in-reply-to",
  "references",
  "subject",
  "mime-version",
  "content-type",
  "content-transfer-encoding"
]
/** The headers that senders add only to messages for many recipients. */
const BULK = ["list-id", "list-unsubscribe", "list-unsubscribe-post", "list-post", "feedback-id"]

const EMAIL = /[^\s<>"'(),:;]{1,64}@([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8})/i
// The bidirectional controls and zero-width characters. Zero-width joiners are not included, because some scripts need
// them.
const HIDDEN = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/
const MESSAGE_ID = /^<[^\s<>@]{1,500}@[^\s<>@]{1,500}>$/

const addressInName = ({ domain, name }: Mailbox): string | null => {
  // People read a full-width "at" sign as a normal "@".
  const found = EMAIL.exec(name.normalize("NFKC"))
  return found?.[1] !== undefined && !isRelated(found[1].toLowerCase(), domain) ? found[0] : null
}

const hostInName = ({ domain, name }: Mailbox): string | null => {
  const shown = shownHost(name.normalize("NFKC"))
  return shown?.kind === "web" && !isRelated(shown.host, domain) ? shown.host : null
}

const authorOf = (message: Message) => {
  const fields = fieldsNamed(message, "from")
  const lists = fields.map(({ value }) => parseMailboxes(value))
  const mailboxes = lists.flatMap((list) => list.mailboxes)
  const domains = new Set(mailboxes.map(({ domain }) => domain))
  // DMARC does not apply to messages with several author domains (RFC 9989 section 5.3.1).
  const isKnown = fields.length === 1 && domains.size === 1 && lists.every(({ hidesAddress }) => !hidesAddress)
  return {
    from: isKnown ? (mailboxes[0] ?? null) : null,
    fromFields: fields.length,
    fromAddresses: mailboxes.length,
    names: mailboxes.map(({ name }) => name).join(" "),
    fromMalformed: lists.some((list) => list.malformed || list.mailboxes.length === 0),
    addressInName: mailboxes.map(addressInName).find((address) => address !== null) ?? null,
    hostInName: mailboxes.map(hostInName).find((host) => host !== null) ?? null
  }
}

const stateOf = <A>(value: string | null, read: (text: string) => A | null): "absent" | "valid" | "malformed" =>
  value === null ? "absent" : read(value) === null ? "malformed" : "valid"

export const inspectHeaders = (message: Message): HeaderFacts => {
  const { names, ...author } = authorOf(message)
  const subject = valueNamed(message, "subject")
  const date = valueNamed(message, "date")
  const shown: ReadonlyArray<readonly [string, string]> = [
    ["From", names],
    ["Subject", decodeWords(subject ?? "")]
  ]
  return {
    ...author,
    hiddenCharacters: shown.filter(([, text]) => HIDDEN.test(text)).map(([name]) => name),
    replyToDomains: parseMailboxes(valueNamed(message, "reply-to") ?? "").mailboxes.map(({ domain }) => domain),
    sender: stateOf(valueNamed(message, "sender"), (value) => {
      const { malformed, mailboxes } = parseMailboxes(value)
      return malformed || mailboxes.length !== 1 ? null : mailboxes
    }),
    date: stateOf(date, parseDate),
    sentAt: date === null ? null : parseDate(date),
    messageId: stateOf(valueNamed(message, "message-id"), (value) =>
      MESSAGE_ID.test(withoutComments(value).trim()) ? value : null
    ),
    subject: subject === null ? "absent" : subject === "" ? "empty" : "present",
    hasTo: valueNamed(message, "to") !== null,
    hasRecipient: ["to", "cc", "bcc"].some((name) => valueNamed(message, name) !== null),
    repeated: SINGLE.filter((name) => fieldsNamed(message, name).length > 1),
    bulk:
      BULK.some((name) => valueNamed(message, name) !== null) ||
      /^(?:bulk|list)$/i.test(valueNamed(message, "precedence") ?? "")
  }
}
