import {
  argumentsOf,
  aString,
  aUint8Array,
  type Kind,
  listOf,
  mapOf,
  nullable,
  optional,
  optionsOf
} from "@mon/bundled/arguments"
import { createHash } from "node:crypto"
import { domainToASCII } from "node:url"

const acceptParseAddress = /* @__PURE__ */ argumentsOf("parseAddress", () => ({ text: aString }))
const acceptParseMailbox = /* @__PURE__ */ argumentsOf("parseMailbox", () => ({ text: aString }))

/** An email address with the display name before it. The name is null if there is none. */
export interface Mailbox {
  readonly name: string | null
  /** The address, whose domain is lower-case ASCII (IDNA). */
  readonly address: string
}

/** The maximum number of octets in a local part (RFC 5321 section 4.5.3.1.1). */
const LOCAL_OCTETS = 64
/**
 * The maximum number of octets in an address. RFC 5321 section 4.5.3.1.3 allows a path of 256 octets, including angle
 * brackets.
 */
const ADDRESS_OCTETS = 254
/** Matches a label of a domain (RFC 1035 section 2.3.4). */
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/u
/** Matches a dot-string (RFC 5321 section 4.1.2). */
const DOT_STRING = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/u
/** Matches a domain name. For other texts, the URL rules in domainToASCII would cut or decode parts. */
const NAME = /^[\p{L}\p{M}\p{N}.-]+$/u
const MAILBOX_CHARACTERS = 512

/**
 * Reads `local@domain`: a dot-string before the @, and a name or a single label after it. Returns null for any other
 * text, including quoted local parts and address literals.
 *
 * @example
 * parseAddress("Ann@Bücher.Example") // => "Ann@xn--bcher-kva.example"
 * parseAddress("ann@[192.0.2.1]") // => null
 */
export const parseAddress = (text: string): string | null => {
  acceptParseAddress(text)
  if (text.length > MAILBOX_CHARACTERS) return null
  const at = text.lastIndexOf("@")
  const local = text.slice(0, Math.max(0, at))
  const given = text.slice(at + 1)
  const domain = NAME.test(given) ? domainToASCII(given) : ""
  const labels = domain.split(".")
  const isName = labels.every((label) => LABEL.test(label)) && !/^\d+$/u.test(labels.at(-1) ?? "")
  if (!isName || local.length > LOCAL_OCTETS || !DOT_STRING.test(local)) return null
  const address = `${local}@${domain}`
  return address.length > ADDRESS_OCTETS ? null : address
}

const unquote = (name: string): string =>
  (/^".*"$/u.test(name) ? name.slice(1, -1).replace(/\\(.)/gu, "$1") : name).trim()

/**
 * Reads `ann@example.com`, `Ann <ann@example.com>` or `"Ann, B." <ann@example.com>`. Returns null for any other text.
 *
 * @example
 * parseMailbox("Mon <alerts@example.com>") // => { name: "Mon", address: "alerts@example.com" }
 * parseMailbox("Mon <alerts@example.com>\r\nBcc: all@example.com") // => null
 */
export const parseMailbox = (text: string): Mailbox | null => {
  acceptParseMailbox(text)
  if (text.length > MAILBOX_CHARACTERS || CONTROL.test(text)) return null
  const trimmed = text.trim()
  const open = trimmed.endsWith(">") ? trimmed.lastIndexOf("<") : -1
  const address = parseAddress(open === -1 ? trimmed : trimmed.slice(open + 1, -1))
  if (address === null) return null
  const name = open === -1 ? "" : unquote(trimmed.slice(0, open).trim())
  return { name: name === "" ? null : name, address }
}

const attachment = (): Kind =>
  optionsOf<EmailAttachment>({
    filename: aString,
    contentType: aString,
    content: aUint8Array,
    contentId: nullable(aString)
  })

/**
 * Returns the argument check for an email. Only the recipient, the subject and the text are required.
 *
 * @internal
 */
export const emailKind = (): Kind =>
  optionsOf<EmailInput>(
    {
      to: aString,
      from: optional(aString),
      subject: aString,
      text: aString,
      html: optional(nullable(aString)),
      messageId: optional(aString),
      inReplyTo: optional(nullable(aString)),
      references: optional(listOf(aString)),
      headers: optional(mapOf(aString, "an object of header fields")),
      listUnsubscribe: optional(nullable(aString)),
      attachments: optional(listOf(attachment()))
    },
    "an email: an object with to, subject and text"
  )

const acceptValidateEmail = /* @__PURE__ */ argumentsOf("validateEmail", () => ({ email: emailKind() }))

/** An attached file. */
export interface EmailAttachment {
  readonly filename: string
  /** The media type, such as `image/png`. */
  readonly contentType: string
  readonly content: Uint8Array
  /** The id by which the HTML refers to the file (`cid:…`). Null for a file that recipients save. */
  readonly contentId: string | null
}

/** An email to one recipient. */
export interface Email {
  /** The recipient: `ann@example.com` or `Ann <ann@example.com>`. */
  readonly to: string
  /** The sender. Default: the sender in the options of the mailer. */
  readonly from?: string
  readonly subject: string
  readonly text: string
  readonly html: string | null
  /** The Message-ID, `<left@right>`, which is the same for every attempt, so that duplicates are recognized. */
  readonly messageId: string
  /** The Message-ID of the previous email in the thread. Null if there is none. */
  readonly inReplyTo: string | null
  /** The Message-IDs of the thread, oldest first. */
  readonly references: ReadonlyArray<string>
  /** Further header fields. */
  readonly headers: Readonly<Record<string, string>>
  /**
   * The address where the recipient unsubscribes. An https URL is announced as one-click and must accept a POST (RFC
   * 8058).
   */
  readonly listUnsubscribe: string | null
  readonly attachments?: ReadonlyArray<EmailAttachment>
}

/** The fields of an email that `send` accepts. A missing field is empty, and a missing Message-ID is generated. */
export interface EmailInput
  extends Pick<Email, "to" | "subject" | "text">, Partial<Omit<Email, "to" | "subject" | "text">> {}

/** The limits of an email. */
export const emailLimits = {
  subjectCharacters: 500,
  textBytes: 256 * 1024,
  htmlBytes: 512 * 1024,
  headers: 20,
  references: 50,
  /** The maximum number of characters in a header line (RFC 5322 section 2.1.1). */
  headerCharacters: 998,
  attachments: 10,
  attachmentBytes: 10 * 1024 * 1024
} as const

/** The result of the check whether an email can be sent. */
export type EmailValidity =
  | { readonly valid: true }
  | { readonly valid: false; readonly field: string; readonly message: string }

/** Matches header fields that have their own fields in an email, or that the sender must not set. */
const RESERVED =
  /^(?:from|to|cc|bcc|sender|subject|date|message-id|in-reply-to|references|mime-version|content-.*|list-unsubscribe(?:-post)?|return-path|received|dkim-signature|arc-.*|authentication-results|auto-submitted|resent-.*)$/iu
/** Matches the name of a header field (RFC 5322 section 3.6.8). */
const FIELD_NAME = /^[!-9;-~]{1,76}$/u
const CONTROL = /\p{Cc}/u
/** Matches a Message-ID (RFC 5322 section 3.6.4, without folding white space, comments and quoted strings). */
const MESSAGE_ID = /^<[^\s<>@\p{Cc}]{1,200}@[^\s<>@\p{Cc}]{1,200}>$/u
const CONTENT_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/iu

const bytes = (text: string): number => Buffer.byteLength(text)

const isLine = (value: string, longest: number): boolean => !CONTROL.test(value) && value.length <= longest

const isUnsubscribeUrl = (value: string): boolean =>
  /^(?:https?:\/\/|mailto:)[^\s<>,]+$/iu.test(value) &&
  URL.canParse(value) &&
  isLine(value, emailLimits.headerCharacters)

type Rule = readonly [field: string, holds: (email: EmailInput) => boolean, message: string]

const RULES: ReadonlyArray<Rule> = [
  ["to", ({ to }) => parseMailbox(to) !== null, "must be one email address, with or without a name"],
  [
    "from",
    ({ from }) => from === undefined || parseMailbox(from) !== null,
    "must be one email address, with or without a name"
  ],
  [
    "subject",
    ({ subject }) => subject.trim() !== "" && isLine(subject, emailLimits.subjectCharacters),
    `must be one line of 1 to ${emailLimits.subjectCharacters} characters`
  ],
  ["text", ({ text }) => bytes(text) <= emailLimits.textBytes, `must be at most ${emailLimits.textBytes} bytes`],
  [
    "html",
    ({ html = null }) => html === null || bytes(html) <= emailLimits.htmlBytes,
    `must be at most ${emailLimits.htmlBytes} bytes`
  ],
  [
    "messageId",
    ({ messageId }) => messageId === undefined || MESSAGE_ID.test(messageId),
    "must have the form <left@right>"
  ],
  [
    "inReplyTo",
    ({ inReplyTo = null }) => inReplyTo === null || MESSAGE_ID.test(inReplyTo),
    "must have the form <left@right>"
  ],
  [
    "references",
    ({ references = [] }) =>
      references.length <= emailLimits.references && references.every((id) => MESSAGE_ID.test(id)),
    `must be a list of at most ${emailLimits.references} ids of the form <left@right>`
  ],
  [
    "headers",
    ({ headers = {} }) => Object.keys(headers).length <= emailLimits.headers,
    `must contain at most ${emailLimits.headers} fields`
  ],
  [
    "headers",
    ({ headers = {} }) => Object.keys(headers).every((name) => FIELD_NAME.test(name) && !RESERVED.test(name)),
    "must not contain a field that another part of the email sets, and every name must be valid"
  ],
  [
    "headers",
    ({ headers = {} }) => Object.values(headers).every((value) => isLine(value, emailLimits.headerCharacters)),
    `must contain only single-line values with at most ${emailLimits.headerCharacters} characters`
  ],
  [
    "listUnsubscribe",
    ({ listUnsubscribe = null }) => listUnsubscribe === null || isUnsubscribeUrl(listUnsubscribe),
    "must be an http, https or mailto URL"
  ],
  [
    "attachments",
    ({ attachments = [] }) => attachments.length <= emailLimits.attachments,
    `must contain at most ${emailLimits.attachments} files`
  ],
  [
    "attachments",
    ({ attachments = [] }) =>
      attachments.reduce((sum, { content }) => sum + content.byteLength, 0) <= emailLimits.attachmentBytes,
    `must be at most ${emailLimits.attachmentBytes} bytes in total`
  ],
  [
    "attachments",
    ({ attachments = [] }) =>
      attachments.every(
        ({ filename, contentType, contentId }) =>
          isLine(filename, 200) &&
          CONTENT_TYPE.test(contentType) &&
          (contentId === null || MESSAGE_ID.test(`<${contentId}>`))
      ),
    "must have single-line file names, media types without parameters, and content ids of the form left@right"
  ]
]

/**
 * Checks whether an email can be sent: its addresses, one-line header fields (no header injection), and sizes. Reports
 * the first problem.
 *
 * @example
 * validateEmail({ ...anEmail, subject: "Hi\r\nBcc: all@example.com" }) // => { valid: false, field: "subject", message: "subject must be one line of 1 to 500 characters" }
 */
export const validateEmail = (email: EmailInput): EmailValidity => {
  acceptValidateEmail(email)
  const broken = RULES.find(([, holds]) => !holds(email))
  return broken === undefined
    ? { valid: true }
    : { valid: false, field: broken[0], message: `${broken[0]} ${broken[2]}` }
}

const acceptMessageIdOf = /* @__PURE__ */ argumentsOf("messageIdOf", () => ({ key: aString, domain: aString }))

/** The number of hex characters in the digest, which are 128 bits. */
const DIGEST_CHARACTERS = 32

/**
 * Makes a Message-ID that depends only on a key, such as the key of a delivery, and on the domain of the service.
 *
 * @example
 * messageIdOf("incident/7/down/ann@example.com", "mon.example.com") // => "<8bbf4c6410f2561e1afffd17984e8bea@mon.example.com>"
 */
export const messageIdOf = (key: string, domain: string): string => {
  acceptMessageIdOf(key, domain)
  return `<${createHash("sha256").update(key).digest("hex").slice(0, DIGEST_CHARACTERS)}@${domain}>`
}
