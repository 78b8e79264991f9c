import { mailClass } from "@mon/disposable-check"
import { type CampaignInput, planCampaign, type PlannedClass, type RejectedSender } from "@mon/simulation"

// This function runs in a thread of the worker pool. Import only what the function needs, because each thread loads all
// imports.

/** The part of a simulation's plan that is needed to start it. */
export interface PricedCampaign {
  readonly senders: ReadonlyArray<string>
  readonly rejectedSenders: ReadonlyArray<RejectedSender>
  readonly credits: number
  /** The number of domains to look up. */
  readonly lookUps: number
  /** The number of entries in each class. */
  readonly counts: Readonly<Record<PlannedClass, number>>
}

/** Plans a campaign, and calculates its cost. */
export const priceCampaign = ({ prospectEntries, sendingDomains }: CampaignInput): PricedCampaign => {
  const plan = planCampaign({ prospectEntries, sendingDomains }, mailClass)
  const { credits, domains, prospects, rejectedSenders, senders } = plan
  const counts = { valid: 0, free_mailbox: 0, disposable: 0, invalid: 0, duplicate: 0 }
  for (const { classification } of prospects) counts[classification] += 1
  return { senders, rejectedSenders, credits, lookUps: domains.length + senders.length, counts }
}
