import { Effect } from "effect"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { domainMonitors } from "../monitors/domainMonitors.ts"
import { monitorHandlers } from "../monitors/monitorHandlers.ts"
import { domainAdvisories, domainDns, domainHistory, domainIncidents, domainTimeline } from "./read.ts"
import { domainEvents } from "./timelineEvents.ts"
import { dismissRepair, verifyRepair } from "./repairs.ts"
import { tryChangedDomain, tryNewDomain } from "./trial.ts"

const { checkChanged, checkNew } = domainMonitors

export const domainHandlers: GroupHandlers<"domains"> = {
  ...monitorHandlers("domain", domainMonitors),
  tryNew: {
    check: checkNew,
    handle: ({ caller, payload }) => Effect.map(tryNewDomain(caller, payload), ok)
  },
  tryChange: {
    check: checkChanged,
    handle: ({ caller, params, payload }) => Effect.map(tryChangedDomain(caller, params.id, payload), ok)
  },
  incidents: ({ caller, params }) => Effect.map(domainIncidents(caller, params.id), ok),
  history: ({ caller, params, query }) => Effect.map(domainHistory(caller, params.id, query.hours), ok),
  timeline: ({ caller, params, query }) => Effect.map(domainTimeline(caller, params.id, query.range), ok),
  timelineEvents: ({ caller, params, query }) => Effect.map(domainEvents(caller, params.id, query), ok),
  advisories: ({ caller, params }) => Effect.map(domainAdvisories(caller, params.id), ok),
  dns: ({ caller, params }) => Effect.map(domainDns(caller, params.id), ok),
  verifyRepair: ({ caller, params }) => Effect.map(verifyRepair(caller, params.id, params.repairId), ok),
  dismissRepair: ({ caller, params }) => Effect.map(dismissRepair(caller, params.id, params.repairId), ok)
}
