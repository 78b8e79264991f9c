import { aFunction, listOf, optionsOf, argumentsOf, aString } from "@mon/bundled/arguments"
import { readDomain } from "./MailDomain.ts"
import { type EntryFault, parseProspect } from "./ProspectEntry.ts"
import { type RoleKind, roleOf } from "@mon/disposable-check/core"

const acceptPlanCampaign = /* @__PURE__ */ argumentsOf("planCampaign", () => ({
  input: optionsOf<CampaignInput>({
    sendingDomains: listOf(aString, "an array of domains"),
    prospectEntries: listOf(aString, "an array of addresses or domains")
  }),
  mailClass: aFunction
}))

/**
 * A function that returns the class of a mail domain from a table. `mailClass` of `@mon/disposable-check` has this
 * type.
 */
export type MailClassOf = (domain: string) => "disposable" | "alias" | "privacy" | "free" | "typo" | "none" | "invalid"

/** The input for the plan of a campaign. */
export interface CampaignInput {
  readonly sendingDomains: ReadonlyArray<string>
  /** The entries: addresses or domains, as people write them. */
  readonly prospectEntries: ReadonlyArray<string>
}

/** A sending domain that is left out. */
export interface RejectedSender {
  readonly input: string
  readonly reason: "invalid_domain" | "free_mailbox"
  /** A sentence for people. */
  readonly message: string
}

/**
 * The class of an entry, as far as it can be decided without the DNS. "duplicate": the address or domain appears
 * earlier in the list.
 */
export type PlannedClass = "valid" | "free_mailbox" | "disposable" | "invalid" | "duplicate"

/** One planned entry of the list. */
export interface PlannedProspect {
  /** The number of the entry, from 1. */
  readonly row: number
  readonly input: string
  /** The address; null for a bare domain and for an invalid entry. */
  readonly email: string | null
  /** The domain; null for an invalid entry. */
  readonly domain: string | null
  readonly classification: PlannedClass
  /**
   * Whether the domain costs a credit. A domain costs one credit, regardless of the number of entries that name it, and
   * a duplicate costs nothing.
   */
  readonly charged: boolean
  readonly role: string | null
  readonly roleKind: RoleKind | "none"
  readonly fault: EntryFault | null
  /** For a duplicate, the row of the first entry with this address or domain. */
  readonly duplicateOf: number | null
}

/** The plan of a campaign: its costs, the domains to look up, and every entry. */
export interface CampaignPlan {
  /** The valid sending domains, unique and sorted. */
  readonly senders: ReadonlyArray<string>
  readonly rejectedSenders: ReadonlyArray<RejectedSender>
  /** One prospect for each entry, in the order of the entries. */
  readonly prospects: ReadonlyArray<PlannedProspect>
  /** The prospects' domains to look up, unique and sorted. Free mailboxes need no lookup. */
  readonly domains: ReadonlyArray<string>
  /** The cost: the number of different domains among the senders and the domains to look up. */
  readonly credits: number
}

/** The limits of one campaign. */
export const LIMITS = { senders: 100, prospects: 10_000 } as const

/** The classes of permanent personal mailboxes, including aliases of such mailboxes. */
const FREE: ReadonlySet<string> = new Set(["free", "privacy", "alias"])

/** Compares texts by code units, so that the order is the same everywhere. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const tooMany = (message: string): RangeError => Object.assign(new RangeError(message), { code: "ERR_OUT_OF_RANGE" })

const sorted = (texts: Iterable<string>): ReadonlyArray<string> => [...texts].sort(byText)

const readSenders = (inputs: ReadonlyArray<string>, mailClass: MailClassOf) => {
  const senders = new Set<string>()
  const rejectedSenders: Array<RejectedSender> = []
  for (const input of inputs) {
    const text = input.trim()
    const read = readDomain(text.slice(text.lastIndexOf("@") + 1))
    if (!read.ok)
      rejectedSenders.push({
        input,
        reason: "invalid_domain",
        message: `${JSON.stringify(input.slice(0, 100))} is not a sending domain.`
      })
    else if (FREE.has(mailClass(read.domain)))
      rejectedSenders.push({
        input,
        reason: "free_mailbox",
        message: `${read.domain} is a public mailbox domain. Campaigns cannot be sent from it.`
      })
    else senders.add(read.domain)
  }
  return { senders: sorted(senders), rejectedSenders }
}

const CLASSES: Readonly<Record<ReturnType<MailClassOf>, PlannedClass>> = {
  alias: "free_mailbox",
  disposable: "disposable",
  free: "free_mailbox",
  invalid: "valid",
  none: "valid",
  privacy: "free_mailbox",
  typo: "valid"
}

const makeReader = (mailClass: MailClassOf) => {
  const classes = new Map<string, PlannedClass>()
  const firsts = new Map<string, number>()
  const classOf = (domain: string): PlannedClass => {
    const known = classes.get(domain)
    if (known !== undefined) return known
    const found = CLASSES[mailClass(domain)]
    classes.set(domain, found)
    return found
  }
  const read = (input: string, row: number): PlannedProspect => {
    const entry = parseProspect(input)
    if (!entry.ok)
      return {
        row,
        input,
        email: null,
        domain: null,
        classification: "invalid",
        charged: false,
        role: null,
        roleKind: "none",
        fault: entry.fault,
        duplicateOf: null
      }
    const { email, domain } = entry
    const key = (email ?? domain).toLowerCase()
    const duplicateOf = firsts.get(key) ?? null
    if (duplicateOf === null) firsts.set(key, row)
    const classification = duplicateOf === null ? classOf(domain) : "duplicate"
    const role = entry.local === null ? null : roleOf(entry.local)
    const charged = classification === "valid" || classification === "disposable"
    return {
      row,
      input,
      email,
      domain,
      classification,
      charged,
      role: role?.name ?? null,
      roleKind: role?.kind ?? "none",
      fault: null,
      duplicateOf
    }
  }
  return read
}

/**
 * Reads senders and entries, classifies entries as far as possible without DNS, lists the domains to look up and counts
 * the credits. Throws a RangeError if the campaign exceeds `LIMITS`.
 *
 * @example
 * planCampaign({ sendingDomains: ["example.org"], prospectEntries: ["bob@example.com", "ann@example.com", "example.org"] }, () => "none").credits // => 2
 */
export const planCampaign = (input: CampaignInput, mailClass: MailClassOf): CampaignPlan => {
  acceptPlanCampaign(input, mailClass)
  const { sendingDomains, prospectEntries } = input
  if (sendingDomains.length > LIMITS.senders)
    throw tooMany(`A campaign can have at most ${LIMITS.senders} sending domains.`)
  if (prospectEntries.length > LIMITS.prospects)
    throw tooMany(`A campaign can have at most ${LIMITS.prospects} prospect entries.`)
  const { senders, rejectedSenders } = readSenders(sendingDomains, mailClass)
  const read = makeReader(mailClass)
  const prospects = prospectEntries.map((entry, index) => read(entry, index + 1))
  const domains = sorted(
    new Set(prospects.flatMap(({ charged, domain }) => (charged && domain !== null ? [domain] : [])))
  )
  return { senders, rejectedSenders, prospects, domains, credits: new Set([...senders, ...domains]).size }
}
