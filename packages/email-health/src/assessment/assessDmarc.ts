import { correctDmarc, mergeDmarc } from "../dmarc/DmarcCorrection.ts"
import { type DmarcPolicy, type DmarcRecord, policyFor, strength } from "../dmarc/DmarcRecord.ts"
import type { DmarcFacts } from "../dmarc/inspectDmarc.ts"
import { type Fix, finding, type FindingData } from "../rubric/Finding.ts"
import { type DomainFacts, isParked, type Assessment, unanswered } from "./Assessment.ts"

/** The most syntax findings of one record. */
const MAX_WARNINGS = 10

const record = (domain: string, value: string): Fix => ({ type: "TXT", host: `_dmarc.${domain}`, value })

const repaired = (domain: string, value: string | null): Fix | null => (value === null ? null : record(domain, value))

const suggestion = (facts: DomainFacts): Fix =>
  record(
    facts.domain,
    isParked(facts) || facts.mx.kind === "null"
      ? "v=DMARC1; p=reject"
      : `v=DMARC1; p=none; rua=mailto:dmarc-reports@${facts.domain}`
  )

const absent = (facts: DomainFacts): ReadonlyArray<FindingData> => {
  const { domain, dmarc } = facts
  const fix = suggestion(facts)
  const own = dmarc.ownRecords
  if (own.length > 1)
    return [finding("dmarc_several", { domain, count: own.length }, repaired(domain, mergeDmarc(own)))]
  if (dmarc.fault !== null)
    return [finding("dmarc_invalid", { detail: dmarc.fault.message }, repaired(domain, correctDmarc(own[0] ?? "")))]
  const near = dmarc.nearMisses.slice(0, 2)
  // Whoever wrote a record that receivers overlook has a policy and addresses already.
  const meant = near.length > 0 ? repaired(domain, mergeDmarc(near)) : fix
  return [
    finding("dmarc_missing", { domain }, dmarc.misplaced === null ? meant : record(domain, dmarc.misplaced)),
    ...near.map((text) => finding("dmarc_near_miss", { record: text }, meant))
  ]
}

const stricter = (policy: DmarcRecord, from: DmarcPolicy, to: DmarcPolicy): string =>
  policy.text.replace(new RegExp(`([;\\s]p\\s*=\\s*)${from}`, "i"), `$1${to}`)

const without = (text: string, tag: string): string => text.replace(new RegExp(`;\\s*${tag}\\s*=[^;]*`, "i"), "")

const withoutEnd = (text: string): string => {
  let end = text.length
  while (end > 0 && "; \t".includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

const withReports = ({ text }: DmarcRecord, at: string): string =>
  `${withoutEnd(without(text, "rua"))}; rua=mailto:dmarc-reports@${at}`

const aboutPolicy = (
  policy: DmarcRecord,
  effective: DmarcPolicy,
  at: string,
  inherited: boolean,
  reported: boolean
): ReadonlyArray<FindingData> => {
  const repairedRecord = (value: string): Fix | null => (value === policy.text ? null : record(at, value))
  const published = inherited ? (policy.subdomainPolicy ?? policy.policy) : policy.policy
  const finished = repairedRecord(without(policy.text, "t"))
  if (policy.testing && published === "reject") return [finding("dmarc_testing_reject", {}, finished)]
  if (policy.testing && published === "quarantine") return [finding("dmarc_testing_quarantine", {}, finished)]
  if (effective === "quarantine")
    return [
      finding("dmarc_quarantine", {}, inherited ? null : repairedRecord(stricter(policy, "quarantine", "reject")))
    ]
  if (effective === "none" && reported)
    return [finding("dmarc_none", {}, inherited ? null : repairedRecord(stricter(policy, "none", "quarantine")))]
  if (effective === "none") return [finding("dmarc_none_blind", {}, record(at, withReports(policy, at)))]
  return []
}

const aboutBelow = (policy: DmarcRecord, at: string): ReadonlyArray<FindingData> => {
  const [own, below, missing] = [
    policyFor(policy, "domain"),
    policyFor(policy, "subdomain"),
    policyFor(policy, "nonexistent")
  ]
  return [
    ...(strength(below) < strength(own)
      ? [finding("dmarc_subdomains_weaker", { policy: below }, record(at, without(policy.text, "sp")))]
      : []),
    ...(strength(missing) < strength(own) && strength(missing) < strength(below)
      ? [finding("dmarc_nonexistent_weaker", { policy: missing }, record(at, without(policy.text, "np")))]
      : [])
  ]
}

const aboutReports = ({ reports, recordDomain }: DmarcFacts): ReadonlyArray<FindingData> =>
  reports.flatMap(({ domain: target, external, authorised, takesMail }) => [
    ...(external && authorised === false
      ? [
          finding(
            "dmarc_unauthorised_reports",
            { target, domain: recordDomain ?? "" },
            { type: "TXT", host: `${recordDomain}._report._dmarc.${target}`, value: "v=DMARC1" }
          )
        ]
      : []),
    ...(takesMail === false ? [finding("dmarc_dead_reports", { target })] : [])
  ])

const aboutSyntax = (policy: DmarcRecord, at: string): ReadonlyArray<FindingData> => {
  const fix = repaired(at, correctDmarc(policy.text))
  return policy.warnings.slice(0, MAX_WARNINGS).map(({ code, tag, value }) => {
    const term = value === "" ? tag : `${tag}=${value}`
    return code === "historic_tag" ? finding("dmarc_historic", { term }) : finding("dmarc_syntax", { term }, fix)
  })
}

/** Whether anybody gets the reports: an address is valid, and its domain has not failed to authorise them. */
const receivesReports = ({ reports }: DmarcFacts, policy: DmarcRecord): boolean =>
  policy.aggregate.some(
    ({ domain: target }) =>
      target !== null &&
      !reports.some(({ domain, external, authorised }) => domain === target && external && authorised === false)
  )

const aboutRecord = (facts: DomainFacts, policy: DmarcRecord): ReadonlyArray<FindingData> => {
  const { domain, dmarc } = facts
  const at = dmarc.recordDomain ?? domain
  const inherited = dmarc.inheritedFrom !== null
  const effective = dmarc.effective?.domain ?? "none"
  const reported = receivesReports(dmarc, policy)
  const addressed = policy.aggregate.some(({ domain: target }) => target !== null)
  const blind = !addressed && effective !== "none" && !isParked(facts)
  const partial = policy.percent !== null && policy.percent < 100
  return [
    ...aboutPolicy(policy, effective, at, inherited, reported),
    ...(inherited ? [finding("dmarc_inherited", { at })] : aboutBelow(policy, at)),
    ...(inherited && (dmarc.ownRecords.length > 0 || dmarc.fault !== null)
      ? [finding("dmarc_own_broken", { domain, at })]
      : []),
    ...(blind ? [finding("dmarc_no_reports", {}, record(at, withReports(policy, at)))] : []),
    ...(partial
      ? [finding("dmarc_percent", { count: policy.percent ?? 0 }, record(at, without(policy.text, "pct")))]
      : []),
    ...(policy.policyIsImplied ? [finding("dmarc_implied_policy", {}, repaired(at, correctDmarc(policy.text)))] : []),
    ...aboutReports(dmarc),
    ...aboutSyntax(policy, at)
  ]
}

/** Assesses the DMARC policy that applies. */
export const assessDmarc = (facts: DomainFacts): Assessment => {
  const { domain, dmarc } = facts
  const failures = unanswered(dmarc.unanswered, "dmarc_unanswered", "dmarc_budget")
  if (dmarc.status === "unknown") return { findings: failures, known: false }
  const about = dmarc.record === null ? absent(facts) : aboutRecord(facts, dmarc.record)
  return {
    findings: [
      ...about,
      ...(dmarc.misplaced === null ? [] : [finding("dmarc_misplaced", { domain })]),
      ...(dmarc.spfInPlace ? [finding("dmarc_spf_in_place", { domain })] : []),
      ...failures
    ],
    known: true
  }
}
