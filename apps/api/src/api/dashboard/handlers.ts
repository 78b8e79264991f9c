import { BadRequest, messages } from "@mon/api-contract"
import { Incidents, AccountSummary, type IncidentPage, Locations, Notifications } from "@mon/core-store"
import { domainLimits, type ServiceStatus } from "@mon/model"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { showIncidents } from "../domains/read.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"

const serviceStatus = Effect.fnUntraced(function* ({ limits, plan, viewer }: Caller) {
  const { domains, simulationCredits, urls } = yield* (yield* AccountSummary).counts(viewer)
  const service = yield* (yield* Locations).standing()
  const { pausedAt, pausedUntil } = yield* (yield* Notifications).pauseState(viewer)
  return {
    domains,
    urls,
    plan,
    usage: {
      domains: { used: domains.total, limit: limits.domainMonitors },
      urls: { used: urls.total, limit: limits.pageMonitors },
      simulationCredits: { balance: simulationCredits, annual: limits.annualSimulationCredits }
    },
    notificationsPausedAt: pausedAt,
    notificationsPausedUntil: pausedUntil,
    service
  } satisfies ServiceStatus
})

const recentIncidents = Effect.fnUntraced(function* (
  { viewer }: Caller,
  { limit = domainLimits.recentIncidents.default, ...page }: Partial<IncidentPage>
) {
  const incidents = yield* (yield* Incidents).recent(viewer, { ...page, limit })
  return incidents === null
    ? yield* new BadRequest({ message: messages.incidentBefore })
    : yield* showIncidents(incidents)
})

export const dashboardHandlers: GroupHandlers<"dashboard"> = {
  status: ({ caller }) => Effect.map(serviceStatus(caller), ok),
  incidents: ({ caller, query }) => Effect.map(recentIncidents(caller, query), ok)
}
