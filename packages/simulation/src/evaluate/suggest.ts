import { MODEL_SOURCES, OUTCOME_MODEL } from "../model/OutcomeModel.ts"
import { CLEAN_SENDER, predict, type SegmentTraits } from "../model/predictOutcome.ts"
import { byText } from "../plan/planCampaign.ts"
import type { Severity, Suggestion } from "./CampaignResults.ts"
import type { Segment } from "./Segments.ts"
import { mailboxCapacity, type SenderView } from "./SenderView.ts"
import type { SendingOptions } from "./SendingOptions.ts"
import { type CampaignCounts, suggestForCampaign } from "./suggestForCampaign.ts"
import { type Draft, suggestForSender } from "./suggestForSender.ts"
import type { Gain, WhatIf } from "./WhatIf.ts"

const SEVERITIES: Readonly<Record<Severity, number>> = { critical: 0, high: 1, medium: 2, low: 3 }
const NO_GAIN: Gain = { expectedInboxGain: 0, gainBasis: "none" }
/** The smallest share of a list at one provider for which a sender at this provider is worthwhile. */
const LARGE_PART = 0.2
const PROVIDERS = { google: "Google Workspace", microsoft365: "Microsoft 365" } as const

/** An ordinary recipient at an unknown host, which is used to compare senders. */
const ORDINARY: SegmentTraits = { family: "other", mailbox: null, role: "none", bounce: "ordinary" }

type Weighed = Omit<Suggestion, "priority">

const weigh = (
  { id, severity, scope, domain, title, why, record, evidenceGrade, source }: Draft,
  gain: Gain
): Weighed => ({
  id,
  severity,
  scope,
  domain,
  title,
  why,
  record,
  ...gain,
  evidenceGrade,
  source: Object.entries(MODEL_SOURCES).find(([code]) => code === source)?.[1] ?? source
})

const forSenders = (
  senders: ReadonlyArray<SenderView>,
  whatIf: WhatIf,
  options: SendingOptions
): ReadonlyArray<Weighed> => {
  const { mailboxesPerSender = OUTCOME_MODEL.capacity.mailboxes, dailyPerMailbox = OUTCOME_MODEL.capacity.ordinary } =
    options
  return senders.flatMap((view, index) =>
    suggestForSender(view).map((draft) => {
      const { warmed = false, ...traits } = draft.change
      const dailyCapacity = warmed ? mailboxesPerSender * mailboxCapacity(null, dailyPerMailbox) : view.dailyCapacity
      return weigh(
        draft,
        whatIf.gainOf({ kind: "replace", index, column: { traits: { ...view.traits, ...traits }, dailyCapacity } })
      )
    })
  )
}

/**
 * The number of senders for which the result without the sender is computed. These are the senders with the smallest
 * inbox shares.
 */
const PAUSE_CANDIDATES = 2

/**
 * Suggests pausing senders if the other senders would reach more inboxes without them, even if sending takes longer.
 */
const pauses = (senders: ReadonlyArray<SenderView>, whatIf: WhatIf): ReadonlyArray<Weighed> => {
  const able = senders.flatMap((view, index) =>
    view.dailyCapacity > 0 ? [{ index, domain: view.facts.domain, inbox: predict(view.traits, ORDINARY).inbox }] : []
  )
  if (able.length < 2) return []
  return able
    .sort((a, b) => a.inbox - b.inbox || byText(a.domain, b.domain))
    .slice(0, PAUSE_CANDIDATES)
    .flatMap(({ domain, index }) => {
      const gain = whatIf.gainOf({ kind: "remove", index })
      if (gain.expectedInboxGain <= 0) return []
      return [
        weigh(
          {
            id: "pause_sender",
            severity: "medium",
            scope: "sender",
            domain,
            title: `Stop sending from ${domain} and use the other senders`,
            evidenceGrade: "C",
            source: "practice",
            record: null,
            why: "Email from this domain reaches fewer inboxes than email from the other senders. Without this domain, the campaign may take longer."
          },
          gain
        )
      ]
    })
}

const gaps = (
  senders: ReadonlyArray<SenderView>,
  segments: ReadonlyArray<Segment>,
  whatIf: WhatIf,
  options: SendingOptions
): ReadonlyArray<Weighed> => {
  const { mailboxesPerSender = OUTCOME_MODEL.capacity.mailboxes, dailyPerMailbox = OUTCOME_MODEL.capacity.ordinary } =
    options
  const mails = segments.reduce((sum, { prospects }) => sum + prospects.length, 0)
  return (["google", "microsoft365"] as const).flatMap((provider) => {
    const part = segments
      .filter(({ traits }) => traits.mailbox === provider)
      .reduce((sum, { prospects }) => sum + prospects.length, 0)
    if (
      senders.length === 0 ||
      mails === 0 ||
      part / mails < LARGE_PART ||
      senders.some(({ traits }) => traits.provider === provider)
    )
      return []
    const added = (of: typeof provider | null) =>
      whatIf.gainOf({
        kind: "add",
        column: { traits: { ...CLEAN_SENDER, provider: of }, dailyCapacity: mailboxesPerSender * dailyPerMailbox }
      })
    // Another clean sender helps at any provider, so only the additional gain from a sender at this provider is
    // reported.
    const [here, anywhere] = [added(provider), added(null)]
    const gain: Gain = {
      ...here,
      expectedInboxGain: Math.round((here.expectedInboxGain - anywhere.expectedInboxGain) * 10) / 10
    }
    if (gain.expectedInboxGain <= 0) return []
    const percent = Math.round((part / mails) * 100)
    return [
      weigh(
        {
          id: `provider_gap_${provider}`,
          severity: "low",
          scope: "campaign",
          domain: null,
          title: `Use ${PROVIDERS[provider]} for the next sending domain`,
          evidenceGrade: "C",
          source: "pair",
          record: null,
          why: `${percent} percent of the list is at ${PROVIDERS[provider]}, but no sending domain is. Vendors claim that it helps if sender and recipient use the same provider, but others deny this, so expect little. The gain is the difference from a new sender at another provider.`
        },
        gain
      )
    ]
  })
}

const worth = (a: Weighed, b: Weighed): number =>
  b.expectedInboxGain - a.expectedInboxGain ||
  SEVERITIES[a.severity] - SEVERITIES[b.severity] ||
  byText(a.domain ?? "", b.domain ?? "") ||
  byText(a.id, b.id)

export const suggest = (
  senders: ReadonlyArray<SenderView>,
  segments: ReadonlyArray<Segment>,
  counts: CampaignCounts,
  whatIf: WhatIf,
  options: SendingOptions
): ReadonlyArray<Suggestion> => {
  const weighed = [
    ...gaps(senders, segments, whatIf, options),
    ...forSenders(senders, whatIf, options),
    ...pauses(senders, whatIf),
    ...suggestForCampaign(counts).map((draft) => weigh(draft, NO_GAIN))
  ]
  return weighed.sort(worth).map((suggestion, index) => ({ priority: index + 1, ...suggestion }))
}
