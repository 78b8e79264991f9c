import type { DkimKeyFacts, DmarcState, MailFacts, MailHostTls, MxRecord, SpfFacts } from "@mon/diagnosis"
import type { EmailHealthReport } from "@mon/email-health"
import { storable } from "../StoredText.ts"

const MAX_TEXT = 500
const MAX_RECORD = 2_000
/** The most entries of a list that are stored. A diagnosis reads at most 200. */
const MAX_ENTRIES = 100

const text = (value: string): string => storable(value, MAX_TEXT)

const NULL_MX: MxRecord = { preference: 0, host: "." }

/** The MX records. Undefined if they are unknown. */
const mxOf = ({ mx }: EmailHealthReport): ReadonlyArray<MxRecord> | undefined => {
  if (mx.kind === "unknown") return undefined
  if (mx.kind === "null") return [NULL_MX]
  if (mx.kind !== "hosts") return []
  return mx.hosts.slice(0, MAX_ENTRIES).map(({ host, preference, status }) => ({
    preference,
    host: text(host),
    ...(status === "unknown" ? {} : { resolves: status !== "unresolvable" })
  }))
}

const spfOf = ({ findings, spf }: EmailHealthReport): SpfFacts | undefined => {
  if (spf.status === "unknown") return undefined
  const codes = new Set<string>(findings.map(({ code }) => code))
  const several = spf.tree.status === "multiple"
  const broken = ["spf_syntax", "spf_loop", "spf_no_record", "spf_too_many_voids", "spf_too_many_hosts"]
  return {
    records: spf.record === null ? [] : [storable(spf.record, MAX_RECORD)],
    ...(several ? { several } : {}),
    lookups: spf.lookups,
    result:
      several || broken.some((code) => codes.has(code)) || codes.has("spf_too_many_lookups")
        ? "permerror"
        : spf.record === null
          ? "none"
          : "ok"
  }
}

const KEY_STATUS = {
  valid: "valid",
  weak: "valid",
  testing: "valid",
  revoked: "revoked",
  malformed: "invalid"
} as const satisfies Readonly<Record<EmailHealthReport["dkim"]["keys"][number]["status"], DkimKeyFacts["status"]>>

/** Returns the keys that were found, and the selectors that are aliases without a key. */
const dkimOf = ({ dkim }: EmailHealthReport): ReadonlyArray<DkimKeyFacts> | undefined =>
  dkim.status === "unknown"
    ? undefined
    : [
        ...dkim.keys.map(({ selector, status }) => ({ selector: text(selector), status: KEY_STATUS[status] })),
        ...dkim.dangling.map(({ selector }) => ({ selector: text(selector), status: "missing" as const }))
      ].slice(0, MAX_ENTRIES)

const NO_RECORD: ReadonlySet<string> = new Set(["dmarc_missing", "dmarc_misplaced", "dmarc_spf_in_place"])

const dmarcOf = ({ dmarc, findings }: EmailHealthReport): DmarcState | undefined => {
  if (dmarc.status === "unknown") return undefined
  const { below, effectivePolicy, policy, record } = dmarc
  if (record === null) {
    // The report does not contain the text of a record that receivers ignore, but a finding says that there is such a
    // record.
    const isGone = findings.some(({ code }) => NO_RECORD.has(code))
    return { record: isGone ? null : "", valid: false, policy: null }
  }
  const own = findings.find(({ code }) => code === "dmarc_own_broken")
  return {
    record: storable(record, MAX_RECORD),
    valid: own === undefined,
    policy: policy ?? effectivePolicy,
    subdomainPolicy: below?.subdomain ?? null,
    testing: findings.some(({ code }) => code === "dmarc_testing_reject" || code === "dmarc_testing_quarantine")
  }
}

const listingsOf = ({ blacklist }: EmailHealthReport): MailFacts["listings"] =>
  blacklist.status === "unknown"
    ? undefined
    : blacklist.listings
        .filter(({ kind }) => kind === "listed")
        .slice(0, MAX_ENTRIES)
        .map(({ list, shared, target }) => ({ list: text(list), what: shared ? "shared mail hosts" : text(target) }))

type Host = EmailHealthReport["extras"]["mailHosts"][number]

const certificateStatus = ({ certificate }: Host): MailHostTls["status"] => {
  const problems = new Set(certificate?.problems ?? [])
  if (problems.has("expired")) return "expired"
  if (problems.has("wrong_host")) return "wrong_name"
  return problems.has("untrusted") || problems.has("self_signed") ? "untrusted" : "ok"
}

/**
 * Returns the TLS status of the mail hosts that were contacted. A certificate is checked only if a policy requires a
 * valid one. Without MTA-STS and DANE, senders accept any certificate (RFC 7435).
 */
const tlsOf = ({ extras }: EmailHealthReport, requiresCertificate: boolean): ReadonlyArray<MailHostTls> | undefined => {
  const mismatched = new Set(extras.dane.flatMap(({ host, status }) => (status === "mismatch" ? [host] : [])))
  const found = extras.mailHosts.flatMap((one): ReadonlyArray<MailHostTls> => {
    if (one.status === "not_checked") return []
    const host = text(one.host)
    if (one.status !== "encrypted") return [{ host, status: "no_starttls" }]
    if (mismatched.has(one.host)) return [{ host, status: "tlsa_mismatch" }]
    return [{ host, status: requiresCertificate ? certificateStatus(one) : "ok" }]
  })
  return found.length === 0 ? undefined : found.slice(0, MAX_ENTRIES)
}

/** Returns the facts of a report for a diagnosis. A part that the check could not determine is left out. */
export const mailFacts = (report: EmailHealthReport): MailFacts => {
  const { dane, mtaSts } = report.extras
  const stsApplies = mtaSts.policy !== null && mtaSts.policy.mode !== "none"
  const hasDane = dane.some(({ status }) => status === "matches" || status === "mismatch")
  const parts = {
    mx: mxOf(report),
    spf: spfOf(report),
    dkim: dkimOf(report),
    dmarc: dmarcOf(report),
    listings: listingsOf(report),
    tls: tlsOf(report, stsApplies)
  }
  return {
    ...(Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)) as MailFacts),
    tlsEnforced: mtaSts.policy?.mode === "enforce" || hasDane
  }
}
