import { listOf, optional, shape, argumentsOf, textLike } from "@mon/bundled/arguments"
import { domainFacts, repairOptions } from "../argumentKinds.ts"
import { type DomainFacts, isUnused, showsNoEmail } from "../assessment/Assessment.ts"
import { isUsable } from "../dkim/DkimKey.ts"
import type { FindingData } from "../rubric/Finding.ts"
import { type FindingCode, type FindingComponent, RUBRIC } from "../rubric/Rubric.ts"
import { declareNoEmail } from "./declareNoEmail.ts"
import { type DnsProvider, dnsProviderOf } from "./dnsProviders.ts"
import { emailStep, noEmailStep, noEmailWork } from "./noEmailSteps.ts"
import { personSteps } from "./personSteps.ts"
import { recordForm } from "./recordForm.ts"
import { repairDkim } from "./repairDkim.ts"
import { repairDmarc } from "./repairDmarc.ts"
import { repairExtras } from "./repairExtras.ts"
import type { Change, RepairOptions, RepairPlan, RepairRecord, RepairStep } from "./RepairPlan.ts"
import { repairSpf } from "./repairSpf.ts"
import { dmarcSteps, type DraftStep, extraSteps, mxSteps, spfSteps } from "./repairSteps.ts"

const acceptPlanRepair = /* @__PURE__ */ argumentsOf("planRepair", () => ({
  facts: domainFacts(),
  findings: listOf(
    shape<FindingData>("a finding: an object with code and values", {
      code: textLike("a code of RUBRIC", (value) => RUBRIC.has(value as FindingData["code"]))
    })
  ),
  options: optional(repairOptions())
}))

/** The SPF findings that a record can clear. */
const SPF_CLEARED: ReadonlySet<string> = new Set<FindingCode>([
  "spf_missing",
  "spf_near_miss",
  "spf_multiple",
  "spf_syntax",
  "spf_loop",
  "spf_no_record",
  "spf_too_many_lookups",
  "spf_too_many_voids",
  "spf_too_many_hosts",
  "spf_pass_all",
  "spf_neutral",
  "spf_no_all",
  "spf_private",
  "spf_voids_near",
  "spf_void",
  "spf_too_long",
  "spf_long",
  "spf_after_all",
  "spf_slip",
  "spf_duplicate",
  "spf_sender_id"
])

/** The DMARC findings about the DNS or about other parties. */
const DMARC_NOT_CLEARED: ReadonlySet<string> = new Set<FindingCode>([
  "dmarc_inherited",
  "dmarc_unanswered",
  "dmarc_budget",
  "dmarc_historic",
  "dmarc_spf_in_place",
  "dmarc_unauthorised_reports"
])

const codesOf = (findings: ReadonlyArray<FindingData>, component: FindingComponent): ReadonlyArray<FindingCode> => [
  ...new Set(findings.map(({ code }) => code).filter((code) => RUBRIC.get(code)?.component === component))
]

const merge = (changes: ReadonlyArray<Change>, provider: DnsProvider | null): ReadonlyArray<RepairRecord> => {
  const merged = new Map<string, Change>()
  for (const change of changes) {
    const key = `${change.type} ${change.host}`
    const old = merged.get(key)
    merged.set(
      key,
      old === undefined
        ? change
        : {
            ...old,
            values: [...new Set([...old.values, ...change.values])],
            replaces: [...new Set([...old.replaces, ...change.replaces])],
            findings: [...new Set([...old.findings, ...change.findings])]
          }
    )
  }
  return [...merged.values()].map(({ type, host, values, replaces, foreign = false, findings }) => ({
    type,
    host,
    values,
    replaces,
    foreign,
    findings,
    form: recordForm(type, host, values, foreign ? null : provider)
  }))
}

const toPlan = (facts: DomainFacts, drafts: ReadonlyArray<DraftStep>): RepairPlan => {
  const records = merge(
    drafts.flatMap(({ changes }) => changes),
    dnsProviderOf(facts.nameServers)
  )
  const indexOf = ({ type, host }: Change): number =>
    records.findIndex((record) => record.type === type && record.host === host)
  const steps = drafts.map(({ changes, ...step }): RepairStep => ({
    ...step,
    records: [...new Set(changes.map(indexOf))]
  }))
  return { records, steps }
}

/**
 * Returns the repair plan of a domain. Each combination of name and type occurs once, and the order of the steps is
 * safe. The plan is a pure function of the facts, the findings and the owner's options.
 */
export const planRepair = (
  facts: DomainFacts,
  findings: ReadonlyArray<FindingData>,
  options: RepairOptions = {}
): RepairPlan => {
  acceptPlanRepair(facts, findings, options)
  if (facts.mx.kind === "nxdomain") return { records: [], steps: personSteps(facts, findings) }
  const noEmail = options.noEmail ?? showsNoEmail(facts)
  if (noEmail && facts.mx.alias === null) {
    const { records, steps } = toPlan(facts, declareNoEmail(facts, findings))
    const asked = options.noEmail === undefined && !isUnused(facts) ? [emailStep(facts, findings)] : []
    return { records, steps: [...asked, ...steps, ...noEmailWork(facts, findings)] }
  }
  const spfCodes = codesOf(findings, "spf").filter((code) => SPF_CLEARED.has(code))
  const dmarcCodes = codesOf(findings, "dmarc").filter((code) => !DMARC_NOT_CLEARED.has(code))
  const mxCodes = codesOf(findings, "mx")
  const spf = facts.mx.alias === null ? repairSpf(facts, spfCodes) : null
  const ready = {
    // If the new record no longer allows everybody, nobody has yet seen which senders' email fails with it.
    spf: facts.spf.record !== null && facts.spf.breaks.length === 0 && spf?.closes !== true,
    dkim: facts.dkim.keys.some((key) => isUsable(key) && !key.testing) || isUnused(facts)
  }
  const { records, steps } = toPlan(facts, [
    ...mxSteps(facts, mxCodes),
    ...spfSteps(facts, spf),
    ...repairDkim(facts, codesOf(findings, "dkim")),
    ...dmarcSteps(repairDmarc(facts, dmarcCodes, options, ready), dmarcCodes),
    ...extraSteps(repairExtras(facts, codesOf(findings, "extras"), options))
  ])
  const cleared = new Set(records.flatMap((record) => record.findings))
  return {
    records,
    steps: [
      ...(options.noEmail === false ? [] : noEmailStep(facts, [...mxCodes, ...spfCodes])),
      ...steps,
      ...personSteps(facts, findings, cleared)
    ]
  }
}
