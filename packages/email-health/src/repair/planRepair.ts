import { type DomainFacts, isParked } from "../assessment/Assessment.ts"
import { isUsable } from "../dkim/DkimKey.ts"
import type { FindingData } from "../rubric/Finding.ts"
import { type FindingCode, RUBRIC } from "../rubric/Rubric.ts"
import { personSteps } from "./personSteps.ts"
import { recordForm } from "./recordForm.ts"
import { repairDkim } from "./repairDkim.ts"
import { isLevel, repairDmarc, type DmarcRepair } from "./repairDmarc.ts"
import { repairMx } from "./repairMx.ts"
import { repairSpf, type SpfRepair } from "./repairSpf.ts"
import type { Change, RepairOptions, RepairPlan, RepairRecord, RepairStep } from "./RepairPlan.ts"

/** Findings about SPF that a record clears. */
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

/** Findings about DMARC that say something about the DNS or about somebody else. */
const DMARC_NOT_CLEARED: ReadonlySet<string> = new Set<FindingCode>([
  "dmarc_inherited",
  "dmarc_unanswered",
  "dmarc_budget",
  "dmarc_historic",
  "dmarc_spf_in_place",
  "dmarc_unauthorised_reports"
])

type Draft = Omit<RepairStep, "records"> & { readonly changes: ReadonlyArray<Change> }

const codesOf = (findings: ReadonlyArray<FindingData>, component: string): ReadonlyArray<FindingCode> => [
  ...new Set(findings.map(({ code }) => code).filter((code) => RUBRIC.get(code)?.component === component))
]

const mxStep = (facts: DomainFacts, codes: ReadonlyArray<FindingCode>): ReadonlyArray<Draft> => {
  const changes = repairMx(facts, codes)
  if (changes.length === 0) return []
  const implicit = codes.includes("mx_implicit")
  return [
    {
      kind: "publish",
      title: "Publish working MX records",
      text: implicit
        ? `The record names the host that receives email today. If ${facts.domain} receives no email, publish the value "0 ." instead.`
        : "Senders find your mail hosts through these records.",
      changes,
      findings: codes,
      announces: ["mx_single", "mx_reverse"]
    }
  ]
}

const spfSteps = (repair: SpfRepair | null, codes: ReadonlyArray<FindingCode>): ReadonlyArray<Draft> => {
  if (repair === null) return []
  const [main, ...lists] = repair.changes
  const step = (title: string, text: string, changes: ReadonlyArray<Change>): Draft => ({
    kind: "publish",
    title,
    text,
    changes,
    findings: codes,
    announces: ["spf_softfail_alone", "spf_lookups_near", "spf_lookups_many", "spf_wide"]
  })
  return [
    ...(lists.length > 0
      ? [step("Publish the lists of networks", "The SPF record of the next step includes these records.", lists)]
      : []),
    ...(main === undefined
      ? []
      : [
          step(
            "Publish one SPF record",
            ["The record allows every server that passes today.", ...repair.notes].join(" "),
            [main]
          )
        ])
  ]
}

const dmarcSteps = (
  { changes, needsAddress, stricter, waits }: DmarcRepair,
  codes: ReadonlyArray<FindingCode>
): ReadonlyArray<Draft> => {
  const ours = changes.filter(({ foreign }) => foreign !== true)
  const foreign = changes.filter((change) => change.foreign === true)
  return [
    ...(foreign.length > 0
      ? [
          {
            kind: "publish" as const,
            title: "Let the receiver of your reports agree",
            text: "The owner of the other domain must publish this record. Without it, receivers send no reports there.",
            changes: foreign,
            findings: ["dmarc_unauthorised_reports" as const],
            announces: []
          }
        ]
      : []),
    ...(ours.length > 0
      ? [
          {
            kind: "publish" as const,
            title: stricter ? "Publish a stricter DMARC policy" : "Publish one DMARC record",
            text: stricter
              ? "The reports showed that all your own email passes. Receivers now act on email that fails."
              : "The record keeps your policy and your addresses.",
            changes: ours,
            findings: stricter ? codes : codes.filter((code) => !isLevel(code)),
            announces: [
              "dmarc_none" as const,
              "dmarc_quarantine" as const,
              ...(needsAddress ? ["dmarc_none_blind" as const, "dmarc_no_reports" as const] : [])
            ]
          }
        ]
      : []),
    ...(needsAddress
      ? [
          {
            kind: "person" as const,
            title: "Choose a mailbox for DMARC reports",
            text: "This domain receives no email. Name a mailbox at another domain of yours, and check again with that address.",
            changes: [],
            findings: ["dmarc_none_blind" as const, "dmarc_no_reports" as const],
            announces: []
          }
        ]
      : []),
    ...(waits && codes.some((code) => isLevel(code))
      ? [
          {
            kind: "review" as const,
            title: "Read the DMARC reports before a stricter policy",
            text: "Read the aggregate reports of at least two weeks. Every server that sends email for you must pass SPF or DKIM with your domain. Then check again, and say that you have reviewed the reports.",
            changes: [],
            findings: codes.filter((code) => isLevel(code)),
            announces: []
          }
        ]
      : [])
  ]
}

/** One change for each name and type. */
const merge = (changes: ReadonlyArray<Change>): ReadonlyArray<RepairRecord> => {
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
    form: recordForm(type, host, values)
  }))
}

/**
 * The repair plan of a domain: each name and type once, in steps that are safe in their order. The plan is a pure
 * function of the facts and of what only the owner knows.
 */
export const planRepair = (
  facts: DomainFacts,
  findings: ReadonlyArray<FindingData>,
  options: RepairOptions = {}
): RepairPlan => {
  if (facts.mx.kind === "nxdomain") return { records: [], steps: personSteps(facts, findings) }
  const spfCodes = codesOf(findings, "spf").filter((code) => SPF_CLEARED.has(code))
  const dmarcCodes = codesOf(findings, "dmarc").filter((code) => !DMARC_NOT_CLEARED.has(code))
  const spf = repairSpf(facts, spfCodes)
  const ready = {
    spf: facts.spf.record !== null && facts.spf.breaks.length === 0,
    dkim: facts.dkim.keys.some((key) => isUsable(key) && !key.testing) || isParked(facts)
  }
  const drafts: ReadonlyArray<Draft> = [
    ...mxStep(facts, codesOf(findings, "mx")),
    ...spfSteps(spf, spfCodes),
    ...repairDkim(facts, codesOf(findings, "dkim")),
    ...dmarcSteps(repairDmarc(facts, dmarcCodes, options, ready), dmarcCodes)
  ]
  const records = merge(drafts.flatMap(({ changes }) => changes))
  const indexOf = ({ type, host }: Change): number =>
    records.findIndex((record) => record.type === type && record.host === host)
  const steps = drafts.map(({ changes, ...step }): RepairStep => ({
    ...step,
    records: [...new Set(changes.map(indexOf))]
  }))
  const cleared = new Set(records.flatMap((record) => record.findings))
  return { records, steps: [...steps, ...personSteps(facts, findings, cleared)] }
}
