import {
  command,
  CommandError,
  ExitCode,
  flag,
  list,
  optional,
  text,
  UsageError,
  type ValueType
} from "@mon/bundled/command-line"
import { checkEmailHealth, checkSpf } from "../checkEmailHealth.ts"
import { isSelector, MAX_CALLER_SELECTORS } from "../dkim/callerSelectors.ts"
import { parseDomainInput } from "../DomainInput.ts"
import type { EmailHealthReport } from "../EmailHealthReport.ts"
import { ipAddress, nameServers } from "./optionValues.ts"
import { coloured, plain } from "./Paint.ts"
import { type CardOptions, reportCard } from "./ReportCard.ts"
import type { CheckPart } from "../CheckLimits.ts"
import { csvError, csvHeader, csvRow } from "./csvRows.ts"
import { type EmailHealthTerminal, type GivenDomain, givenDomains } from "./DomainSource.ts"

/**
 * Works on several items concurrently and yields the results in the order of the items. Reads only as many items in
 * advance as it works on concurrently.
 */
async function* inOrder<A, B>(
  items: AsyncIterable<A> | Iterable<A>,
  concurrency: number,
  work: (item: A) => Promise<B>
): AsyncGenerator<B> {
  const running: Array<Promise<B>> = []
  for await (const item of items) {
    const result = work(item)
    // The rejection is handled later, when the result is awaited.
    result.catch(() => {})
    running.push(result)
    const first = running.length < concurrency ? undefined : running.shift()
    if (first !== undefined) yield await first
  }
  for (const result of running) yield await result
}

const PARTS: ReadonlyArray<CheckPart> = ["mx", "spf", "dkim", "dmarc", "blacklist", "extras"]
const CLEAR_LINE = "\r\u001b[2K"
/** The number of concurrent checks. Each check sends up to 233 DNS queries. */
const CONCURRENCY = 4

const domain: ValueType<string> = {
  placeholder: "domain",
  takes: "a domain name such as example.com",
  read: (given) => (parseDomainInput(given).ok ? given : undefined)
}

const selector: ValueType<string> = {
  placeholder: "selector",
  takes: "a DKIM selector such as s1",
  read: (given) => (isSelector(given) ? given : undefined)
}

const mailbox: ValueType<string> = {
  placeholder: "address",
  takes: "an email address such as dmarc@example.com",
  read: (given) => (/^[^\s@,;!<>]{1,64}@[^\s@,;!<>]+$/.test(given) && parseDomainInput(given).ok ? given : undefined)
}

const progress = ({ err, interactive }: EmailHealthTerminal, name: string) => {
  const done = new Set<CheckPart>()
  const draw = (): void =>
    err(`${CLEAR_LINE}${name}  ${PARTS.map((part) => (done.has(part) ? part : ".".repeat(part.length))).join("  ")}`)
  if (!interactive) return { onProgress: () => {}, end: () => {} }
  draw()
  return {
    onProgress: (part: CheckPart): void => {
      done.add(part)
      draw()
    },
    end: (): void => err(CLEAR_LINE)
  }
}

const exitCodeOf = (report: EmailHealthReport): number => {
  if (report.findings.some(({ severity }) => severity === "critical" || severity === "high")) return ExitCode.finding
  const statuses = [report.mx, report.spf, report.dkim, report.dmarc, report.blacklist].map(({ status }) => status)
  return statuses.includes("unknown") ? ExitCode.couldNot : ExitCode.ok
}

/** Returns the worse of two exit codes. A finding outranks a domain that could not be checked. */
const worse = (a: number, b: number): number => {
  if (a === ExitCode.finding || b === ExitCode.finding) return ExitCode.finding
  return Math.max(a, b)
}

const refuseCombinations = (values: {
  readonly csv: boolean
  readonly json: boolean
  readonly tree: boolean
  readonly ip: string | null
  readonly selector: ReadonlyArray<string>
}): void => {
  const { csv, ip, json, tree } = values
  if (csv && json) throw new UsageError("Use --csv or --json, not both.")
  if (tree && (csv || json)) throw new UsageError("--tree cannot be combined with --csv or --json.")
  if (ip !== null && csv) throw new UsageError("--ip cannot be combined with --csv.")
  if (values.selector.length > MAX_CALLER_SELECTORS)
    throw new UsageError(`--selector can be given at most ${MAX_CALLER_SELECTORS} times.`)
}

interface Checked {
  readonly given: GivenDomain
  readonly report: EmailHealthReport | null
  readonly spf: CardOptions["spf"]
}

export const emailHealthCommand = command({
  name: "mon-email-health",
  description:
    "Checks domains' MX, SPF, DKIM and DMARC records and whether they are on blacklists, and prints the records that fix each problem. Without arguments, the command reads one domain per line from standard input.",
  options: {
    file: optional(text("file", "a file name"), 'Read one domain per line from this file; "-" is standard input'),
    json: flag("Print the report as JSON. With several domains, print one JSON object per line"),
    csv: flag("Print one CSV line per domain"),
    selector: list(selector, "A DKIM selector that is in use"),
    starttls: flag("Connect to the mail hosts, and check STARTTLS and their certificates"),
    "reports-reviewed": flag("Propose a stricter DMARC policy. Use this once you have read the reports"),
    "report-address": optional(mailbox, "The mailbox that the proposed record sends DMARC reports to"),
    dns: list(nameServers, "A DNS server to query"),
    ip: optional(ipAddress, "Also print the SPF result for mail from this IP address"),
    tree: flag("Print the SPF record as a tree with the number of DNS lookups in each branch"),
    "no-lists": flag("Skip the blacklists")
  },
  arguments: { domain: list(domain, "The domains to check") },
  exitCodes: {
    ok: "No domain has a critical or high finding",
    finding: "At least one domain has a critical or high finding",
    couldNot: "No domain has a critical or high finding, but something could not be checked"
  },
  run: async (values, terminal: EmailHealthTerminal) => {
    refuseCombinations(values)
    const { csv, dns, file, ip, json, tree } = values
    const given = givenDomains(terminal, values.domain, file)
    const isSingle = values.domain.length === 1
    const servers = dns.flat()
    const choice = { ...(servers.length === 0 ? {} : { servers }), signal: terminal.signal }
    const address = values["report-address"]
    const check = async (item: GivenDomain): Promise<Checked> => {
      if (!item.valid) return { given: item, report: null, spf: null }
      const { end, onProgress } = isSingle ? progress(terminal, item.text) : { end: () => {}, onProgress: () => {} }
      try {
        const report = await checkEmailHealth(item.text, {
          ...choice,
          selectors: values.selector,
          startTls: values.starttls,
          repair: {
            reportsReviewed: values["reports-reviewed"],
            ...(address === null ? {} : { reportAddress: address })
          },
          onProgress,
          ...(values["no-lists"] ? { lists: [] } : {})
        })
        const envelope = { sender: `postmaster@${report.domain}`, helo: report.domain }
        const spf = ip === null ? null : { ip, outcome: await checkSpf({ ip, ...envelope }, choice) }
        return { given: item, report, spf }
      } finally {
        end()
      }
    }
    const print = ({ given: { text: line }, report, spf }: Checked): number => {
      if (report === null) {
        const problem = `${JSON.stringify(line)} is not a domain.`
        if (csv) terminal.out(csvError(line, problem))
        else if (json) terminal.out(`${JSON.stringify({ input: line, error: problem })}\n`)
        terminal.err(`${problem}\n`)
        return ExitCode.couldNot
      }
      if (csv) terminal.out(csvRow(report))
      else if (json)
        terminal.out(
          `${JSON.stringify(spf === null ? report : { ...report, spfFrom: spf }, null, isSingle ? 2 : undefined)}\n`
        )
      else
        terminal.out(
          `${reportCard(report, { paint: terminal.colour ? coloured : plain, tree, spf })}\n${isSingle ? "" : "\n"}`
        )
      return exitCodeOf(report)
    }
    let code: number = ExitCode.ok
    let count = 0
    for await (const checked of inOrder(given, CONCURRENCY, check)) {
      if (csv && count === 0) terminal.out(csvHeader())
      count += 1
      code = worse(code, print(checked))
    }
    if (count === 0)
      throw new CommandError("No domains were given. Pass them as arguments, in a file (--file) or on standard input.")
    return code
  }
})
