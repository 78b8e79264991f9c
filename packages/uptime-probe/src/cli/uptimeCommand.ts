import { command, ExitCode, type Terminal } from "@mon/command-line"
import { setTimeout } from "node:timers/promises"
import type { CheckResult, CheckRequest } from "../CheckResult.ts"
import type { Verdict } from "../Outcome.ts"
import { makeProbe, type Probe, type ProbeOptions } from "../Probe.ts"
import { observeRecords, type ObserveRecords, recordsExitCode, recordsReport } from "./dnsRecords.ts"
import { coloured, headline, plain, report, summary } from "./Report.ts"
import { probeOptionsOf, requestOf, uptimeArguments, uptimeOptions } from "./uptimeArguments.ts"

export interface UptimeTerminal extends Terminal {
  readonly makeProbe: (options: ProbeOptions) => Probe
  readonly observeRecords: ObserveRecords
  /** Resolves after so many milliseconds, or when the signal is aborted. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** The terminal with the probe and the clock of this process. */
export const uptimeTerminal = (terminal: Terminal): UptimeTerminal => ({
  ...terminal,
  makeProbe,
  observeRecords,
  pause: (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }).catch(() => undefined)
})

const EXIT_CODES: Readonly<Record<Verdict, number>> = {
  up: ExitCode.ok,
  down: ExitCode.finding,
  unknown: ExitCode.couldNot
}

/** Results that the summary counts; the oldest are dropped first. */
const MAX_RESULTS = 10_000

const watch = async (
  { everyMs, json, request }: { readonly everyMs: number; readonly json: boolean; readonly request: CheckRequest },
  probe: Probe,
  terminal: UptimeTerminal
): Promise<number> => {
  const paint = terminal.colour ? coloured : plain
  const checks: Array<CheckResult> = []
  while (!terminal.signal.aborted) {
    const result = await probe.check(request, terminal.signal).catch((error: unknown) => {
      if (terminal.signal.aborted) return null
      throw error
    })
    if (result === null) break
    checks.push(result)
    if (checks.length > MAX_RESULTS) checks.shift()
    const line = json
      ? JSON.stringify(result)
      : `${new Date(result.startedAt).toISOString()}  ${headline(result, paint)}`
    terminal.out(`${line}\n`)
    await terminal.pause(everyMs, terminal.signal)
  }
  if (!json) terminal.out(`${summary(checks)}\n`)
  return EXIT_CODES[checks.at(-1)?.verdict ?? "unknown"]
}

export const uptimeCommand = command({
  name: "mon-uptime-probe",
  description: "Checks a URL once and prints the time of each phase, the redirects and the certificate.",
  options: uptimeOptions,
  arguments: uptimeArguments,
  exitCodes: {
    ok: "The URL is up, or its domain has nothing to fix",
    finding: "The URL is down, or its domain has something to fix",
    couldNot: "The check could not be made, so there is no verdict"
  },
  run: async (values, terminal: UptimeTerminal) => {
    const request = requestOf(values)
    if (values.records !== null) {
      const target = { hostname: new URL(values.url).hostname, types: values.records }
      const observation = await terminal.observeRecords(target, probeOptionsOf(values), terminal.signal)
      terminal.out(`${values.json ? JSON.stringify(observation, null, 2) : recordsReport(observation)}\n`)
      return recordsExitCode(observation)
    }
    const probe = terminal.makeProbe(probeOptionsOf(values))
    if (values.watch) return await watch({ everyMs: values.every * 1_000, json: values.json, request }, probe, terminal)
    const result = await probe.check(request, terminal.signal)
    const paint = terminal.colour ? coloured : plain
    terminal.out(`${values.json ? JSON.stringify(result, null, 2) : report(result, paint)}\n`)
    return EXIT_CODES[result.verdict]
  }
})
