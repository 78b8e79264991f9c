import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Mail } from "./Mail.ts"
import type { MailError } from "./MailError.ts"
import type { MailReceipt } from "./SmtpMailer.ts"

interface Waiter {
  readonly matches: (mail: Mail) => boolean
  readonly mail: Deferred.Deferred<Mail>
}

/** The mails that a memory mailer was given. */
export class SentMail extends Context.Service<
  SentMail,
  {
    /** Every mail that was taken, oldest first. */
    readonly all: Effect.Effect<ReadonlyArray<Mail>>
    /** The oldest mail that nobody took yet, or the next one to come. */
    readonly next: (matches?: (mail: Mail) => boolean) => Effect.Effect<Mail>
    /** From now on mails fail with this; null lets them through again. */
    readonly failWith: (error: MailError | null) => Effect.Effect<void>
    /** What the mailer calls. */
    readonly record: (mail: Mail) => Effect.Effect<MailReceipt, MailError>
  }
>()("@mon/alerts/SentMail") {
  static readonly layer: Layer.Layer<SentMail> = Layer.sync(SentMail, () => {
    const all: Array<Mail> = []
    const untaken: Array<Mail> = []
    const waiters: Array<Waiter> = []
    let failure: MailError | null = null
    return SentMail.of({
      all: Effect.sync(() => [...all]),
      next: (matches = () => true) =>
        Effect.suspend(() => {
          const index = untaken.findIndex(matches)
          const [taken] = index === -1 ? [] : untaken.splice(index, 1)
          if (taken !== undefined) return Effect.succeed(taken)
          const waiter: Waiter = { matches, mail: Deferred.makeUnsafe() }
          waiters.push(waiter)
          return Deferred.await(waiter.mail).pipe(
            Effect.onInterrupt(() =>
              Effect.sync(() => {
                if (waiters.includes(waiter)) waiters.splice(waiters.indexOf(waiter), 1)
              })
            )
          )
        }),
      failWith: (error) =>
        Effect.sync(() => {
          failure = error
        }),
      record: (mail) =>
        Effect.suspend(() => {
          if (failure !== null) return Effect.fail(failure)
          all.push(mail)
          const index = waiters.findIndex(({ matches }) => matches(mail))
          const [waiter] = index === -1 ? [] : waiters.splice(index, 1)
          if (waiter === undefined) untaken.push(mail)
          else Deferred.doneUnsafe(waiter.mail, Effect.succeed(mail))
          return Effect.succeed({ messageId: mail.messageId, responseCode: 250, response: "250 kept in memory" })
        })
    })
  })
}
