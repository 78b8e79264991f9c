import { listOf, nullable, oneOf, optional, optionsOf, shape, argumentsOf, aString } from "@mon/bundled/arguments"
import { prospectFacts, sendersFacts, sendingOptions } from "../argumentKinds.ts"
import type { DomainFacts } from "../facts/DomainFacts.ts"
import { type SenderFacts, unknownSender } from "../facts/SenderFacts.ts"
import { MODEL_VERSION, OUTCOME_MODEL } from "../model/OutcomeModel.ts"
import { gradeOf, rangeOf, UNIT } from "../model/predictOutcome.ts"
import { byText, type CampaignPlan, type PlannedProspect } from "../plan/planCampaign.ts"
import { assign, type Assignment } from "./Assignment.ts"
import { breakDown, expectedOf, inboxRateOf, toShare } from "./breakDown.ts"
import type {
  CampaignEvaluation,
  CampaignResults,
  Classification,
  Confidence,
  ProspectOutcome,
  RoutingRow
} from "./CampaignResults.ts"
import { confidenceOf, outcomesOfProspects } from "./outcomesOfProspects.ts"
import { rankSenders } from "./rankSenders.ts"
import { fewestDays, makeOutcomeTable, type OutcomeTable, route, type Routing } from "./Routing.ts"
import { type Segment, segmentList, type SegmentedList } from "./Segments.ts"
import { type SenderView, viewSender } from "./SenderView.ts"
import type { SendingOptions } from "./SendingOptions.ts"
import { suggest } from "./suggest.ts"
import type { CampaignCounts } from "./suggestForCampaign.ts"
import { makeWhatIf } from "./WhatIf.ts"

const acceptEvaluateCampaign = /* @__PURE__ */ argumentsOf("evaluateCampaign", () => ({
  plan: shape<CampaignPlan>("a plan, as returned by planCampaign", {
    senders: listOf(aString),
    domains: listOf(aString),
    prospects: listOf(
      shape<PlannedProspect>("an entry of a plan", {
        input: aString,
        email: nullable(aString),
        domain: nullable(aString),
        classification: oneOf("valid", "free_mailbox", "disposable", "invalid", "duplicate")
      }),
      "an array of entries"
    )
  }),
  facts: optionsOf<CampaignFactSet>({ prospects: prospectFacts(), senders: sendersFacts() }),
  options: optional(sendingOptions())
}))

/** The facts that were looked up. A domain without facts is treated as a domain whose DNS did not answer. */
export interface CampaignFactSet {
  /** The facts by domain. */
  readonly prospects: ReadonlyMap<string, DomainFacts>
  /** The facts by sending domain. */
  readonly senders: ReadonlyMap<string, SenderFacts>
}

/** The number of entries that the preview in the results includes. */
export const PREVIEW_ROWS = 100

/** The statement about the limits of a prediction, which every result contains. */
export const STATEMENT =
  "This is a prediction from DNS and public benchmarks. It does not consider the content, the quality of the list or the warm-up of mailboxes. No mailbox was verified, and no email was sent."

const NOT_SEEN = [
  "content",
  "list quality",
  "warm-up",
  "sending history",
  "catch-all",
  "whether a mailbox exists",
  "filters without MX records"
]

const isDead = ({ traits }: Segment): boolean => traits.bounce === "dead"

const routingRows = (
  segments: ReadonlyArray<Segment>,
  senders: ReadonlyArray<SenderView>,
  routing: Routing,
  table: OutcomeTable
): ReadonlyArray<RoutingRow> =>
  segments.flatMap((segment, index) =>
    senders.flatMap(({ facts, traits }, position): ReadonlyArray<RoutingRow> => {
      const prospects = routing.units[index]?.[position] ?? 0
      return prospects === 0
        ? []
        : [
            {
              segment: segment.key,
              sender: facts.domain,
              prospects,
              inboxRate: table.outcome(segment, traits).inbox / UNIT
            }
          ]
    })
  )

const countRows = (plan: CampaignPlan, list: SegmentedList): Readonly<Record<Classification, number>> => {
  const rows: Record<Classification, number> = {
    valid: 0,
    free_mailbox: 0,
    disposable: 0,
    invalid: 0,
    dead: 0,
    parked: 0,
    unknown: 0,
    duplicate: 0
  }
  for (const { classification, domain } of plan.prospects) {
    const settled = classification === "invalid" || classification === "duplicate" || domain === null
    rows[settled ? classification : (list.viewOf(domain)?.classification ?? "unknown")]++
  }
  return rows
}

const countIn = (segments: ReadonlyArray<Segment>, matches: (segment: Segment) => boolean): number =>
  segments.filter(matches).reduce((sum, { prospects }) => sum + prospects.length, 0)

/**
 * Returns the range of the expected inbox share of all emails, and the confidence in the predictions of most of these
 * emails.
 */
const certainty = (
  segments: ReadonlyArray<Segment>,
  dead: number,
  senders: ReadonlyArray<SenderView>,
  routing: Routing,
  table: OutcomeTable
) => {
  const by: Record<Confidence, number> = { high: dead, medium: 0, low: 0 }
  let mails = dead
  let [low, high] = [0, dead * OUTCOME_MODEL.spread.A]
  for (const [index, segment] of segments.entries()) {
    for (const [position, { traits }] of senders.entries()) {
      const units = routing.units[index]?.[position] ?? 0
      if (units === 0) continue
      const grade = gradeOf(traits, segment.traits)
      const [least, most] = rangeOf(table.outcome(segment, traits).inbox / UNIT, grade)
      by[confidenceOf(grade)] += units
      low += least * units
      high += most * units
      mails += units
    }
  }
  const confidence: Confidence = by.low * 2 >= mails ? "low" : by.high * 2 > mails ? "high" : "medium"
  return {
    range: mails === 0 ? null : ([toShare(low, mails), toShare(high, mails)] as const),
    confidence: mails === 0 ? ("low" as const) : confidence
  }
}

const dataQuality = (
  { domains }: CampaignPlan,
  senders: ReadonlyArray<SenderView>,
  list: SegmentedList
): CampaignResults["dataQuality"] => {
  const views = domains.flatMap((domain) => list.viewOf(domain) ?? [])
  const known = views.filter(({ receiver: { kind } }) => kind !== "own" && kind !== "unknown").length
  return {
    unansweredDomains: views.filter(({ facts }) => facts === null || facts.unanswered.length > 0).length,
    unknownDomains: views.filter(({ receiver }) => receiver.kind === "unknown").length,
    incompleteSenders: senders.filter(({ facts }) => facts.incomplete).length,
    recognised: views.length === 0 ? null : toShare(known, views.length),
    hiddenFilterPossible: list.segments
      .flatMap(({ prospects }) => prospects)
      .filter(({ domain }) => list.viewOf(domain ?? "")?.receiver.hiddenFilterPossible === true).length,
    notSeen: NOT_SEEN
  }
}

const previewOf = (rows: Iterable<ProspectOutcome>): ReadonlyArray<ProspectOutcome> => {
  const preview: Array<ProspectOutcome> = []
  for (const row of rows) {
    if (preview.length === PREVIEW_ROWS) break
    preview.push(row)
  }
  return preview
}

/**
 * Predicts the results of a campaign: outcomes, ranking, routing and suggestions. Equal plans and facts give equal
 * results, regardless of the order of the entries.
 *
 * @example
 * evaluateCampaign(planCampaign({ sendingDomains: [], prospectEntries: ["bob@gmail.com"] }, () => "free"), { prospects: new Map(), senders: new Map() }).results.summary.unsent // => 1
 */
export const evaluateCampaign = (
  plan: CampaignPlan,
  facts: CampaignFactSet,
  options: SendingOptions = {}
): CampaignEvaluation => {
  acceptEvaluateCampaign(plan, facts, options)
  const table = makeOutcomeTable()
  const senders = plan.senders
    .toSorted(byText)
    .map((domain) => viewSender(facts.senders.get(domain) ?? unknownSender(domain), options))
  const list = segmentList(plan, facts.prospects)
  const dead = list.segments.filter(isDead)
  const alive = list.segments.filter((segment) => !isDead(segment))
  const mails = countIn(alive, () => true)
  const bouncing = countIn(dead, () => true)
  const days = options.days ?? fewestDays(mails, senders)
  const routing = route(alive, senders, days, table)
  const assignment: Assignment = assign(alive, dead, senders, routing, table)
  const { breakdown, tally } = breakDown(plan, list, senders, assignment, table)
  const dailyCapacity = senders.reduce((sum, sender) => sum + sender.dailyCapacity, 0)
  const daysToSend = dailyCapacity === 0 ? null : fewestDays(mails, senders)
  const whatIf = makeWhatIf(alive, senders, routing, table)
  const counts: CampaignCounts = {
    rows: countRows(plan, list),
    mails,
    roles: countIn(alive, ({ traits }) => traits.role === "role"),
    noreply: countIn(alive, ({ traits }) => traits.role === "noreply"),
    strictGateways: countIn(alive, ({ traits }) => traits.family === "gateway-strict"),
    dailyCapacity,
    daysToSend
  }
  const suggestions = suggest(senders, alive, counts, whatIf, options)
  const prospects = (): Iterable<ProspectOutcome> => outcomesOfProspects(plan, list, senders, assignment, table)
  const results: CampaignResults = {
    modelVersion: MODEL_VERSION,
    summary: {
      prospects: plan.prospects.length,
      uniqueProspects: mails + bouncing,
      uniqueDomains: list.views.size,
      senders: senders.length,
      assigned: routing.assigned,
      unsent: mails - routing.assigned,
      expected: expectedOf(tally),
      inboxRate: inboxRateOf(tally),
      ...certainty(alive, bouncing, senders, routing, table),
      dailyCapacity,
      daysToSend,
      statement: STATEMENT
    },
    breakdown,
    senders: rankSenders(senders, alive, routing, suggestions, table),
    suggestions,
    routing: routingRows(alive, senders, routing, table),
    prospects: {
      preview: previewOf(prospects()),
      truncated: plan.prospects.length > PREVIEW_ROWS,
      total: plan.prospects.length
    },
    dataQuality: dataQuality(plan, senders, list)
  }
  return { results, prospects, steps: routing.steps + whatIf.steps() }
}
