import { type DomainFacts, isUnused } from "../assessment/Assessment.ts"
import type { FindingData } from "../rubric/Finding.ts"
import { type FindingCode, RUBRIC } from "../rubric/Rubric.ts"
import { personSteps } from "./personSteps.ts"
import { rejectingRecord } from "./repairDmarc.ts"
import type { RepairStep } from "./RepairPlan.ts"
import { suggestSpf } from "./suggestSpf.ts"

const isAboutEmail = (code: FindingCode): boolean =>
  code === "mx_implicit" || code === "mx_missing" || code === "spf_missing"

/**
 * Returns the step that asks the owner of a name without any sign of email, before the plan declares that the name has
 * no email.
 */
export const emailStep = (facts: DomainFacts, findings: ReadonlyArray<FindingData>): RepairStep => {
  const { dmarc, domain, mx } = facts
  const host = mx.kind === "implicit" ? `MX "10 ${domain}."` : "the MX records of your mail hosts"
  const sends = mx.kind === "null"
  const has = sends ? "sends email" : "sends or receives email"
  const policy = dmarc.effective === null ? `, and TXT "v=DMARC1; p=none" at _dmarc.${domain}` : ""
  const instead = `${sends ? "" : `${host} and `}TXT "${suggestSpf(facts)}"`
  return {
    kind: "person",
    title: `Decide whether ${domain} has email`,
    text: `Nothing in DNS shows that ${domain} ${has}, so the next step declares that it has no email. If it does ${sends ? "send" : "have"} email, publish these records instead: ${instead} at ${domain}${policy}.`,
    records: [],
    findings: [...new Set(findings.map(({ code }) => code))].filter(isAboutEmail),
    announces: []
  }
}

/** Returns the step that asks the owner of a name that may have no email, before the plan sets up email. */
export const noEmailStep = (facts: DomainFacts, codes: ReadonlyArray<FindingCode>): ReadonlyArray<RepairStep> => {
  const { dkim, domain, mx } = facts
  const receives = mx.kind !== "implicit" && mx.kind !== "none" && mx.kind !== "null"
  const signs = dkim.keys.some(({ status }) => status !== "revoked")
  if (receives || signs || isUnused(facts)) return []
  return [
    {
      kind: "person",
      title: `Decide whether ${domain} has email`,
      text: `If ${domain} neither sends nor receives email, publish these records instead of all the records that follow: MX "0 ." and TXT "v=spf1 -all" at ${domain}, and TXT "${rejectingRecord(facts)}" at _dmarc.${domain}. Otherwise continue with the next step.`,
      records: [],
      findings: codes.filter(isAboutEmail),
      announces: []
    }
  ]
}

const isAbout = (component: string, { code }: FindingData): boolean => RUBRIC.get(code)?.component === component

/**
 * Returns the steps that a person must do for a domain without email: remove the domain's keys and its blacklist
 * entries.
 */
export const noEmailWork = (facts: DomainFacts, findings: ReadonlyArray<FindingData>): ReadonlyArray<RepairStep> => {
  const { dkim, domain } = facts
  const selectors = dkim.keys.filter(({ status }) => status !== "revoked").map(({ selector }) => selector)
  const names = dkim.wildcard === "key" ? ["*", ...selectors] : selectors
  const step: RepairStep = {
    kind: "person",
    title: "Remove the DKIM keys",
    text: `Anyone who has such a key can sign email in the domain's name. Remove these records: ${names.map((name) => `${name}._domainkey.${domain}`).join(", ")}.`,
    records: [],
    findings: [...new Set(findings.filter((found) => isAbout("dkim", found)).map(({ code }) => code))],
    announces: []
  }
  return [
    ...(names.length > 0 ? [step] : []),
    ...personSteps(
      facts,
      findings.filter((found) => isAbout("blacklist", found))
    )
  ]
}
