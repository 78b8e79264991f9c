import type { DomainFacts, SenderFacts } from "@mon/simulation"

const HOUR = 3_600

/** What was not answered is asked again soon, what does not exist may come into being. */
const prospect = ({ mail, unanswered }: DomainFacts): number => {
  if (unanswered.length > 0) return HOUR / 6
  return mail === "nxdomain" || mail === "none" ? 6 * HOUR : 24 * HOUR
}

/** Senders are mended between two simulations, and their owners want to see it. */
const sender = ({ incomplete }: SenderFacts): number => (incomplete ? HOUR / 6 : HOUR)

/** How long facts are believed, in seconds. */
export const keepSeconds = { prospect, sender }
