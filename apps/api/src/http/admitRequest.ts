import { Forbidden } from "@mon/api-contract"
import { Credentials } from "@mon/core-store"
import { Clock, Effect } from "effect"
import type { Caller } from "../auth/Caller.ts"
import { isOverLimit, type RateWindow, rateWindow, windowStart } from "./RateLimit.ts"
import type { JsonObject } from "./RequestBody.ts"
import { credentialRefusal, planRefusal } from "./endpointAccess.ts"
import type { Match, ServedEndpoint } from "./EndpointTable.ts"

/** Counts a request that causes work. Keys and sessions of a person share this window, which has the plan's size. */
const countWork = Effect.fnUntraced(function* ({ limits, viewer }: Caller) {
  const start = windowStart(yield* Clock.currentTimeMillis)
  return rateWindow(limits.requestsPerMinute, yield* (yield* Credentials).count("work", viewer, start), start)
})

const decodeBody = <R>(endpoint: ServedEndpoint<R>, body: JsonObject, caller: Caller) => {
  const error = endpoint.check?.(body, caller) ?? null
  if (error !== null) return Effect.fail(error)
  const decoded = endpoint.payload?.(body)
  return decoded === undefined || decoded.ok ? Effect.succeed(decoded?.value) : Effect.fail(decoded.error)
}

/**
 * Refuses what the credential, or the plan of an admin, does not allow, after the body and the ownership. Comes before
 * a repeated request is answered, because the first one may have had another credential.
 */
const refuseByPermission = Effect.fnUntraced(function* <R>(
  { endpoint, params }: Match<R>,
  caller: Caller,
  body: JsonObject
) {
  const message = credentialRefusal(endpoint.permission, caller) ?? planRefusal(endpoint.permission, caller)
  if (message === null) return
  yield* decodeBody(endpoint, body, caller)
  if (endpoint.target !== null) yield* endpoint.target({ caller, params })
  return yield* new Forbidden({ message })
})

/**
 * The query and the body of a request. `readBody` runs only if the endpoint has a body, after the query was decoded.
 */
interface RequestParts<E> {
  readonly query: Readonly<Record<string, unknown>>
  readonly readBody: Effect.Effect<JsonObject, E>
}

/**
 * Decodes and checks a request that has passed authentication and the rate limit. It is either over the window of
 * requests that cause work, or admitted, with its work.
 */
export const admitRequest = Effect.fnUntraced(function* <R, E>(
  caller: Caller,
  match: Match<R>,
  { query: given, readBody }: RequestParts<E>
) {
  const { endpoint, params } = match
  let query: unknown
  if (endpoint.query !== null) {
    const decoded = endpoint.query(given)
    if (!decoded.ok) return yield* decoded.error
    query = decoded.value
  }
  const body = endpoint.payload === null ? {} : yield* readBody
  yield* refuseByPermission(match, caller, body)
  const window: RateWindow | null = endpoint.causesWork(query, body) ? yield* countWork(caller) : null
  if (window !== null && isOverLimit(window)) return { _tag: "OverLimit", window } as const
  const prepare = (workId: Effect.Effect<string>) =>
    Effect.flatMap(decodeBody(endpoint, body, caller), (payload) =>
      endpoint.prepare({ caller, workId, params, query, payload })
    )
  return { _tag: "Admitted", body, prepare } as const
})
