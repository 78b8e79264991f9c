import {
  argumentError,
  listOf,
  milliseconds,
  optional,
  optionsOf,
  secretly,
  anAbortSignal,
  argumentsOf,
  aString,
  whole
} from "@mon/bundled/arguments"
import { randomUUID } from "node:crypto"
import type { SendMailOptions, SMTPPoolOptions } from "nodemailer"
import { getCACertificates } from "node:tls"
import { type Email, type EmailInput, emailKind, type Mailbox, parseMailbox, validateEmail } from "./Email.ts"
import { MailError } from "./MailError.ts"
import { scrub, toMailError, type TransportFault } from "./SmtpFault.ts"
import { parseSmtpUrl, type SmtpEndpoint } from "./SmtpUrl.ts"

const acceptMakeSmtpMailer = /* @__PURE__ */ argumentsOf("makeSmtpMailer", () => ({
  options: optionsOf<SmtpOptions>({
    url: secretly(aString),
    from: aString,
    extraCa: optional(listOf(aString)),
    connectTimeoutMs: optional(milliseconds()),
    greetingTimeoutMs: optional(milliseconds()),
    silenceTimeoutMs: optional(milliseconds()),
    sendTimeoutMs: optional(milliseconds()),
    maxConnections: optional(whole(1)),
    maxMessages: optional(whole(1))
  })
}))
const acceptSend = /* @__PURE__ */ argumentsOf("mailer.send", () => ({
  email: emailKind(),
  signal: optional(anAbortSignal)
}))

/** The reply of the mail server that accepted an email. */
export interface EmailReceipt {
  readonly messageId: string
  /** The reply code, normally 250. */
  readonly responseCode: number
  /** The text of the reply, which often contains the server's own id of the email. */
  readonly response: string
}

/** The options for sending emails. All times are milliseconds. */
export interface SmtpOptions {
  /** The URL of the mail server, in the form of `parseSmtpUrl`. */
  readonly url: string
  /** The sender of emails that have no sender of their own. */
  readonly from: string
  /** Trust anchors in addition to Node's default ones, in PEM form. */
  readonly extraCa?: ReadonlyArray<string>
  readonly connectTimeoutMs?: number
  readonly greetingTimeoutMs?: number
  /** The longest time that the server may be silent within a session. */
  readonly silenceTimeoutMs?: number
  /** The time limit for one email in total, including the wait for a free connection. */
  readonly sendTimeoutMs?: number
  readonly maxConnections?: number
  /** The maximum number of emails per connection. */
  readonly maxMessages?: number
}

/** Sends emails through a mail server. */
export interface SmtpMailer {
  /**
   * Sends an email, which needs a recipient, a subject and a text. Rejects with a MailError, or with the signal's
   * reason if it is aborted.
   */
  readonly send: (email: EmailInput, signal?: AbortSignal) => Promise<EmailReceipt>
  /** Opens a session and signs in. Rejects with a MailError. */
  readonly verify: () => Promise<void>
  /** Closes idle connections immediately, and busy connections after their current email. */
  readonly close: () => void
}

const complete = (email: EmailInput, from: Mailbox): Email => ({
  html: null,
  messageId: `<${randomUUID()}@${from.address.slice(from.address.lastIndexOf("@") + 1)}>`,
  inReplyTo: null,
  references: [],
  headers: {},
  listUnsubscribe: null,
  ...email
})

/**
 * Converts a mailbox to the form that the transport expects. Some programs decode an encoded word (RFC 2047) even in a
 * quoted name, so encoded words in a name are made invalid.
 */
const toRecipient = ({ name, address }: Mailbox) => ({ name: (name ?? "").replaceAll("=?", "= ?"), address })

/** The maximum number of octets of text in an encoded word of at most 75 characters (RFC 2047 section 2). */
const WORD_OCTETS = 45

/** Encodes a subject that resembles encoded words, so that readers see it unchanged. */
const encodedSubject = (subject: string): string => {
  if (!subject.includes("=?")) return subject
  const words = [""]
  for (const character of subject) {
    const longer = (words.at(-1) ?? "") + character
    if (Buffer.byteLength(longer) > WORD_OCTETS) words.push(character)
    else words[words.length - 1] = longer
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString("base64")}?=`).join(" ")
}

const unsubscribe = (url: string | null): Record<string, string> =>
  url === null
    ? {}
    : {
        "List-Unsubscribe": `<${url}>`,
        ...(/^https:/iu.test(url) ? { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" } : {})
      }

/** Marks every email as automatic, so that out-of-office programs do not answer it (RFC 3834). */
export const toComposition = (email: Email, from: Mailbox): SendMailOptions => ({
  from: toRecipient((email.from === undefined ? null : parseMailbox(email.from)) ?? from),
  to: toRecipient(parseMailbox(email.to) ?? { name: null, address: "" }),
  subject: encodedSubject(email.subject),
  text: email.text,
  ...(email.html === null ? {} : { html: email.html }),
  messageId: email.messageId,
  ...(email.inReplyTo === null ? {} : { inReplyTo: email.inReplyTo }),
  ...(email.references.length === 0 ? {} : { references: [...email.references] }),
  headers: {
    ...email.headers,
    ...unsubscribe(email.listUnsubscribe),
    "Auto-Submitted": "auto-generated",
    "X-Auto-Response-Suppress": "All"
  },
  attachments: (email.attachments ?? []).map(({ filename, contentType, content, contentId }) => ({
    filename,
    contentType,
    content: Buffer.from(content),
    contentDisposition: contentId === null ? "attachment" : "inline",
    ...(contentId === null ? {} : { cid: contentId })
  })),
  xMailer: false,
  disableFileAccess: true,
  disableUrlAccess: true
})

const toPool = (endpoint: SmtpEndpoint, options: SmtpOptions): SMTPPoolOptions & { readonly pool: true } => {
  const {
    connectTimeoutMs = 10_000,
    greetingTimeoutMs = 10_000,
    silenceTimeoutMs = 30_000,
    maxConnections = 3,
    maxMessages = 100
  } = options
  return {
    pool: true,
    host: endpoint.host,
    port: endpoint.port,
    secure: endpoint.tls === "implicit",
    requireTLS: endpoint.tls === "required",
    ignoreTLS: endpoint.tls === "off",
    tls: options.extraCa === undefined ? {} : { ca: [...getCACertificates("default"), ...options.extraCa] },
    // Without forceAuth, the transport would send emails without signing in if the server offers no sign-in.
    ...(endpoint.credentials === null
      ? {}
      : { auth: { user: endpoint.credentials.user, pass: endpoint.credentials.password }, forceAuth: true }),
    ...(endpoint.clientName === null ? {} : { name: endpoint.clientName }),
    connectionTimeout: connectTimeoutMs,
    dnsTimeout: connectTimeoutMs,
    greetingTimeout: greetingTimeoutMs,
    socketTimeout: silenceTimeoutMs,
    maxConnections,
    maxMessages,
    // The transport retries once if the server has closed a pooled connection. All other retries are up to the caller.
    maxRequeues: 1
  }
}

/** Loads nodemailer only for the first email, because loading it takes longer than loading the rest of this package. */
const openTransport = async (pool: ReturnType<typeof toPool>) => {
  const { createTransport } = await import("nodemailer")
  const transport = createTransport(pool)
  // Errors of idle connections are ignored. An error while sending an email rejects the email's promise.
  transport.on("error", () => {})
  return transport
}

type SmtpTransport = Awaited<ReturnType<typeof openTransport>>

const endpointOf = (url: string): SmtpEndpoint => {
  const parsed = parseSmtpUrl(url)
  if (!parsed.ok) throw argumentError(`makeSmtpMailer: options.url ${parsed.message}.`)
  return parsed.endpoint
}

const senderOf = (from: string): Mailbox => {
  const mailbox = parseMailbox(from)
  if (mailbox === null)
    throw argumentError(
      "makeSmtpMailer: options.from must be an email address such as alerts@example.com or Mon <alerts@example.com>."
    )
  return mailbox
}

/**
 * Makes a mailer over SMTP with a few pooled connections. Throws a TypeError if the URL or the sender cannot be used.
 * The error does not quote them.
 *
 * @example
 * ```ts
 * const mailer = makeSmtpMailer({ url: "smtps://user:password@mail.example.com", from: "Mon <alerts@example.com>" })
 * const { response } = await mailer.send(email)
 * mailer.close()
 * ```
 */
export const makeSmtpMailer = (options: SmtpOptions): SmtpMailer => {
  acceptMakeSmtpMailer(options)
  const endpoint = endpointOf(options.url)
  const from = senderOf(options.from)
  const { sendTimeoutMs = 60_000 } = options
  let opening: Promise<SmtpTransport> | null = null
  const opened = () => (opening ??= openTransport(toPool(endpoint, options)))
  return {
    send: async (input, signal) => {
      acceptSend(input, signal)
      signal?.throwIfAborted()
      const validity = validateEmail(input)
      if (!validity.valid) throw new MailError({ reason: "Invalid", responseCode: null, detail: validity.message })
      const email = complete(input, from)
      const deadline = AbortSignal.timeout(sendTimeoutMs)
      try {
        const transport = await opened()
        const { response } = await transport.sendMail({
          ...toComposition(email, from),
          signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline])
        })
        return {
          messageId: email.messageId,
          responseCode: Number.parseInt(response, 10) || 250,
          response: scrub(response, endpoint)
        }
      } catch (error) {
        signal?.throwIfAborted()
        throw toMailError(error as TransportFault, endpoint)
      }
    },
    verify: async () => {
      try {
        const transport = await opened()
        await transport.verify()
      } catch (error) {
        throw toMailError(error as TransportFault, endpoint)
      }
    },
    close: () => void opening?.then((transport) => transport.close())
  }
}
