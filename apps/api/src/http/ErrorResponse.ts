import { errorStatus, messages } from "@mon/api-contract"
import { isUnavailable, logUnavailable } from "@mon/core-store"
import { recordInternalError } from "@mon/process-runtime/internal-errors"
import { Cause, Effect } from "effect"
import { type HttpResponse, jsonResponse } from "./HttpResponse.ts"

export const errorResponse = (status: number, message: string): HttpResponse =>
  jsonResponse(status, { success: false, message })

/** Matches the number of seconds to wait in the message of a 429 response. */
const SECONDS = /\b(\d{1,9}) seconds\b/u
/** The number of seconds to wait if the message contains none: the length of the rate-limit window. */
const DEFAULT_WAIT = "60"

const retryAfter = (message: string) => ({ "Retry-After": SECONDS.exec(message)?.[1] ?? DEFAULT_WAIT })

const contractError = (status: number, message: string): HttpResponse =>
  status === 429 ? { ...errorResponse(status, message), headers: retryAfter(message) } : errorResponse(status, message)

/**
 * Returns the response to a failed request. Only errors of the contract show their message. All other causes are logged
 * and hidden from the client. Passes on an interruption, because it means that the client has disconnected.
 */
export const errorResponseFor = (cause: Cause.Cause<unknown>): Effect.Effect<HttpResponse> => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
  const error = Cause.squash(cause)
  const status = errorStatus(error)
  if (status !== null && error instanceof Error) return Effect.succeed(contractError(status, error.message))
  if (isUnavailable(error)) {
    return Effect.as(logUnavailable(error, "requests"), errorResponse(503, messages.unavailable))
  }
  return Effect.as(recordInternalError("request", "Request failed", cause), errorResponse(500, messages.defect))
}
