import { Incidents, Timelines } from "@mon/core-store"
import { domainLimits } from "@mon/model"
import { Effect } from "effect"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { monitorHandlers } from "../monitors/monitorHandlers.ts"
import { serviceMonitors } from "../monitors/serviceMonitors.ts"
import { checkServiceNow } from "./checkNow.ts"
import { tryChangedService, tryNewService } from "./trial.ts"

const { checkChanged, checkNew, found } = serviceMonitors

export const serviceHandlers: GroupHandlers<"services"> = {
  ...monitorHandlers("service", serviceMonitors),
  tryNew: {
    check: checkNew,
    handle: ({ caller, payload }) => Effect.map(tryNewService(caller, payload), ok)
  },
  tryChange: {
    check: checkChanged,
    handle: ({ caller, params, payload }) => Effect.map(tryChangedService(caller, params.id, payload), ok)
  },
  checkNow: ({ caller, params }) => Effect.map(checkServiceNow(caller, params.id), ok),
  incidents: Effect.fnUntraced(function* ({ caller: { viewer }, params }) {
    const incidents = yield* (yield* Incidents).ofDomain(viewer, params.id, domainLimits.incidentsListed, "service")
    // A service has no screenshots.
    return ok(yield* found(incidents))
  }),
  history: Effect.fnUntraced(function* ({ caller: { viewer }, params, query }) {
    const { historyHours, historyRecords } = domainLimits
    const hours = query.hours ?? historyHours.default
    return ok(yield* found(yield* (yield* Incidents).history(viewer, params.id, hours, historyRecords, "service")))
  }),
  timeline: Effect.fnUntraced(function* ({ caller: { viewer }, params, query: { range = "24h" } }) {
    return ok(yield* found(yield* (yield* Timelines).read(viewer, params.id, range, "service")))
  })
}
