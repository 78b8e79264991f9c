import type * as Schema from "effect/Schema"
import { described } from "./Described.ts"
import { PlanName } from "./Plan.ts"

const { count, flag, record, texts, timeOrNull, value } = described

const usageOf = (title: string, noun: string) =>
  record(title, `Usage of ${noun}.`, {
    used: count(`${noun} in use that the caller can see.`, 12),
    limit: count(`${noun} that the plan allows.`, 100)
  })

const DomainCounts = record("DomainCounts", "Number of domains by state.", {
  total: count("All.", 12),
  up: count("Up.", 10),
  down: count("Down.", 1),
  unknown: count("State is not yet known.", 0),
  paused: count("Paused.", 1)
})

const UrlCounts = record("UrlCounts", "Number of URL monitors by state.", {
  total: count("All.", 3),
  active: count("The last check passed and found no change.", 2),
  changed: count("The last check found a change.", 1),
  error: count("The last check failed.", 0),
  unknown: count("State is not yet known.", 0),
  paused: count("Paused.", 0)
})

const PlanUsage = record("PlanUsage", "Usage of the plan.", {
  domains: usageOf("DomainUsage", "Domain monitors"),
  urls: usageOf("UrlUsage", "URL monitors"),
  simulationCredits: record("CreditUsage", "Simulation credits.", {
    balance: count("Remaining credits. Always 0 for viewers and editors.", 950),
    annual: count("Credits that the plan includes per year.", 1_200)
  })
})

const ServiceHealth = record("ServiceHealth", "The current limitations of the service itself.", {
  networkInDoubt: texts(
    "Locations whose own network may be faulty. While this is in doubt, their checks do not announce outages.",
    []
  ),
  storesEmails: flag(
    "Whether no mail server is configured. The service then stores emails instead of sending them.",
    false
  )
})

/** The record of aggregate counts and of the usage of the plan. */
export const ServiceStatus = record("Status", "Number of monitors by state, and the usage of the plan.", {
  domains: DomainCounts,
  urls: UrlCounts,
  plan: value(PlanName, "The current plan. `free` if a paid plan has expired.", "pro"),
  usage: PlanUsage,
  notificationsPausedAt: timeOrNull(
    "The time since which the account's alerts have been paused, ISO 8601 UTC, or null if they are not paused."
  ),
  notificationsPausedUntil: timeOrNull(
    "The time when the pause of the account's alerts ends by itself, ISO 8601 UTC. Null if there is no pause or it has no end."
  ),
  service: ServiceHealth
})
export interface ServiceStatus extends Schema.Schema.Type<typeof ServiceStatus> {}
