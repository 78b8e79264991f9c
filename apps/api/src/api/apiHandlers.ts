import { MonApi, type Route, routesOf } from "@mon/api-contract"
import { Effect } from "effect"
import { isCreation, type RouteHandler } from "../http/RouteTable.ts"
import { accountHandlers, settingsHandlers } from "./account/handlers.ts"
import type { Handlers, HandlerServices } from "./ApiHandler.ts"
import { billingHandlers } from "./billing/handlers.ts"
import { channelHandlers } from "./channels/handlers.ts"
import { configHandlers } from "./config/handlers.ts"
import { dashboardHandlers } from "./dashboard/handlers.ts"
import { disposableEmailHandlers } from "./disposableEmail/handlers.ts"
import { domainHandlers } from "./domains/handlers.ts"
import { emailHealthHandlers } from "./emailHealth/handlers.ts"
import { eventHandlers } from "./events/handlers.ts"
import { incidentHandlers } from "./incidents/handlers.ts"
import { keyHandlers } from "./keys/handlers.ts"
import { type AuditSource, unauditedCalls } from "./audit/auditSources.ts"
import { auditHandlers } from "./audit/handlers.ts"
import { createdId, editedMonitors, observeOf } from "./audit/observe.ts"
import { secondFactorHandlers } from "./security/secondFactor.ts"
import { sessionHandlers } from "./security/sessions.ts"
import { maintenanceHandlers } from "./maintenance/handlers.ts"
import { markerHandlers } from "./markers/handlers.ts"
import { monitorHandlers } from "./monitorList/handlers.ts"
import { notificationHandlers } from "./notifications/handlers.ts"
import { reportHandlers } from "./reports/handlers.ts"
import { routeHandlers } from "./routes/handlers.ts"
import { simulationHandlers } from "./simulations/handlers.ts"
import { statusPageHandlers } from "./statusPages/pageHandlers.ts"
import { statusPostHandlers } from "./statusPages/postHandlers.ts"
import { scheduledReportHandlers } from "./scheduledReports/handlers.ts"
import { statusHostHandlers } from "./statusPages/hostHandlers.ts"
import { statusSubscriberHandlers } from "./statusPages/subscriberHandlers.ts"
import { tagHandlers } from "./tags/handlers.ts"
import { targetOf } from "./targetOf.ts"
import { teamHandlers } from "./team/handlers.ts"
import { urlHandlers } from "./urls/handlers.ts"
import { webhookHandlers } from "./webhooks/handlers.ts"

/** The handlers of every endpoint that requires an API key. */
const handlers: Handlers = {
  account: accountHandlers,
  audit: auditHandlers,
  billing: billingHandlers,
  channels: channelHandlers,
  config: configHandlers,
  dashboard: dashboardHandlers,
  disposableEmail: disposableEmailHandlers,
  domains: domainHandlers,
  emailHealth: emailHealthHandlers,
  events: eventHandlers,
  incidents: incidentHandlers,
  keys: keyHandlers,
  secondFactor: secondFactorHandlers,
  sessions: sessionHandlers,
  maintenance: maintenanceHandlers,
  markers: markerHandlers,
  monitors: monitorHandlers,
  notifications: notificationHandlers,
  reports: reportHandlers,
  routes: routeHandlers,
  settings: settingsHandlers,
  simulations: simulationHandlers,
  statusPages: statusPageHandlers,
  statusPosts: statusPostHandlers,
  scheduledReports: scheduledReportHandlers,
  statusHosts: statusHostHandlers,
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

const untyped = handlers as unknown as Record<string, Record<string, UntypedHandler>>

const routeHandler = (found: UntypedHandler): Pick<RouteHandler<HandlerServices>, "check" | "prepare"> => {
  if ("prepare" in found) return { check: found.check ?? null, prepare: found.prepare }
  const { check, handle } = typeof found === "function" ? { check: null, handle: found } : found
  return { check, prepare: (request) => Effect.succeed(handle(request)) }
}

/**
 * The handler of a route. `Handlers` has exactly the endpoints of the contract, each typed with its own input. Routes
 * come from the same contract and are decoded by its schemas, so the input always has the handler's type.
 */
/** The handler of a GET endpoint, for the audit log. */
const readerOf = (source: AuditSource["read"]) => {
  const [group = "", endpoint = ""] = source.split(".")
  const found = untyped[group]?.[endpoint]
  if (typeof found !== "function") throw new Error(`No handler for ${source}.`)
  return found as (request: object) => ReturnType<Handle>
}

const auditOf = (route: Route): RouteHandler<HandlerServices>["audit"] =>
  route.method === "GET" || unauditedCalls.has(`${route.group}.${route.endpoint}`)
    ? null
    : {
        observe: observeOf(route, apiRoutes, readerOf),
        created: (result) => createdId(route, result),
        edited: (request, result) => editedMonitors(route, request.payload, result)
      }

export const apiHandlerOf = (route: Route): RouteHandler<HandlerServices> => {
  const { endpoint, group } = route
  const found = untyped[group]?.[endpoint]
  if (found === undefined) throw new Error(`No handler for ${group}.${endpoint}.`)
  if (isCreation(route) !== "prepare" in found)
    throw new Error(`${group}.${endpoint}: a POST that answers 201, and only this, returns its write from "prepare".`)
  return { ...routeHandler(found), target: targetOf(route), audit: auditOf(route) }
}
