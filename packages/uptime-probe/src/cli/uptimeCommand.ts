import { command, ExitCode, type Terminal, UsageError } from "@mon/bundled/command-line"
import { setTimeout } from "node:timers/promises"
import type { CheckResult } from "../CheckResult.ts"
import type { Verdict } from "../Outcome.ts"
import { makeProbe, type Probe } from "../Probe.ts"
import type { ProbeOptions } from "../probe/ProbeOptions.ts"
import { makeServiceProbe, type ServiceProbe, type ServiceProbeOptions } from "../service/ServiceProbe.ts"
import { observeRecords, type ObserveRecords, recordsExitCode, recordsReport } from "./dnsRecords.ts"
import { junitReport } from "./junitReport.ts"
import { coloured, headline, type Paint, plain, report, summary } from "./Report.ts"
import { readServiceUrl, serviceCheckOf } from "./serviceArguments.ts"
import { type AnyServiceResult, serviceHeadline, serviceReport } from "./serviceReport.ts"
import { probeOptionsOf, requestOf, uptimeArguments, uptimeOptions } from "./uptimeArguments.ts"

export interface UptimeTerminal extends Terminal {
  readonly makeProbe: (options: ProbeOptions) => Probe
  readonly makeServiceProbe: (options: ServiceProbeOptions) => ServiceProbe
  readonly observeRecords: ObserveRecords
  /** Resolves after the given number of milliseconds, or when the signal is aborted. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

export const uptimeTerminal = (terminal: Terminal): UptimeTerminal => ({
  ...terminal,
  makeProbe,
  makeServiceProbe,
  observeRecords,
  pause: (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }).catch(() => undefined)
})

const EXIT_CODES: Readonly<Record<Verdict, number>> = {
  up: ExitCode.ok,
  down: ExitCode.finding,
  unknown: ExitCode.couldNot
}

/** The maximum number of results that the summary counts. The oldest results are dropped first. */
const MAX_RESULTS = 10_000

interface Subject<Result extends CheckResult | AnyServiceResult> {
  readonly check: () => Promise<Result>
  readonly headline: (result: Result, paint: Paint) => string
  readonly report: (result: Result, paint: Paint) => string
}

const watch = async <Result extends CheckResult | AnyServiceResult>(
  { everyMs, json }: { readonly everyMs: number; readonly json: boolean },
  subject: Subject<Result>,
  terminal: UptimeTerminal
): Promise<number> => {
  const paint = terminal.colour ? coloured : plain
  const checks: Array<Result> = []
  while (!terminal.signal.aborted) {
    const result = await subject.check().catch((error: unknown) => {
      if (terminal.signal.aborted) return null
      throw error
    })
    if (result === null) break
    checks.push(result)
    if (checks.length > MAX_RESULTS) checks.shift()
    const line = json
      ? JSON.stringify(result)
      : `${new Date(result.startedAt).toISOString()}  ${subject.headline(result, paint)}`
    terminal.out(`${line}\n`)
    await terminal.pause(everyMs, terminal.signal)
  }
  if (!json) terminal.out(`${summary(checks)}\n`)
  return EXIT_CODES[checks.at(-1)?.verdict ?? "unknown"]
}

const written = <Result extends CheckResult | AnyServiceResult>(
  result: Result,
  { json, junit }: { readonly json: boolean; readonly junit: boolean },
  { report: write }: Subject<Result>,
  { colour }: Terminal
): string => {
  if (junit) return junitReport(result)
  return json ? JSON.stringify(result, null, 2) : write(result, colour ? coloured : plain)
}

interface RunValues {
  readonly every: number
  readonly json: boolean
  readonly junit: boolean
  readonly watch: boolean
}

const run = async <Result extends CheckResult | AnyServiceResult>(
  values: RunValues,
  subject: Subject<Result>,
  terminal: UptimeTerminal
): Promise<number> => {
  if (values.watch) return watch({ everyMs: values.every * 1_000, json: values.json }, subject, terminal)
  const result = await subject.check()
  terminal.out(`${written(result, values, subject, terminal)}\n`)
  return EXIT_CODES[result.verdict]
}

export const uptimeCommand = command({
  name: "mon-uptime-probe",
  description:
    "Checks a URL or another service once, and prints the time of each phase, the redirects and the certificate.",
  options: uptimeOptions,
  arguments: uptimeArguments,
  notes: 'To answer requests from Prometheus as blackbox_exporter does, see "mon-uptime-probe serve --help".',
  exitCodes: {
    ok: "The URL or the service is up, or its domain has nothing to fix",
    finding: "The URL or the service is down, or its domain has something to fix",
    couldNot: "The check could not be run, so there is no verdict"
  },
  run: async (values, terminal: UptimeTerminal) => {
    const service = readServiceUrl(values.url)
    const checkService = service === null ? null : serviceCheckOf(service, values)
    if (values.junit && (values.json || values.watch || values.records !== null))
      throw new UsageError("--junit cannot be used with --json, --watch or --records.")
    if (values.records !== null) {
      const target = { hostname: new URL(values.url).hostname, types: values.records }
      const observation = await terminal.observeRecords(target, probeOptionsOf(values), terminal.signal)
      terminal.out(`${values.json ? JSON.stringify(observation, null, 2) : recordsReport(observation)}\n`)
      return recordsExitCode(observation)
    }
    if (checkService !== null) {
      const { internalRedirects: _internal, ...options } = probeOptionsOf(values)
      const services = terminal.makeServiceProbe(options)
      const check = (): Promise<AnyServiceResult> => checkService(services, terminal.signal)
      return run(values, { check, headline: serviceHeadline, report: serviceReport }, terminal)
    }
    const request = requestOf(values)
    const probe = terminal.makeProbe(probeOptionsOf(values))
    return run(values, { check: () => probe.check(request, terminal.signal), headline, report }, terminal)
  }
})
