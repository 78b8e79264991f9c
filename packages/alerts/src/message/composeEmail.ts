import type { Email } from "../mail/Email.ts"
import { messageIdOf } from "../mail/MessageId.ts"
import type { Audience } from "./Audience.ts"
import { htmlEmail } from "./HtmlEmail.ts"
import { messageKey, precedingKey } from "./messageKey.ts"
import type { Notice } from "./Notice.ts"
import type { RenderableFact } from "./RenderableFact.ts"
import { renderFact } from "./renderFact.ts"
import { textEmail } from "./TextEmail.ts"
import { wordsOf } from "./words/Voice.ts"

/** Whom an email goes to. */
export interface Recipient extends Audience {
  readonly to: string
  /** The domain of the Message-IDs: a name that the service owns. */
  readonly messageDomain: string
}

/** A picture of what visitors saw. */
export interface Screenshot {
  /** `image/png` */
  readonly contentType: string
  readonly content: Uint8Array
}

/** What an email is recognised by. */
export interface EmailIdentity {
  /** The same for every attempt at the same email; the recipient is added to it. */
  readonly key: string
  /** The key of the email that this one follows. */
  readonly follows?: string | null
  readonly screenshot?: Screenshot | null
}

const SCREENSHOT_NAME: Readonly<Record<string, string>> = {
  "image/png": "screenshot.png",
  "image/jpeg": "screenshot.jpg",
  "image/webp": "screenshot.webp"
}

/**
 * Gives a notice the form of an email: text, HTML, a stable Message-ID, and a thread with the email that it follows.
 */
export const composeNotice = (
  notice: Notice,
  recipient: Recipient,
  { key, follows = null, screenshot = null }: EmailIdentity
): Email => {
  const { to, messageDomain, stopUrl } = recipient
  const idOf = (of: string): string => messageIdOf(`${of}:${to}`, messageDomain)
  const contentId = idOf(`${key}:screenshot`).slice(1, -1)
  return {
    to,
    subject: notice.subject,
    text: textEmail(notice, recipient),
    html: htmlEmail(
      notice,
      recipient,
      screenshot === null
        ? null
        : { contentId, alt: wordsOf[recipient.language ?? "en"].email.screenshotOf(notice.headline) }
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

/** What an email of a fact has beside its words. */
export interface EmailExtras {
  /** The page where the recipient reads more. Default: none. */
  readonly link?: string | null
  /** Default: none. */
  readonly screenshot?: Screenshot | null
}

/**
 * The email about a fact.
 *
 * @example
 * ```ts
 * const email = composeEmail(fact, { to: "ann@example.com", timeZone: "Europe/Berlin", service: "Mon", messageDomain: "mon.example.com", settingsUrl: null, stopUrl: null })
 * ```
 */
export const composeEmail = (
  fact: RenderableFact,
  recipient: Recipient,
  { link = null, screenshot = null }: EmailExtras = {}
): Email =>
  composeNotice(
    renderFact(fact, { timeZone: recipient.timeZone, language: recipient.language ?? "en", link }),
    recipient,
    {
      key: messageKey(fact),
      follows: precedingKey(fact),
      screenshot
    }
  )
