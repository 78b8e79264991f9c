import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { type Email, validateEmail } from "./Email.ts"
import { MailError } from "./MailError.ts"
import { type EmailReceipt, makeSmtpMailer, type SmtpOptions } from "./SmtpMailer.ts"

interface Waiter {
  readonly matches: (email: Email) => boolean
  readonly email: Deferred.Deferred<Email>
}

/** The emails that a memory mailer has sent. */
export class SentMail extends Context.Service<
  SentMail,
  {
    /** All emails, oldest first. */
    readonly all: Effect.Effect<ReadonlyArray<Email>>
    /** Returns the oldest email that no earlier call has returned, or waits for the next one. */
    readonly next: (matches?: (email: Email) => boolean) => Effect.Effect<Email>
    /** Makes all further emails fail with the given error, or succeed again if it is null. */
    readonly failWith: (error: MailError | null) => Effect.Effect<void>
    /** Stores an email, or fails with the error of `failWith`. The mailer calls it. */
    readonly record: (email: Email) => Effect.Effect<EmailReceipt, MailError>
  }
>()("@mon/alerts/SentMail") {
  static readonly layer: Layer.Layer<SentMail> = Layer.sync(SentMail, () => {
    const all: Array<Email> = []
    const untaken: Array<Email> = []
    const waiters: Array<Waiter> = []
    let fails: MailError | null = null
    return SentMail.of({
      all: Effect.sync(() => [...all]),
      next: (matches = () => true) =>
        Effect.suspend(() => {
          const index = untaken.findIndex(matches)
          const [taken] = index === -1 ? [] : untaken.splice(index, 1)
          if (taken !== undefined) return Effect.succeed(taken)
          const waiter: Waiter = { matches, email: Deferred.makeUnsafe() }
          waiters.push(waiter)
          return Deferred.await(waiter.email).pipe(
            Effect.onInterrupt(() =>
              Effect.sync(() => {
                if (waiters.includes(waiter)) waiters.splice(waiters.indexOf(waiter), 1)
              })
            )
          )
        }),
      failWith: (error) =>
        Effect.sync(() => {
          fails = error
        }),
      record: (email) =>
        Effect.suspend(() => {
          if (fails !== null) return Effect.fail(fails)
          all.push(email)
          const index = waiters.findIndex(({ matches }) => matches(email))
          const [waiter] = index === -1 ? [] : waiters.splice(index, 1)
          if (waiter === undefined) untaken.push(email)
          else Deferred.doneUnsafe(waiter.email, Effect.succeed(email))
          return Effect.succeed({ messageId: email.messageId, responseCode: 250, response: "250 kept in memory" })
        })
    })
  })
}

/** The options of an SMTP mailer. The URL contains a password, so it is redacted in logs. */
export interface SmtpLayerOptions extends Omit<SmtpOptions, "url"> {
  readonly url: Redacted.Redacted
}

/** Sends a valid email. Succeeds if a mail server has accepted it. */
export type SendEmail = (email: Email) => Effect.Effect<EmailReceipt, MailError>

/**
 * Returns the error if it is a MailError. A mailer rejects only with a MailError, unless it is interrupted. Any other
 * error is a bug, and stays a defect.
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

/** Sends emails. */
export class Mailer extends Context.Service<Mailer, { readonly send: SendEmail }>()("@mon/alerts/Mailer") {
  /** Makes a mailer from a function that sends emails. The function gets only valid emails. */
  static readonly over = (send: SendEmail): Mailer["Service"] => Mailer.of({ send: guarded(send) })

  /**
   * Provides a mailer that sends emails by SMTP over pooled connections, which close with the layer. A URL or a sender
   * that cannot be used is a defect (TypeError).
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

  /** Provides a mailer that sends no emails. Tests read them from SentMail. */
  static readonly layerMemory: Layer.Layer<Mailer | SentMail> = Layer.effect(
    Mailer,
    Effect.map(SentMail, ({ record }) => Mailer.over(record))
  ).pipe(Layer.provideMerge(SentMail.layer))
}
