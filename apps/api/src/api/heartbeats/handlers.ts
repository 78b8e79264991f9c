import { messages, NotFound } from "@mon/api-contract"
import { scheduleAdvice } from "@mon/checks"
import { HeartbeatPings, Heartbeats, Incidents, Timelines } from "@mon/core-store"
import { domainLimits, type Heartbeat } from "@mon/model"
import { Effect } from "effect"
import { adminOnly, type Caller } from "../../auth/Caller.ts"
import { newPingKey, newPingToken, openPingToken } from "../../pings/PingToken.ts"
import { PublicUrl } from "../../PublicUrl.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { heartbeatMonitors } from "../monitors/heartbeatMonitors.ts"
import { monitorHandlers } from "../monitors/monitorHandlers.ts"
import { pingEmailOf, withPingUrl, withPingUrls } from "./pingUrls.ts"

const { found: orNotFound, get, notFound, rightOver, writable } = heartbeatMonitors
const shared = monitorHandlers("heartbeat", heartbeatMonitors)

const shown =
  (caller: Caller) =>
  <E, R>(response: Effect.Effect<{ readonly data: Heartbeat }, E, R>) =>
    Effect.flatMap(response, ({ data }) => Effect.map(withPingUrl(caller, data), ok))

export const heartbeatHandlers: GroupHandlers<"heartbeats"> = {
  ...shared,
  list: Effect.fnUntraced(function* (request) {
    const { data, ...page } = yield* shared.list(request)
    return { ...page, data: yield* withPingUrls(request.caller, data) }
  }),
  get: Effect.fnUntraced(function* (request) {
    const { caller, params } = request
    const { data } = yield* shown(caller)(shared.get(request))
    const begins = yield* (yield* Heartbeats).begins(caller.viewer, params.id)
    return ok({ ...data, advice: scheduleAdvice(data.schedule, data.lateAfter, begins) })
  }),
  create: {
    ...shared.create,
    prepare: (request) => Effect.map(shared.create.prepare(request), shown(request.caller))
  },
  update: { check: shared.update.check, handle: (request) => shown(request.caller)(shared.update.handle(request)) },
  pause: (request) => shown(request.caller)(shared.pause(request)),
  resume: (request) => shown(request.caller)(shared.resume(request)),
  setTags: (request) => shown(request.caller)(shared.setTags(request)),
  incidents: Effect.fnUntraced(function* ({ caller: { viewer }, params }) {
    const limit = domainLimits.incidentsListed
    const incidents = yield* orNotFound(yield* (yield* Incidents).ofDomain(viewer, params.id, limit, "heartbeat"))
    // A heartbeat has no screenshots.
    return ok(incidents)
  }),
  timeline: Effect.fnUntraced(function* ({ caller: { viewer }, params, query: { range = "24h" } }) {
    return ok(yield* orNotFound(yield* (yield* Timelines).read(viewer, params.id, range, "heartbeat")))
  }),
  pings: Effect.fnUntraced(function* ({ caller, params }) {
    yield* rightOver(caller, params.id)
    return ok(yield* (yield* Heartbeats).pings(caller.viewer, params.id))
  }),
  pingBody: Effect.fnUntraced(function* ({ caller, params }) {
    yield* rightOver(caller, params.id)
    const found = yield* (yield* Heartbeats).pingBody(caller.viewer, params.id, Number(params.n))
    if (found === null) return yield* new NotFound({ message: messages.pingNotFound })
    return ok({ text: new TextDecoder().decode(found.body), isCut: found.isCut })
  }),
  rotate: Effect.fnUntraced(function* ({ caller, params }) {
    yield* writable(caller, params.id)
    const token = yield* newPingToken(caller.viewer.accountKey)
    if (!(yield* (yield* Heartbeats).rotate(caller.viewer, params.id, token))) return yield* notFound()
    return ok(yield* withPingUrl(caller, yield* get(caller, params.id)))
  }),
  pingKey: Effect.fnUntraced(function* ({ caller }) {
    yield* adminOnly(caller)
    const { accountKey } = caller.viewer
    const sealed = yield* (yield* HeartbeatPings).addKey(accountKey, yield* newPingKey(accountKey))
    const pingKey = yield* Effect.orDie(openPingToken(accountKey, sealed))
    const url = `${(yield* PublicUrl).base()}/ping/${pingKey}/<slug>`
    return ok({ pingKey, url, email: yield* pingEmailOf(`${pingKey}+<slug>`) })
  })
}
