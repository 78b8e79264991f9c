import { MonApi, type Route, routesOf } from "@mon/api-contract"
import { Effect } from "effect"
import { isCreation, type RouteHandler } from "../http/RouteTable.ts"
import { accountHandlers, settingsHandlers } from "./account/handlers.ts"
import type { Handlers, HandlerServices } from "./ApiHandler.ts"
import { billingHandlers } from "./billing/handlers.ts"
import { channelHandlers } from "./channels/handlers.ts"
import { dashboardHandlers } from "./dashboard/handlers.ts"
import { disposableEmailHandlers } from "./disposableEmail/handlers.ts"
import { domainHandlers } from "./domains/handlers.ts"
import { emailHealthHandlers } from "./emailHealth/handlers.ts"
import { eventHandlers } from "./events/handlers.ts"
import { incidentHandlers } from "./incidents/handlers.ts"
import { keyHandlers } from "./keys/handlers.ts"
import { maintenanceHandlers } from "./maintenance/handlers.ts"
import { monitorHandlers } from "./monitorList/handlers.ts"
import { notificationHandlers } from "./notifications/handlers.ts"
import { routeHandlers } from "./routes/handlers.ts"
import { simulationHandlers } from "./simulations/handlers.ts"
import { statusPageHandlers } from "./statusPages/pageHandlers.ts"
import { statusPostHandlers } from "./statusPages/postHandlers.ts"
import { statusSubscriberHandlers } from "./statusPages/subscriberHandlers.ts"
import { tagHandlers } from "./tags/handlers.ts"
import { targetOf } from "./targetOf.ts"
import { teamHandlers } from "./team/handlers.ts"
import { urlHandlers } from "./urls/handlers.ts"
import { webhookHandlers } from "./webhooks/handlers.ts"

/** The handlers of every endpoint that requires an API key. */
const handlers: Handlers = {
  account: accountHandlers,
  billing: billingHandlers,
  channels: channelHandlers,
  dashboard: dashboardHandlers,
  disposableEmail: disposableEmailHandlers,
  domains: domainHandlers,
  emailHealth: emailHealthHandlers,
  events: eventHandlers,
  incidents: incidentHandlers,
  keys: keyHandlers,
  maintenance: maintenanceHandlers,
  monitors: monitorHandlers,
  notifications: notificationHandlers,
  routes: routeHandlers,
  settings: settingsHandlers,
  simulations: simulationHandlers,
  statusPages: statusPageHandlers,
  statusPosts: statusPostHandlers,
  statusSubscribers: statusSubscriberHandlers,
  tags: tagHandlers,
  team: teamHandlers,
  urls: urlHandlers,
  webhooks: webhookHandlers
}

/** The routes of the contract that require an API key. */
export const apiRoutes: ReadonlyArray<Route> = routesOf(MonApi).filter(({ group }) => Object.hasOwn(handlers, group))

type Prepare = RouteHandler<HandlerServices>["prepare"]
type Handle = (request: Parameters<Prepare>[0]) => Effect.Success<ReturnType<Prepare>>
type Check = RouteHandler<HandlerServices>["check"]
type UntypedHandler =
  | Handle
  | { readonly check: Check; readonly handle: Handle }
  | { readonly check?: Check; readonly prepare: Prepare }

const routeHandler = (found: UntypedHandler): Pick<RouteHandler<HandlerServices>, "check" | "prepare"> => {
  if ("prepare" in found) return { check: found.check ?? null, prepare: found.prepare }
  const { check, handle } = typeof found === "function" ? { check: null, handle: found } : found
  return { check, prepare: (request) => Effect.succeed(handle(request)) }
}

/**
 * The handler of a route. `Handlers` has exactly the endpoints of the contract, each typed with its own input. Routes
 * come from the same contract and are decoded by its schemas, so the input always has the handler's type.
 */
export const apiHandlerOf = (route: Route): RouteHandler<HandlerServices> => {
  const { endpoint, group } = route
  const found = (handlers as unknown as Record<string, Record<string, UntypedHandler>>)[group]?.[endpoint]
  if (found === undefined) throw new Error(`No handler for ${group}.${endpoint}.`)
  if (isCreation(route) !== "prepare" in found)
    throw new Error(`${group}.${endpoint}: a POST that answers 201, and only this, returns its write from "prepare".`)
  return { ...routeHandler(found), target: targetOf(route) }
}
