import { Forbidden } from "@mon/api-contract"
import { Credentials } from "@mon/core-store"
import { Clock, Effect } from "effect"
import type { Caller } from "../auth/Caller.ts"
import { isOverLimit, type RateWindow, rateWindow, windowStart } from "./RateLimit.ts"
import type { JsonObject } from "./RequestBody.ts"
import { credentialRefusal, planRefusal } from "./routeAccess.ts"
import type { Match, ServedRoute } from "./RouteTable.ts"

/** Counts a request that causes work. Keys and sessions of a person share this window, which has the plan's size. */
const countWork = Effect.fnUntraced(function* ({ limits, viewer }: Caller) {
  const start = windowStart(yield* Clock.currentTimeMillis)
  return rateWindow(limits.requestsPerMinute, yield* (yield* Credentials).count("work", viewer, start), start)
})

const decodeBody = <R>(route: ServedRoute<R>, body: JsonObject, caller: Caller) => {
  const error = route.check?.(body, caller) ?? null
  if (error !== null) return Effect.fail(error)
  const decoded = route.payload?.(body)
  return decoded === undefined || decoded.ok ? Effect.succeed(decoded?.value) : Effect.fail(decoded.error)
}

/**
 * Refuses what the credential, or the plan of an admin, does not allow, after the body and the ownership (decisions
 * section 1). Comes before a repeated request is answered, because the first one may have had another credential.
 */
const refuseByPermission = Effect.fnUntraced(function* <R>(
  { params, route }: Match<R>,
  caller: Caller,
  body: JsonObject
) {
  const message = credentialRefusal(route.permission, caller) ?? planRefusal(route.permission, caller)
  if (message === null) return
  yield* decodeBody(route, body, caller)
  if (route.target !== null) yield* route.target({ caller, params })
  return yield* new Forbidden({ message })
})

/** What a request asks of its route. `readBody` runs only if the route has a body, after the query was decoded. */
interface RouteInput<E> {
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
  { query: given, readBody }: RouteInput<E>
) {
  const { params, route } = match
  let query: unknown
  if (route.query !== null) {
    const decoded = route.query(given)
    if (!decoded.ok) return yield* decoded.error
    query = decoded.value
  }
  const body = route.payload === null ? {} : yield* readBody
  yield* refuseByPermission(match, caller, body)
  const window: RateWindow | null = route.causesWork(query, body) ? yield* countWork(caller) : null
  if (window !== null && isOverLimit(window)) return { _tag: "OverLimit", window } as const
  const prepare = (workId: Effect.Effect<string>) =>
    Effect.flatMap(decodeBody(route, body, caller), (payload) =>
      route.prepare({ caller, workId, params, query, payload })
    )
  return { _tag: "Admitted", body, prepare } as const
})
