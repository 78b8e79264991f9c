import { choice, command, ExitCode, flag, optional, required, runProcess, wholeNumber } from "@mon/command-line"
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { api } from "./api/api.ts"
import type { Benchmark } from "./Benchmark.ts"
import { checks } from "./checks/checks.ts"
import { dashboard } from "./dashboard/dashboard.ts"
import { diff } from "./diff/diff.ts"
import { configFile } from "./configFile/configFile.ts"
import { codes } from "./codes/codes.ts"
import { events } from "./events/events.ts"
import { describeMachine, formatMachine } from "./harness/Machine.ts"
import { allMet, formatReport, isMet } from "./harness/Report.ts"
import { idle } from "./idle/idle.ts"
import { hostile } from "./hostile/hostile.ts"
import { inputs } from "./inputs/inputs.ts"
import { leak } from "./leak/leak.ts"
import { diagnosis, disposable, emailHealth, spf } from "./packages/packages.ts"
import { monitors } from "./monitors/monitors.ts"
import { timeline } from "./timeline/timeline.ts"
import { probe } from "./probe/probe.ts"
import { rate } from "./rate/rate.ts"
import { schedule } from "./schedule/schedule.ts"
import { simulation } from "./simulation/simulation.ts"
import { soak } from "./soak/soak.ts"
import { fullPages } from "./statusPages/fullPages.ts"
import { statusPages } from "./statusPages/statusPages.ts"
import { timing } from "./timing/timing.ts"

const benchmarks: Readonly<Record<string, Benchmark>> = {
  probe,
  timing,
  leak,
  checks,
  api,
  monitors,
  timeline,
  "config-file": configFile,
  dashboard,
  events,
  "status-pages": statusPages,
  "full-pages": fullPages,
  schedule,
  rate,
  soak,
  idle,
  simulation,
  codes,
  diagnosis,
  diff,
  spf,
  "email-health": emailHealth,
  disposable,
  "hostile-pages": hostile,
  inputs
}

const RESULTS = join(import.meta.dirname, "..", "results")

const width = Math.max(...Object.keys(benchmarks).map((name) => name.length))

const bench = command({
  name: "npm run bench --",
  description: "Runs a benchmark and compares its figures with its targets.",
  options: {
    rounds: optional(wholeNumber("n", 1, 10_000), "Rounds to measure (default: the benchmark's own number)"),
    short: flag("Do little work: shows that the benchmark runs, not how fast")
  },
  arguments: { benchmark: required(choice("name", Object.keys(benchmarks)), "The benchmark to run") },
  notes: `Benchmarks:
${Object.entries(benchmarks)
  .map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}`)
  .join("\n")}

The result is written to bench/results/<benchmark>.json.`,
  exitCodes: { ok: "Every target is met", finding: "A target is missed", couldNot: "The benchmark did not finish" },
  run: async ({ benchmark: name, rounds, short }, { err, out }) => {
    const benchmark = benchmarks[name]
    if (benchmark === undefined) return ExitCode.usage
    const machine = describeMachine()
    out(`${formatMachine(machine)}\n\n`)
    const startedAt = new Date().toISOString()
    const report = await benchmark.run({ rounds, short, progress: (line) => err(`${line}\n`) })
    out(`\n${formatReport(report)}\n`)
    const file = join(RESULTS, `${name}.json`)
    const targets = report.targets.map((target) => ({ ...target, met: isMet(target) }))
    await mkdir(RESULTS, { recursive: true })
    await writeFile(file, `${JSON.stringify({ name, startedAt, short, machine, ...report, targets }, null, 2)}\n`)
    out(`\n${file}\n`)
    return allMet(report) ? ExitCode.ok : ExitCode.finding
  }
})

await runProcess(bench, new URL("../package.json", import.meta.url))
