import { Effect } from "effect"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { domainMonitors } from "../monitors/domainMonitors.ts"
import { domainAdvisories, domainDns, domainHistory, domainIncidents, domainTimeline } from "./read.ts"
import { domainEvents } from "./timelineEvents.ts"
import { dismissRepair, verifyRepair } from "./repairs.ts"
import { tryChangedDomain, tryNewDomain } from "./trial.ts"

const { bulkRemove, bulkUpdate, change, checkChanged, checkNew, create, get, list, pause, remove, resume, setTags } =
  domainMonitors

export const domainHandlers: GroupHandlers<"domains"> = {
  list: ({ caller, query }) =>
    Effect.map(list(caller, query), ({ items, pagination }) => ({ ...ok(items), pagination })),
  get: ({ caller, params }) => Effect.map(get(caller, params.id), ok),
  create: {
    check: checkNew,
    prepare: ({ caller, payload }) => Effect.map(create(caller, payload), Effect.map(ok))
  },
  tryNew: {
    check: checkNew,
    handle: ({ caller, payload }) => Effect.map(tryNewDomain(caller, payload), ok)
  },
  tryChange: {
    check: checkChanged,
    handle: ({ caller, params, payload }) => Effect.map(tryChangedDomain(caller, params.id, payload), ok)
  },
  update: {
    check: checkChanged,
    handle: ({ caller, params, payload }) => Effect.map(change(caller, params.id, payload), ok)
  },
  remove: ({ caller, params }) => Effect.map(remove(caller, params.id), ok),
  pause: ({ caller, params }) => Effect.map(pause(caller, params.id), ok),
  resume: ({ caller, params, query }) => Effect.map(resume(caller, params.id, query.undo), ok),
  incidents: ({ caller, params }) => Effect.map(domainIncidents(caller, params.id), ok),
  history: ({ caller, params, query }) => Effect.map(domainHistory(caller, params.id, query.hours), ok),
  timeline: ({ caller, params, query }) => Effect.map(domainTimeline(caller, params.id, query.range), ok),
  timelineEvents: ({ caller, params, query }) => Effect.map(domainEvents(caller, params.id, query), ok),
  advisories: ({ caller, params }) => Effect.map(domainAdvisories(caller, params.id), ok),
  dns: ({ caller, params }) => Effect.map(domainDns(caller, params.id), ok),
  verifyRepair: ({ caller, params }) => Effect.map(verifyRepair(caller, params.id, params.repairId), ok),
  dismissRepair: ({ caller, params }) => Effect.map(dismissRepair(caller, params.id, params.repairId), ok),
  setTags: ({ caller, params, payload }) => Effect.map(setTags(caller, params.id, payload.tagIds), ok),
  bulkUpdate: {
    check: ({ updates }) => (typeof updates === "object" && updates !== null ? checkChanged({ ...updates }) : null),
    handle: ({ caller, payload }) => Effect.map(bulkUpdate(caller, payload.domainIds, payload.updates), ok)
  },
  bulkRemove: ({ caller, payload }) => Effect.map(bulkRemove(caller, payload.domainIds), ok)
}
