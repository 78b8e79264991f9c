import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { type Email, validateEmail } from "./Email.ts"
import { MailError } from "./MailError.ts"
import { SentMail } from "./SentMail.ts"
import { type EmailReceipt, makeSmtpMailer, type SmtpOptions } from "./SmtpMailer.ts"

/** The options of an SMTP mailer. The URL contains a password, so it is redacted in logs. */
export interface SmtpLayerOptions extends Omit<SmtpOptions, "url"> {
  readonly url: Redacted.Redacted
}

/** Sends a valid email. Succeeds if a mail server has accepted it. */
export type SendEmail = (email: Email) => Effect.Effect<EmailReceipt, MailError>

/**
 * Returns the error if it is a MailError. A mailer rejects with nothing else unless it is interrupted. Any other error
 * is a bug, and stays a defect.
 */
const asMailError = (error: unknown): MailError => {
  if (error instanceof MailError) return error
  throw error
}

const guarded = (send: SendEmail): SendEmail =>
  Effect.fn("Mailer.send")(function* (email: Email) {
    const validity = validateEmail(email)
    if (!validity.valid)
      return yield* Effect.fail(new MailError({ reason: "Invalid", responseCode: null, detail: validity.message }))
    return yield* send(email)
  })

/** Sends mails. */
export class Mailer extends Context.Service<Mailer, { readonly send: SendEmail }>()("@mon/alerts/Mailer") {
  /** Makes a mailer from a function that sends emails. The function gets only valid emails. */
  static readonly over = (send: SendEmail): Mailer["Service"] => Mailer.of({ send: guarded(send) })

  /**
   * Sends emails by SMTP over pooled connections, which close with the layer. A URL or a sender that cannot be used is
   * a defect (TypeError).
   */
  static readonly layerSmtp = ({ url, ...options }: SmtpLayerOptions): Layer.Layer<Mailer> =>
    Layer.effect(
      Mailer,
      Effect.map(
        Effect.acquireRelease(
          Effect.sync(() => makeSmtpMailer({ ...options, url: Redacted.value(url) })),
          (mailer) => Effect.sync(mailer.close)
        ),
        (mailer) =>
          Mailer.over((email) => Effect.tryPromise({ try: (signal) => mailer.send(email, signal), catch: asMailError }))
      )
    )

  /** Sends no emails. Tests read them from SentMail. */
  static readonly layerMemory: Layer.Layer<Mailer | SentMail> = Layer.effect(
    Mailer,
    Effect.map(SentMail, ({ record }) => Mailer.over(record))
  ).pipe(Layer.provideMerge(SentMail.layer))
}
