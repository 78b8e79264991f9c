import { AccountSummary } from "@mon/core-store"
import type { ServiceStatus } from "@mon/model"
import { Effect } from "effect"
import type { Caller } from "../Caller.ts"

/** Counts by state, and how much of the plan is used. */
export const serviceStatus = Effect.fnUntraced(function* ({ limits, plan, viewer }: Caller) {
  const { domains, simulationCredits, urls } = yield* (yield* AccountSummary).counts(viewer)
  return {
    domains,
    urls,
    plan,
    usage: {
      domains: { used: domains.total, limit: limits.domainMonitors },
      urls: { used: urls.total, limit: limits.urlMonitors },
      simulationCredits: { balance: simulationCredits, annual: limits.annualSimulationCredits }
    }
  } satisfies ServiceStatus
})
