import { createTransport, type SendMailOptions, type SMTPPoolOptions } from "nodemailer"
import { getCACertificates } from "node:tls"
import { type Mail, validateMail } from "./Mail.ts"
import { type Mailbox, parseMailbox } from "./Mailbox.ts"
import { MailError } from "./MailError.ts"
import { scrub, toMailError, type TransportFailure } from "./smtpFailure.ts"
import { parseSmtpUrl, type SmtpEndpoint } from "./SmtpUrl.ts"

/** What the mail server said when it took a mail. */
export interface MailReceipt {
  readonly messageId: string
  /** 250, normally. */
  readonly responseCode: number
  /** The reply, which often holds the server's own name for the mail. */
  readonly response: string
}

/** How mails are handed in. All times are milliseconds. */
export interface SmtpOptions {
  /** See parseSmtpUrl. */
  readonly url: string
  /** Sender of mails that name none. */
  readonly from: string
  /** Trust anchors beside Node's default ones, in PEM form. */
  readonly extraCa?: ReadonlyArray<string>
  readonly connectTimeoutMs?: number
  readonly greetingTimeoutMs?: number
  /** Longest silence of the server within a session. */
  readonly silenceTimeoutMs?: number
  /** For one mail in all, the wait for a free connection included. */
  readonly sendTimeoutMs?: number
  readonly maxConnections?: number
  /** Mails handed in over one connection. */
  readonly maxMessages?: number
}

/** Hands mails to a mail server. */
export interface SmtpMailer {
  /** Rejects with a MailError, or with the signal's reason when it is aborted. */
  readonly send: (mail: Mail, signal?: AbortSignal) => Promise<MailReceipt>
  /** Opens a session and signs in; rejects with a MailError. */
  readonly verify: () => Promise<void>
  /** Ends idle connections at once, others after their mail. */
  readonly close: () => void
}

const toRecipient = ({ name, address }: Mailbox) => ({ name: name ?? "", address })

const unsubscribe = (url: string | null): Record<string, string> =>
  url === null
    ? {}
    : {
        "List-Unsubscribe": `<${url}>`,
        ...(/^https:/iu.test(url) ? { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" } : {})
      }

/** A valid mail as the transport takes it; automatic mails say so, that no out-of-office answers them (RFC 3834). */
export const toComposition = (mail: Mail, from: Mailbox): SendMailOptions => ({
  from: toRecipient((mail.from === undefined ? null : parseMailbox(mail.from)) ?? from),
  to: toRecipient(parseMailbox(mail.to) ?? { name: null, address: "" }),
  subject: mail.subject,
  text: mail.text,
  ...(mail.html === null ? {} : { html: mail.html }),
  messageId: mail.messageId,
  ...(mail.inReplyTo === null ? {} : { inReplyTo: mail.inReplyTo }),
  ...(mail.references.length === 0 ? {} : { references: [...mail.references] }),
  headers: {
    ...mail.headers,
    ...unsubscribe(mail.listUnsubscribe),
    "Auto-Submitted": "auto-generated",
    "X-Auto-Response-Suppress": "All"
  },
  attachments: (mail.attachments ?? []).map(({ filename, contentType, content, contentId }) => ({
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
    // Without forceAuth a server that offers no sign-in is used without one.
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
    // Once, for a pooled connection that the server has closed meanwhile; everything else is the caller's to repeat.
    maxRequeues: 1
  }
}

const endpointOf = (url: string): SmtpEndpoint => {
  const parsed = parseSmtpUrl(url)
  if (!parsed.ok) throw new TypeError(`The URL of the mail server ${parsed.message}.`)
  return parsed.endpoint
}

const senderOf = (from: string): Mailbox => {
  const mailbox = parseMailbox(from)
  if (mailbox === null)
    throw new TypeError("The sender of mails takes an address like alerts@example.com or Mon <alerts@example.com>.")
  return mailbox
}

/**
 * Makes a mailer over SMTP with a few pooled connections; a URL or a sender that cannot be used throws a TypeError that does not quote it.
 *
 * @example
 * ```ts
 * const mailer = makeSmtpMailer({ url: "smtps://user:password@mail.example.com", from: "Mon <alerts@example.com>" })
 * const { response } = await mailer.send(mail)
 * mailer.close()
 * ```
 */
export const makeSmtpMailer = (options: SmtpOptions): SmtpMailer => {
  const endpoint = endpointOf(options.url)
  const from = senderOf(options.from)
  const { sendTimeoutMs = 60_000 } = options
  const transport = createTransport(toPool(endpoint, options))
  // Failures of idle connections; those of mails reject.
  transport.on("error", () => {})
  return {
    send: async (mail, signal) => {
      signal?.throwIfAborted()
      const validity = validateMail(mail)
      if (!validity.valid) throw new MailError({ reason: "Invalid", responseCode: null, detail: validity.message })
      const deadline = AbortSignal.timeout(sendTimeoutMs)
      try {
        const { response } = await transport.sendMail({
          ...toComposition(mail, from),
          signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline])
        })
        return {
          messageId: mail.messageId,
          responseCode: Number.parseInt(response, 10) || 250,
          response: scrub(response, endpoint)
        }
      } catch (error) {
        signal?.throwIfAborted()
        throw toMailError(error as TransportFailure, endpoint)
      }
    },
    verify: async () => {
      try {
        await transport.verify()
      } catch (error) {
        throw toMailError(error as TransportFailure, endpoint)
      }
    },
    close: () => transport.close()
  }
}
