import { messages } from "@mon/api-contract"
import type { Credentials, IdempotentRequests, Secrets, Sessions } from "@mon/core-store"
import type { SqlClient } from "effect/sql"
import { type Cause, Clock, Effect } from "effect"
import type { Caller } from "../auth/Caller.ts"
import { admitRequest, type RateWindow, tooManyRequests, withRateLimitHeaders } from "./RateLimit.ts"
import type { Authenticator } from "./Authentication.ts"
import { type Match, parseQuery, type ServedEndpoint } from "./EndpointTable.ts"
import { errorResponse, errorResponseFor } from "./ErrorResponse.ts"
import {
  AnswerWithHeaders,
  downloadResponse,
  EventStream,
  eventStreamResponse,
  FileDownload,
  type HttpResponse,
  jsonResponse,
  PlainText,
  preferredFormat
} from "./HttpResponse.ts"
import { newWorkId, onceForKey } from "./Idempotency.ts"
import { readDocumentBody, readJsonBody } from "./RequestBody.ts"
import type { RequestContext } from "./RequestContext.ts"

const notFound = errorResponse(404, messages.notFound)

/**
 * The refusal for a person who must set up a second factor. The dashboard then opens the page on which the person can
 * set up the second factor.
 */
const enrolmentNeeded: HttpResponse = {
  ...errorResponse(403, messages.secondFactorRequired),
  headers: { "Mon-Second-Factor": "required" }
}

/**
 * The refusal for an account that will be deleted. The dashboard then opens the page on which the owner can keep the
 * account.
 */
const accountEnds: HttpResponse = {
  ...errorResponse(403, messages.accountEnds),
  headers: { "Mon-Account": "ends" }
}

/** The refusal for a suspended account. The dashboard then opens the page about the suspension. */
const accountSuspended: HttpResponse = {
  ...errorResponse(403, messages.accountSuspended),
  headers: { "Mon-Account": "suspended" }
}

const responseOf =
  <R>({ delivery, status }: ServedEndpoint<R>) =>
  (result: object): HttpResponse => {
    if (result instanceof FileDownload) return downloadResponse(status, result)
    if (result instanceof AnswerWithHeaders) return { ...jsonResponse(status, result.body), headers: result.headers }
    if (result instanceof EventStream) return eventStreamResponse(status, result)
    if (result instanceof PlainText) return { status, body: result.text, contentType: result.contentType, ...delivery }
    return { ...jsonResponse(status, result), ...delivery }
  }

const handle = Effect.fnUntraced(function* <R>(context: RequestContext, caller: Caller, match: Match<R>) {
  const { endpoint } = match
  if (caller.session?.isSuspended === true) return accountSuspended
  if (caller.session?.accountEnds === true) return accountEnds
  if (caller.session?.mustEnrol === true && !endpoint.permission.enrols) return enrolmentNeeded
  const format = endpoint.hasFormats ? { format: preferredFormat(context.request.headers.accept) } : {}
  const readBody = endpoint.takesFile ? readDocumentBody : readJsonBody
  const admitted = yield* admitRequest(caller, match, {
    query: { ...format, ...parseQuery(context.query) },
    readBody: readBody(context.request, endpoint.bodyLimit)
  })
  if (admitted._tag === "OverLimit") {
    const response = tooManyRequests(admitted.window, yield* Clock.currentTimeMillis)
    return withRateLimitHeaders(response, admitted.window)
  }
  const { body, prepare } = admitted
  const toResponse = responseOf(endpoint)
  return yield* endpoint.repeatable
    ? onceForKey(context, caller, body, (workId) => Effect.map(prepare(workId), Effect.map(toResponse)))
    : Effect.map(Effect.flatten(prepare(newWorkId)), toResponse)
})

/**
 * Handles every request under `/api/v1` that requires a key or a session. Every response, including errors, has the
 * rate-limit headers.
 */
export const handleApiRequest = (authenticator: Authenticator) =>
  Effect.fnUntraced(function* <R>(
    context: RequestContext,
    match: Match<R> | null
  ): Effect.fn.Return<
    HttpResponse,
    never,
    R | Credentials | IdempotentRequests | Secrets | Sessions | SqlClient.SqlClient
  > {
    const nowMs = yield* Clock.currentTimeMillis
    let window: RateWindow | undefined
    const response = authenticator.authenticate(context, nowMs).pipe(
      Effect.flatMap((authentication) => {
        window = authentication.window
        if (authentication._tag === "Refused") return Effect.succeed(authentication.response)
        return match === null ? Effect.succeed(notFound) : handle(context, authentication.caller, match)
      }),
      Effect.catchCause((cause: Cause.Cause<unknown>) => errorResponseFor(cause))
    )
    return withRateLimitHeaders(yield* response, window ?? authenticator.countAddress(context, nowMs))
  })
