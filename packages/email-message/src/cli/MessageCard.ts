import type { Severity } from "@mon/email-health"
import { styleText } from "node:util"
import type { MessageReport } from "../MessageReport.ts"

type Style = Parameters<typeof styleText>[0]

/** Applies a terminal style to text, or not. */
export type Paint = (style: Style, text: string) => string

export const plain: Paint = (_style, text) => text
export const coloured: Paint = (style, text) => styleText(style, text, { validateStream: false })

const VERDICT: Readonly<Record<MessageReport["verdict"], Style>> = {
  ok: "green",
  warn: "yellow",
  fail: "red",
  unknown: "gray"
}
const SEVERITY: Readonly<Record<Severity, Style>> = {
  critical: "red",
  high: "red",
  medium: "yellow",
  low: "cyan",
  info: "gray"
}
const GOOD: ReadonlySet<string> = new Set(["pass", "one-click"])

// Text from the message must not send control sequences to the terminal.
const shown = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, "?")

const line = (name: string, status: string, detail: string, paint: Paint): string =>
  `  ${name.padEnd(12)}  ${paint(GOOD.has(status) ? "green" : "yellow", status.padEnd(14))}  ${paint("gray", shown(detail))}`.trimEnd()

const signatures = ({ dkim }: MessageReport): string =>
  dkim.signatures
    .map(
      ({ aligned, domain, selector, status }) =>
        `${domain ?? "?"} (${selector ?? "?"}) ${status}${aligned ? ", aligned" : ""}`
    )
    .join("; ")

const lines = (report: MessageReport, paint: Paint): ReadonlyArray<string> => {
  const { arc, dkim, dmarc, spf, unsubscribe } = report
  const header = unsubscribe.header === "absent" ? "none" : "no one-click"
  return [
    line("SPF", spf.status, `${spf.domain ?? ""}${spf.aligned ? ", aligned" : ""}`, paint),
    line("DKIM", dkim.status, signatures(report), paint),
    line(
      "DMARC",
      dmarc.status,
      dmarc.policy === null ? "" : `policy ${dmarc.policy} of ${dmarc.recordDomain ?? ""}`,
      paint
    ),
    line("ARC", arc.status, arc.sealers.map((domain) => domain ?? "?").join(", "), paint),
    line("Unsubscribe", unsubscribe.oneClick ? "one-click" : header, "", paint)
  ]
}

/** The report as text for a terminal. */
export const messageCard = (name: string, report: MessageReport, paint: Paint): string =>
  [
    `${paint("bold", shown(name))}  ${paint(VERDICT[report.verdict], report.verdict)}  ${shown(report.from?.address ?? "no author")}`,
    "",
    ...lines(report, paint),
    ...(report.findings.length === 0 ? [] : [""]),
    ...report.findings.flatMap(({ fix, message, reference, severity, step }) => [
      `  ${paint(SEVERITY[severity], severity.padEnd(8))}  ${shown(message)} ${paint("gray", `[${reference}]`)}`,
      ...(fix === null
        ? []
        : [`            ${paint("green", "publish")} ${shown(fix.host)} ${fix.type} ${shown(fix.value)}`]),
      ...(step === null ? [] : [`            ${shown(step)}`])
    ])
  ].join("\n")
