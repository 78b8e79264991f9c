import { covers } from "../extras/mtaSts.ts"
import { finding, type FindingData } from "../rubric/Finding.ts"
import type { FindingCode } from "../rubric/Rubric.ts"
import { type DomainFacts, isParked } from "./Assessment.ts"

/** A domain without MX records can receive email at its address; it needs none of these records, but no wrong ones. */
const about = (
  { mx }: DomainFacts,
  found: { readonly present: boolean | null; readonly valid: boolean; readonly record: string | null },
  missing: FindingCode,
  invalid: FindingCode
): ReadonlyArray<FindingData> => {
  if (found.present === false) return mx.kind === "hosts" ? [finding(missing)] : []
  return found.present === true && !found.valid ? [finding(invalid, { record: found.record ?? "" })] : []
}

const aboutPolicy = ({ extras, mx }: DomainFacts): ReadonlyArray<FindingData> => {
  const { policy, fetched } = extras.mtaSts
  if (!fetched) return []
  if (policy === null) return [finding("mta_sts_policy")]
  return policy.mode === "enforce"
    ? mx.hosts.filter(({ host }) => !covers(policy, host)).map(({ host }) => finding("mta_sts_host", { host }))
    : []
}

/** Assesses the facts that are not scored. */
export const assessExtras = (facts: DomainFacts): ReadonlyArray<FindingData> => {
  const { domain, extras, mx } = facts
  const taking = (mx.kind === "hosts" || mx.kind === "implicit") && !isParked(facts)
  return [
    ...(taking ? about(facts, extras.mtaSts, "mta_sts_missing", "mta_sts_invalid") : []),
    ...(taking ? aboutPolicy(facts) : []),
    ...(taking ? about(facts, extras.tlsRpt, "tls_rpt_missing", "tls_rpt_invalid") : []),
    ...(taking ? about(facts, extras.bimi, "bimi_missing", "bimi_invalid") : []),
    ...extras.dane
      .filter(({ records, authenticated }) => (records ?? 0) > 0 && authenticated === false)
      .map(({ host }) => finding("dane_unsigned", { host })),
    ...(extras.dnssec.signed === false ? [finding("dnssec_missing", { domain })] : [])
  ]
}
