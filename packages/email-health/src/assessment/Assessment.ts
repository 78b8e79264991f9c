import { parseDmarc } from "../dmarc/DmarcRecord.ts"
import { finding, type FindingData } from "../rubric/Finding.ts"
import type { FindingCode } from "../rubric/Rubric.ts"
import type { Unanswered } from "../Unanswered.ts"
import type { BlacklistFacts } from "../blacklist/BlacklistFacts.ts"
import type { DkimScan } from "../dkim/DkimScan.ts"
import type { DmarcFacts } from "../dmarc/DmarcFacts.ts"
import type { ExtraFacts, ExtraTexts } from "../extras/ExtraFacts.ts"
import { isSpecialHost } from "../mx/isSpecialHost.ts"
import type { MxFacts } from "../mx/MxFacts.ts"
import type { SpfAnalysis } from "../spf/SpfAnalysis.ts"
import { namesNobody, openFamilies } from "../spf/SpfTree.ts"

/** All facts about a domain that the assessment needs. */
export interface DomainFacts {
  readonly domain: string
  /** The TXT records of the domain itself. */
  readonly texts: ReadonlyArray<string>
  readonly mx: MxFacts
  readonly spf: SpfAnalysis
  readonly dkim: DkimScan
  readonly dmarc: DmarcFacts
  readonly blacklist: BlacklistFacts
  readonly extras: ExtraFacts
  /** The TXT records at the names where MTA-STS, TLS-RPT and BIMI records are published. */
  readonly extraTexts: ExtraTexts
  /** The name servers of the domain's zone; empty if unknown. */
  readonly nameServers: ReadonlyArray<string>
}

export interface Assessment {
  readonly findings: ReadonlyArray<FindingData>
  /** Whether enough is known to compute a score. */
  readonly known: boolean
}

/**
 * Whether a domain declares that it neither receives nor sends email: it has no MX record or a null MX, and an SPF
 * record that allows no server.
 */
export const isParked = ({ mx, spf }: Pick<DomainFacts, "mx" | "spf">): boolean =>
  (mx.kind === "null" || mx.kind === "none" || mx.kind === "implicit") &&
  spf.otherwise === "fail" &&
  spf.networks.length === 0 &&
  !spf.dynamic &&
  spf.breaks.length === 0

/**
 * Whether nothing shows that a domain sends email: it is parked, and has no DKIM key. A published key means that a
 * sender signs with this key.
 */
export const isUnused = (facts: Pick<DomainFacts, "mx" | "spf" | "dkim">): boolean =>
  isParked(facts) && facts.dkim.wildcard !== "key" && facts.dkim.keys.every(({ status }) => status === "revoked")

/**
 * Whether a DMARC policy only monitors: receivers apply no policy, and the owner did not intend a stricter policy in a
 * record that receivers ignore because of a mistake.
 */
const watches = ({ corrected, effective }: DomainFacts["dmarc"]): boolean => {
  const parsed = corrected === null ? null : parseDmarc(corrected)
  return (effective?.domain ?? "none") === "none" && (parsed === null || !parsed.ok || parsed.record.policy === "none")
}

/** Whether a domain cannot receive email: it has no mail host, or the names of all its mail hosts are reserved. */
const refusesMail = ({ hosts, kind, uncheckedHosts }: MxFacts): boolean =>
  kind === "none" ||
  kind === "null" ||
  (kind === "hosts" && uncheckedHosts === 0 && hosts.every(({ host }) => isSpecialHost(host)))

/**
 * Whether somebody reads DMARC reports, which is a sign that the domain is used for email: the reports go to an address
 * in the domain itself, or the policy so far only monitors.
 */
const readsReports = ({ dmarc, domain, mx }: DomainFacts): boolean => {
  const refused = (report: { readonly domain: string }): boolean => report.domain === domain && refusesMail(mx)
  return (
    [...dmarc.reports, ...dmarc.correctedReports].some((report) => report.domain === domain && !refused(report)) ||
    (dmarc.correctedReports.some((report) => !refused(report)) && watches(dmarc))
  )
}

const EXTRA = /^\W*v\s*[=:]?\s*(?:sts|tls-?rpt|bimi)/i

/**
 * Whether the domain has BIMI records or, if it can receive email, MTA-STS or TLS-RPT records. If the DNS did not
 * answer, a record counts as present.
 */
const hasExtras = ({ extraTexts: { bimi, mtaSts, tlsRpt }, mx }: DomainFacts): boolean =>
  [bimi, ...(refusesMail(mx) ? [] : [mtaSts, tlsRpt])].some(
    (texts) => texts === null || texts.some((text) => EXTRA.test(text))
  )

/**
 * Whether the SPF record, or the record that the owner meant, names a server. An unreadable record may name any server.
 */
const namesServers = ({ breaks, draft, dynamic, incompleteCorrection, nearMisses, records, root }: SpfAnalysis) =>
  dynamic ||
  incompleteCorrection ||
  (draft === null ? breaks.length > 0 || nearMisses.length > 0 : records.length > 0 && nearMisses.length > 0) ||
  [root, ...(draft === null ? [] : [draft])].some(
    (node) => node.parsed !== null && node.parsed.errors.length === 0 && !namesNobody(node)
  )

/**
 * Whether a name that receives no email shows no sign of email: its SPF record names no server, it has no DKIM key,
 * nobody reads its DMARC reports, and it has no BIMI or transport security records. A missing DNS answer may hide a
 * sign. If the domain already declares that it has no email, {@link isUnused} is true instead of this function.
 */
export const showsNoEmail = (facts: DomainFacts): boolean => {
  const { dkim, dmarc, mx, spf } = facts
  // If the name has an address, an SPF record that allows every server may be meant for the host at this address.
  const isOpen = mx.kind === "implicit" && openFamilies(spf.draft ?? spf.root).length > 0
  const unsigned =
    dkim.wildcard !== "key" &&
    dkim.dangling.length === 0 &&
    dkim.keys.every(({ status }) => status === "revoked") &&
    (dkim.subtree !== "some" || dkim.keys.length > 0 || dkim.wildcard === "revoked")
  const answered =
    dmarc.status !== "unknown" && [mx, spf, dkim, dmarc].every(({ unanswered: missing }) => missing.length === 0)
  return (
    (mx.kind === "implicit" || (refusesMail(mx) && !(mx.kind === "null" && isUnused(facts)))) &&
    mx.alias === null &&
    !isOpen &&
    !namesServers(spf) &&
    unsigned &&
    answered &&
    !readsReports(facts) &&
    !hasExtras(facts)
  )
}

/** Returns findings for queries without an answer. Queries beyond the query budget get a separate finding. */
export const unanswered = (
  failures: ReadonlyArray<Unanswered>,
  code: FindingCode,
  budget: FindingCode
): ReadonlyArray<FindingData> => {
  const others = failures.filter(({ reason }) => reason !== "Budget")
  const names = [...new Set(others.map(({ name }) => name))]
  const reason = [...new Set(others.map((failure) => failure.reason))].join(", ")
  return [
    ...(names.length > 0 ? [finding(code, { names: names.slice(0, 3).join(", "), count: names.length, reason })] : []),
    ...(others.length < failures.length ? [finding(budget)] : [])
  ]
}
