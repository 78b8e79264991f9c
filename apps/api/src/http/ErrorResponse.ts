import { errorStatus, messages } from "@mon/api-contract"
import { StoreError } from "@mon/core-store"
import { Cause, Effect } from "effect"
import { errorReply, type Reply } from "./RequestContext.ts"

/** The wording of every 429 says how long to wait. */
const SECONDS = /\b(\d{1,9}) seconds\b/u
/** The window of the rate limit, for a wording that does not. */
const DEFAULT_WAIT = "60"

const waiting = (message: string) => ({ "Retry-After": SECONDS.exec(message)?.[1] ?? DEFAULT_WAIT })

/** An error of the contract as its answer. */
const spoken = (status: number, message: string): Reply =>
  status === 429 ? { ...errorReply(status, message), headers: waiting(message) } : errorReply(status, message)

/**
 * The answer to a failed request. Only the errors of the contract speak for themselves; everything else is told to the
 * log and not to the caller. An interruption (the caller has gone) stays one.
 */
export const failureReply = (cause: Cause.Cause<unknown>): Effect.Effect<Reply> => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
  const error = Cause.squash(cause)
  const status = errorStatus(error)
  if (status !== null && error instanceof Error) return Effect.succeed(spoken(status, error.message))
  if (error instanceof StoreError && error.reason === "Unavailable") {
    return Effect.as(Effect.logError("Database not available", cause), errorReply(503, messages.unavailable))
  }
  return Effect.as(Effect.logError("Request failed", cause), errorReply(500, messages.defect))
}
