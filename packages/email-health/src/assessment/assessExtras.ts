import type { BimiFacts } from "../extras/ExtraFacts.ts"
import { covers, MTA_STS_FAULTS, type MtaStsPolicy } from "../extras/mtaSts.ts"
import { CERTIFICATE_PROBLEMS, LOGO_PROBLEMS, TLS_PROBLEMS } from "../extras/problemWords.ts"
import { finding, type FindingData } from "../rubric/Finding.ts"
import type { FindingCode } from "../rubric/Rubric.ts"
import { type DomainFacts, isParked } from "./Assessment.ts"

/**
 * The shortest safe lifetime of a policy. With a lifetime shorter than a day, an attacker only has to wait until the
 * policy expires (RFC 8461 section 10.2).
 */
const SHORT_SECONDS = 86_400

/**
 * Returns findings about one record. A domain without MX records can still receive email at its address record. For
 * such a domain, a missing record is no problem, but an invalid record is.
 */
const about = (
  { mx }: DomainFacts,
  found: { readonly present: boolean | null; readonly valid: boolean; readonly record: string | null },
  missing: FindingCode,
  invalid: FindingCode
): ReadonlyArray<FindingData> => {
  if (found.present === false) return mx.kind === "hosts" ? [finding(missing)] : []
  return found.present === true && !found.valid ? [finding(invalid, { record: found.record ?? "" })] : []
}

const aboutUsable = (policy: MtaStsPolicy, hosts: ReadonlyArray<string>): ReadonlyArray<FindingData> => {
  const { maxAge, mode } = policy
  if (mode === "none") return [finding("mta_sts_none")]
  const code = mode === "enforce" ? "mta_sts_host" : "mta_sts_host_testing"
  return [
    ...hosts.filter((host) => !covers(policy, host)).map((host) => finding(code, { host })),
    ...(mode === "testing" ? [finding("mta_sts_testing")] : []),
    ...(maxAge < SHORT_SECONDS ? [finding("mta_sts_short", { seconds: maxAge })] : [])
  ]
}

const aboutPolicy = ({ extras, mx }: DomainFacts): ReadonlyArray<FindingData> => {
  const { fault, policy } = extras.mtaSts
  if (fault !== null && fault !== "not_checked") return [finding("mta_sts_policy", { reason: MTA_STS_FAULTS[fault] })]
  return policy === null
    ? []
    : aboutUsable(
        policy,
        mx.hosts.map(({ host }) => host)
      )
}

/**
 * Returns findings about STARTTLS at the mail hosts. The findings are more severe if an MTA-STS policy or DANE requires
 * TLS.
 */
const aboutTls = ({ extras }: DomainFacts): ReadonlyArray<FindingData> => {
  const enforced = extras.mtaSts.policy?.mode === "enforce"
  return extras.mailHosts.flatMap(({ certificate, host, status }) => {
    if (status === "plain") return [finding(enforced ? "mta_sts_no_tls" : "starttls_missing", { host })]
    if (status === "broken") return [finding(enforced ? "mta_sts_no_tls" : "starttls_broken", { host })]
    const problems = certificate?.problems ?? []
    // Senders accept weak keys and old protocols, so these problems do not stop delivery.
    const refused = problems.filter((problem) => problem !== "weak_key" && problem !== "old_protocol")
    const protectedByDane = extras.dane.some((dane) => dane.host === host && dane.status === "matches")
    if (problems.length === 0 || (protectedByDane && !enforced)) return []
    const values = { host, problems: problems.map((problem) => TLS_PROBLEMS[problem]).join(", ") }
    return [finding(enforced && refused.length > 0 ? "mta_sts_certificate" : "starttls_certificate", values)]
  })
}

const aboutDane = ({ domain, extras, mx }: DomainFacts): ReadonlyArray<FindingData> =>
  extras.dane.flatMap(({ host, status }) => {
    if (status === "unsigned") return [finding("dane_unsigned", { host })]
    if (status === "mismatch") return [finding("dane_mismatch", { host })]
    if (status === "unusable") return [finding("dane_unusable", { host })]
    return status === "matches" && mx.authenticated === false ? [finding("dane_mx_unsigned", { host, domain })] : []
  })

/** Whether DMARC is strict enough for BIMI; null if DMARC is unknown. */
const enforcesDmarc = ({ dmarc }: DomainFacts): boolean | null => {
  if (dmarc.status === "unknown") return null
  const { effective, record } = dmarc
  if (effective === null || record === null) return false
  const everyEmail = record.percent === null || record.percent === 100
  return effective.domain !== "none" && effective.subdomain !== "none" && !record.testing && everyEmail
}

const aboutLogo = ({ certificate, certificateCheck, logo, logoCheck }: BimiFacts): ReadonlyArray<FindingData> => [
  ...(logoCheck.status === "invalid"
    ? [finding("bimi_logo", { problems: logoCheck.problems.map((problem) => LOGO_PROBLEMS[problem]).join(", ") })]
    : []),
  ...(certificateCheck.status === "invalid"
    ? [
        finding("bimi_certificate", {
          problems: certificateCheck.problems.map((problem) => CERTIFICATE_PROBLEMS[problem]).join(", ")
        })
      ]
    : []),
  ...(logo !== null && certificate === null ? [finding("bimi_no_certificate")] : [])
]

const aboutBimi = (facts: DomainFacts): ReadonlyArray<FindingData> => {
  const { bimi } = facts.extras
  return [
    ...about(facts, bimi, "bimi_missing", "bimi_invalid"),
    ...(bimi.valid && !bimi.declined && enforcesDmarc(facts) === false ? [finding("bimi_policy")] : []),
    ...(bimi.valid ? aboutLogo(bimi) : [])
  ]
}

export const assessExtras = (facts: DomainFacts): ReadonlyArray<FindingData> => {
  const { domain, extras, mx } = facts
  const taking = (mx.kind === "hosts" || mx.kind === "implicit") && !isParked(facts)
  return [
    ...(taking
      ? [
          ...about(facts, extras.mtaSts, "mta_sts_missing", "mta_sts_invalid"),
          ...aboutPolicy(facts),
          ...about(facts, extras.tlsRpt, "tls_rpt_missing", "tls_rpt_invalid"),
          ...aboutBimi(facts),
          ...aboutTls(facts)
        ]
      : []),
    ...aboutDane(facts),
    ...(extras.dnssec.signed === false ? [finding("dnssec_missing", { domain })] : [])
  ]
}
