import type { ReceiverFamily } from "../model/OutcomeModel.ts"
import { inUnits, predict, type SegmentTraits, type SenderTraits, UNIT } from "../model/predictOutcome.ts"
import { byText } from "../plan/planCampaign.ts"
import { toShare } from "./breakDown.ts"
import type { SenderResult, Suggestion } from "./CampaignResults.ts"
import type { OutcomeTable, Routing } from "./Routing.ts"
import type { Segment } from "./Segments.ts"
import type { SenderView } from "./SenderView.ts"

const plain = (family: ReceiverFamily, mailbox: SegmentTraits["mailbox"] = null): SegmentTraits => ({
  family,
  mailbox,
  role: "none",
  bounce: "ordinary"
})

/** Ordinary recipients at the receivers that are used to compare senders. */
const TYPICAL = {
  google: plain("google", "google"),
  microsoft: plain("microsoft365", "microsoft365"),
  gateway: plain("gateway-strict"),
  other: plain("other")
} as const

const inboxAt = (traits: SenderTraits, receiver: keyof typeof TYPICAL): number =>
  inUnits(predict(traits, TYPICAL[receiver])).inbox / UNIT

/** Ranks senders by the inbox share that each would have if it sent to the whole list. */
export const rankSenders = (
  senders: ReadonlyArray<SenderView>,
  segments: ReadonlyArray<Segment>,
  routing: Routing,
  suggestions: ReadonlyArray<Suggestion>,
  table: OutcomeTable
): ReadonlyArray<SenderResult> => {
  const mails = segments.reduce((sum, { prospects }) => sum + prospects.length, 0)
  const overList = (traits: SenderTraits): number =>
    mails === 0
      ? inboxAt(traits, "other")
      : toShare(
          segments.reduce((sum, segment) => sum + table.outcome(segment, traits).inbox * segment.prospects.length, 0) /
            UNIT,
          mails
        )
  const results = senders.map(({ dailyCapacity, facts, provider, traits }, index) => {
    const assignedProspects = routing.units.reduce((sum, row) => sum + (row[index] ?? 0), 0)
    return {
      domain: facts.domain,
      provider,
      facts,
      dailyCapacity,
      assignedProspects,
      daysToSend: dailyCapacity === 0 ? null : Math.ceil(assignedProspects / dailyCapacity),
      inboxGoogle: inboxAt(traits, "google"),
      inboxMicrosoft: inboxAt(traits, "microsoft"),
      inboxGateway: inboxAt(traits, "gateway"),
      inboxOther: inboxAt(traits, "other"),
      expectedInboxRate: overList(traits),
      issues: suggestions
        .filter(({ domain, scope }) => scope === "sender" && domain === facts.domain)
        .map(({ id }) => id)
    }
  })
  return results
    .sort((a, b) => b.expectedInboxRate - a.expectedInboxRate || byText(a.domain, b.domain))
    .map((result, index) => ({ rank: index + 1, ...result }))
}
