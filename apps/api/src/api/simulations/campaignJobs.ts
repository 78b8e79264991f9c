import { mailClass } from "@mon/disposable-check"
import { type CampaignInput, planCampaign, type PlannedClass, type RejectedSender } from "@mon/simulation"

// `priceCampaign` runs in a thread of the worker pool. Import only modules that this function needs, because each
// thread loads all imports.

export interface PricedCampaign {
  readonly senders: ReadonlyArray<string>
  readonly rejectedSenders: ReadonlyArray<RejectedSender>
  readonly credits: number
  readonly lookUps: number
  readonly counts: Readonly<Record<PlannedClass, number>>
}

export const priceCampaign = ({ prospectEntries, sendingDomains }: CampaignInput): PricedCampaign => {
  const plan = planCampaign({ prospectEntries, sendingDomains }, mailClass)
  const { credits, domains, prospects, rejectedSenders, senders } = plan
  const counts = { valid: 0, free_mailbox: 0, disposable: 0, invalid: 0, duplicate: 0 }
  for (const { classification } of prospects) counts[classification] += 1
  return { senders, rejectedSenders, credits, lookUps: domains.length + senders.length, counts }
}
