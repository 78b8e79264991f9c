import { type DomainFacts, unknownFacts } from "../facts/DomainFacts.ts"
import type { SegmentTraits } from "../model/predictOutcome.ts"
import { byText, type CampaignPlan, type PlannedProspect } from "../plan/planCampaign.ts"
import { type ProspectView, viewProspect } from "./ProspectView.ts"

/** A group of prospects for which any given sender has the same outcome. */
export interface Segment {
  readonly key: string
  readonly traits: SegmentTraits
  /** The prospects sorted by domain, then by address, so that the order of the list has no effect. */
  readonly prospects: ReadonlyArray<PlannedProspect>
}

export interface SegmentedList {
  /** The segments by key, including segments of dead prospects. */
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

/** Groups the valid entries into segments. Leaves out invalid entries and duplicates. */
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
