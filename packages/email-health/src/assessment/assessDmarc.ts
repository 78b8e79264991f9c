import { type DmarcPolicy, type DmarcRecord, policyFor, strength } from "../dmarc/DmarcRecord.ts"
import { finding, type FindingData } from "../rubric/Finding.ts"
import { type DomainFacts, isParked, type Assessment, unanswered } from "./Assessment.ts"
import type { DmarcFacts } from "../dmarc/DmarcFacts.ts"

const MAX_WARNINGS = 10

const absent = ({ domain, dmarc }: DomainFacts): ReadonlyArray<FindingData> => {
  const own = dmarc.ownRecords
  if (own.length > 1) return [finding("dmarc_several", { domain, count: own.length })]
  if (dmarc.fault !== null) return [finding("dmarc_invalid", { detail: dmarc.fault.message })]
  return [
    finding("dmarc_missing", { domain }),
    ...dmarc.nearMisses.slice(0, 2).map((text) => finding("dmarc_near_miss", { record: text }))
  ]
}

const aboutPolicy = (
  policy: DmarcRecord,
  effective: DmarcPolicy,
  inherited: boolean,
  reported: boolean
): ReadonlyArray<FindingData> => {
  const published = inherited ? (policy.subdomainPolicy ?? policy.policy) : policy.policy
  if (policy.testing && published === "reject") return [finding("dmarc_testing_reject")]
  if (policy.testing && published === "quarantine") return [finding("dmarc_testing_quarantine")]
  if (effective === "quarantine") return [finding("dmarc_quarantine")]
  if (effective === "none") return [finding(reported ? "dmarc_none" : "dmarc_none_blind")]
  return []
}

const aboutBelow = (policy: DmarcRecord): ReadonlyArray<FindingData> => {
  const [own, below, missing] = [
    policyFor(policy, "domain"),
    policyFor(policy, "subdomain"),
    policyFor(policy, "nonexistent")
  ]
  return [
    ...(strength(below) < strength(own) ? [finding("dmarc_subdomains_weaker", { policy: below })] : []),
    ...(strength(missing) < strength(own) && strength(missing) < strength(below)
      ? [finding("dmarc_nonexistent_weaker", { policy: missing })]
      : [])
  ]
}

const aboutReports = ({ reports, recordDomain }: DmarcFacts): ReadonlyArray<FindingData> =>
  reports.flatMap(({ domain: target, external, authorised, takesMail }) => [
    ...(external && authorised === false
      ? [finding("dmarc_unauthorised_reports", { target, domain: recordDomain ?? "" })]
      : []),
    ...(takesMail === false ? [finding("dmarc_dead_reports", { target })] : [])
  ])

const aboutSyntax = (policy: DmarcRecord): ReadonlyArray<FindingData> =>
  policy.warnings.slice(0, MAX_WARNINGS).map(({ code, tag, value }) => {
    const term = value === "" ? tag : `${tag}=${value}`
    // Receivers use the address and ignore its obsolete size limit, so the term counts as historic, not as a syntax
    // error.
    if (code === "report_size") return finding("dmarc_historic", { term: value.slice(value.lastIndexOf("!")) })
    return finding(code === "historic_tag" ? "dmarc_historic" : "dmarc_syntax", { term })
  })

/**
 * Whether anybody receives the reports: at least one is sent to a valid mail address whose domain needs no
 * authorisation record, publishes one, or could not be checked.
 */
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
    ...aboutPolicy(policy, effective, inherited, reported),
    ...(inherited ? [finding("dmarc_inherited", { at })] : aboutBelow(policy)),
    ...(inherited && (dmarc.ownRecords.length > 0 || dmarc.fault !== null)
      ? [finding("dmarc_own_broken", { domain, at })]
      : []),
    ...(blind ? [finding("dmarc_no_reports")] : []),
    ...(partial ? [finding("dmarc_percent", { count: policy.percent ?? 0 })] : []),
    ...(policy.policyIsImplied ? [finding("dmarc_implied_policy")] : []),
    ...aboutReports(dmarc),
    ...aboutSyntax(policy)
  ]
}

export const assessDmarc = (facts: DomainFacts): Assessment => {
  const { domain, dmarc } = facts
  const failures = unanswered(dmarc.unanswered, "dmarc_unanswered", "dmarc_budget")
  if (dmarc.status === "unknown") return { findings: failures, known: false }
  const about = dmarc.record === null ? absent(facts) : aboutRecord(facts, dmarc.record)
  return {
    findings: [
      ...about,
      ...(dmarc.misplaced.length === 0 ? [] : [finding("dmarc_misplaced", { domain })]),
      ...(dmarc.spfInPlace ? [finding("dmarc_spf_in_place", { domain })] : []),
      ...failures
    ],
    known: true
  }
}
