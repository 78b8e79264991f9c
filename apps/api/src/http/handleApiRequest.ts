import { Forbidden, messages } from "@mon/api-contract"
import { Credentials, type IdempotentRequests, type Secrets, type Sessions } from "@mon/core-store"
import type { SqlClient } from "effect/sql"
import { type Cause, Clock, Effect } from "effect"
import type { Caller } from "../auth/Caller.ts"
import type { Authenticator } from "./Authentication.ts"
import { parseQuery } from "./Decoder.ts"
import { errorResponse, errorResponseFor } from "./ErrorResponse.ts"
import {
  AnswerWithHeaders,
  downloadResponse,
  EventStream,
  eventStreamResponse,
  FileDownload,
  type HttpResponse,
  jsonResponse,
  PlainText
} from "./HttpResponse.ts"
import { newWorkId, onceForKey } from "./Idempotency.ts"
import {
  isOverLimit,
  type RateWindow,
  rateWindow,
  tooManyRequests,
  windowStart,
  withRateLimitHeaders
} from "./RateLimit.ts"
import { type JsonObject, readJsonBody } from "./RequestBody.ts"
import type { RequestContext } from "./RequestContext.ts"
import { credentialRefusal } from "./routeAccess.ts"
import type { Match, ServedRoute } from "./RouteTable.ts"

const notFound = errorResponse(404, messages.notFound)

const decodeBody = <R>(route: ServedRoute<R>, body: JsonObject, caller: Caller) => {
  const error = route.check?.(body, caller) ?? null
  if (error !== null) return Effect.fail(error)
  const decoded = route.payload?.(body)
  return decoded === undefined || decoded.ok ? Effect.succeed(decoded?.value) : Effect.fail(decoded.error)
}

const responseOf =
  <R>({ delivery, status }: ServedRoute<R>) =>
  (result: object): HttpResponse => {
    if (result instanceof FileDownload) return downloadResponse(status, result)
    if (result instanceof AnswerWithHeaders) return { ...jsonResponse(status, result.body), headers: result.headers }
    if (result instanceof EventStream) return eventStreamResponse(status, result)
    if (result instanceof PlainText) return { status, body: result.text, contentType: result.contentType, ...delivery }
    return { ...jsonResponse(status, result), ...delivery }
  }

/** Counts a request that causes work. Keys and sessions of a person share this window, which has the plan's size. */
const countWork = Effect.fnUntraced(function* ({ limits, viewer }: Caller) {
  const nowMs = yield* Clock.currentTimeMillis
  const start = windowStart(nowMs)
  const window = rateWindow(limits.requestsPerMinute, yield* (yield* Credentials).count("work", viewer, start), start)
  return isOverLimit(window) ? withRateLimitHeaders(tooManyRequests(window, nowMs), window) : null
})

/**
 * Refuses what the credential does not allow, after the body and the ownership (decisions section 1). Comes before a
 * repeated request is answered, because the first one may have had another credential.
 */
const refuseByCredential = Effect.fnUntraced(function* <R>(
  { params, route }: Match<R>,
  caller: Caller,
  body: JsonObject
) {
  const message = credentialRefusal(route.access, caller)
  if (message === null) return
  yield* decodeBody(route, body, caller)
  if (route.target !== null) yield* route.target({ caller, params })
  return yield* new Forbidden({ message })
})

/** Decodes, checks and handles a request that has passed authentication and the rate limit. */
const handle = Effect.fnUntraced(function* <R>(context: RequestContext, caller: Caller, match: Match<R>) {
  const { params, route } = match
  let query: unknown
  if (route.query !== null) {
    const decoded = route.query(parseQuery(context.query))
    if (!decoded.ok) return yield* decoded.error
    query = decoded.value
  }
  const body = route.payload === null ? {} : yield* readJsonBody(context.request, route.bodyLimit)
  yield* refuseByCredential(match, caller, body)
  const refused = route.causesWork(query, body) ? yield* countWork(caller) : null
  if (refused !== null) return refused
  const prepare = (workId: Effect.Effect<string>) =>
    Effect.flatMap(decodeBody(route, body, caller), (payload) =>
      route.prepare({ caller, workId, params, query, payload })
    )
  const toResponse = responseOf(route)
  return yield* route.repeatable
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
