import { described } from "./Described.ts"
import { PlanName } from "./Plan.ts"

const { count, record, value } = described

const usageOf = (title: string, noun: string) =>
  record(title, `Use of ${noun}.`, {
    used: count(`${noun} in use.`, 12),
    limit: count(`${noun} that the plan allows.`, 100)
  })

const DomainCounts = record("DomainCounts", "Domains by state.", {
  total: count("All.", 12),
  up: count("Up.", 10),
  down: count("Down.", 1),
  unknown: count("Not yet known.", 0),
  paused: count("Paused.", 1)
})

const UrlCounts = record("UrlCounts", "URL monitors by state.", {
  total: count("All.", 3),
  active: count("Last check passed, content as before.", 2),
  changed: count("Last check found a change.", 1),
  error: count("Last check failed.", 0),
  unknown: count("Not yet known.", 0),
  paused: count("Paused.", 0)
})

const PlanUsage = record("PlanUsage", "Use of the plan.", {
  domains: usageOf("DomainUsage", "Domain monitors"),
  urls: usageOf("UrlUsage", "URL monitors"),
  simulationCredits: record("CreditUsage", "Simulation credits.", {
    balance: count("Credits left.", 950),
    annual: count("Credits that the plan grants a year.", 1_200)
  })
})

/** Aggregate counts and plan usage. */
export const ServiceStatus = record("Status", "Counts by state, and plan usage.", {
  domains: DomainCounts,
  urls: UrlCounts,
  plan: value(PlanName, "The plan in force; `free` when a paid one has expired.", "pro"),
  usage: PlanUsage
})
export type ServiceStatus = typeof ServiceStatus.Type
