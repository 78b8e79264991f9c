import {
  aBoolean,
  aFunction,
  aNumber,
  aUint8Array,
  type Kind,
  kindOf,
  listOf,
  mapOf,
  milliseconds,
  nullable,
  oneOf,
  optional,
  optionsOf,
  shape,
  aString,
  textLike,
  variants,
  whole
} from "@mon/arguments"
import type { RetrySchedule } from "./schedule/RetrySchedule.ts"
import { decodeFact } from "@mon/model/facts"
import type { AddressPolicy } from "@mon/public-net"
import type { EmailAttachment, EmailInput } from "./mail/Email.ts"
import type { Recipient, Screenshot } from "./message/composeEmail.ts"
import type { Workspace, WorkspaceLogo } from "./message/Audience.ts"
import type { Words } from "./message/words/en.ts"
import type { Notice, Row, Section } from "./message/Notice.ts"
import type { Digest, DigestCause, RenderableFact, Summary, UnreadableFact } from "./message/RenderableFact.ts"

/** A line break would begin another header field (RFC 9112 section 2.2). */
export const headerValue = /* @__PURE__ */ textLike("a string without line breaks", (value) => !/[\r\n\0]/.test(value))

/** When a delivery that failed is tried again. */
export const scheduleKind = (): Kind =>
  shape<RetrySchedule>("a schedule, such as retrySchedules.webhook", {
    delaysSeconds: listOf(aNumber("a number of seconds", 0)),
    jitter: aNumber("a number from 0", 0),
    longestRetryAfterSeconds: nullable(aNumber("a number of seconds", 0))
  })

/** The options of a client of channels, none of them required. */
export const channelClientFields = () => ({
  resolve: optional(aFunction),
  policy: optional(shape<AddressPolicy>("an address policy", { classify: aFunction, allows: aFunction })),
  timeoutMs: optional(milliseconds()),
  userAgent: optional(headerValue),
  extraCa: optional(listOf(aString)),
  targets: optional(listOf(aString)),
  origins: optional(mapOf(aString, "an object of origins"))
})

const attachment = (): Kind =>
  optionsOf<EmailAttachment>({
    filename: aString,
    contentType: aString,
    content: aUint8Array,
    contentId: nullable(aString)
  })

/** An email, of which only the recipient, the subject and the text are required. */
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

/** A picture for an email. */
export const screenshotKind = (): Kind =>
  nullable(optionsOf<Screenshot>({ contentType: aString, content: aUint8Array }))

/** A language of messages. */
export const languageKind = (): Kind =>
  oneOf(...Object.keys({ en: true, de: true } satisfies Record<Words["language"], true>))

/** The words of a language. */
export const wordsKind = (): Kind =>
  shape<Words>("the words of a language", {
    language: languageKind(),
    unknown: aString,
    moment: aFunction,
    units: shape<Words["units"]>("the units of time", {
      day: aFunction,
      hour: aFunction,
      minute: aFunction,
      second: aFunction
    })
  })

const workspaceKind = (): Kind =>
  optionsOf<Workspace>({
    name: nullable(aString),
    logo: nullable(
      optionsOf<WorkspaceLogo>({ contentType: aString, content: aUint8Array, width: whole(1), height: whole(1) })
    )
  })

/** Whom an email goes to. */
export const recipientKind = (): Kind =>
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

const row = (): Kind => shape<Row>("a row: an object with label and value", { label: aString, value: aString })

/** A message before it takes a form. */
const link = (): Kind =>
  shape<{ label: string; url: string }>("an object with label and url", { label: aString, url: aString })

export const noticeKind = (): Kind =>
  shape<Notice>("a notice, such as renderFact returns", {
    tone: oneOf("down", "up", "warning", "news"),
    word: aString,
    subject: aString,
    headline: aString,
    lead: aString,
    paragraphs: optional(listOf(aString)),
    rows: listOf(row()),
    sections: listOf(
      shape<Section>("a section: an object with title, rows and more", {
        title: aString,
        rows: listOf(row()),
        more: nullable(aString)
      })
    ),
    link: nullable(link()),
    acknowledge: optional(nullable(link())),
    commands: optional(listOf(aString))
  })

/** Facts that have been checked: one fact is rendered for many recipients and channels. */
const known = new WeakSet<object>()

const isFact = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null || !("kind" in value)) return false
  if (known.has(value)) return true
  if (decodeFact(String(value.kind), value) === null) return false
  known.add(value)
  return true
}

const TAKES = "a fact of @mon/model, such as readFact returns"

/** A fact of a kind that can be stored. */
const storedFact = (): Kind => kindOf(TAKES, isFact)

const digestCause = (): Kind =>
  shape<DigestCause>("a cause: an object with id, kind, value, isRest, failing and isOver", {
    id: textLike("letters, digits and dashes", (value) => /^[\w-]{1,64}$/u.test(value)),
    kind: oneOf(
      ...Object.keys({ address: true, network: true, name_servers: true } satisfies Record<DigestCause["kind"], true>)
    ),
    value: aString,
    isRest: aBoolean,
    failing: whole(0),
    isOver: aBoolean
  })

/** Everything that can be rendered. */
export const renderableFact = (): Kind => {
  const others: Readonly<Record<Exclude<RenderableFact["kind"], FactOnly>, Kind>> = {
    digest: shape<Digest>("a digest", {
      transitions: listOf(storedFact(), "an array of facts"),
      cause: optional(nullable(digestCause()))
    }),
    summary: shape<Summary>("a summary", { facts: listOf(storedFact(), "an array of facts") }),
    unreadable: shape<UnreadableFact>("an unreadable fact", { type: aString, key: aString })
  }
  const other = variants("kind", others, TAKES)
  return {
    takes: TAKES,
    fault: (value) => (isFact(value) ? null : isOther(value) ? other.fault(value) : storedFact().fault(value))
  }
}

type FactOnly = Exclude<RenderableFact["kind"], "digest" | "summary" | "unreadable">

const isOther = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  "kind" in value &&
  (value.kind === "digest" || value.kind === "summary" || value.kind === "unreadable")
