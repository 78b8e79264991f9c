import { FACTS_VERSION } from "../facts/DomainFacts.ts"
import type { SenderFacts } from "../facts/SenderFacts.ts"
import { type Level, OUTCOME_MODEL } from "../model/OutcomeModel.ts"
import type { SenderTraits } from "../model/predictOutcome.ts"
import { recogniseReceiver } from "../receiver/recogniseReceiver.ts"
import { spfHintOf } from "../receiver/spfIncludes.ts"
import type { SendingOptions } from "./SendingOptions.ts"

export interface SenderView {
  readonly facts: SenderFacts
  /** The provider of the sender's mailboxes, as an id of the receiver table; null when unknown. */
  readonly provider: string | null
  readonly traits: SenderTraits
  readonly dailyCapacity: number
}

const AGES: ReadonlyArray<readonly [days: number, level: Level<"age">]> = [
  [30, "under_30_days"],
  [90, "under_90_days"],
  [365, "under_year"]
]

const ageLevel = (days: number | null): Level<"age"> =>
  days === null ? "unknown" : (AGES.find(([below]) => days < below)?.[1] ?? "over_year")

/** The least serious tier of blacklists that many receivers use. Lower numbers are more serious. */
const SERIOUS_TIER = 2

const listingLevel = (listings: SenderFacts["listings"]): Level<"listing"> => {
  if (listings === null) return "unknown"
  const serious = new Set(
    listings.filter(({ tier, shared }) => tier <= SERIOUS_TIER && !shared).map(({ list }) => list)
  ).size
  if (serious > 0) return serious === 1 ? "once" : "more"
  return listings.some(({ tier }) => tier === 1) ? "shared" : "none"
}

const takesMail = ({ mail, website }: SenderFacts): Level<"mail"> => {
  if (mail === "unknown") return "unknown"
  return mail === "hosts" || (mail === "none" && website === true) ? "yes" : "no"
}

/**
 * Returns the provider that a domain sends from: the provider of its mail hosts, unless the domain's SPF record names
 * only another provider.
 */
const sendingProvider = ({ mail, mxHosts, spf, domain }: SenderFacts): string | null => {
  const { mailbox, provider, kind } = recogniseReceiver({
    version: FACTS_VERSION,
    domain,
    mail: mxHosts.length > 0 ? "hosts" : mail,
    mx: mxHosts.map((exchange) => ({ exchange, preference: 0 })),
    reachable: null,
    spf: spf.record,
    spfTargets: spf.targets,
    dmarc: null,
    hints: [],
    unanswered: []
  })
  const byMx = kind === "mailbox" ? provider : mailbox
  const bySpf = [
    ...new Set(spf.targets.map(spfHintOf).flatMap((hint) => (hint?.kind === "mailbox" ? [hint.provider] : [])))
  ]
  return bySpf.length === 1 ? (bySpf[0] ?? null) : byMx
}

/**
 * Returns the provider if, according to the model, the outcome changes when sender and receiver both use this provider;
 * otherwise null.
 */
export const pairProvider = (provider: string | null): SenderTraits["provider"] =>
  provider === "google" || provider === "microsoft365" ? provider : null

const { capacity } = OUTCOME_MODEL

export const mailboxCapacity = (ageDays: number | null, ordinary: number): number => {
  const young = ageDays === null ? undefined : capacity.untilDays.find(([days]) => ageDays < days)
  return young === undefined ? ordinary : Math.min(ordinary, young[1])
}

export const viewSender = (
  facts: SenderFacts,
  { mailboxesPerSender = capacity.mailboxes, dailyPerMailbox = capacity.ordinary }: SendingOptions = {}
): SenderView => {
  const provider = sendingProvider(facts)
  return {
    facts,
    provider,
    dailyCapacity: Math.max(0, Math.floor(mailboxesPerSender * mailboxCapacity(facts.ageDays, dailyPerMailbox))),
    traits: {
      spf: facts.spf.status,
      dkim: facts.dkim.status,
      dmarc: facts.dmarc.status,
      listing: listingLevel(facts.listings),
      age: ageLevel(facts.ageDays),
      mail: takesMail(facts),
      website: facts.website === null ? "unknown" : facts.website ? "yes" : "no",
      exists: facts.mail !== "nxdomain",
      provider: pairProvider(provider)
    }
  }
}
