import { gradeOf, type Outcome, UNIT } from "../model/predictOutcome.ts"
import { OUTCOME_MODEL } from "../model/OutcomeModel.ts"
import type { CampaignPlan, PlannedProspect } from "../plan/planCampaign.ts"
import type { Assigned, Assignment } from "./Assignment.ts"
import type { Classification, Confidence, OutcomeVerdict, ProspectOutcome } from "./CampaignResults.ts"
import type { ProspectView } from "./ProspectView.ts"
import type { OutcomeTable } from "./Routing.ts"
import type { SegmentedList } from "./Segments.ts"
import type { SenderView } from "./SenderView.ts"

const CONFIDENCE = { A: "high", B: "medium", C: "low" } as const satisfies Readonly<Record<string, Confidence>>

export const confidenceOf = (grade: keyof typeof CONFIDENCE): Confidence => CONFIDENCE[grade]

/**
 * Returns the verdict on an entry. If at least half of the entry's email bounces or is refused, the verdict is
 * "undeliverable".
 */
const verdictOf = ({ bounce, inbox, reject }: Outcome): OutcomeVerdict => {
  if (bounce + reject >= UNIT / 2) return "undeliverable"
  const { at_risk, inbox: surely, likely_inbox } = OUTCOME_MODEL.verdicts
  const share = inbox / UNIT
  if (share >= surely) return "inbox"
  if (share >= likely_inbox) return "likely_inbox"
  return share >= at_risk ? "at_risk" : "spam"
}

const BY_CLASS: Readonly<Record<Exclude<Classification, "valid">, string>> = {
  free_mailbox: "Send only if you have a reason to write to this person, because this is a private mailbox.",
  disposable: "Remove the entry, because the address is disposable.",
  invalid: "Correct or remove the entry.",
  dead: "Remove the entry, because the domain receives no email.",
  parked: "Remove the entry, because the domain is parked.",
  unknown: "Check the entry again later, because DNS did not respond.",
  duplicate: "Nothing to do. The same entry occurs earlier in the list."
}

const BY_VERDICT: Readonly<Record<OutcomeVerdict, string>> = {
  inbox: "Send.",
  likely_inbox: "Send.",
  at_risk: "Send after you have followed the suggestions for the sender.",
  spam: "Do not send until you have followed the suggestions for the sender.",
  undeliverable: "Do not send yet, because most of the email would be rejected or bounce."
}

const recommend = (
  prospect: PlannedProspect,
  classification: Classification,
  gateway: boolean,
  verdict: OutcomeVerdict | null
): string => {
  if (classification !== "valid") return BY_CLASS[classification]
  if (prospect.roleKind === "noreply") return "Remove the entry, because nobody reads this address."
  if (verdict === null) return "Wait, because no sender can send to this entry yet."
  if (gateway && (verdict === "inbox" || verdict === "likely_inbox"))
    return "Send slowly, as plain text, without links and without tracking."
  return BY_VERDICT[verdict]
}

const FAULT = "invalid_entry"

const shared = ({ row, input, email, domain, charged, role }: PlannedProspect) => ({
  row,
  input,
  email,
  domain,
  charged,
  catchAll: "unknown" as const,
  roleAccount: role
})

const NOT_SENT = {
  mxHosts: [],
  receiverProvider: null,
  gateway: null,
  gatewayClass: null,
  mailboxProvider: null,
  mailboxEvidence: [],
  mailboxConfidence: null,
  dmarcPolicy: null,
  bestSender: null,
  assignedSender: null,
  sameProvider: false,
  inbox: null,
  spam: null,
  reject: null,
  bounce: null,
  verdict: null,
  confidence: null
} as const

const unsendable = (prospect: PlannedProspect, classification: "invalid" | "duplicate"): ProspectOutcome => ({
  ...shared(prospect),
  ...NOT_SENT,
  classification,
  charged: false,
  reasons: [classification === "invalid" ? `${FAULT}:${prospect.fault}` : `duplicate_of_row:${prospect.duplicateOf}`],
  recommendation: BY_CLASS[classification]
})

const DEAD: Outcome = { bounce: UNIT, reject: 0, spam: 0, inbox: 0 }

const expectedOf = (
  { segment, best, sender }: Assigned,
  senders: ReadonlyArray<SenderView>,
  table: OutcomeTable
): Outcome | null => {
  if (segment.traits.bounce === "dead") return DEAD
  const view = senders[sender < 0 ? best : sender]
  return view === undefined ? null : table.outcome(segment, view.traits)
}

const sendable = (
  prospect: PlannedProspect,
  view: ProspectView,
  assigned: Assigned,
  senders: ReadonlyArray<SenderView>,
  table: OutcomeTable
): ProspectOutcome => {
  const { facts, receiver, classification } = view
  const outcome = expectedOf(assigned, senders, table)
  const by = senders[assigned.sender < 0 ? assigned.best : assigned.sender]
  const verdict = outcome === null ? null : verdictOf(outcome)
  const grade = by === undefined ? "A" : gradeOf(by.traits, assigned.segment.traits)
  const sameProvider = view.mailbox !== null && by?.traits.provider === view.mailbox
  return {
    ...shared(prospect),
    classification,
    mxHosts: view.mxHosts,
    receiverProvider: receiver.provider,
    gateway: receiver.gateway,
    gatewayClass: receiver.gatewayClass,
    mailboxProvider: receiver.mailbox,
    mailboxEvidence: receiver.evidence,
    mailboxConfidence: receiver.mailbox === null ? null : receiver.mailboxConfidence,
    dmarcPolicy: facts?.dmarc ?? null,
    bestSender: senders[assigned.best]?.facts.domain ?? null,
    assignedSender: senders[assigned.sender]?.facts.domain ?? null,
    sameProvider,
    inbox: outcome === null ? null : outcome.inbox / UNIT,
    spam: outcome === null ? null : outcome.spam / UNIT,
    reject: outcome === null ? null : outcome.reject / UNIT,
    bounce: outcome === null ? null : outcome.bounce / UNIT,
    verdict,
    confidence: outcome === null ? null : confidenceOf(grade),
    reasons: [
      ...view.reasons,
      ...(prospect.roleKind === "none" ? [] : [`${prospect.roleKind}_account`]),
      ...(sameProvider ? ["same_provider"] : [])
    ],
    recommendation: recommend(prospect, classification, receiver.gateway !== null, verdict)
  }
}

/** Yields the outcome of each entry, in the order of the list. */
export function* outcomesOfProspects(
  plan: CampaignPlan,
  list: SegmentedList,
  senders: ReadonlyArray<SenderView>,
  assignment: Assignment,
  table: OutcomeTable
): Generator<ProspectOutcome> {
  for (const prospect of plan.prospects) {
    const { classification, domain } = prospect
    const assigned = assignment.get(prospect.row)
    const view = domain === null ? undefined : list.viewOf(domain)
    if (classification === "invalid" || classification === "duplicate") yield unsendable(prospect, classification)
    else if (view !== undefined && assigned !== undefined) yield sendable(prospect, view, assigned, senders, table)
  }
}
