import { type ApiError, BASE_PATH, type BadRequest, type Route } from "@mon/api-contract"
import type { StoreError } from "@mon/core-store"
import { simulationLimits } from "@mon/model"
import type { Effect } from "effect"
import type { Caller } from "../auth/Caller.ts"
import { actorOf, change } from "./change.ts"
import { type Decoder, makeDecoder } from "./Decoder.ts"
import { BODY_LIMIT, type JsonObject } from "./RequestBody.ts"
import { matchPath } from "./Router.ts"

/** The decoded parts of a request, not yet typed for the endpoint. */
interface HandlerRequest {
  readonly caller: Caller
  readonly params: Readonly<Record<string, string>>
  readonly query: unknown
  readonly payload: unknown
}

/** A handler that is not yet typed for its endpoint, with the check of the raw body that runs before the schema. */
export interface RouteHandler<R> {
  readonly check: ((body: JsonObject, caller: Caller) => BadRequest | null) | null
  readonly handle: (request: HandlerRequest) => Effect.Effect<object, ApiError | StoreError, R>
}

/** A route with its decoders and its handler. */
export interface ServedRoute<R> extends RouteHandler<R> {
  readonly label: string
  readonly status: number
  /** Whether an Idempotency-Key applies: for every POST that creates something. */
  readonly repeatable: boolean
  /** Maximum size of the body in bytes. */
  readonly bodyLimit: number
  readonly query: Decoder | null
  readonly payload: Decoder | null
}

export interface Match<R> {
  readonly route: ServedRoute<R>
  readonly params: Readonly<Record<string, string>>
}

interface Template<R> {
  readonly route: ServedRoute<R>
  readonly segments: ReadonlyArray<string>
}

/** Finds routes of the contract by method and path. */
export interface RouteTable<R> {
  readonly match: (method: string, path: string) => Match<R> | null
}

const none = {}

/** Routes with a higher body limit, by their path in the contract (decisions section 1). */
const largeBodies = new Map([[`${BASE_PATH}/campaign-simulate`, simulationLimits.bodyBytes]])

/** Runs the handler as a change, unless the method is GET. */
const throughChange =
  <R>({ endpoint, group, method }: Route, handle: RouteHandler<R>["handle"]): RouteHandler<R>["handle"] =>
  (request) => {
    if (method === "GET") return handle(request)
    const { principal } = request.caller
    const [target = null] = Object.values(request.params)
    const actor = actorOf("key", principal)
    return change({ actor, accountId: principal.accountId, action: `${group}.${endpoint}`, target }, handle(request))
  }

/** Literal segments take precedence over parameters, whatever the order of the routes. */
export const makeRouteTable = <R>(
  routes: ReadonlyArray<Route>,
  handlerOf: (route: Route) => RouteHandler<R>
): RouteTable<R> => {
  const literal = new Map<string, Match<R>>()
  const templates = new Map<string, Array<Template<R>>>()
  for (const route of routes) {
    const { check, handle } = handlerOf(route)
    const served: ServedRoute<R> = {
      label: route.path,
      status: route.status,
      bodyLimit: largeBodies.get(route.path) ?? BODY_LIMIT,
      repeatable: route.method === "POST" && route.status === 201,
      query: route.query === null ? null : makeDecoder(route.query),
      payload: route.payload === null ? null : makeDecoder(route.payload),
      check,
      handle: throughChange(route, handle)
    }
    if (!route.path.includes(":")) {
      literal.set(`${route.method} ${route.path}`, { route: served, params: none })
      continue
    }
    const segments = route.path.split("/")
    const key = `${route.method} ${segments.length}`
    templates.set(key, [...(templates.get(key) ?? []), { route: served, segments }])
  }

  const match = (requestMethod: string, path: string): Match<R> | null => {
    const method = requestMethod === "HEAD" ? "GET" : requestMethod
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
