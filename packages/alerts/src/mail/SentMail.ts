import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Email } from "./Email.ts"
import type { MailError } from "./MailError.ts"
import type { EmailReceipt } from "./SmtpMailer.ts"

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
    /** Takes the oldest email that was not taken yet, or waits for the next one. */
    readonly next: (matches?: (email: Email) => boolean) => Effect.Effect<Email>
    /** Makes all further emails fail with this error. Null: they succeed again. */
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
