import { isPublicAddress, registrableDomain } from "@mon/public-net/policy"
import { type DomainFacts, isParked, isUnused } from "../assessment/Assessment.ts"
import { isSpecialHost } from "../mx/isSpecialHost.ts"
import { type DmarcPolicy, type DmarcRecord, parseDmarc, strength } from "../dmarc/DmarcRecord.ts"
import type { FindingCode } from "../rubric/Rubric.ts"
import { parseTagList } from "../TagList.ts"
import type { Change, RepairOptions } from "./RepairPlan.ts"

/** Whether SPF and DKIM work. A stricter DMARC policy is safe only if both work. */
export interface Readiness {
  readonly spf: boolean
  readonly dkim: boolean
}

export interface DmarcRepair {
  readonly changes: ReadonlyArray<Change>
  /** Whether the new record requests a stricter policy than the old record. */
  readonly stricter: boolean
  /** Whether the policy could be made stricter once the owner has read the reports. */
  readonly waits: boolean
  /** Whether receivers will apply a policy that the owner has published but that they ignore today. */
  readonly revives: boolean
  /** Whether the new record lacks a report address because the domain receives no email. */
  readonly needsAddress: boolean
  /**
   * The owner's policy in a record that receivers ignore, if it is stricter than the policy of the new record;
   * otherwise null.
   */
  readonly meant: DmarcPolicy | null
  /** The record on which the new record is based: the owner's record, an unreadable record, or none. */
  readonly basis: "own" | "unreadable" | "absent"
  readonly policy: DmarcPolicy
  /** Whether the policy in the new record is the policy that the owner wrote. */
  readonly keepsPolicy: boolean
  /**
   * Whether the new record keeps all, some or none of the owner's report addresses; null if the owner named no address.
   */
  readonly keepsAddresses: "all" | "some" | "none" | null
  readonly asksReports: boolean
}

type Tags = ReadonlyMap<string, string>

const ORDER = ["p", "sp", "np", "rua", "ruf", "adkim", "aspf", "fo", "psd", "t", "pct"]

const tagsOf = (text: string): Tags =>
  new Map(parseTagList(text).tags.map(({ name, value }) => [name.toLowerCase(), value]))

const render = (tags: Tags): string =>
  ["v=DMARC1", ...ORDER.flatMap((name) => (tags.has(name) ? [`${name}=${tags.get(name)}`] : []))].join("; ")

const policyOf = (tags: Tags, name: string): DmarcPolicy | null => {
  const value = tags.get(name)?.toLowerCase()
  return value === "none" || value === "quarantine" || value === "reject" ? value : null
}

const NEXT: Readonly<Record<DmarcPolicy, DmarcPolicy>> = { none: "quarantine", quarantine: "reject", reject: "reject" }

const receivesMail = ({ mx, spf }: DomainFacts): boolean =>
  mx.kind === "unknown" ||
  // A parked domain will get a null MX record.
  (mx.kind === "implicit" && !isParked({ mx, spf })) ||
  mx.hosts.some(
    ({ host, provider, status }) =>
      status === "ok" ||
      status === "unknown" ||
      provider !== null ||
      // The repair gives a name to a mail host that is published as a public IP address.
      (status === "address" && isPublicAddress(host))
  )

/** Whether the domain declares that it receives no email, or will declare this after the repair. */
const refusesMail = (facts: DomainFacts): boolean =>
  !receivesMail(facts) && facts.mx.hosts.every(({ host }) => isSpecialHost(host))

/** Returns a mailbox at the domain for reports; null if the domain receives no email. */
export const defaultAddress = (facts: DomainFacts, { reportAddress }: RepairOptions): string | null => {
  if (reportAddress !== undefined) return `mailto:${reportAddress}`
  return receivesMail(facts) ? `mailto:postmaster@${facts.domain}` : null
}

const withoutSize = ({ uri }: { readonly uri: string }): string => uri.replace(/![0-9]+[kmgt]?$/i, "")

const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1).toLowerCase()

/** Returns the valid addresses of a tag, and the addresses that can receive reports. */
const addressesIn = (facts: DomainFacts, value: string | undefined) => {
  const parsed = parseDmarc(`v=DMARC1; p=none; rua=${value ?? ""}`)
  const { correctedReports, reports } = facts.dmarc
  const dead = new Set(
    [...reports, ...correctedReports].filter(({ takesMail }) => takesMail === false).map(({ domain }) => domain)
  )
  if (refusesMail(facts)) dead.add(facts.domain)
  const valid = (parsed.ok ? parsed.record.aggregate : []).filter(({ domain }) => domain !== null)
  return {
    valid: valid.map(withoutSize),
    living: valid.filter(({ domain }) => !dead.has(domain ?? "")).map(withoutSize)
  }
}

/**
 * Keeps the report addresses that work. Addresses that do not work are removed only if another address remains or
 * replaces them, or if the domain is unused.
 */
const withReports = (facts: DomainFacts, tags: Map<string, string>, options: RepairOptions): void => {
  const { living, valid } = addressesIn(facts, tags.get("rua"))
  const address = isUnused(facts) && options.reportAddress === undefined ? null : defaultAddress(facts, options)
  const next = living.length > 0 ? living : address !== null ? [address] : isUnused(facts) ? [] : valid
  if (next.length > 0) tags.set("rua", next.join(","))
  else tags.delete("rua")
  const failure = addressesIn(facts, tags.get("ruf")).living
  if (failure.length > 0) tags.set("ruf", failure.join(","))
  else tags.delete("ruf")
}

/**
 * Returns a record with the policy "reject" that keeps the owner's report addresses at other domains. From an inherited
 * policy, it keeps only addresses within the organization.
 */
export const rejectingRecord = (facts: DomainFacts): string => {
  const { corrected, record, reports } = facts.dmarc
  const inherited = corrected === null ? (record?.text ?? "") : ""
  const own = new Set(reports.filter(({ external }) => !external).map(({ domain }) => domain))
  const tags = tagsOf(corrected ?? inherited)
  const kept = new Map([["p", "reject"]])
  for (const name of ["rua", "ruf"]) {
    const text = addressesIn(facts, tags.get(name)).living.filter((uri) => {
      const domain = domainOf(uri)
      return domain !== facts.domain && (corrected !== null || own.has(domain))
    })
    if (text.length > 0) kept.set(name, text.join(","))
  }
  return render(kept)
}

const weakest = (tags: Tags): DmarcPolicy => {
  const own = policyOf(tags, "p") ?? "none"
  return (
    [own, policyOf(tags, "sp") ?? own, policyOf(tags, "np") ?? own].toSorted((a, b) => strength(a) - strength(b))[0] ??
    own
  )
}

/**
 * Removes tags that weaken the policy. If the removal does not make the policy stricter, raises the policy by one
 * level.
 */
const tighten = (tags: Map<string, string>): boolean => {
  const before = render(tags)
  const partial = tags.has("pct") || tags.get("t")?.toLowerCase() === "y"
  tags.delete("pct")
  tags.delete("t")
  const policy = policyOf(tags, "p") ?? "none"
  const own = partial && policy !== "none" ? policy : NEXT[policy]
  tags.set("p", own)
  for (const name of ["sp", "np"]) {
    const below = policyOf(tags, name)
    if (below !== null && strength(below) < strength(own)) tags.delete(name)
  }
  return render(tags) !== before
}

/** Removes tags that have no effect: obsolete tags, and the test mode if the policy is "none". */
const tidy = (tags: Map<string, string>): void => {
  const idle = ["p", "sp", "np"].every((name) => (policyOf(tags, name) ?? "none") === "none")
  if (idle || tags.get("pct") === "100") tags.delete("pct")
  if (idle) tags.delete("t")
  if (policyOf(tags, "sp") === policyOf(tags, "p")) tags.delete("sp")
}

/** Whether receivers apply the domain's own record exactly as it is written. */
const applies = ({ dmarc }: DomainFacts): boolean =>
  dmarc.record !== null && dmarc.inheritedFrom === null && !dmarc.record.policyIsImplied

/**
 * Changes an ignored record so that the record starts with the policy that receivers apply today. The policy that the
 * owner intended would be stricter, and nobody has yet seen which legitimate email would fail it. A strict alignment
 * that receivers ignored does not take effect either, for the same reason.
 */
const startToday = (facts: DomainFacts, tags: Map<string, string>): void => {
  const policy = facts.dmarc.effective?.domain ?? "none"
  tags.set("p", policy)
  for (const name of ["sp", "np", "pct", "t"]) tags.delete(name)
  if (policy === "none") return
  for (const name of ["adkim", "aspf"]) tags.delete(name)
}

/**
 * Sets the tags of a record that receivers apply, so that the record keeps its meaning even if the correction would
 * read the record differently.
 */
const sameMeaning = (record: DmarcRecord, tags: Map<string, string>): void => {
  const set = (name: string, value: string | null): void =>
    void (value === null ? tags.delete(name) : tags.set(name, value))
  tags.set("p", record.policy)
  set("sp", record.subdomainPolicy)
  set("np", record.nonexistentPolicy)
  set("t", record.testing ? "y" : null)
  if (record.dkimAlignment === "r") tags.delete("adkim")
  if (record.spfAlignment === "r") tags.delete("aspf")
}

/**
 * Returns the owner's policy in a record that receivers ignore, if it is stricter than the policy that receivers apply.
 */
const meantStricter = (facts: DomainFacts, tags: Tags): DmarcPolicy | null => {
  const meant = policyOf(tags, "p") ?? "none"
  return !applies(facts) && strength(meant) > strength(facts.dmarc.effective?.domain ?? "none") ? meant : null
}

/** Returns the record with which another domain authorises reports (RFC 9990 section 4). */
const consent = (host: string): Change => ({
  type: "TXT",
  host,
  values: ["v=DMARC1"],
  replaces: [],
  foreign: true,
  findings: ["dmarc_unauthorised_reports", "dmarc_none_blind"]
})

/**
 * Returns the name at which another domain authorises reports to the address that the owner named; null if the address
 * is in the same organization.
 */
const agreementOn = (address: string | undefined, domain: string): string | null => {
  const receiver = address === undefined ? domain : domainOf(address)
  return registrableDomain(receiver) === registrableDomain(domain) ? null : `${domain}._report._dmarc.${receiver}`
}

/** Returns the records with which other domains authorise reports about this domain. */
export const authorisations = ({ domain, dmarc }: DomainFacts, text: string | null): ReadonlyArray<Change> => {
  const wanted = [
    ...dmarc.reports.map((target) => ({ target, at: dmarc.recordDomain ?? domain })),
    ...(text === null ? [] : dmarc.correctedReports.map((target) => ({ target, at: domain })))
  ]
  const hosts = wanted.flatMap(({ at, target: { authorised, domain: receiver, external, takesMail } }) =>
    external && authorised === false && takesMail !== false ? [`${at}._report._dmarc.${receiver}`] : []
  )
  return [...new Set(hosts)].map(consent)
}

/** The findings that only a stricter policy clears. */
const LEVELS: ReadonlySet<string> = new Set<FindingCode>([
  "dmarc_none",
  "dmarc_quarantine",
  "dmarc_testing_reject",
  "dmarc_testing_quarantine",
  "dmarc_subdomains_weaker",
  "dmarc_nonexistent_weaker",
  "dmarc_percent"
])

export const isLevel = (code: FindingCode): boolean => LEVELS.has(code)

const nothing: DmarcRepair = {
  changes: [],
  stricter: false,
  waits: false,
  revives: false,
  needsAddress: false,
  meant: null,
  basis: "own",
  policy: "none",
  keepsPolicy: true,
  keepsAddresses: null,
  asksReports: false
}

const addressesOf = (tags: Tags): ReadonlyArray<string> =>
  ["rua", "ruf"].flatMap((name) => (tags.get(name) ?? "").split(",").filter((text) => text.trim() !== ""))

/**
 * Returns whether all, some or none of one record's report addresses are also in another record; null if the first
 * record has no address. Ignores size limits, which no receiver honours.
 */
const kept = (before: Tags, after: Tags): DmarcRepair["keepsAddresses"] => {
  const bare = (uri: string): string => withoutSize({ uri: uri.trim().toLowerCase() })
  const old = addressesOf(before).map(bare)
  const now = new Set(addressesOf(after).map(bare))
  const count = old.filter((uri) => now.has(uri)).length
  return old.length === 0 ? null : count === old.length ? "all" : count > 0 ? "some" : "none"
}

/** Returns the change that removes a DMARC record at the domain itself, where receivers ignore it. */
const misplacedRecord = ({ dmarc, domain, mx }: DomainFacts): ReadonlyArray<Change> =>
  dmarc.misplaced.length === 0 || mx.alias !== null
    ? []
    : [{ type: "TXT", host: domain, values: [], replaces: dmarc.misplaced, findings: ["dmarc_misplaced"] }]

const MISSING_ADDRESS: ReadonlySet<string> = new Set<FindingCode>([
  "dmarc_no_reports",
  "dmarc_none_blind",
  "dmarc_dead_reports"
])

/**
 * Returns the DMARC record that clears the findings. The record keeps the owner's addresses, and the owner's policy as
 * receivers apply it today. Its policy is stricter only if the owner has read the reports, and SPF and DKIM work.
 */
export const repairDmarc = (
  facts: DomainFacts,
  codes: ReadonlyArray<FindingCode>,
  options: RepairOptions,
  ready: Readiness
): DmarcRepair => {
  const { domain, dmarc } = facts
  if (dmarc.status === "unknown" || facts.mx.kind === "nxdomain") return nothing
  const inherited = dmarc.inheritedFrom !== null && dmarc.ownRecords.length === 0 && dmarc.nearMisses.length === 0
  if (inherited || codes.length === 0)
    return { ...nothing, changes: [...misplacedRecord(facts), ...authorisations(facts, null)] }
  const unused = isUnused(facts)
  const tags = new Map(tagsOf(dmarc.corrected ?? (unused ? "v=DMARC1; p=reject" : "v=DMARC1; p=none")))
  const written = new Map(tags)
  const meant = unused ? null : meantStricter(facts, tags)
  const safe = ready.spf && (ready.dkim || unused)
  const reviewed = options.reportsReviewed === true && safe && dmarc.corrected !== null
  const today = dmarc.effective?.domain ?? "none"
  const revives = !applies(facts) && (unused || (reviewed && meant !== null))
  if (applies(facts) && dmarc.record !== null) sameMeaning(dmarc.record, tags)
  else if (!revives || strength(policyOf(tags, "p") ?? "none") < strength(today)) startToday(facts, tags)
  else for (const name of ["adkim", "aspf", "pct"]) tags.delete(name)
  withReports(facts, tags, options)
  tidy(tags)
  const stricter = reviewed && (meant !== null || tighten(tags))
  const lenient = weakest(tags) !== "reject" || tags.has("pct") || tags.get("t")?.toLowerCase() === "y"
  const text = render(tags)
  const old = [...dmarc.ownRecords, ...dmarc.nearMisses]
  const changed = old.length !== 1 || old[0] !== text
  const lacksAddress = addressesIn(facts, tags.get("rua")).living.length === 0
  // With the policy "none", the record has no effect, and nobody reads reports. Only the owner knows whether the domain
  // has email at all.
  const needsAddress = lacksAddress && (!unused || policyOf(tags, "p") === "none")
  const clears = (code: FindingCode): boolean => {
    if (needsAddress && MISSING_ADDRESS.has(code)) return unused && code === "dmarc_dead_reports"
    if (code === "dmarc_misplaced" && facts.mx.alias !== null) return false
    return stricter || !isLevel(code) || (code === "dmarc_percent" && !tags.has("pct"))
  }
  const own: Change = {
    type: "TXT",
    host: `_dmarc.${domain}`,
    values: [text],
    replaces: old.filter((value) => value !== text),
    findings: codes.filter(clears)
  }
  const agreement =
    tags.get("rua") === `mailto:${options.reportAddress}` ? agreementOn(options.reportAddress, domain) : null
  const named = changed && agreement !== null ? [consent(agreement)] : []
  return {
    changes: [
      ...(changed ? [own] : []),
      ...misplacedRecord(facts),
      ...authorisations(facts, changed ? text : null),
      ...named
    ],
    stricter,
    waits: lenient && !stricter,
    revives,
    needsAddress,
    meant: stricter ? null : meant,
    basis: dmarc.corrected !== null ? "own" : old.length > 0 ? "unreadable" : "absent",
    policy: policyOf(tags, "p") ?? "none",
    keepsPolicy: policyOf(tags, "p") === policyOf(written, "p"),
    keepsAddresses: kept(written, tags),
    asksReports: tags.has("rua")
  }
}
