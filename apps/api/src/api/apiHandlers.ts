import { MonApi, type Endpoint, endpointsOf } from "@mon/api-contract"
import { type MonitorKind, monitorKindNames, monitorKinds } from "@mon/model"
import { Effect } from "effect"
import { type EndpointHandler, isCreation } from "../http/EndpointTable.ts"
import { accountHandlers, settingsHandlers } from "./account/handlers.ts"
import type { Handlers, HandlerServices } from "./ApiHandler.ts"
import { alertSourceHandlers } from "./alertSources/handlers.ts"
import { billingHandlers } from "./billing/handlers.ts"
import { channelHandlers } from "./channels/handlers.ts"
import { contactHandlers } from "./channels/contactHandlers.ts"
import { configHandlers } from "./config/handlers.ts"
import { dashboardHandlers } from "./dashboard/handlers.ts"
import { disposableEmailHandlers } from "./disposableEmail/handlers.ts"
import { domainHandlers } from "./domains/handlers.ts"
import { emailHealthHandlers } from "./emailHealth/handlers.ts"
import { eventHandlers } from "./events/handlers.ts"
import { heartbeatHandlers } from "./heartbeats/handlers.ts"
import { incidentHandlers } from "./incidents/handlers.ts"
import { keyHandlers } from "./keys/handlers.ts"
import { type AuditSource, unauditedCalls } from "./audit/auditSources.ts"
import { auditHandlers } from "./audit/handlers.ts"
import { createdId, describeNew, editedMonitors, observeOf } from "./audit/observe.ts"
import { secondFactorHandlers } from "./security/secondFactor.ts"
import { sessionHandlers } from "./security/sessions.ts"
import { maintenanceHandlers } from "./maintenance/handlers.ts"
import { markerHandlers } from "./markers/handlers.ts"
import { monitorListHandlers } from "./monitorList/handlers.ts"
import { monitorsByKind } from "./monitors/byKind.ts"
import { monitorHandlers, type MonitorHandlers } from "./monitors/monitorHandlers.ts"
import { onCallHandlers } from "./onCall/handlers.ts"
import { onCallRequestHandlers } from "./onCall/requestHandlers.ts"
import { notificationHandlers } from "./notifications/handlers.ts"
import { reportHandlers } from "./reports/handlers.ts"
import { routeHandlers } from "./routes/handlers.ts"
import { serviceHandlers } from "./services/handlers.ts"
import { simulationHandlers } from "./simulations/handlers.ts"
import { statusPageHandlers } from "./statusPages/pageHandlers.ts"
import { statusPostHandlers } from "./statusPages/postHandlers.ts"
import { scheduledReportHandlers } from "./scheduledReports/handlers.ts"
import { statusHostHandlers } from "./statusPages/hostHandlers.ts"
import { statusSubscriberHandlers } from "./statusPages/subscriberHandlers.ts"
import { tagHandlers } from "./tags/handlers.ts"
import { targetOf } from "./targetOf.ts"
import { teamHandlers } from "./team/handlers.ts"
import { urlHandlers } from "./pages/handlers.ts"
import { webhookHandlers } from "./webhooks/handlers.ts"

/**
 * The handlers for each kind of monitor. In `handlers`, a kind with additional endpoints has its own entry, which
 * replaces the entry from this object.
 */
const handlersByKind = Object.fromEntries<unknown>(
  monitorKindNames.map((kind) => [monitorKinds[kind].plural, monitorHandlers(kind, monitorsByKind[kind] as never)])
) as { readonly [Kind in MonitorKind as (typeof monitorKinds)[Kind]["plural"]]: MonitorHandlers<Kind> }

const handlers: Handlers = {
  ...handlersByKind,
  account: accountHandlers,
  alertSources: alertSourceHandlers,
  audit: auditHandlers,
  billing: billingHandlers,
  channels: channelHandlers,
  config: configHandlers,
  contacts: contactHandlers,
  dashboard: dashboardHandlers,
  disposableEmail: disposableEmailHandlers,
  domains: domainHandlers,
  emailHealth: emailHealthHandlers,
  events: eventHandlers,
  heartbeats: heartbeatHandlers,
  incidents: incidentHandlers,
  keys: keyHandlers,
  secondFactor: secondFactorHandlers,
  sessions: sessionHandlers,
  maintenance: maintenanceHandlers,
  markers: markerHandlers,
  monitors: monitorListHandlers,
  notifications: notificationHandlers,
  onCall: onCallHandlers,
  onCallRequests: onCallRequestHandlers,
  reports: reportHandlers,
  routes: routeHandlers,
  services: serviceHandlers,
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

export const apiEndpoints: ReadonlyArray<Endpoint> = endpointsOf(MonApi).filter(({ group }) =>
  Object.hasOwn(handlers, group)
)

type Prepare = EndpointHandler<HandlerServices>["prepare"]
type Handle = (request: Parameters<Prepare>[0]) => Effect.Success<ReturnType<Prepare>>
type Check = EndpointHandler<HandlerServices>["check"]
type UntypedHandler =
  | Handle
  | { readonly check: Check; readonly handle: Handle }
  | { readonly check?: Check; readonly writesEntry?: boolean; readonly prepare: Prepare }

const untyped = handlers as unknown as Record<string, Record<string, UntypedHandler>>

const handlerOf = (group: string, name: string): UntypedHandler | undefined => {
  const ofGroup = Object.hasOwn(untyped, group) ? (untyped[group] ?? {}) : {}
  return Object.hasOwn(ofGroup, name) ? ofGroup[name] : undefined
}

const endpointHandler = (
  found: UntypedHandler
): Pick<EndpointHandler<HandlerServices>, "check" | "prepare" | "writesEntry"> => {
  if ("prepare" in found)
    return { check: found.check ?? null, prepare: found.prepare, writesEntry: found.writesEntry ?? false }
  const { check, handle } = typeof found === "function" ? { check: null, handle: found } : found
  return { check, prepare: (request) => Effect.succeed(handle(request)) }
}

const readerOf = (source: AuditSource["read"]) => {
  const [group = "", name = ""] = source.split(".")
  const found = handlerOf(group, name)
  if (typeof found !== "function") throw new Error(`No handler for ${source}.`)
  return found as (request: object) => ReturnType<Handle>
}

const auditOf = (endpoint: Endpoint): EndpointHandler<HandlerServices>["audit"] =>
  endpoint.method === "GET" || unauditedCalls.has(`${endpoint.group}.${endpoint.name}`)
    ? null
    : {
        observe: observeOf(endpoint, apiEndpoints, readerOf),
        describe: describeNew(endpoint, apiEndpoints),
        created: (result) => createdId(endpoint, result),
        edited: (request, result) => editedMonitors(endpoint, request.payload, result)
      }

/**
 * Returns the handler of an endpoint. The cast is safe, because each handler in `Handlers` has the input type of its
 * endpoint, and the contract's schemas decode exactly this input.
 */
export const apiHandlerOf = (endpoint: Endpoint): EndpointHandler<HandlerServices> => {
  const { group, name } = endpoint
  const found = handlerOf(group, name)
  if (found === undefined) throw new Error(`No handler for ${group}.${name}.`)
  if (isCreation(endpoint) !== "prepare" in found)
    throw new Error(`${group}.${name}: a POST that answers 201, and only this, returns its write from "prepare".`)
  return { ...endpointHandler(found), target: targetOf(endpoint), audit: auditOf(endpoint) }
}
