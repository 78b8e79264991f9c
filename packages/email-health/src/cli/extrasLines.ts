import type { EmailHealthReport } from "../EmailHealthReport.ts"
import { MTA_STS_FAULTS } from "../extras/mtaSts.ts"
import type { TextRecordStatus } from "../extras/ExtraFacts.ts"
import type { MailboxProvider, SenderRuleId } from "../extras/senderRules.ts"

/**
 * The state of one extra, which determines the mark at the start of its line. `open`: the feature is not in use, and
 * nothing is wrong.
 */
export type ExtraMark = "ok" | "warn" | "fail" | "unknown" | "open"

export interface ExtraLine {
  readonly name: string
  readonly mark: ExtraMark
  readonly text: string
}

type Extras = EmailHealthReport["extras"]

const markOf = ({ present, valid }: TextRecordStatus): ExtraMark =>
  present === null ? "unknown" : present ? (valid ? "ok" : "warn") : "open"

const recordText = ({ present, valid }: TextRecordStatus): string =>
  present === null ? "no answer from DNS" : present ? (valid ? "" : "the record is not valid") : "no record"

const mtaSts = ({ mtaSts: found }: Extras): ExtraLine => {
  const { fault, policy } = found
  const name = "MTA-STS"
  if (policy !== null) return { name, mark: "ok", text: `${policy.mode}, max_age ${policy.maxAge}` }
  if (fault !== null && fault !== "not_checked") return { name, mark: "warn", text: MTA_STS_FAULTS[fault] }
  const isOpen = found.present === true && found.valid
  return {
    name,
    mark: isOpen ? "unknown" : markOf(found),
    text: isOpen ? "record, policy not checked" : recordText(found)
  }
}

const TLS_MARK = { encrypted: "ok", plain: "fail", broken: "fail", not_checked: "unknown" } as const

const startTls = ({ mailHosts }: Extras): ReadonlyArray<ExtraLine> => {
  if (mailHosts.every(({ reason }) => reason === "not_requested"))
    return [{ name: "STARTTLS", mark: "unknown", text: "not checked; --starttls contacts the mail hosts" }]
  return mailHosts.map(({ certificate, host, protocol, reason, status }) => {
    const problems = certificate?.problems ?? []
    const state = status === "encrypted" ? (protocol ?? "encrypted") : status.replace("_", " ")
    const detail = reason === null ? problems.join(", ").replaceAll("_", " ") : reason.replaceAll("_", " ")
    return {
      name: "STARTTLS",
      mark: status === "encrypted" && problems.length > 0 ? "warn" : TLS_MARK[status],
      text: `${host}: ${state}${detail === "" ? "" : `, ${detail}`}`
    }
  })
}

const DANE_MARK = {
  none: "open",
  unsigned: "warn",
  unusable: "warn",
  matches: "ok",
  mismatch: "fail",
  not_checked: "unknown"
} as const

const dane = ({ dane: hosts }: Extras): ReadonlyArray<ExtraLine> => {
  const used = hosts.filter(({ status }) => status !== "none")
  if (used.length === 0) return [{ name: "DANE", mark: "open", text: "no TLSA records" }]
  return used.map(({ host, status }) => ({
    name: "DANE",
    mark: DANE_MARK[status],
    text: `${host}: ${status.replace("_", " ")}`
  }))
}

const bimi = ({ bimi: found }: Extras): ExtraLine => {
  const broken = found.logoCheck.status === "invalid" || found.certificateCheck.status === "invalid"
  return {
    name: "BIMI",
    mark: broken ? "warn" : markOf(found),
    text: found.declined
      ? "not used, according to the record"
      : broken
        ? "see the findings"
        : (found.logo ?? recordText(found))
  }
}

const dnssec = ({ dnssec: { signed } }: Extras): ExtraLine => ({
  name: "DNSSEC",
  mark: signed === null ? "unknown" : signed ? "ok" : "open",
  text: signed === null ? "no answer from DNS" : signed ? "signed" : "not signed"
})

const PROVIDERS: Readonly<Record<MailboxProvider, string>> = { google: "Gmail", yahoo: "Yahoo", microsoft: "Outlook" }

/** The short name of each requirement. Null if a stricter requirement already covers it. */
const RULES: Readonly<Record<SenderRuleId, string | null>> = {
  spf_or_dkim: null,
  spf: "SPF",
  dkim: "DKIM",
  dmarc: "DMARC",
  alignment: "alignment",
  reverse_dns: "reverse DNS",
  tls: "TLS",
  message_format: "message format",
  one_click_unsubscribe: "one-click unsubscribe",
  spam_rate: "spam rate"
}

const senderRules = ({ bulkSender }: Extras): ReadonlyArray<ExtraLine> =>
  (["google", "yahoo", "microsoft"] as const).map((provider) => {
    const rules = bulkSender.filter((rule) => rule.provider === provider)
    const named = (met: boolean | null): string =>
      rules
        .filter((rule) => rule.met === met)
        .flatMap(({ id }) => RULES[id] ?? [])
        .join(", ")
    const [missed, open] = [named(false), named(null)]
    return {
      name: PROVIDERS[provider],
      mark: missed === "" ? "ok" : "warn",
      text: [
        missed === "" ? "nothing is missing" : `missing: ${missed}`,
        ...(open === "" ? [] : [`not checked: ${open}`])
      ].join("; ")
    }
  })

export const extrasLines = ({ extras, mx }: EmailHealthReport): ReadonlyArray<ExtraLine> => [
  ...(mx.kind === "hosts"
    ? [
        mtaSts(extras),
        {
          name: "TLS-RPT",
          mark: markOf(extras.tlsRpt),
          text: recordText(extras.tlsRpt) || extras.tlsRpt.addresses.join(", ")
        },
        ...startTls(extras),
        ...dane(extras)
      ]
    : []),
  bimi(extras),
  dnssec(extras),
  ...senderRules(extras)
]
