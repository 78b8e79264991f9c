import {
  anything,
  either,
  type Kind,
  kindOf,
  listOf,
  nullable,
  aNumber,
  optionsOf,
  optional,
  shape,
  aString
} from "@mon/bundled/arguments"
import type { CampaignResults, ProspectOutcome, SenderResult, Suggestion } from "./evaluate/CampaignResults.ts"
import type { SendingOptions } from "./evaluate/SendingOptions.ts"
import { parseDomainFacts, parseSenderFacts } from "./facts/parseFacts.ts"

const DOMAIN_FACTS = "facts of a domain, as returned by unknownFacts or parseDomainFacts"
const SENDER_FACTS = "facts of a sender, as returned by unknownSender or parseSenderFacts"

export const domainFacts = (): Kind => kindOf(DOMAIN_FACTS, (value) => parseDomainFacts(value) !== null)

const mapOfFacts = (takes: string, isFacts: (value: unknown) => boolean): Kind =>
  kindOf(`a Map from domains to ${takes}`, (value) => value instanceof Map && [...value.values()].every(isFacts))

export const prospectFacts = (): Kind => mapOfFacts(DOMAIN_FACTS, (value) => parseDomainFacts(value) !== null)

export const sendersFacts = (): Kind => mapOfFacts(SENDER_FACTS, (value) => parseSenderFacts(value) !== null)

export const sendingOptions = (): Kind => {
  const amount = aNumber("a number above 0", Number.MIN_VALUE)
  return optionsOf<SendingOptions>({
    mailboxesPerSender: optional(amount),
    dailyPerMailbox: optional(amount),
    days: optional(amount)
  })
}

export const prospectOutcome = (): Kind =>
  shape<ProspectOutcome>("an outcome of evaluateCampaign", {
    input: aString,
    mxHosts: listOf(aString),
    mailboxEvidence: listOf(aString),
    reasons: listOf(aString)
  })

export const rows = (takes: string): Kind =>
  kindOf(
    takes,
    (value) =>
      typeof value === "object" &&
      value !== null &&
      typeof (value as Partial<Iterable<unknown>>)[Symbol.iterator] === "function"
  )

const senderFacts = (): Kind => kindOf(SENDER_FACTS, (value) => parseSenderFacts(value) !== null)

export const senderResults = (): Kind =>
  shape<CampaignResults>("the results of evaluateCampaign", {
    senders: listOf(shape<SenderResult>("a sender", { facts: senderFacts(), issues: listOf(aString) }))
  })

export const suggestionResults = (): Kind =>
  shape<CampaignResults>("the results of evaluateCampaign", {
    suggestions: listOf(
      shape<Suggestion>("a suggestion", { title: aString, record: nullable(either([shape("a record", {}), anything])) })
    )
  })
