import { observePorts } from "@mon/checks/local"
import { command, ExitCode, flag, positiveNumber, required, withDefault } from "@mon/bundled/command-line"
import { type Cause, diagnose, type Diagnosis, plainText } from "@mon/diagnosis"
import { makeNodeClient } from "@mon/dns"
import { makeAddressPolicy } from "@mon/public-net"
import { type CheckResult, makeProbe, observeDns, outcomes } from "@mon/uptime-probe"
import { makeDomainExpiry } from "@mon/uptime-probe/domain-expiry"
import type { CliTerminal } from "../CliTerminal.ts"
import { dnsServers } from "../local/dnsServers.ts"
import { gatherFacts } from "../local/gatherFacts.ts"
import { localPolicy, privateHint } from "../local/localPolicy.ts"
import { diagnosisLines } from "../screen/diagnosisLines.ts"
import { type Paint, paintFor } from "../screen/paint.ts"
import { jsonText, shownText } from "../screen/shownText.ts"
import { verdictText } from "../screen/verdictText.ts"
import { jsonFlag } from "./jsonFlag.ts"
import { webUrl } from "./webUrl.ts"

const LONGEST_SECONDS = 300
/** The time limit for the queries to the name servers, in milliseconds. The service has the same limit. */
const OBSERVE_WITHIN_MS = 30_000

const verdictLine = (result: CheckResult, paint: Paint): string => {
  const { finalUrl, message, outcome, statusCode } = result
  const status = statusCode === null ? "" : `  HTTP ${statusCode}`
  const reason = outcome === "ok" ? "" : `\n  ${outcome}: ${shownText(message ?? outcomes[outcome].title)}`
  return `${verdictText(result, paint)}  ${shownText(finalUrl)}${status}${reason}`
}

const plainEvidence = (evidence: Cause["evidence"]) =>
  evidence.map(({ code, text }) => ({ code, text: plainText(text) }))

const shownDiagnosis = ({ causes, missing, result, rulesVersion, title }: Diagnosis) => ({
  result,
  title,
  causes: causes.map((cause) => ({
    class: cause.class,
    title: cause.title,
    confidence: cause.confidence,
    who: cause.who,
    nextStep: plainText(cause.nextStep),
    evidence: plainEvidence(cause.evidence),
    against: plainEvidence(cause.against)
  })),
  missing: missing.map(({ text }) => text),
  rulesVersion
})

const jsonOf = (
  { finalUrl, message, outcome, statusCode, verdict }: CheckResult,
  diagnosis: ReturnType<typeof shownDiagnosis> | null
) => ({
  url: finalUrl,
  verdict,
  outcome,
  statusCode,
  message,
  diagnosis
})

const EXIT_CODES = { up: ExitCode.ok, down: ExitCode.finding, unknown: ExitCode.couldNot } as const

export const explain = command({
  name: "mon explain",
  description:
    "Explains why a URL is down, as far as this machine can find out. You do not need a service or an API key.",
  options: {
    timeout: withDefault(
      positiveNumber("seconds", "seconds", LONGEST_SECONDS),
      30,
      "Time limit of the check in seconds"
    ),
    "allow-private": flag("Connect to private addresses and follow redirects to internal names too"),
    dns: dnsServers,
    json: jsonFlag
  },
  arguments: { url: required(webUrl, "The URL. You can leave out https://") },
  notes: `The command checks the URL once. If the URL is down, it also queries the domain's name servers and registry.
If the server does not respond, it tries ports 80 and 443. The causes are the same as in alerts. A service knows more: earlier checks, other locations, and what changed.`,
  examples: [
    ["mon explain shop.example.com", "why is it down?"],
    ["mon explain shop.example.com --json | jq -r '.diagnosis.causes[0].class'", "the likely cause as a code"]
  ],
  exitCodes: { ok: "The URL is up", finding: "The URL is down", couldNot: "The check could not be run" },
  run: async ({ "allow-private": allowPrivate, dns, json, timeout, url }, terminal: CliTerminal) => {
    const { signal } = terminal
    const options = localPolicy(allowPrivate, dns.flat())
    const check = await makeProbe(options).check({ url, timeoutMs: timeout * 1_000, keepFailedAnswer: true }, signal)
    const policy = options.policy === undefined ? {} : { policy: options.policy }
    const facts = await gatherFacts(check, url, terminal.now(), {
      observe: (target) =>
        observeDns(target, {
          dns: makeNodeClient({ servers: dns.flat() }),
          deadlineMs: OBSERVE_WITHIN_MS,
          signal,
          ...policy
        }),
      lookup: (hostname) => makeDomainExpiry({ ...policy, dnsServers: dns.flat() }).lookup(hostname, signal),
      connect: (address, except) => observePorts(address, except, options.policy ?? makeAddressPolicy())
    })
    const diagnosis = facts === null ? null : shownDiagnosis(diagnose(facts))
    const paint = paintFor(terminal)
    const lines = [
      verdictLine(check, paint),
      ...privateHint(check.outcome),
      ...diagnosisLines(diagnosis, paint, "this machine")
    ]
    terminal.out(json ? jsonText(jsonOf(check, diagnosis), 2) : `${lines.join("\n")}\n`)
    return EXIT_CODES[check.verdict]
  }
})
