import { aNumber, optional, optionsOf, argumentsOf, whole } from "@mon/bundled/arguments"
import { domainFacts, repairOptions } from "./argumentKinds.ts"
import type { EmailHealthReport, ExtrasReport } from "./EmailHealthReport.ts"
import { assessBlacklist } from "./assessment/assessBlacklist.ts"
import { assessDkim } from "./assessment/assessDkim.ts"
import { assessDmarc } from "./assessment/assessDmarc.ts"
import { assessExtras } from "./assessment/assessExtras.ts"
import { type DomainFacts, isParked } from "./assessment/Assessment.ts"
import { assessMx } from "./assessment/assessMx.ts"
import { assessSpf } from "./assessment/assessSpf.ts"
import { judgeSenderRules } from "./extras/senderRules.ts"
import { planRepair } from "./repair/planRepair.ts"
import type { RepairOptions, RepairPlan } from "./repair/RepairPlan.ts"
import { type Finding, type FindingData, renderFinding } from "./rubric/Finding.ts"
import { RUBRIC_VERSION } from "./rubric/Rubric.ts"
import type { Severity } from "./rubric/Rule.ts"
import { gradeOf, overallScore, scoreComponent } from "./rubric/score.ts"

const acceptBuildReport = /* @__PURE__ */ argumentsOf("buildReport", () => ({
  facts: domainFacts(),
  metadata: optionsOf<ReportMetadata>({
    checkedAt: aNumber("a number of milliseconds since 1970", -8.64e15, 8.64e15),
    queries: whole(0)
  }),
  options: optional(repairOptions())
}))

const ORDER: ReadonlyArray<Severity> = ["critical", "high", "medium", "low", "info"]

const reverseDns = ({ mx }: DomainFacts): boolean | null => {
  const ways = mx.hosts
    .flatMap(({ addresses }) => addresses)
    .map(({ reverse }) => reverse)
    .filter((reverse) => reverse !== "not_asked")
  if (ways.some((reverse) => reverse === "no_name" || reverse === "mismatch")) return false
  return ways.length === 0 || ways.includes("unknown") ? null : true
}

const extrasOf = (facts: DomainFacts): ExtrasReport => ({
  ...facts.extras,
  reverseDns: reverseDns(facts),
  bulkSender: judgeSenderRules(facts)
})

const fixFor = ({ records }: RepairPlan, { code }: FindingData, domain: string): Pick<Finding, "fix" | "record"> => {
  // In the plan, the records with the networks that an SPF record includes come before the SPF record itself.
  const main = records.findIndex(({ findings, host }) => host === domain && findings.includes(code))
  const record = main < 0 ? records.findIndex(({ findings }) => findings.includes(code)) : main
  const found = records[record]
  if (found === undefined) return { fix: null, record: null }
  const [value] = found.values
  return { record, fix: value === undefined ? null : { type: found.type, host: found.host, value } }
}

/** The time of a check, and the number of its DNS queries. */
export interface ReportMetadata {
  /** The time in milliseconds since the epoch. */
  readonly checkedAt: number
  readonly queries: number
}

/** Builds the report from the facts. This function is pure: equal facts give equal reports. */
export const buildReport = (
  facts: DomainFacts,
  metadata: ReportMetadata,
  options: RepairOptions = {}
): EmailHealthReport => {
  acceptBuildReport(facts, metadata, options)
  const { checkedAt, queries } = metadata
  const { domain, mx, spf, dkim, dmarc, blacklist } = facts
  const assessments = {
    mx: assessMx(facts),
    spf: assessSpf(facts),
    dkim: assessDkim(facts),
    dmarc: assessDmarc(facts),
    blacklist: assessBlacklist(facts)
  }
  const scores = {
    mx: scoreComponent("mx", assessments.mx.findings, assessments.mx.known),
    spf: scoreComponent("spf", assessments.spf.findings, assessments.spf.known),
    dkim: scoreComponent("dkim", assessments.dkim.findings, assessments.dkim.known),
    dmarc: scoreComponent("dmarc", assessments.dmarc.findings, assessments.dmarc.known),
    blacklist: scoreComponent("blacklist", assessments.blacklist.findings, assessments.blacklist.known)
  }
  const findings = [...Object.values(assessments).flatMap((assessment) => assessment.findings), ...assessExtras(facts)]
  const score = overallScore(Object.values(scores), findings)
  const plan = planRepair(facts, findings, options)
  const { effective } = dmarc
  return {
    domain,
    score,
    grade: score === null ? null : gradeOf(score),
    incomplete: Object.values(scores).some(({ status }) => status === "unknown"),
    parked: isParked(facts),
    rubricVersion: RUBRIC_VERSION,
    checkedAt: new Date(checkedAt).toISOString(),
    cached: false,
    mx: {
      ...scores.mx,
      kind: mx.kind,
      hosts: mx.hosts,
      provider: mx.provider?.name ?? null,
      providerKind: mx.provider?.kind ?? null
    },
    spf: {
      ...scores.spf,
      record: spf.record,
      lookups: spf.lookups,
      tree: spf.tree,
      voids: spf.voids,
      networks: spf.networks,
      ipv4Addresses: spf.ipv4Addresses,
      dynamic: spf.dynamic,
      otherwise: spf.otherwise
    },
    dkim: {
      ...scores.dkim,
      keys: dkim.keys.map(({ selector, status, keyType, keyBits, provider, testing, cname }) => ({
        selector,
        status,
        keyType,
        keyBits,
        provider,
        testing,
        cname
      })),
      selectorsProbed: dkim.selectorsProbed,
      dangling: dkim.dangling,
      wildcard: dkim.wildcard
    },
    dmarc: {
      ...scores.dmarc,
      record: dmarc.record?.text ?? null,
      policy: dmarc.record?.policy ?? null,
      effectivePolicy: effective?.domain ?? null,
      below: effective === null ? null : { subdomain: effective.subdomain, nonexistent: effective.nonexistent },
      inheritedFrom: dmarc.inheritedFrom,
      organizationalDomain: dmarc.organizationalDomain,
      walked: dmarc.walked,
      reports: dmarc.reports
    },
    blacklist: { ...scores.blacklist, checked: blacklist.checked, listings: blacklist.listings },
    extras: extrasOf(facts),
    findings: findings
      .map((data) => renderFinding(data, fixFor(plan, data, domain)))
      .sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity)),
    records: plan.records,
    steps: plan.steps,
    queries
  }
}
