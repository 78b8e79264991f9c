import { errorStatus, messages } from "@mon/api-contract"
import { StoreError } from "@mon/core-store"
import { Cause, Effect } from "effect"
import { type HttpResponse, jsonResponse } from "./HttpResponse.ts"

/** The error envelope (interface section 7). */
export const errorResponse = (status: number, message: string): HttpResponse =>
  jsonResponse(status, { success: false, message })

/** The message of every 429 says how long to wait. */
const SECONDS = /\b(\d{1,9}) seconds\b/u
/** The window of the rate limit, for a message that does not. */
const DEFAULT_WAIT = "60"

const retryAfter = (message: string) => ({ "Retry-After": SECONDS.exec(message)?.[1] ?? DEFAULT_WAIT })

const contractError = (status: number, message: string): HttpResponse =>
  status === 429 ? { ...errorResponse(status, message), headers: retryAfter(message) } : errorResponse(status, message)

/**
 * The response to a request that failed. Only errors of the contract show their message; the cause of any other goes to
 * the log and not to the client. An interruption (the client has gone) stays one.
 */
export const errorResponseFor = (cause: Cause.Cause<unknown>): Effect.Effect<HttpResponse> => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
  const error = Cause.squash(cause)
  const status = errorStatus(error)
  if (status !== null && error instanceof Error) return Effect.succeed(contractError(status, error.message))
  if (error instanceof StoreError && error.reason === "Unavailable") {
    return Effect.as(Effect.logError("Database not available", cause), errorResponse(503, messages.unavailable))
  }
  return Effect.as(Effect.logError("Request failed", cause), errorResponse(500, messages.defect))
}
