import { command, ExitCode, flag, positiveNumber, required, withDefault } from "@mon/bundled/command-line"
import { type CheckResult, makeProbe, outcomes, type Verdict } from "@mon/uptime-probe"
import type { CliTerminal } from "../CliTerminal.ts"
import { dnsServers } from "../local/dnsServers.ts"
import { localPolicy, privateHint } from "../local/localPolicy.ts"
import { type Paint, paintFor } from "../screen/paint.ts"
import { verdictText } from "../screen/verdictText.ts"
import { jsonText, shownText } from "../screen/shownText.ts"
import { jsonFlag } from "./jsonFlag.ts"
import { webUrl } from "./webUrl.ts"

const LONGEST_SECONDS = 300

const EXIT_CODES: Readonly<Record<Verdict, number>> = {
  up: ExitCode.ok,
  down: ExitCode.finding,
  unknown: ExitCode.couldNot
}

const millis = (micros: number | null): string | null => (micros === null ? null : `${(micros / 1_000).toFixed(0)} ms`)

const phasesOf = ({ timings }: CheckResult): string =>
  (
    [
      ["DNS", timings.dnsUs],
      ["connect", timings.connectUs],
      ["TLS", timings.tlsUs],
      ["wait", timings.waitUs],
      ["download", timings.downloadUs]
    ] as const
  )
    .flatMap(([name, micros]) => (micros === null ? [] : [`${name} ${millis(micros)}`]))
    .join(", ")

const linesOf = (result: CheckResult, paint: Paint): ReadonlyArray<string> => {
  const { certificate, finalUrl, hops, message, outcome, statusCode, totalUs } = result
  const facts = [statusCode === null ? null : `HTTP ${statusCode}`, millis(totalUs), hops.at(-1)?.address ?? null]
  return [
    `${verdictText(result, paint)}  ${[shownText(finalUrl), ...facts.filter((fact) => fact !== null)].join("  ")}`,
    ...(outcome === "ok" ? [] : [`  ${outcome}: ${shownText(message ?? outcomes[outcome].title)}`]),
    ...privateHint(outcome),
    ...(phasesOf(result) === "" ? [] : [`  ${phasesOf(result)}`]),
    ...(hops.length < 2 ? [] : hops.map(({ statusCode: code, url }) => `  ${code ?? "---"} ${shownText(url)}`)),
    ...(certificate === null
      ? []
      : [
          `  certificate: ${certificate.valid ? "valid" : certificate.problems.join(", ")}, ${certificate.daysRemaining} days left${certificate.endsFirst.fingerprint256 === certificate.fingerprint256 ? "" : ` (${shownText(certificate.endsFirst.subject)})`}`
        ])
  ]
}

export const check = command({
  name: "mon check",
  description: "Checks a URL once from this machine, as the service would. You do not need a service or an API key.",
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
  notes: `Like the service, it connects to public addresses only. To check a server in your own network, use
--allow-private. mon-uptime-probe from @mon/uptime-probe has more options.`,
  examples: [
    ["mon check example.com", "is it up?"],
    ["mon check http://192.168.1.10:8080 --allow-private", "a server in this network"]
  ],
  exitCodes: { ok: "The URL is up", finding: "The URL is down", couldNot: "The check could not be run" },
  run: async ({ "allow-private": allowPrivate, dns, json, timeout, url }, terminal: CliTerminal) => {
    const result = await makeProbe(localPolicy(allowPrivate, dns.flat())).check(
      { url, timeoutMs: timeout * 1_000 },
      terminal.signal
    )
    terminal.out(json ? jsonText(result, 2) : `${linesOf(result, paintFor(terminal)).join("\n")}\n`)
    return EXIT_CODES[result.verdict]
  }
})
