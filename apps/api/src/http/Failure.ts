import { errorStatus, messages } from "@mon/api-contract"
import { StoreError } from "@mon/core-store"
import { Cause, Effect } from "effect"
import { errorReply, type Exchange, type Reply } from "./Exchange.ts"

const logged = (exchange: Exchange, cause: Cause.Cause<unknown>, message: string) =>
  Effect.logError(message, cause).pipe(
    Effect.annotateLogs({ requestId: exchange.id, method: exchange.method, path: exchange.path })
  )

/**
 * The answer to a failed request. Only the errors of the contract speak for themselves; everything else is told to the
 * log and not to the caller. An interruption (the caller has gone) stays one.
 */
export const failureReply = (exchange: Exchange, cause: Cause.Cause<unknown>): Effect.Effect<Reply> => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
  const error = Cause.squash(cause)
  const status = errorStatus(error)
  if (status !== null && error instanceof Error) return Effect.succeed(errorReply(status, error.message))
  if (error instanceof StoreError && error.reason === "Unavailable") {
    return Effect.as(logged(exchange, cause, "Database not available"), errorReply(503, messages.unavailable))
  }
  return Effect.as(logged(exchange, cause, "Request failed"), errorReply(500, messages.defect))
}
