import type { Records } from "@mon/api-contract/plain"
import { type Command, command, ExitCode, flag, list, required, text, UsageError } from "@mon/bundled/command-line"
import type { CliTerminal } from "../CliTerminal.ts"
import { type Paint, paintFor } from "../screen/paint.ts"
import { jsonText, shownText } from "../screen/shownText.ts"
import { withService } from "../service/connection.ts"
import { engineCommand } from "./engines.ts"
import { jsonFlag } from "./jsonFlag.ts"

type Report = Records["EmailHealth"]
type Style = Parameters<Paint>[0]

const COMPONENTS = ["mx", "spf", "dkim", "dmarc", "blacklist"] as const
const STATUS_STYLES: Readonly<Record<string, Style>> = { ok: "green", warn: "yellow", fail: "red", unknown: "yellow" }
const SEVERITY_STYLES: Readonly<Record<string, Style>> = {
  critical: "red",
  high: "red",
  medium: "yellow",
  low: "yellow",
  info: "gray"
}

const gradeStyle = (grade: Report["grade"]): Style =>
  grade === "A" || grade === "B" ? "green" : grade === "C" || grade === null ? "yellow" : "red"

const linesOf = (report: Report, paint: Paint): ReadonlyArray<string> => [
  `${paint("bold", shownText(report.domain))}  ${paint(gradeStyle(report.grade), shownText(report.grade ?? "no grade"))}${report.score === null ? "" : `  ${report.score} of 100`}${report.incomplete ? "  (incomplete: some name servers did not answer)" : ""}${report.cached ? `  (of ${shownText(report.checkedAt)})` : ""}`,
  ...COMPONENTS.map((name) => {
    const { status } = report[name]
    return `  ${name.padEnd(10)} ${paint(STATUS_STYLES[status] ?? "yellow", shownText(status))}`
  }),
  ...(report.findings.length === 0 ? [] : ["", "Findings:"]),
  ...report.findings.map(
    ({ message, severity }) =>
      `  ${paint(SEVERITY_STYLES[severity] ?? "yellow", shownText(severity).padEnd(8))}  ${shownText(message)}`
  ),
  ...(report.steps.length === 0 ? [] : ["", "What to do, in this order:"]),
  ...report.steps.flatMap(({ records, title }, index) => [
    `  ${index + 1}. ${shownText(title)}`,
    ...records.flatMap((number) => {
      const record = report.records[number]
      return (record?.values ?? []).map(
        (value) => `       ${shownText(record?.host ?? "")}  ${shownText(record?.type ?? "")}  ${shownText(value)}`
      )
    })
  ])
]

const isFinding = ({ severity }: Report["findings"][number]): boolean => severity !== "info"

const byService = command({
  name: "mon email-health",
  description: "Asks the service to check whether a domain can send and receive email, and shows what to fix.",
  options: {
    fresh: flag("Do not use a recent report that the service already has"),
    local: flag(
      "Check from this machine with the program mon-email-health, without a service. Must come first; the program gets the other arguments"
    ),
    selector: list(text("selector", "a DKIM selector"), "Also check the DKIM key at this selector"),
    json: jsonFlag
  },
  arguments: { domain: required(text("domain", "a domain name"), "The domain, such as example.com") },
  examples: [
    ["mon email-health example.com", "grade, findings and the records to publish"],
    ["mon email-health example.com --json | jq .score", "the score"],
    ["mon email-health --local example.com", "the same checks from this machine"]
  ],
  exitCodes: {
    ok: "Nothing needs to be fixed",
    finding: "Something needs to be fixed",
    couldNot: "The service cannot be reached, or the report is incomplete"
  },
  run: async ({ domain, fresh, json, local, selector }, terminal: CliTerminal) => {
    if (local) throw new UsageError("--local must come before the other options and arguments.")
    return withService(terminal, async ({ client }) => {
      const report = await client.emailHealth.check(
        { domain, ...(fresh ? { fresh } : {}), ...(selector.length === 0 ? {} : { selectors: selector }) },
        { signal: terminal.signal }
      )
      terminal.out(json ? jsonText(report, 2) : `${linesOf(report, paintFor(terminal)).join("\n")}\n`)
      if (report.findings.some(isFinding)) return ExitCode.finding
      return report.incomplete ? ExitCode.couldNot : ExitCode.ok
    })
  }
})

const byEngine = engineCommand("email-health", "mon email-health --local")

/**
 * The command that checks the email of a domain. The service makes the check or, with `--local`, the engine on this
 * machine.
 */
export const emailHealth: Command<CliTerminal> = {
  ...byService,
  run: ([first, ...rest], terminal) =>
    first === "--local"
      ? byEngine.run(rest, terminal)
      : byService.run(first === undefined ? [] : [first, ...rest], terminal)
}
