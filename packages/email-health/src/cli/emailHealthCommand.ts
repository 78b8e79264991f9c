import {
  command,
  ExitCode,
  flag,
  list,
  optional,
  required,
  type Terminal,
  text,
  UsageError,
  type ValueType
} from "@mon/command-line"
import { parseServerList } from "@mon/dns"
import { checkEmailHealth, checkSpf } from "../checkEmailHealth.ts"
import { EmailHealthError } from "../EmailHealthError.ts"
import type { EmailHealthReport } from "../EmailHealthReport.ts"
import { parseIpAddress } from "@mon/public-net"
import { coloured, plain, reportCard } from "./ReportCard.ts"
import type { CheckPart } from "../CheckLimits.ts"

const PARTS: ReadonlyArray<CheckPart> = ["mx", "spf", "dkim", "dmarc", "blacklist", "extras"]
const CLEAR_LINE = "\r\u001b[2K"

const domain = text("domain", "a domain name such as example.com")

const nameServers: ValueType<ReadonlyArray<string>> = {
  placeholder: "server",
  takes: "a DNS server such as 192.0.2.1, 192.0.2.1:53 or [2001:db8::1]:53",
  read: (given) => {
    const parsed = parseServerList(given)
    return parsed.ok && parsed.servers.length > 0 ? parsed.servers : undefined
  }
}

const ipAddress: ValueType<string> = {
  placeholder: "address",
  takes: "an IPv4 or IPv6 address",
  read: (given) => (parseIpAddress(given) === null ? undefined : given)
}

const progress = ({ err, interactive }: Terminal, name: string) => {
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
  const statuses = [report.mx, report.spf, report.dkim, report.dmarc, report.blacklist].map(({ status }) => status)
  if (statuses.includes("fail")) return ExitCode.finding
  return statuses.includes("unknown") ? ExitCode.couldNot : ExitCode.ok
}

export const emailHealthCommand = command({
  name: "mon-email-health",
  description:
    "Checks MX, SPF, DKIM, DMARC and blacklists of a domain and prints the DNS records that fix the problems.",
  options: {
    json: flag("Print the whole report as JSON"),
    selector: list(text("selector", "a DKIM selector"), "Also check this DKIM selector"),
    dns: list(nameServers, "Use this DNS server instead of the DNS servers of the system"),
    ip: optional(ipAddress, "Also evaluate SPF for email sent from this address"),
    tree: flag("Print the SPF record as a tree with the DNS lookups of each branch"),
    "no-lists": flag("Skip the blacklists")
  },
  arguments: { domain: required(domain, "The domain to check") },
  exitCodes: {
    ok: "No component failed",
    finding: "At least one component failed",
    couldNot: "No component failed, but at least one component could not be checked"
  },
  run: async ({ dns, domain: name, ip, json, selector, tree, "no-lists": skipLists }, terminal) => {
    const servers = dns.flat()
    const choice = { ...(servers.length === 0 ? {} : { servers }), signal: terminal.signal }
    const { end, onProgress } = progress(terminal, name)
    try {
      const report = await checkEmailHealth(name, {
        ...choice,
        selectors: selector,
        onProgress,
        ...(skipLists ? { lists: [] } : {})
      })
      const outcome =
        ip === null ? null : await checkSpf({ ip, sender: `postmaster@${report.domain}`, helo: report.domain }, choice)
      end()
      const spf = ip === null || outcome === null ? null : { ip, outcome }
      terminal.out(
        json
          ? `${JSON.stringify(spf === null ? report : { ...report, spfFrom: spf }, null, 2)}\n`
          : `${reportCard(report, { paint: terminal.colour ? coloured : plain, tree, spf })}\n`
      )
      return exitCodeOf(report)
    } catch (error) {
      end()
      if (error instanceof EmailHealthError)
        throw new UsageError(`<domain> must be ${domain.takes}, not ${JSON.stringify(name)}.`)
      throw error
    }
  }
})
