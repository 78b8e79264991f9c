import type { DomainFacts } from "../assessment/Assessment.ts"
import { isParked } from "../assessment/Assessment.ts"
import { correctDmarc, mergeDmarc } from "../dmarc/DmarcCorrection.ts"
import { type DmarcPolicy, parseDmarc, strength } from "../dmarc/DmarcRecord.ts"
import type { FindingCode } from "../rubric/Rubric.ts"
import { parseTagList } from "../TagList.ts"
import type { Change, RepairOptions } from "./RepairPlan.ts"

/** What has to work before a stricter policy is safe. */
export interface Readiness {
  readonly spf: boolean
  readonly dkim: boolean
}

/** The new DMARC record, records that others must publish, and what remains to do. */
export interface DmarcRepair {
  readonly changes: ReadonlyArray<Change>
  /** The record asks for a stricter policy than before. */
  readonly stricter: boolean
  /** A policy could be stricter, once the reports have been read. */
  readonly waits: boolean
  /** The record has no address for reports, because the domain receives no email. */
  readonly needsAddress: boolean
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

/** The text to start from: what the owner published, corrected. Null: there is nothing, or nobody can read it. */
const published = ({ dmarc }: DomainFacts): string | null => {
  if (dmarc.record !== null && dmarc.inheritedFrom === null) return correctDmarc(dmarc.record.text) ?? dmarc.record.text
  const meant = [...dmarc.ownRecords, ...dmarc.nearMisses, ...(dmarc.misplaced === null ? [] : [dmarc.misplaced])]
  return meant.length === 0 ? null : mergeDmarc(meant)
}

const receivesMail = ({ mx }: DomainFacts): boolean =>
  mx.kind === "unknown" ||
  mx.kind === "implicit" ||
  mx.hosts.some(({ status, provider }) => status === "ok" || status === "unknown" || provider !== null)

const defaultAddress = (facts: DomainFacts, { reportAddress }: RepairOptions): string | null => {
  if (reportAddress !== undefined) return `mailto:${reportAddress}`
  return receivesMail(facts) ? `mailto:postmaster@${facts.domain}` : null
}

/** The addresses of a tag that can receive reports. */
const livingAddresses = (facts: DomainFacts, value: string | undefined): ReadonlyArray<string> => {
  const parsed = parseDmarc(`v=DMARC1; p=none; rua=${value ?? ""}`)
  const dead = new Set(facts.dmarc.reports.filter(({ takesMail }) => takesMail === false).map(({ domain }) => domain))
  if (!receivesMail(facts)) dead.add(facts.domain)
  return parsed.ok
    ? parsed.record.aggregate.flatMap(({ uri, domain }) =>
        domain === null || dead.has(domain) ? [] : [uri.replace(/![0-9]+[kmgt]?$/i, "")]
      )
    : []
}

const withReports = (facts: DomainFacts, tags: Map<string, string>, options: RepairOptions): void => {
  for (const name of ["rua", "ruf"]) {
    if (!tags.has(name)) continue
    const living = livingAddresses(facts, tags.get(name))
    if (living.length > 0) tags.set(name, living.join(","))
    else tags.delete(name)
  }
  const address = tags.has("rua") || isParked(facts) ? null : defaultAddress(facts, options)
  if (address !== null) tags.set("rua", address)
}

const weakest = (tags: Tags): DmarcPolicy => {
  const own = policyOf(tags, "p") ?? "none"
  return (
    [own, policyOf(tags, "sp") ?? own, policyOf(tags, "np") ?? own].toSorted((a, b) => strength(a) - strength(b))[0] ??
    own
  )
}

/** Lifts what makes the policy weaker than it reads, and raises the policy by one level. */
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

/** Drops what has no effect: obsolete tags, and test modes of a policy that asks for nothing. */
const tidy = (tags: Map<string, string>): void => {
  const idle = ["p", "sp", "np"].every((name) => (policyOf(tags, name) ?? "none") === "none")
  if (idle || tags.get("pct") === "100") tags.delete("pct")
  if (idle) tags.delete("t")
  if (policyOf(tags, "sp") === policyOf(tags, "p")) tags.delete("sp")
}

const authorisations = ({ dmarc }: DomainFacts): ReadonlyArray<Change> =>
  dmarc.reports.flatMap(({ domain: target, external, authorised, takesMail }) =>
    external && authorised === false && takesMail !== false
      ? [
          {
            type: "TXT" as const,
            host: `${dmarc.recordDomain}._report._dmarc.${target}`,
            values: ["v=DMARC1"],
            replaces: [],
            foreign: true,
            findings: ["dmarc_unauthorised_reports" as const, "dmarc_none_blind" as const]
          }
        ]
      : []
  )

/** Findings that only a stricter policy clears. */
const LEVELS: ReadonlySet<string> = new Set<FindingCode>([
  "dmarc_none",
  "dmarc_quarantine",
  "dmarc_testing_reject",
  "dmarc_testing_quarantine",
  "dmarc_subdomains_weaker",
  "dmarc_nonexistent_weaker",
  "dmarc_percent"
])

/** Whether only a stricter policy clears a finding. */
export const isLevel = (code: FindingCode): boolean => LEVELS.has(code)

const nothing: DmarcRepair = { changes: [], stricter: false, waits: false, needsAddress: false }

/**
 * The DMARC record that clears the findings. It keeps the owner's policy and addresses. It is stricter only if the
 * owner has read the reports, and SPF and DKIM work.
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
  if (inherited || codes.length === 0) return { ...nothing, changes: authorisations(facts) }
  const start = published(facts)
  const parked = isParked(facts)
  const tags = new Map(tagsOf(start ?? (parked ? "v=DMARC1; p=reject" : "v=DMARC1; p=none")))
  withReports(facts, tags, options)
  tidy(tags)
  const safe = ready.spf && (ready.dkim || parked)
  const lenient = weakest(tags) !== "reject" || tags.has("pct") || tags.get("t")?.toLowerCase() === "y"
  const stricter = options.reportsReviewed === true && safe && start !== null && tighten(tags)
  const text = render(tags)
  const old = [...dmarc.ownRecords, ...dmarc.nearMisses]
  const changed = old.length !== 1 || old[0] !== text
  const needsAddress = !tags.has("rua") && !parked
  const clears = (code: FindingCode): boolean => {
    if (needsAddress && (code === "dmarc_no_reports" || code === "dmarc_none_blind")) return false
    return stricter || !isLevel(code) || (code === "dmarc_percent" && !tags.has("pct"))
  }
  const own: Change = {
    type: "TXT",
    host: `_dmarc.${domain}`,
    values: [text],
    replaces: old.filter((value) => value !== text),
    findings: codes.filter(clears)
  }
  const misplaced: ReadonlyArray<Change> =
    dmarc.misplaced === null
      ? []
      : [{ type: "TXT", host: domain, values: [], replaces: [dmarc.misplaced], findings: ["dmarc_misplaced"] }]
  return {
    changes: [...(changed ? [own] : []), ...misplaced, ...authorisations(facts)],
    stricter,
    waits: lenient && !stricter,
    needsAddress
  }
}
