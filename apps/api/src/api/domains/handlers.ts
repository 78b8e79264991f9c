import { Effect } from "effect"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { domainAdvisories } from "./advisories.ts"
import { bulkRemoveDomains } from "./bulkRemove.ts"
import { bulkUpdateDomains, checkBulkUpdate } from "./bulkUpdate.ts"
import { checkNewDomain, createDomain } from "./create.ts"
import { getDomain } from "./get.ts"
import { domainHistory } from "./history.ts"
import { domainIncidents } from "./incidents.ts"
import { listDomains } from "./list.ts"
import { pauseDomain } from "./pause.ts"
import { removeDomain } from "./remove.ts"
import { setDomainTags } from "../monitors/assignTags.ts"
import { resumeDomain } from "./resume.ts"
import { checkDomainUpdate, updateDomain } from "./update.ts"

export const domainHandlers: GroupHandlers<"domains"> = {
  list: ({ caller, query }) =>
    Effect.map(listDomains(caller, query), ({ items, pagination }) => ({ ...ok(items), pagination })),
  get: ({ caller, params }) => Effect.map(getDomain(caller, params.id), ok),
  create: {
    check: checkNewDomain,
    handle: ({ caller, payload }) => Effect.map(createDomain(caller, payload), ok)
  },
  update: {
    check: checkDomainUpdate,
    handle: ({ caller, params, payload }) => Effect.map(updateDomain(caller, params.id, payload), ok)
  },
  remove: ({ caller, params }) => Effect.map(removeDomain(caller, params.id), ok),
  pause: ({ caller, params }) => Effect.map(pauseDomain(caller, params.id), ok),
  resume: ({ caller, params }) => Effect.map(resumeDomain(caller, params.id), ok),
  incidents: ({ caller, params }) => Effect.map(domainIncidents(caller, params.id), ok),
  history: ({ caller, params, query }) => Effect.map(domainHistory(caller, params.id, query.hours), ok),
  advisories: ({ caller, params }) => Effect.map(domainAdvisories(caller, params.id), ok),
  setTags: ({ caller, params, payload }) => Effect.map(setDomainTags(caller, params.id, payload.tagIds), ok),
  bulkUpdate: {
    check: checkBulkUpdate,
    handle: ({ caller, payload }) => Effect.map(bulkUpdateDomains(caller, payload), ok)
  },
  bulkRemove: ({ caller, payload }) => Effect.map(bulkRemoveDomains(caller, payload), ok)
}
