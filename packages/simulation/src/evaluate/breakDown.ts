import { type Outcome, UNIT } from "../model/predictOutcome.ts"
import { freeMailboxName } from "../receiver/freeMailboxes.ts"
import { providerById } from "../receiver/providers.ts"
import { addOutcome, type Assignment, bySize, NOTHING, type Tally } from "./Assignment.ts"
import type { CampaignPlan } from "../plan/planCampaign.ts"
import type { BreakdownRow, CampaignResults, Classification, Expected, GatewayRow } from "./CampaignResults.ts"
import type { ProspectView } from "./ProspectView.ts"
import type { OutcomeTable } from "./Routing.ts"
import type { SegmentedList } from "./Segments.ts"
import type { SenderView } from "./SenderView.ts"

/** Converts ten-thousandths to emails, rounded to a tenth. */
const tenths = (units: number): number => Math.round(units / (UNIT / 10)) / 10

export const expectedOf = ({ bounce, inbox, reject, spam }: Tally): Expected => ({
  inbox: tenths(inbox),
  spam: tenths(spam),
  reject: tenths(reject),
  bounce: tenths(bounce)
})

/** Returns a share, rounded to four decimal places. */
export const toShare = (part: number, whole: number): number => Math.round((part / whole) * UNIT) / UNIT

export const inboxRateOf = ({ inbox, mails }: Tally): number | null =>
  mails === 0 ? null : toShare(inbox / UNIT, mails)

const DEAD: Outcome = { bounce: UNIT, reject: 0, spam: 0, inbox: 0 }

interface Group {
  readonly id: string
  readonly name: string
  prospects: number
  tally: Tally
}

const TITLES: Readonly<Record<Classification, string>> = {
  valid: "Accepts email",
  free_mailbox: "Free mailbox",
  disposable: "Disposable",
  invalid: "Not an address or domain",
  dead: "Accepts no email",
  parked: "Parked",
  unknown: "No answer",
  duplicate: "Duplicate"
}

/** Returns the group of a receiver. An operator's free mailboxes are a separate group if they have a separate name. */
const receiverGroup = ({ receiver: { kind, name, provider } }: ProspectView): readonly [id: string, name: string] => {
  if (name === null) return [provider ?? kind, kind === "none" ? "Accepts no email" : "No answer"]
  return [name === freeMailboxName(provider ?? "") ? `${provider}-free` : (provider ?? kind), name]
}

const gatewayGroup = ({ receiver }: ProspectView): readonly [id: string, name: string] =>
  receiver.gateway === null ? ["none", "No gateway found"] : [receiver.gateway, receiver.name ?? receiver.gateway]

const put = (into: Map<string, Group>, [id, name]: readonly [string, string], outcome: Outcome | null): void => {
  const group = into.get(id) ?? { id, name, prospects: 0, tally: NOTHING }
  group.prospects++
  if (outcome !== null) group.tally = addOutcome(group.tally, outcome, 1)
  into.set(id, group)
}

export const breakDown = (
  plan: CampaignPlan,
  list: SegmentedList,
  senders: ReadonlyArray<SenderView>,
  assignment: Assignment,
  table: OutcomeTable
): { readonly breakdown: CampaignResults["breakdown"]; readonly tally: Tally } => {
  const groups = {
    provider: new Map<string, Group>(),
    gateway: new Map<string, Group>(),
    classification: new Map<string, Group>()
  }
  let total = NOTHING
  for (const { classification, domain, row } of plan.prospects) {
    const view = domain === null ? undefined : list.viewOf(domain)
    const assigned = assignment.get(row)
    if (view === undefined || assigned === undefined) {
      put(groups.classification, [classification, TITLES[classification]], null)
      continue
    }
    const sender = senders[assigned.sender]
    const outcome =
      assigned.segment.traits.bounce === "dead"
        ? DEAD
        : sender === undefined
          ? null
          : table.outcome(assigned.segment, sender.traits)
    if (outcome !== null) total = addOutcome(total, outcome, 1)
    put(groups.provider, receiverGroup(view), outcome)
    put(groups.gateway, gatewayGroup(view), outcome)
    put(groups.classification, [view.classification, TITLES[view.classification]], outcome)
  }
  const rows = (of: Map<string, Group>): ReadonlyArray<BreakdownRow> => {
    const parts = bySize(of.values())
    const all = parts.reduce((sum, { prospects }) => sum + prospects, 0)
    return parts.map(({ id, name, prospects, tally }) => ({
      id,
      name,
      prospects,
      share: toShare(prospects, all),
      expected: expectedOf(tally),
      inboxRate: inboxRateOf(tally)
    }))
  }
  const gateways = rows(groups.gateway).map((row): GatewayRow => ({
    ...row,
    gatewayClass: providerById(row.id)?.gatewayClass ?? null
  }))
  return {
    tally: total,
    breakdown: { byProvider: rows(groups.provider), byGateway: gateways, byClassification: rows(groups.classification) }
  }
}
