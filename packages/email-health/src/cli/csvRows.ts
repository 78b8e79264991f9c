import type { EmailHealthReport } from "../EmailHealthReport.ts"

type Column = readonly [name: string, value: (report: EmailHealthReport) => string | number | boolean | null]

const recordState = ({ present, valid }: { readonly present: boolean | null; readonly valid: boolean }): string =>
  present === null ? "unknown" : present ? (valid ? "ok" : "invalid") : "none"

const mtaStsState = ({ mtaSts }: EmailHealthReport["extras"]): string =>
  mtaSts.policy?.mode ?? (mtaSts.fault === null || mtaSts.fault === "not_checked" ? recordState(mtaSts) : "invalid")

/** Returns the worst of the mail hosts' states. `order` lists all states, worst first. */
const worst = <State extends string>(states: ReadonlyArray<State>, order: ReadonlyArray<State>): State | "none" =>
  order.find((state) => states.includes(state)) ?? "none"

const yesOrNo = (value: boolean | null): string => (value === null ? "unknown" : value ? "yes" : "no")

const COLUMNS: ReadonlyArray<Column> = [
  ["domain", ({ domain }) => domain],
  ["score", ({ score }) => score],
  ["grade", ({ grade }) => grade],
  ["incomplete", ({ incomplete }) => incomplete],
  ["mx", ({ mx }) => mx.status],
  ["spf", ({ spf }) => spf.status],
  ["dkim", ({ dkim }) => dkim.status],
  ["dmarc", ({ dmarc }) => dmarc.status],
  ["blacklist", ({ blacklist }) => blacklist.status],
  ["provider", ({ mx }) => mx.provider],
  ["dmarc_policy", ({ dmarc }) => dmarc.effectivePolicy],
  ["mta_sts", ({ extras }) => mtaStsState(extras)],
  ["tls_rpt", ({ extras }) => recordState(extras.tlsRpt)],
  ["bimi", ({ extras }) => recordState(extras.bimi)],
  [
    "starttls",
    ({ extras }) =>
      worst(
        extras.mailHosts.map(({ status }) => status),
        ["plain", "broken", "not_checked", "encrypted"]
      )
  ],
  [
    "dane",
    ({ extras }) =>
      worst(
        extras.dane.map(({ status }) => status),
        ["mismatch", "unusable", "unsigned", "not_checked", "matches", "none"]
      )
  ],
  ["dnssec", ({ extras }) => yesOrNo(extras.dnssec.signed)],
  ["findings", ({ findings }) => [...new Set(findings.map(({ code }) => code))].join(" ")]
]

/** Quotes a CSV field (RFC 4180 section 2). */
const field = (value: string): string => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)

const row = (values: ReadonlyArray<string>): string => `${values.map(field).join(",")}\r\n`

export const csvHeader = (): string => row([...COLUMNS.map(([name]) => name), "error"])

export const csvRow = (report: EmailHealthReport): string =>
  row([...COLUMNS.map(([, value]) => String(value(report) ?? "")), ""])

// The leading quote prevents a spreadsheet from reading an input line as a formula.
const asText = (text: string): string => (/^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text)

export const csvError = (text: string, error: string): string =>
  row([asText(text), ...COLUMNS.slice(1).map(() => ""), error])
