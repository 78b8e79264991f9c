import type { Mail } from "../mail/Mail.ts"
import { messageIdOf } from "../mail/MessageId.ts"
import type { Audience } from "./Audience.ts"
import type { Fact } from "./Fact.ts"
import { factKey, precedingKey } from "./factKey.ts"
import { htmlMail } from "./HtmlMail.ts"
import type { Notice } from "./Notice.ts"
import { noticeOf } from "./notices/noticeOf.ts"
import { textMail } from "./TextMail.ts"

/** Whom a mail goes to. */
export interface Recipient extends Audience {
  readonly to: string
  /** Of the Message-IDs: a name that the service owns. */
  readonly messageDomain: string
}

/** A picture of what visitors saw. */
export interface Screenshot {
  /** `image/png` */
  readonly contentType: string
  readonly content: Uint8Array
}

/** What makes a mail recognisable. */
export interface MailIdentity {
  /** The same for every attempt at the same mail; the recipient is added to it. */
  readonly key: string
  /** The key of the mail that this one follows. */
  readonly follows?: string | null
  readonly screenshot?: Screenshot | null
}

const SCREENSHOT_NAME: Readonly<Record<string, string>> = {
  "image/png": "screenshot.png",
  "image/jpeg": "screenshot.jpg",
  "image/webp": "screenshot.webp"
}

/** Gives a notice the form of a mail: text, HTML, a stable Message-ID, and a thread with the mail that it follows. */
export const composeNotice = (
  notice: Notice,
  recipient: Recipient,
  { key, follows = null, screenshot = null }: MailIdentity
): Mail => {
  const { to, messageDomain, stopUrl } = recipient
  const idOf = (of: string): string => messageIdOf(`${of}:${to}`, messageDomain)
  const contentId = idOf(`${key}:screenshot`).slice(1, -1)
  return {
    to,
    subject: notice.subject,
    text: textMail(notice, recipient),
    html: htmlMail(
      notice,
      recipient,
      screenshot === null ? null : { contentId, alt: `Screenshot of ${notice.headline}` }
    ),
    messageId: idOf(key),
    inReplyTo: follows === null ? null : idOf(follows),
    references: follows === null ? [] : [idOf(follows)],
    headers: {},
    listUnsubscribe: stopUrl,
    ...(screenshot === null
      ? {}
      : {
          attachments: [
            {
              filename: SCREENSHOT_NAME[screenshot.contentType] ?? "screenshot",
              contentType: screenshot.contentType,
              content: screenshot.content,
              contentId
            }
          ]
        })
  }
}

/**
 * The mail that tells a recipient of a fact.
 *
 * @example
 * ```ts
 * const mail = composeMail(fact, { to: "ann@example.com", timeZone: "Europe/Berlin", service: "Mon", messageDomain: "mon.example.com", settingsUrl: null, stopUrl: null })
 * ```
 */
export const composeMail = (fact: Fact, recipient: Recipient, screenshot: Screenshot | null = null): Mail =>
  composeNotice(noticeOf(fact, recipient.timeZone), recipient, {
    key: factKey(fact),
    follows: precedingKey(fact),
    screenshot
  })

/** A fact in a title and a sentence or two, with its times in UTC. */
export const summarize = (fact: Fact): { readonly title: string; readonly message: string } => {
  const { subject, lead } = noticeOf(fact, "UTC")
  return { title: subject, message: lead }
}
