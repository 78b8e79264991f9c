import { errorStatus, messages } from "@mon/api-contract"
import { StoreError } from "@mon/core-store"
import { Cause, Effect } from "effect"
import { errorReply, type Reply } from "./Exchange.ts"


/**
 * The answer to a failed request. Only the errors of the contract speak for themselves; everything else is told to the
 * log and not to the caller. An interruption (the caller has gone) stays one.
 */
export const failureReply = (cause: Cause.Cause<unknown>): Effect.Effect<Reply> => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
  const error = Cause.squash(cause)
  const status = errorStatus(error)
  if (status !== null && error instanceof Error) return Effect.succeed(errorReply(status, error.message))
  if (error instanceof StoreError && error.reason === "Unavailable") {
    return Effect.as(Effect.logError("Database not available", cause), errorReply(503, messages.unavailable))
  }
  return Effect.as(Effect.logError("Request failed", cause), errorReply(500, messages.defect))
}
