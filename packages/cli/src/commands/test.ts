import {
  command,
  CommandError,
  ExitCode,
  filePath,
  flag,
  list,
  optional,
  positiveNumber,
  text,
  wholeNumber,
  withDefault
} from "@mon/bundled/command-line"
import { writeFileSync } from "node:fs"
import type { CliTerminal } from "../CliTerminal.ts"
import { fileArgument, fileOf, fileOption, readSource, refuseFile, refuseForeign } from "../config/configFile.ts"
import { messageOf } from "../config/messageOf.ts"
import { readVariables, variableOptions } from "../config/variables.ts"
import { dnsServers } from "../local/dnsServers.ts"
import type { MonitorTest } from "../local/monitorTests.ts"
import type { TestResult } from "../local/runTests.ts"
import { paintFor } from "../screen/paint.ts"
import { jsonText, shownText } from "../screen/shownText.ts"
import { type Column, tableLines } from "../screen/table.ts"
import { jsonFlag } from "./jsonFlag.ts"

const MOST_AT_ONCE = 100
const MOST_RETRIES = 10
const LONGEST_SECONDS = 86_400
/** The wait before a failed check is repeated, in milliseconds. The service waits for the same time. */
const RETRY_AFTER_MS = 3_000

const STYLES = { up: "green", down: "red", unknown: "yellow", skipped: "gray" } as const

const columns: ReadonlyArray<Column> = [
  { title: "VERDICT" },
  { title: "KEY", yields: 2 },
  { title: "URL", yields: 3, drops: 1 },
  { title: "RESPONSE", align: "right" },
  { title: "CODE" },
  { title: "MESSAGE", yields: 1 }
]

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`

const tableText = (
  terminal: CliTerminal,
  results: ReadonlyArray<TestResult>,
  remarks: ReadonlyArray<string>
): string => {
  const paint = paintFor(terminal)
  const rows = results.map(({ code, key, message, responseMs, url, verdict }) => [
    [verdict, STYLES[verdict]] as const,
    key,
    url ?? "",
    responseMs === null ? "" : `${responseMs} ms`,
    code ?? "",
    message ?? ""
  ])
  const counts = (["down", "unknown", "up", "skipped"] as const).flatMap((verdict) => {
    const count = results.filter((result) => result.verdict === verdict).length
    return count === 0 ? [] : [paint(STYLES[verdict], `${count} ${verdict}`)]
  })
  const below = remarks.map((line) => `${paint("yellow", "remark")} ${line}\n`).join("")
  return `${tableLines(terminal, columns, rows).join("\n")}\n\n${below}${below === "" ? "" : "\n"}${plural(results.length, "check")}: ${counts.join(", ")}\n`
}

/** Converts a glob such as "shop*" to a pattern for keys. */
const keyPattern = (glob: string): RegExp =>
  new RegExp(`^${glob.replaceAll(/[.+?^${}()|[\]\\]/gu, String.raw`\$&`).replaceAll("*", ".*")}$`, "u")

const chosen = (tests: ReadonlyArray<MonitorTest>, only: ReadonlyArray<string>): ReadonlyArray<MonitorTest> => {
  if (only.length === 0) return tests
  const patterns = only.map((glob) => [glob, keyPattern(glob)] as const)
  const missing = patterns.find(([, pattern]) => !tests.some(({ key }) => pattern.test(key)))
  if (missing !== undefined) throw new CommandError(`--only ${shownText(missing[0])}: the file has no such monitor.`)
  return tests.filter(({ key }) => patterns.some(([, pattern]) => pattern.test(key)))
}

const exitCodeOf = (results: ReadonlyArray<TestResult>): number => {
  if (results.some(({ verdict }) => verdict === "down")) return ExitCode.finding
  return results.some(({ verdict }) => verdict === "unknown") ? ExitCode.couldNot : ExitCode.ok
}

const progressOf = (terminal: CliTerminal, total: number) => {
  let ended = 0
  return {
    next: () => {
      ended += 1
      if (terminal.interactive) terminal.progress(`${ended} of ${total} checked`)
    },
    end: () => {
      if (terminal.interactive) terminal.progress("")
    }
  }
}

export const test = command({
  name: "mon test",
  description: "Checks the monitors in a configuration file from this machine, without a service.",
  options: {
    file: fileOption,
    ...variableOptions,
    only: list(text("key", "the key of a monitor"), "Only this monitor. * stands for any characters"),
    "allow-private": flag("Connect to private addresses and follow redirects to internal names too"),
    dns: dnsServers,
    concurrency: withDefault(
      wholeNumber("n", 1, MOST_AT_ONCE),
      10,
      "The number of checks that can run at the same time"
    ),
    retries: withDefault(
      wholeNumber("n", 0, MOST_RETRIES),
      2,
      "The number of times that a failed check is repeated, 3 seconds apart"
    ),
    "time-limit": withDefault(
      positiveNumber("seconds", "seconds", LONGEST_SECONDS),
      600,
      "Time limit for all checks together"
    ),
    junit: optional(filePath(), "Also write a JUnit report to this file"),
    annotations: flag("Also print annotations for GitHub. Default in GitHub Actions"),
    json: jsonFlag
  },
  arguments: fileArgument,
  notes: `The engines, verdicts and codes are the same as in the service. Services are checked in their own protocol.
Monitors with "paused" are skipped, and so are
heartbeats, because they wait for pings. Pages with "render" have no verdict, because their scripts run in the
service's browser. Like the service, it connects to public addresses only, unless you use --allow-private. It only
needs values for variables in monitors.`,
  examples: [
    ["mon test", "all monitors in mon.yaml"],
    ["mon test --only 'shop*' --env TOKEN", "some monitors, with the value of TOKEN for ${env:TOKEN}"],
    ["mon test --junit report.xml --allow-private", "in CI, with servers in the same network"]
  ],
  exitCodes: {
    ok: "All monitors are up",
    finding: "A monitor is down",
    couldNot: "The file is invalid, or no monitor is down but a check has no verdict"
  },
  run: async (values, terminal: CliTerminal) => {
    const { "allow-private": allowPrivate, annotations, concurrency, dns, json, junit, only, retries } = values
    const file = fileOf(values)
    const [
      { expandConfig, readConfig },
      { checkedSections, monitorTests },
      { remarkLines },
      { runTests },
      { variableLines }
    ] = await Promise.all([
      import("@mon/api-contract/config-file"),
      import("../local/monitorTests.ts"),
      import("../local/remarkLines.ts"),
      import("../local/runTests.ts"),
      import("../config/variableHosts.ts")
    ])
    const source = await readSource(file, terminal)
    const expanded = expandConfig(source, readVariables(values, terminal), { sections: checkedSections })
    if (!expanded.ok) return refuseFile(file, expanded.faults, terminal)
    const reading = readConfig(expanded.source)
    if (!reading.ok) {
      await refuseForeign(file, source)
      return refuseFile(file, reading.faults, terminal)
    }
    const found = await monitorTests(reading, allowPrivate)
    if (!found.ok) return refuseFile(file, found.faults, terminal)
    const tests = chosen(found.tests, only)
    for (const line of variableLines(reading.document, expanded.variables, null)) terminal.err(`${line}\n`)
    const progress = progressOf(terminal, tests.length)
    const results = await runTests(tests, {
      allowPrivate,
      dnsServers: dns.flat(),
      concurrency,
      timeLimitMs: values["time-limit"] * 1_000,
      policy: { attempts: retries + 1, waitMs: RETRY_AFTER_MS },
      signal: terminal.signal,
      onResult: progress.next
    })
    progress.end()
    terminal.out(json ? jsonText({ file, results }, 2) : tableText(terminal, results, remarkLines(results)))
    if (annotations || terminal.env["GITHUB_ACTIONS"] === "true") {
      const { annotationLines } = await import("../local/annotationLines.ts")
      const lines = annotationLines(file, results).map((line) => `${line}\n`)
      // GitHub reads annotations from both streams. With --json, they go to standard error, so that standard output
      // contains only the JSON document.
      for (const line of lines) (json ? terminal.err : terminal.out)(line)
    }
    if (junit !== null) {
      const { junitText } = await import("../local/junitText.ts")
      try {
        writeFileSync(junit, junitText(file, results))
      } catch (error) {
        throw new CommandError(`${shownText(junit)} cannot be written: ${messageOf(error)}`)
      }
    }
    return exitCodeOf(results)
  }
})
