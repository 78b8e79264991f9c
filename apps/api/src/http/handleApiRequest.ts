import { messages } from "@mon/api-contract"
import type { Credentials, IdempotentRequests } from "@mon/core-store"
import { type Cause, Clock, Effect } from "effect"
import type { Caller } from "../auth/Caller.ts"
import type { HandlerServices, JsonObject } from "../api/ApiHandler.ts"
import type { Gate } from "./Authentication.ts"
import { parseQuery } from "./Decoder.ts"
import { errorReply, type Exchange, jsonReply, type Reply } from "./RequestContext.ts"
import { failureReply } from "./ErrorResponse.ts"
import { FileReply } from "./FileResponse.ts"
import type { RateWindow } from "./RateLimit.ts"
import { readJsonBody } from "./RequestBody.ts"
import { onceForKey } from "./Idempotency.ts"
import type { Match, ServedRoute } from "./RouteTable.ts"

const notFound = errorReply(404, messages.notFound)

/** The headers of interface 8.1. */
export const withWindow = (reply: Reply, { hits, limit, resetAt }: RateWindow): Reply => ({
  ...reply,
  headers: {
    "X-RateLimit-Limit": String(limit),
    "X-RateLimit-Remaining": String(Math.max(0, limit - hits)),
    "X-RateLimit-Reset": String(resetAt),
    ...reply.headers
  }
})

const fileReply = (status: number, { contentType, filename, pieces }: FileReply): Reply => ({
  status,
  body: pieces,
  contentType,
  headers: { "Content-Disposition": `attachment; filename="${filename}"`, "X-Content-Type-Options": "nosniff" }
})

const decodeBody = (route: ServedRoute, body: JsonObject, caller: Caller) => {
  const fault = route.check?.(body, caller) ?? null
  if (fault !== null) return Effect.fail(fault)
  const decoded = route.payload?.(body)
  return decoded === undefined || decoded.ok ? Effect.succeed(decoded?.value) : Effect.fail(decoded.error)
}

/** Decodes, checks, handles: what comes after key and limit. */
const handle = Effect.fnUntraced(function* (exchange: Exchange, caller: Caller, { params, route }: Match) {
  let query: unknown
  if (route.query !== null) {
    const decoded = route.query(parseQuery(exchange.query))
    if (!decoded.ok) return yield* decoded.error
    query = decoded.value
  }
  const body = route.payload === null ? {} : yield* readJsonBody(exchange.request, route.bodyLimit)
  const answer = Effect.gen(function* () {
    const payload = yield* decodeBody(route, body, caller)
    const answered = yield* route.handle({ caller, params, query, payload })
    return answered instanceof FileReply ? fileReply(route.status, answered) : jsonReply(route.status, answered)
  })
  return yield* route.repeatable ? onceForKey(exchange, caller, body, answer) : answer
})

/** Everything under `/api/v1` that needs a key; every answer, whatever happens, tells the window. */
export const apiReply = (gate: Gate) =>
  Effect.fnUntraced(function* (
    exchange: Exchange,
    match: Match | null
  ): Effect.fn.Return<Reply, never, HandlerServices | Credentials | IdempotentRequests> {
    const nowMs = yield* Clock.currentTimeMillis
    let window: RateWindow | undefined
    const answer = gate.admit(exchange, nowMs).pipe(
      Effect.flatMap((admission) => {
        window = admission.window
        if (admission._tag === "Refused") return Effect.succeed(admission.reply)
        return match === null ? Effect.succeed(notFound) : handle(exchange, admission.caller, match)
      }),
      Effect.catchCause((cause: Cause.Cause<unknown>) => failureReply(cause))
    )
    return withWindow(yield* answer, window ?? gate.countAddress(exchange, nowMs))
  })
