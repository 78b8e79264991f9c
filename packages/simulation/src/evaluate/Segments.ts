import { type DomainFacts, unknownFacts } from "../facts/DomainFacts.ts"
import type { SegmentTraits } from "../model/predictOutcome.ts"
import { byText, type CampaignPlan, type PlannedProspect } from "../plan/planCampaign.ts"
import { type ProspectView, viewProspect } from "./ProspectView.ts"

/** Prospects for which every sender's outcome is the same. */
export interface Segment {
  readonly key: string
  readonly traits: SegmentTraits
  /** By domain, then address, whatever the order of the list. */
  readonly prospects: ReadonlyArray<PlannedProspect>
}

/** The list in segments. */
export interface SegmentedList {
  /** By key; the dead are among them. */
  readonly segments: ReadonlyArray<Segment>
  readonly viewOf: (domain: string) => ProspectView | undefined
  readonly views: ReadonlyMap<string, ProspectView>
}

const keyOf = ({ family, mailbox }: ProspectView, role: string, bounce: string): string =>
  [
    family,
    mailbox === null || mailbox === family ? null : mailbox,
    role === "none" ? null : role,
    bounce === "ordinary" ? null : bounce
  ]
    .filter((part) => part !== null)
    .join("/")

const byAddress = (a: PlannedProspect, b: PlannedProspect): number =>
  byText(a.domain ?? "", b.domain ?? "") ||
  byText((a.email ?? "").toLowerCase(), (b.email ?? "").toLowerCase()) ||
  a.row - b.row

/** Puts each entry that is neither invalid nor a duplicate into its segment. */
export const segmentList = ({ prospects }: CampaignPlan, facts: ReadonlyMap<string, DomainFacts>): SegmentedList => {
  const views = new Map<string, ProspectView>()
  const found = new Map<string, { readonly traits: SegmentTraits; readonly prospects: Array<PlannedProspect> }>()
  for (const prospect of prospects) {
    const { classification, domain, roleKind } = prospect
    if (domain === null || classification === "invalid" || classification === "duplicate") continue
    let view = views.get(domain)
    if (view === undefined) {
      view = viewProspect(classification, domain, facts.get(domain) ?? unknownFacts(domain))
      views.set(domain, view)
    }
    const role = view.bounce === "dead" ? "none" : roleKind
    const key = view.bounce === "dead" ? "dead" : keyOf(view, role, view.bounce)
    const segment = found.get(key)
    if (segment === undefined)
      found.set(key, {
        traits: { family: view.family, mailbox: view.mailbox, role, bounce: view.bounce },
        prospects: [prospect]
      })
    else segment.prospects.push(prospect)
  }
  const segments = [...found]
    .sort(([a], [b]) => byText(a, b))
    .map(([key, { traits, prospects: members }]) => ({ key, traits, prospects: members.sort(byAddress) }))
  return { segments, views, viewOf: (domain) => views.get(domain) }
}
