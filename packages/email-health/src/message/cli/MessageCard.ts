import { type Paint, SEVERITY_STYLE, shown, type Style } from "../../cli/Paint.ts"
import type { MessageReport } from "../MessageReport.ts"

const VERDICT: Readonly<Record<MessageReport["verdict"], Style>> = {
  ok: "green",
  warn: "yellow",
  fail: "red",
  unknown: "gray"
}
const GOOD: ReadonlySet<string> = new Set(["pass", "one-click"])

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

export const messageCard = (name: string, report: MessageReport, paint: Paint): string =>
  [
    `${paint("bold", shown(name))}  ${paint(VERDICT[report.verdict], report.verdict)}  ${shown(report.from?.address ?? "no author")}`,
    "",
    ...lines(report, paint),
    ...(report.findings.length === 0 ? [] : [""]),
    ...report.findings.flatMap(({ fix, message, reference, severity, step }) => [
      `  ${paint(SEVERITY_STYLE[severity], severity.padEnd(8))}  ${shown(message)} ${paint("gray", `[${reference}]`)}`,
      ...(fix === null
        ? []
        : [`            ${paint("green", "publish")} ${shown(fix.host)} ${fix.type} ${shown(fix.value)}`]),
      ...(step === null ? [] : [`            ${shown(step)}`])
    ])
  ].join("\n")
