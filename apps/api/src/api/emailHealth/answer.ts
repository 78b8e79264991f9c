import { messages, Unavailable } from "@mon/api-contract"
import { EmailHealthAnswers } from "@mon/checks"
import { Effect } from "effect"

/** A report of a domain; what kept us from making one is for the log. */
export const answerEmailHealth = Effect.fnUntraced(function* (domain: string, fresh: boolean) {
  return yield* (yield* EmailHealthAnswers)
    .answer(domain, { fresh })
    .pipe(
      Effect.catchTag("EmailHealthUnavailable", (error) =>
        Effect.andThen(
          Effect.annotateLogs(Effect.logError(error.message, error.cause ?? ""), { domain, reason: error.reason }),
          Effect.fail(new Unavailable({ message: messages.unavailable }))
        )
      )
    )
})
