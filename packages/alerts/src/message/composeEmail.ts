import {
  aUint8Array,
  type Kind,
  nullable,
  optional,
  optionsOf,
  argumentsOf,
  aString,
  whole
} from "@mon/bundled/arguments"
import { languageKind, noticeKind, renderableFact } from "../argumentKinds.ts"
import { type Email, type EmailAttachment, messageIdOf } from "../mail/Email.ts"
import type { Audience, Workspace, WorkspaceLogo } from "./Audience.ts"
import { htmlEmail } from "./HtmlEmail.ts"
import { messageKey, precedingKey } from "./messageKey.ts"
import { linkTo, type Notice } from "./Notice.ts"
import type { RenderableFact } from "./RenderableFact.ts"
import { renderFact } from "./renderFact.ts"
import { commandsIn } from "./rendering/diagnosis.ts"
import { textEmail } from "./TextEmail.ts"
import { wordsOf } from "./words/Voice.ts"

/** The argument check for a picture for an email. */
const screenshotKind = (): Kind => nullable(optionsOf<Screenshot>({ contentType: aString, content: aUint8Array }))

const workspaceKind = (): Kind =>
  optionsOf<Workspace>({
    name: nullable(aString),
    logo: nullable(
      optionsOf<WorkspaceLogo>({ contentType: aString, content: aUint8Array, width: whole(1), height: whole(1) })
    )
  })

/** The argument check for the recipient of an email. */
const recipientKind = (): Kind =>
  optionsOf<Recipient>(
    {
      to: aString,
      messageDomain: aString,
      timeZone: aString,
      language: optional(languageKind()),
      service: aString,
      settingsUrl: nullable(aString),
      stopUrl: nullable(aString),
      workspace: optional(nullable(workspaceKind()))
    },
    "a recipient: an object with to, messageDomain, timeZone, service, settingsUrl and stopUrl"
  )

const acceptComposeNotice = /* @__PURE__ */ argumentsOf("composeNotice", () => ({
  notice: noticeKind(),
  recipient: recipientKind(),
  identity: optionsOf<EmailIdentity>({
    key: aString,
    follows: optional(nullable(aString)),
    screenshot: optional(screenshotKind())
  })
}))
const acceptComposeEmail = /* @__PURE__ */ argumentsOf("composeEmail", () => ({
  fact: renderableFact(),
  recipient: recipientKind(),
  extras: optional(
    optionsOf<EmailExtras>({
      link: optional(nullable(aString)),
      acknowledgeLink: optional(nullable(aString)),
      screenshot: optional(screenshotKind()),
      reminderMinutes: optional(nullable(whole(1)))
    })
  )
}))

/** The recipient of an email. */
export interface Recipient extends Audience {
  readonly to: string
  /** The domain of the Message-IDs. The service must own it. */
  readonly messageDomain: string
}

/** A screenshot of a page as visitors saw it. */
export interface Screenshot {
  /** The media type, such as `image/png`. */
  readonly contentType: string
  readonly content: Uint8Array
}

/** The values that identify an email and its thread, and the screenshot. */
export interface EmailIdentity {
  /** The key of the email, to which the recipient is added. It is the same for every attempt. */
  readonly key: string
  /** The key of the email that this one follows. */
  readonly follows?: string | null
  readonly screenshot?: Screenshot | null
}

const EXTENSIONS: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ["image/png", ".png"],
  ["image/jpeg", ".jpg"],
  ["image/webp", ".webp"]
])

const attachmentOf = (
  name: string,
  { content, contentType }: Pick<Screenshot, "content" | "contentType">,
  contentId: string
): EmailAttachment => ({ filename: `${name}${EXTENSIONS.get(contentType) ?? ""}`, contentType, content, contentId })

/** Formats a notice as an email: text, HTML, a stable Message-ID, and a thread with the email that it follows. */
export const composeNotice = (notice: Notice, recipient: Recipient, identity: EmailIdentity): Email => {
  acceptComposeNotice(notice, recipient, identity)
  const { key, follows = null, screenshot = null } = identity
  const { language = "en", messageDomain, stopUrl, to, workspace = null } = recipient
  const logo = workspace?.logo ?? null
  const idOf = (of: string): string => messageIdOf(`${of}:${to}`, messageDomain)
  const contentIdOf = (part: string): string => idOf(`${key}:${part}`).slice(1, -1)
  const attachments: ReadonlyArray<EmailAttachment> = [
    ...(logo === null ? [] : [attachmentOf("logo", logo, contentIdOf("logo"))]),
    ...(screenshot === null ? [] : [attachmentOf("screenshot", screenshot, contentIdOf("screenshot"))])
  ]
  return {
    to,
    subject: notice.subject,
    text: textEmail(notice, recipient),
    html: htmlEmail(notice, recipient, {
      logo: logo === null ? null : { contentId: contentIdOf("logo"), width: logo.width, height: logo.height },
      picture:
        screenshot === null
          ? null
          : { contentId: contentIdOf("screenshot"), alt: wordsOf[language].email.screenshotOf(notice.headline) }
    }),
    messageId: idOf(key),
    inReplyTo: follows === null ? null : idOf(follows),
    references: follows === null ? [] : [idOf(follows)],
    headers: {},
    listUnsubscribe: stopUrl,
    ...(attachments.length === 0 ? {} : { attachments })
  }
}

/** The parts of a fact's email in addition to its words. */
export interface EmailExtras {
  /** The page where the recipient reads more. Default: none. */
  readonly link?: string | null
  /** The page that acknowledges the incident that a fact begins. Default: none. */
  readonly acknowledgeLink?: string | null
  /** Default: none. */
  readonly screenshot?: Screenshot | null
  /**
   * The minutes since the first email about this fact, if this email is a reminder. Default: null, for the first email.
   */
  readonly reminderMinutes?: number | null
}

/**
 * Makes the email about a fact.
 *
 * @example
 * ```ts
 * const email = composeEmail(fact, { to: "ann@example.com", timeZone: "Europe/Berlin", service: "Mon", messageDomain: "mon.example.com", settingsUrl: null, stopUrl: null })
 * ```
 */
export const composeEmail = (fact: RenderableFact, recipient: Recipient, extras: EmailExtras = {}): Email => {
  acceptComposeEmail(fact, recipient, extras)
  const { acknowledgeLink = null, link = null, reminderMinutes = null, screenshot = null } = extras
  const { language = "en", timeZone } = recipient
  const acknowledge = linkTo(wordsOf[language].links.acknowledge, fact.kind === "down" ? acknowledgeLink : null)
  const commands = commandsIn(fact, wordsOf[language])
  const notice = { ...renderFact(fact, { timeZone, language, link }), acknowledge, commands }
  const key = messageKey(fact)
  if (reminderMinutes === null)
    return composeNotice(notice, recipient, { key, follows: precedingKey(fact), screenshot })
  const subject = wordsOf[language].reminder(notice.subject)
  return composeNotice({ ...notice, subject }, recipient, {
    key: `${key}:reminder:${reminderMinutes}`,
    follows: key,
    screenshot
  })
}
