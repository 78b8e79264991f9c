import { parseMailbox } from "./Mailbox.ts"

/** A file of a mail. */
export interface MailAttachment {
  readonly filename: string
  /** `image/png` */
  readonly contentType: string
  readonly content: Uint8Array
  /** Lets the HTML show it as `cid:…`; null for a file to be saved. */
  readonly contentId: string | null
}

/** A mail to one recipient. */
export interface Mail {
  /** `ann@example.com` or `Ann <ann@example.com>` */
  readonly to: string
  /** The sender that the mailer was made with, unless told. */
  readonly from?: string
  readonly subject: string
  readonly text: string
  readonly html: string | null
  /** `<left@right>`; the same for every attempt at the same mail, so that a repetition is recognised. */
  readonly messageId: string
  /** The Message-ID of the mail that this one follows. */
  readonly inReplyTo: string | null
  /** Message-IDs of the thread, oldest first. */
  readonly references: ReadonlyArray<string>
  /** Further header fields. */
  readonly headers: Readonly<Record<string, string>>
  /** Where the recipient stops such mails; an https URL is announced as one-click and must take a POST (RFC 8058). */
  readonly listUnsubscribe: string | null
  readonly attachments?: ReadonlyArray<MailAttachment>
}

/** What a mail may hold at most. */
export const mailLimits = {
  subjectCharacters: 500,
  textBytes: 256 * 1024,
  htmlBytes: 512 * 1024,
  headers: 20,
  references: 50,
  /** RFC 5322 section 2.1.1. */
  headerCharacters: 998,
  attachments: 10,
  attachmentBytes: 10 * 1024 * 1024
} as const

/** Whether a mail can be sent as it is. */
export type MailValidity =
  | { readonly valid: true }
  | { readonly valid: false; readonly field: string; readonly message: string }

/** Header fields that a mail sets by its own fields, or that are not the sender's to set. */
const RESERVED =
  /^(?:from|to|cc|bcc|sender|subject|date|message-id|in-reply-to|references|mime-version|content-.*|list-unsubscribe(?:-post)?|return-path|received|dkim-signature|arc-.*|authentication-results|auto-submitted|resent-.*)$/iu
/** RFC 5322 section 3.6.8. */
const FIELD_NAME = /^[!-9;-~]{1,76}$/u
const CONTROL = /\p{Cc}/u
/** RFC 5322 section 3.6.4, without folding white space, comments and quoted strings. */
const MESSAGE_ID = /^<[^\s<>@\p{Cc}]{1,200}@[^\s<>@\p{Cc}]{1,200}>$/u
const CONTENT_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/iu

const bytes = (text: string): number => Buffer.byteLength(text)

const isLine = (value: string, longest: number): boolean => !CONTROL.test(value) && value.length <= longest

const isUnsubscribeUrl = (value: string): boolean =>
  /^(?:https?:\/\/|mailto:)[^\s<>,]+$/iu.test(value) &&
  URL.canParse(value) &&
  isLine(value, mailLimits.headerCharacters)

type Rule = readonly [field: string, holds: (mail: Mail) => boolean, message: string]

const RULES: ReadonlyArray<Rule> = [
  ["to", ({ to }) => parseMailbox(to) !== null, "takes one e-mail address, with or without a name"],
  [
    "from",
    ({ from }) => from === undefined || parseMailbox(from) !== null,
    "takes one e-mail address, with or without a name"
  ],
  [
    "subject",
    ({ subject }) => subject.trim() !== "" && isLine(subject, mailLimits.subjectCharacters),
    `takes one line of 1 to ${mailLimits.subjectCharacters} characters`
  ],
  ["text", ({ text }) => bytes(text) <= mailLimits.textBytes, `takes at most ${mailLimits.textBytes} bytes`],
  [
    "html",
    ({ html }) => html === null || bytes(html) <= mailLimits.htmlBytes,
    `takes at most ${mailLimits.htmlBytes} bytes`
  ],
  ["messageId", ({ messageId }) => MESSAGE_ID.test(messageId), "takes <left@right>"],
  ["inReplyTo", ({ inReplyTo }) => inReplyTo === null || MESSAGE_ID.test(inReplyTo), "takes <left@right>"],
  [
    "references",
    ({ references }) => references.length <= mailLimits.references && references.every((id) => MESSAGE_ID.test(id)),
    `takes at most ${mailLimits.references} times <left@right>`
  ],
  [
    "headers",
    ({ headers }) => Object.keys(headers).length <= mailLimits.headers,
    `takes at most ${mailLimits.headers} fields`
  ],
  [
    "headers",
    ({ headers }) => Object.keys(headers).every((name) => FIELD_NAME.test(name) && !RESERVED.test(name)),
    "takes names of header fields that no other part of the mail sets"
  ],
  [
    "headers",
    ({ headers }) => Object.values(headers).every((value) => isLine(value, mailLimits.headerCharacters)),
    `takes values of one line and at most ${mailLimits.headerCharacters} characters`
  ],
  [
    "listUnsubscribe",
    ({ listUnsubscribe }) => listUnsubscribe === null || isUnsubscribeUrl(listUnsubscribe),
    "takes an http, https or mailto URL"
  ],
  [
    "attachments",
    ({ attachments = [] }) => attachments.length <= mailLimits.attachments,
    `takes at most ${mailLimits.attachments} files`
  ],
  [
    "attachments",
    ({ attachments = [] }) =>
      attachments.reduce((sum, { content }) => sum + content.byteLength, 0) <= mailLimits.attachmentBytes,
    `takes at most ${mailLimits.attachmentBytes} bytes in all`
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
    "takes file names of one line, media types without parameters, and content ids of the form left@right"
  ]
]

/**
 * Tells whether a mail can be sent: addresses, one-line header fields (no header injection), sizes; the first fault is told.
 *
 * @example
 * validateMail({ ...aMail, subject: "Hi\r\nBcc: all@example.com" }) // => { valid: false, field: "subject", message: "subject takes one line of 1 to 500 characters" }
 */
export const validateMail = (mail: Mail): MailValidity => {
  const broken = RULES.find(([, holds]) => !holds(mail))
  return broken === undefined
    ? { valid: true }
    : { valid: false, field: broken[0], message: `${broken[0]} ${broken[2]}` }
}
