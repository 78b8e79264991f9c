import { type ApiError, messages, NotFound, type Endpoint } from "@mon/api-contract"
import {
  AlertRoutes,
  AlertChannels,
  AlertSources,
  Incidents,
  MaintenanceWindows,
  Markers,
  OwnChannels,
  OnCallRequests,
  OnCallSchedules,
  ScheduledReports,
  type StoreError,
  Simulations,
  SourceIncidents,
  StatusPages,
  StatusPosts,
  StatusSubscribers,
  Tags,
  Team,
  PageMonitors,
  Webhooks
} from "@mon/core-store"
import { monitorKindNames, monitorKinds } from "@mon/model"
import { Effect } from "effect"
import type { Caller } from "../auth/Caller.ts"
import type { EndpointHandler } from "../http/EndpointTable.ts"
import type { HandlerServices } from "./ApiHandler.ts"
import { domainMonitors } from "./monitors/domainMonitors.ts"
import { monitorsByKind } from "./monitors/byKind.ts"
import { memberNotFound } from "./team/access.ts"
import { pageChange } from "./pages/changes.ts"
import { pageMonitors } from "./monitors/pageMonitors.ts"

/** Fails with 404 if the caller cannot see the object that the parameters of a path identify. */
type See = (
  caller: Caller,
  params: Readonly<Record<string, string>>
) => Effect.Effect<unknown, ApiError | StoreError, HandlerServices>

const notFound = (message: string) => Effect.fail(new NotFound({ message }))

/**
 * Checks a target only if the caller is the owner or an admin, because nobody else may see it. The handler refuses all
 * other callers later.
 */
const byAdmin =
  (see: See): See =>
  (caller, params) =>
    caller.viewer.role === "owner" ? see(caller, params) : Effect.void

const seeUrl: See = Effect.fnUntraced(function* (caller, { changeId, id = "" }) {
  const urls = yield* PageMonitors
  if (caller.viewer.role !== "owner" && !(yield* urls.seesAny(caller.viewer))) return
  yield* pageMonitors.found(yield* urls.find(caller.viewer, id))
  if (changeId !== undefined) yield* pageChange(caller, { id, changeId })
})

const seeTag: See = Effect.fnUntraced(function* ({ viewer }, { id }) {
  const tags = yield* (yield* Tags).list(viewer)
  if (!tags.some((tag) => tag.id === id)) return yield* notFound(messages.tagNotFound)
})

const seeMember: See = Effect.fnUntraced(function* ({ principal, viewer }, { membershipId }) {
  if (principal.role !== "owner") return
  const members = yield* (yield* Team).list(viewer)
  if (!members.some((member) => member.membershipId === membershipId)) return yield* memberNotFound()
})

const seeWebhook: See = Effect.fnUntraced(function* ({ viewer }, { id = "" }) {
  if ((yield* (yield* Webhooks).right(viewer, id)) === null) return yield* notFound(messages.webhookNotFound)
})

const seeChannel: See = Effect.fnUntraced(function* ({ viewer }, { id = "" }) {
  if ((yield* (yield* AlertChannels).find(viewer, id)) === null) return yield* notFound(messages.channelNotFound)
})

const seeOwnChannel: See = Effect.fnUntraced(function* ({ viewer }, { id = "" }) {
  if ((yield* (yield* OwnChannels).find(viewer, id)) === null) return yield* notFound(messages.channelNotFound)
})

const seeRoute: See = Effect.fnUntraced(function* ({ viewer }, { id }) {
  const routes = yield* (yield* AlertRoutes).list(viewer)
  if (!routes.some((route) => route.id === id)) return yield* notFound(messages.routeNotFound)
})

const seeOnCallSchedule: See = Effect.fnUntraced(function* ({ limits, viewer }, { id = "", overrideId }) {
  const schedules = yield* OnCallSchedules
  if ((yield* schedules.find(viewer, id, limits)) === null) return yield* notFound(messages.onCallNotFound)
  if (overrideId === undefined || viewer.role !== "owner") return
  const overrides = yield* schedules.overrides(viewer, id, new Date(0))
  if (overrides?.some((override) => override.id === overrideId) !== true)
    return yield* notFound(messages.onCallOverrideNotFound)
})

const seeOnCallRequest: See = Effect.fnUntraced(function* (caller, { id = "", requestId }) {
  yield* seeOnCallSchedule(caller, { id })
  if (requestId !== undefined && !(yield* (yield* OnCallRequests).has(caller.viewer, id, requestId)))
    return yield* notFound(messages.onCallRequestNotFound)
})

const seeScheduledReport: See = Effect.fnUntraced(function* ({ viewer }, { id }) {
  const reports = yield* (yield* ScheduledReports).list(viewer)
  if (!reports.some((report) => report.id === id)) return yield* notFound(messages.scheduledReportNotFound)
})

const seeSimulation: See = Effect.fnUntraced(function* ({ viewer }, { jobId = "" }) {
  if ((yield* (yield* Simulations).find(viewer, jobId)) === null) return yield* notFound(messages.jobNotFound)
})

const seeStatusPage: See = Effect.fnUntraced(function* ({ viewer }, { componentId, id = "" }) {
  const page = yield* (yield* StatusPages).find(viewer, id)
  if (page === null) return yield* notFound(messages.statusPageNotFound)
  if (componentId !== undefined && !page.components.some((component) => component.id === componentId))
    return yield* notFound(messages.statusComponentNotFound)
})

const seeStatusPost: See = Effect.fnUntraced(function* (caller, { id = "", postId, updateId }) {
  yield* seeStatusPage(caller, { id })
  if (postId === undefined) return
  const post = yield* (yield* StatusPosts).find(caller.viewer, id, postId)
  if (post === null) return yield* notFound(messages.statusPostNotFound)
  if (updateId !== undefined && !post.updates.some((update) => update.id === updateId))
    return yield* notFound(messages.statusUpdateNotFound)
})

const seeSubscriber: See = Effect.fnUntraced(function* (caller, { id = "", subscriberId }) {
  yield* seeStatusPage(caller, { id })
  if (subscriberId === undefined) return
  const found = yield* (yield* StatusSubscribers).find(subscriberId)
  if (found?.page.id !== id) return yield* notFound(messages.statusSubscriberNotFound)
})

/** Only the owner and admins see sources. Members see incidents of which they were sent a message. */
const seeAlertSource: See = Effect.fnUntraced(function* ({ viewer }, { id, incidentId }) {
  if (id !== undefined && viewer.role === "owner" && (yield* (yield* AlertSources).find(viewer, id)) === null)
    return yield* notFound(messages.alertSourceNotFound)
  if (incidentId !== undefined && (yield* (yield* SourceIncidents).find(viewer, incidentId)) === null)
    return yield* notFound(messages.incidentNotFound)
})

const seeIncident: See = Effect.fnUntraced(function* ({ viewer }, { id = "" }) {
  if ((yield* (yield* Incidents).find(viewer, id)) === null) return yield* notFound(messages.incidentNotFound)
})

const seeMaintenance: See = Effect.fnUntraced(function* ({ viewer }, { id = "" }) {
  if ((yield* (yield* MaintenanceWindows).scheduleOf(viewer, id)) === null)
    return yield* notFound(messages.maintenanceNotFound)
})

const seeMarker: See = Effect.fnUntraced(function* (caller, { domainId = "", id }) {
  yield* domainMonitors.rightOver(caller, domainId)
  if (id !== undefined && !(yield* (yield* Markers).has(caller.viewer, domainId, id)))
    return yield* notFound(messages.markerNotFound)
})

/**
 * The checks by endpoint group. `keys` needs no check, because its endpoints refuse every API key, whether the object
 * exists or not.
 */
const targets: ReadonlyMap<string, See> = new Map<string, See>([
  ...monitorKindNames.map((kind): [string, See] => [
    monitorKinds[kind].plural,
    (caller, { id = "" }) => monitorsByKind[kind].rightOver(caller, id)
  ]),
  ["urls", seeUrl],
  ["tags", byAdmin(seeTag)],
  ["team", seeMember],
  ["webhooks", seeWebhook],
  ["incidents", seeIncident],
  ["alertSources", seeAlertSource],
  ["channels", byAdmin(seeChannel)],
  ["contacts", seeOwnChannel],
  ["maintenance", seeMaintenance],
  ["markers", seeMarker],
  ["onCall", seeOnCallSchedule],
  ["onCallRequests", seeOnCallRequest],
  ["routes", byAdmin(seeRoute)],
  ["scheduledReports", byAdmin(seeScheduledReport)],
  ["simulations", byAdmin(seeSimulation)],
  ["statusPages", byAdmin(seeStatusPage)],
  ["statusHosts", byAdmin(seeStatusPage)],
  ["statusPosts", byAdmin(seeStatusPost)],
  ["statusSubscribers", byAdmin(seeSubscriber)]
])

/**
 * Returns the check of the object in an endpoint's path, which runs before a caller is refused for another reason.
 * Null: the path identifies no object.
 */
export const targetOf = ({ group, path }: Endpoint): EndpointHandler<HandlerServices>["target"] => {
  const see = path.includes(":") ? targets.get(group) : undefined
  return see === undefined ? null : ({ caller, params }) => see(caller, params)
}
