import { type ApiError, BASE_PATH, type BadRequest, type Route } from "@mon/api-contract"
import type { StoreError } from "@mon/core-store"
import { simulationLimits } from "@mon/model"
import type { Effect } from "effect"
import type { Caller } from "../auth/Caller.ts"
import type { Handlers, HandlerServices, JsonObject } from "../api/ApiHandler.ts"
import { type Decoder, makeDecoder } from "./Decoder.ts"
import { matchPath } from "./PathTemplate.ts"
import { BODY_LIMIT } from "./RequestBody.ts"

/** What a handler is given, before its own types. */
export interface HandlerRequest {
  readonly caller: Caller
  readonly params: Readonly<Record<string, string>>
  readonly query: unknown
  readonly payload: unknown
}

/** A route that can be served: its decoders are built, its handler is found. */
export interface ServedRoute {
  readonly label: string
  readonly status: number
  /** Whether an Idempotency-Key is heeded: every POST that makes something. */
  readonly repeatable: boolean
  /** Bytes of the body. */
  readonly bodyLimit: number
  readonly query: Decoder | null
  readonly payload: Decoder | null
  readonly check: ((body: JsonObject, caller: Caller) => BadRequest | null) | null
  readonly handle: (request: HandlerRequest) => Effect.Effect<object, ApiError | StoreError, HandlerServices>
}

export interface Match {
  readonly route: ServedRoute
  readonly params: Readonly<Record<string, string>>
}

interface Template {
  readonly route: ServedRoute
  readonly segments: ReadonlyArray<string>
}

/** The routes of the contract, found by method and path. */
export interface RouteTable {
  readonly match: (method: string, path: string) => Match | null
}

const none = {}

/** Routes that take more than others, by their path in the contract (decisions section 1). */
const largeBodies = new Map([[`${BASE_PATH}/campaign-simulate`, simulationLimits.bodyBytes]])

/**
 * `Handlers` has exactly the endpoints of the contract, each with the types of its own input; `routes` comes from the
 * same contract and is decoded by its schemas, so what is handed over here is what the handler asks for.
 */
const handlerOf = (handlers: Handlers, { endpoint, group }: Route): Pick<ServedRoute, "check" | "handle"> => {
  type Handler =
    | ServedRoute["handle"]
    | { readonly check: NonNullable<ServedRoute["check"]>; readonly handle: ServedRoute["handle"] }
  const found = (handlers as unknown as Record<string, Record<string, Handler>>)[group]?.[endpoint]
  if (found === undefined) throw new Error(`No handler for ${group}.${endpoint}.`)
  return typeof found === "function" ? { check: null, handle: found } : found
}

/** Literal segments win over parameters, whatever the order of the routes. */
export const makeRouteTable = (routes: ReadonlyArray<Route>, handlers: Handlers): RouteTable => {
  const literal = new Map<string, Match>()
  const templates = new Map<string, Array<Template>>()
  for (const route of routes) {
    const served: ServedRoute = {
      label: route.path,
      status: route.status,
      bodyLimit: largeBodies.get(route.path) ?? BODY_LIMIT,
      repeatable: route.method === "POST" && route.status === 201,
      query: route.query === null ? null : makeDecoder(route.query),
      payload: route.payload === null ? null : makeDecoder(route.payload),
      ...handlerOf(handlers, route)
    }
    if (!route.path.includes(":")) {
      literal.set(`${route.method} ${route.path}`, { route: served, params: none })
      continue
    }
    const segments = route.path.split("/")
    const key = `${route.method} ${segments.length}`
    templates.set(key, [...(templates.get(key) ?? []), { route: served, segments }])
  }

  const match = (asked: string, path: string): Match | null => {
    const method = asked === "HEAD" ? "GET" : asked
    const exact = literal.get(`${method} ${path}`)
    if (exact !== undefined) return exact
    const segments = path.split("/")
    for (const template of templates.get(`${method} ${segments.length}`) ?? []) {
      const params = matchPath(template.segments, segments)
      if (params !== null) return { route: template.route, params }
    }
    return path.length > 1 && path.endsWith("/") ? match(method, path.slice(0, -1)) : null
  }
  return { match }
}
