import {
  BadRequest,
  type CreateRoute,
  Forbidden,
  messages,
  NotFound,
  type ReceiverChange,
  type UpdateRoute
} from "@mon/api-contract"
import { AlertRoutes, randomBytes, type RouteDraft, type SaveRouteResult } from "@mon/core-store"
import { type AlertRoute, Plans, type RoutedFactKind, uuidv7 } from "@mon/model"
import { simulateRoute } from "@mon/notifications"
import { Clock, Data, Effect } from "effect"
import { type Caller, adminOnly } from "../../auth/Caller.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { inAccount } from "../monitors/inAccount.ts"
import { withReceivers } from "./receivers.ts"

const routeNotFound = () => new NotFound({ message: messages.routeNotFound })

const limitsOf = Effect.fnUntraced(function* ({ plan }: Caller) {
  return (yield* Plans)[plan]
})

const savedRoute = Effect.fnUntraced(function* (caller: Caller, result: SaveRouteResult) {
  const limits = yield* limitsOf(caller)
  switch (result._tag) {
    case "Saved":
      return result.route
    case "Absent":
      return yield* routeNotFound()
    case "LimitReached":
      return yield* new BadRequest({ message: messages.routeLimit(limits.routes, limits.title) })
    case "NoMonitor":
      return yield* new BadRequest({ message: messages.routeMonitor })
    case "NoTag":
      return yield* new BadRequest({ message: messages.routeTag })
    case "NoTarget":
      return yield* new BadRequest({ message: messages.routeTarget })
    case "NoRepeatedStep":
      return yield* new BadRequest({ message: messages.routeRepeat })
  }
})

type Chosen = Pick<RouteDraft, "scope" | "monitorIds" | "tagIds">

/** Returns the scope of a route. If the request contains no scope but monitors or tags, the scope is `chosen`. */
const scopeOf = (
  { monitorIds, scope, tagIds }: CreateRoute | UpdateRoute,
  before: Chosen = { scope: "all", monitorIds: [], tagIds: [] }
): Chosen => {
  const gives = (monitorIds?.length ?? 0) + (tagIds?.length ?? 0) > 0
  return {
    scope: scope ?? (gives ? "chosen" : before.scope),
    monitorIds: monitorIds ?? before.monitorIds,
    tagIds: tagIds ?? before.tagIds
  }
}

const refuseNothing = Effect.fnUntraced(function* ({ monitorIds, scope, tagIds }: Chosen) {
  if (scope === "chosen" && monitorIds.length === 0 && tagIds.length === 0)
    return yield* new BadRequest({ message: messages.routeChoosesNothing })
})

/** Creates a route. Adds it as the last route, unless the request contains a position. */
export const createRoute = Effect.fn("createRoute")(function* (caller: Caller, payload: CreateRoute) {
  const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
  const {
    fallback = [],
    kinds = [],
    name,
    position,
    reminderMinutes = null,
    repeat = null,
    severities = [],
    steps
  } = payload
  const chosen = scopeOf(payload)
  yield* refuseNothing(chosen)
  const { routes } = yield* limitsOf(caller)
  const draft = { id, name: name.trim(), kinds, severities, ...chosen, steps, reminderMinutes, repeat, fallback }
  const result = yield* (yield* AlertRoutes).create(
    caller.viewer,
    position === undefined ? draft : { ...draft, position },
    routes
  )
  return yield* savedRoute(caller, result)
})

/**
 * Changes the given fields of a route. Refuses to change a route beyond the plan's limit, which can only be deleted.
 */
export const updateRoute = Effect.fn("updateRoute")(function* (caller: Caller, id: string, payload: UpdateRoute) {
  yield* adminOnly(caller)
  const routes = yield* AlertRoutes
  const before = (yield* routes.list(caller.viewer)).find((route) => route.id === id)
  if (before === undefined) return yield* routeNotFound()
  const limits = yield* limitsOf(caller)
  if (before.stoppedBy === "plan")
    return yield* new Forbidden({ message: messages.routeOverLimit(limits.routes, limits.title) })
  const { monitorIds, name, scope, tagIds } = payload
  const choosesAnew = monitorIds !== undefined || scope !== undefined || tagIds !== undefined
  const chosen = scopeOf(payload, before)
  if (choosesAnew) yield* refuseNothing(chosen)
  const result = yield* routes.update(caller.viewer, id, {
    ...payload,
    ...(choosesAnew ? { scope: chosen.scope } : {}),
    ...(name === undefined ? {} : { name: name.trim() })
  })
  return yield* savedRoute(caller, result)
})

const listRoutes = Effect.fnUntraced(function* (caller: Caller) {
  yield* adminOnly(caller)
  return (yield* (yield* AlertRoutes).list(caller.viewer)) satisfies ReadonlyArray<AlertRoute>
})

export const removeRoute = Effect.fn("removeRoute")(function* (caller: Caller, id: string) {
  yield* adminOnly(caller)
  if (!(yield* (yield* AlertRoutes).remove(caller.viewer, id))) return yield* routeNotFound()
  return { id, deleted: true } as const
})

interface SimulationQuery {
  readonly monitorId: string
  readonly kind?: RoutedFactKind
  readonly at?: string
}

const simulation = Effect.fn("simulateRoute")(function* (caller: Caller, { at, kind, monitorId }: SimulationQuery) {
  yield* adminOnly(caller)
  const found = yield* simulateRoute(caller.viewer, {
    monitorId,
    kind: kind ?? null,
    atMs: at === undefined ? null : Date.parse(at)
  })
  return found ?? (yield* new NotFound({ message: messages.monitorNotFound }))
})

const listPeople = Effect.fnUntraced(function* (caller: Caller) {
  yield* adminOnly(caller)
  return yield* (yield* AlertRoutes).people(caller.viewer)
})

/** The error that undoes the changes of a trial. */
class Tried extends Data.TaggedError("Tried") {}

/**
 * Runs a change, and adds to the result of the change the monitors whose alerts go to different receivers from now on.
 */
const saving = <A extends object, E, R>(caller: Caller, operation: string, change: Effect.Effect<A, E, R>) =>
  Effect.andThen(
    adminOnly(caller),
    inAccount(
      caller,
      operation,
      Effect.map(withReceivers(caller, change), ({ receivers, result }) => ok({ ...result, receivers }))
    )
  )

/** Makes a change and undoes it, to find out which monitors would get different receivers. */
const trying = Effect.fnUntraced(function* <A, E, R>(
  caller: Caller,
  operation: string,
  change: Effect.Effect<A, E, R>
) {
  yield* adminOnly(caller)
  let receivers: ReadonlyArray<ReceiverChange> = []
  const tried = Effect.flatMap(withReceivers(caller, change), (found) => {
    receivers = found.receivers
    return Effect.fail(new Tried())
  })
  yield* Effect.catchIf(
    inAccount(caller, operation, tried),
    (error) => error instanceof Tried,
    () => Effect.void
  )
  return ok({ receivers })
})

export const routeHandlers: GroupHandlers<"routes"> = {
  people: ({ caller }) => Effect.map(listPeople(caller), ok),
  list: ({ caller }) => Effect.map(listRoutes(caller), ok),
  create: {
    prepare: ({ caller, payload }) =>
      Effect.as(adminOnly(caller), saving(caller, "createRoute", createRoute(caller, payload)))
  },
  tryNew: ({ caller, payload }) => trying(caller, "tryRoute", createRoute(caller, payload)),
  update: ({ caller, params, payload }) => saving(caller, "updateRoute", updateRoute(caller, params.id, payload)),
  tryChange: ({ caller, params, payload }) => trying(caller, "tryRouteChange", updateRoute(caller, params.id, payload)),
  remove: ({ caller, params }) => saving(caller, "removeRoute", removeRoute(caller, params.id)),
  tryRemoval: ({ caller, params }) => trying(caller, "tryRouteRemoval", removeRoute(caller, params.id)),
  simulation: ({ caller, query }) => Effect.map(simulation(caller, query), ok)
}
