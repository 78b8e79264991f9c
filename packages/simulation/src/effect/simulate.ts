import { mailClass as listedClass } from "@mon/disposable-check"
import * as Effect from "effect/Effect"
import type { CampaignEvaluation } from "../evaluate/CampaignResults.ts"
import { evaluateCampaign } from "../evaluate/evaluateCampaign.ts"
import type { SendingOptions } from "../evaluate/SendingOptions.ts"
import { type CampaignInput, type CampaignPlan, LIMITS, type MailClassOf, planCampaign } from "../plan/planCampaign.ts"
import { CampaignFacts } from "./CampaignFacts.ts"
import { SimulationError } from "./SimulationError.ts"

/** The progress of a simulation. */
export interface SimulationProgress {
  readonly phase: "dns" | "model" | "done"
  /** The number of domains that were looked up. */
  readonly done: number
  readonly total: number
}

/** Options of a simulation. */
export interface SimulateOptions extends SendingOptions {
  /** The number of prospects' domains that are looked up at the same time. Default: 64. */
  readonly concurrency?: number
  /** The number of senders that are checked at the same time. Each check makes up to 233 DNS queries. Default: 8. */
  readonly senderConcurrency?: number
  readonly onProgress?: (progress: SimulationProgress) => void
  /** Returns the class of a mail domain, such as free or disposable. */
  readonly mailClass?: MailClassOf
}

/** A finished simulation: the plan and its evaluation. */
export interface Simulation extends CampaignEvaluation {
  readonly plan: CampaignPlan
}

const planned = (
  { prospectEntries, sendingDomains }: CampaignInput,
  mailClass: MailClassOf
): Effect.Effect<CampaignPlan, SimulationError> =>
  Effect.suspend(() => {
    if (sendingDomains.length > LIMITS.senders)
      return new SimulationError({
        reason: "TooMuch",
        detail: `A campaign can have at most ${LIMITS.senders} sending domains.`
      })
    if (prospectEntries.length > LIMITS.prospects)
      return new SimulationError({
        reason: "TooMuch",
        detail: `A campaign can have at most ${LIMITS.prospects} prospect entries.`
      })
    const plan = planCampaign({ prospectEntries, sendingDomains }, mailClass)
    const [first] = plan.rejectedSenders
    return plan.senders.length > 0
      ? Effect.succeed(plan)
      : new SimulationError({ reason: "NoSender", detail: first?.message ?? "A sending domain is required." })
  })

/**
 * Plans a campaign, looks up every domain and evaluates the campaign. Fails only if the campaign cannot be simulated.
 */
export const simulate = Effect.fn("simulate")(function* (
  input: CampaignInput,
  {
    concurrency = 64,
    mailClass = listedClass,
    onProgress = () => {},
    senderConcurrency = 8,
    ...sending
  }: SimulateOptions = {}
) {
  const facts = yield* CampaignFacts
  const plan = yield* planned(input, mailClass)
  const total = plan.domains.length + plan.senders.length
  let done = 0
  const counted = <A>(lookUp: Effect.Effect<A>): Effect.Effect<A> =>
    Effect.tap(
      lookUp,
      Effect.sync(() => onProgress({ phase: "dns", done: ++done, total }))
    )
  onProgress({ phase: "dns", done, total })
  const [prospects, senders] = yield* Effect.all(
    [
      Effect.forEach(
        plan.domains,
        (domain) => Effect.map(counted(facts.prospectFacts(domain)), (found) => [domain, found] as const),
        { concurrency }
      ),
      Effect.forEach(
        plan.senders,
        (domain) => Effect.map(counted(facts.senderFacts(domain)), (found) => [domain, found] as const),
        { concurrency: senderConcurrency }
      )
    ],
    { concurrency: 2 }
  )
  onProgress({ phase: "model", done, total })
  const evaluation = evaluateCampaign(plan, { prospects: new Map(prospects), senders: new Map(senders) }, sending)
  onProgress({ phase: "done", done, total })
  return { plan, ...evaluation } satisfies Simulation
})
