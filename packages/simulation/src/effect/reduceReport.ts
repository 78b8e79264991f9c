import type { EmailHealthReport } from "@mon/email-health/effect"
import { FACTS_VERSION, type MailStatus } from "../facts/DomainFacts.ts"
import type { DkimState, DmarcState, RecordFix, SenderFacts, SpfState } from "../facts/SenderFacts.ts"
import { spfTargets } from "../receiver/spfIncludes.ts"

/** The age and the expiry date of a domain, from its registry. */
export interface Registration {
  readonly ageDays: number | null
  /** The expiry date in ISO 8601. */
  readonly until: string | null
}

const MAIL: Readonly<Record<EmailHealthReport["mx"]["kind"], MailStatus>> = {
  hosts: "hosts",
  implicit: "none",
  none: "none",
  null: "null",
  nxdomain: "nxdomain",
  unknown: "unknown"
}

const SPF: Readonly<Record<string, SpfState>> = {
  spf_missing: "missing",
  spf_near_miss: "missing",
  spf_pass_all: "pass_all",
  spf_multiple: "broken",
  spf_syntax: "broken",
  spf_loop: "broken",
  spf_no_record: "broken",
  spf_too_many_lookups: "broken",
  spf_too_many_voids: "broken",
  spf_too_many_hosts: "broken"
}
const DKIM: Readonly<Record<string, DkimState>> = {
  dkim_none: "missing",
  dkim_all_revoked: "missing",
  dkim_none_usable: "missing",
  dkim_short_key: "missing",
  dkim_parked: "missing",
  dkim_selector_unknown: "unknown",
  dkim_wildcard: "unknown",
  dkim_only_testing: "weak",
  dkim_only_ed25519: "weak",
  dkim_1024: "weak"
}
const DMARC: Readonly<Record<string, DmarcState>> = {
  dmarc_missing: "missing",
  dmarc_invalid: "broken",
  dmarc_several: "broken"
}

/** The states, worst first. If there are several findings, the worst one determines the state. */
const ORDER: Readonly<Record<"spf" | "dkim" | "dmarc", ReadonlyArray<string>>> = {
  spf: ["missing", "broken", "pass_all"],
  dkim: ["missing", "weak", "unknown"],
  dmarc: ["missing", "broken"]
}

const worst = <S extends string>(
  report: EmailHealthReport,
  component: keyof typeof ORDER,
  states: Readonly<Record<string, S>>,
  otherwise: S
): S => {
  const found = report.findings.flatMap(({ code }) => states[code] ?? [])
  return found.sort((a, b) => ORDER[component].indexOf(a) - ORDER[component].indexOf(b))[0] ?? otherwise
}

const spfOf = (report: EmailHealthReport): SenderFacts["spf"] => {
  const { lookups, record, status } = report.spf
  return {
    status: status === "unknown" ? "unknown" : worst(report, "spf", SPF, record === null ? "missing" : "ok"),
    record,
    lookups: record === null ? null : lookups,
    targets: record === null ? [] : spfTargets(record)
  }
}

const dkimOf = (report: EmailHealthReport): SenderFacts["dkim"] => {
  const selectors = report.dkim.keys.map(({ selector }) => selector)
  if (report.dkim.status === "unknown")
    return { status: selectors.length > 0 ? worst(report, "dkim", DKIM, "found") : "unknown", selectors }
  return { status: worst(report, "dkim", DKIM, selectors.length > 0 ? "found" : "unknown"), selectors }
}

const dmarcOf = (report: EmailHealthReport): SenderFacts["dmarc"] => {
  const { effectivePolicy, record, status } = report.dmarc
  if (status === "unknown") return { status: "unknown", policy: effectivePolicy, record }
  const otherwise = effectivePolicy === null ? "missing" : effectivePolicy === "none" ? "none" : "enforced"
  return { status: worst(report, "dmarc", DMARC, otherwise), policy: effectivePolicy, record }
}

const fixesOf = ({ findings }: EmailHealthReport): ReadonlyArray<RecordFix> =>
  findings.flatMap(({ code, fix }) =>
    fix === null ? [] : [{ code, type: fix.type, host: fix.host, value: fix.value }]
  )

export const reduceReport = (
  report: EmailHealthReport,
  website: boolean | null,
  registration: Registration | null
): SenderFacts => ({
  version: FACTS_VERSION,
  domain: report.domain,
  incomplete: report.incomplete,
  score: report.score,
  grade: report.grade,
  mail: MAIL[report.mx.kind],
  mxHosts: report.mx.hosts.map(({ host }) => host),
  spf: spfOf(report),
  dkim: dkimOf(report),
  dmarc: dmarcOf(report),
  listings:
    report.blacklist.status === "unknown"
      ? null
      : report.blacklist.listings
          .filter(({ kind }) => kind === "listed")
          .map(({ list, shared, target, tier }) => ({ list, target, tier, shared })),
  website,
  ageDays: registration?.ageDays ?? null,
  registeredUntil: registration?.until ?? null,
  fixes: fixesOf(report)
})
