import type { DomainFacts, SenderFacts } from "@mon/simulation"

const HOUR = 3_600

/** Unanswered queries are repeated soon. A domain that does not exist may be registered soon. */
const prospect = ({ mail, unanswered }: DomainFacts): number => {
  if (unanswered.length > 0) return HOUR / 6
  return mail === "nxdomain" || mail === "none" ? 6 * HOUR : 24 * HOUR
}

/** Owners fix their sending domains between two simulations and want to see the effect. */
const sender = ({ incomplete }: SenderFacts): number => (incomplete ? HOUR / 6 : HOUR)

/** How long facts are cached, in seconds. */
export const cacheTtlSeconds = { prospect, sender }
