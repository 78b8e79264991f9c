import { Effect } from "effect"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { domainAdvisories, domainHistory, domainIncidents, domainTimeline, getDomain, listDomains } from "./read.ts"
import { bulkRemoveDomains, bulkUpdateDomains, checkBulkUpdate } from "./bulk.ts"
import { checkNewDomain, createDomain } from "./create.ts"
import { domainDns } from "./dnsWatch.ts"
import { domainEvents } from "./timelineEvents.ts"
import { pauseDomain, removeDomain, resumeDomain } from "./lifecycle.ts"
import { dismissRepair, verifyRepair } from "./repairs.ts"
import { tryChangedDomain, tryNewDomain } from "./trial.ts"
import { checkDomainUpdate, setDomainTags, changeDomain } from "./update.ts"

export const domainHandlers: GroupHandlers<"domains"> = {
  list: ({ caller, query }) =>
    Effect.map(listDomains(caller, query), ({ items, pagination }) => ({ ...ok(items), pagination })),
  get: ({ caller, params }) => Effect.map(getDomain(caller, params.id), ok),
  create: {
    check: checkNewDomain,
    prepare: ({ caller, payload }) => Effect.map(createDomain(caller, payload), Effect.map(ok))
  },
  tryNew: {
    check: checkNewDomain,
    handle: ({ caller, payload }) => Effect.map(tryNewDomain(caller, payload), ok)
  },
  tryChange: {
    check: checkDomainUpdate,
    handle: ({ caller, params, payload }) => Effect.map(tryChangedDomain(caller, params.id, payload), ok)
  },
  update: {
    check: checkDomainUpdate,
    handle: ({ caller, params, payload }) => Effect.map(changeDomain(caller, params.id, payload), ok)
  },
  remove: ({ caller, params }) => Effect.map(removeDomain(caller, params.id), ok),
  pause: ({ caller, params }) => Effect.map(pauseDomain(caller, params.id), ok),
  resume: ({ caller, params, query }) => Effect.map(resumeDomain(caller, params.id, query.undo), ok),
  incidents: ({ caller, params }) => Effect.map(domainIncidents(caller, params.id), ok),
  history: ({ caller, params, query }) => Effect.map(domainHistory(caller, params.id, query.hours), ok),
  timeline: ({ caller, params, query }) => Effect.map(domainTimeline(caller, params.id, query.range), ok),
  timelineEvents: ({ caller, params, query }) => Effect.map(domainEvents(caller, params.id, query), ok),
  advisories: ({ caller, params }) => Effect.map(domainAdvisories(caller, params.id), ok),
  dns: ({ caller, params }) => Effect.map(domainDns(caller, params.id), ok),
  verifyRepair: ({ caller, params }) => Effect.map(verifyRepair(caller, params.id, params.repairId), ok),
  dismissRepair: ({ caller, params }) => Effect.map(dismissRepair(caller, params.id, params.repairId), ok),
  setTags: ({ caller, params, payload }) => Effect.map(setDomainTags(caller, params.id, payload.tagIds), ok),
  bulkUpdate: {
    check: checkBulkUpdate,
    handle: ({ caller, payload }) => Effect.map(bulkUpdateDomains(caller, payload), ok)
  },
  bulkRemove: ({ caller, payload }) => Effect.map(bulkRemoveDomains(caller, payload), ok)
}
