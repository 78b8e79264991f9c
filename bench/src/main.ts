import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import { api } from "./api/api.ts"
import type { Benchmark } from "./Benchmark.ts"
import { checks } from "./checks/checks.ts"
import { diff } from "./diff/diff.ts"
import { codes } from "./codes/codes.ts"
import { describeMachine, formatMachine } from "./harness/Machine.ts"
import { allMet, formatReport, isMet } from "./harness/Report.ts"
import { leak } from "./leak/leak.ts"
import { disposable, emailHealth, spf } from "./packages/packages.ts"
import { probe } from "./probe/probe.ts"
import { rate } from "./rate/rate.ts"
import { schedule } from "./schedule/schedule.ts"
import { simulation } from "./simulation/simulation.ts"
import { soak } from "./soak/soak.ts"
import { timing } from "./timing/timing.ts"

const benchmarks: Readonly<Record<string, Benchmark>> = {
  probe,
  timing,
  leak,
  checks,
  api,
  schedule,
  rate,
  soak,
  simulation,
  codes,
  diff,
  spf,
  "email-health": emailHealth,
  disposable
}

const RESULTS = join(import.meta.dirname, "..", "results")

const usage = `Usage: npm run bench -- <name> [--rounds <n>] [--short]

${Object.entries(benchmarks)
  .map(([name, { about }]) => `  ${name.padEnd(14)}${about}`)
  .join("\n")}

--rounds <n>  rounds that count, instead of the benchmark's own number
--short       little work: shows that it runs, not what it costs

Each writes bench/results/<name>.json and ends with code 1 when a target is missed.`

const readArguments = () => {
  try {
    const {
      positionals: [name],
      values
    } = parseArgs({
      allowPositionals: true,
      options: { rounds: { type: "string" }, short: { type: "boolean", default: false } }
    })
    const rounds = values.rounds === undefined ? null : Number(values.rounds)
    if (rounds !== null && !(Number.isInteger(rounds) && rounds > 0)) return null
    return name === undefined ? null : { name, rounds, short: values.short }
  } catch {
    return null
  }
}

const run = async (): Promise<number> => {
  const asked = readArguments()
  const benchmark = asked === null ? undefined : benchmarks[asked.name]
  if (asked === null || benchmark === undefined) {
    console.error(usage)
    return 2
  }
  const { name, rounds, short } = asked
  const machine = describeMachine()
  console.log(`${formatMachine(machine)}\n`)
  const startedAt = new Date().toISOString()
  const report = await benchmark.run({ rounds, short, progress: (line) => process.stderr.write(`${line}\n`) })
  console.log(`\n${formatReport(report)}`)
  const file = join(RESULTS, `${name}.json`)
  const targets = report.targets.map((target) => ({ ...target, met: isMet(target) }))
  await mkdir(RESULTS, { recursive: true })
  await writeFile(file, `${JSON.stringify({ name, startedAt, short, machine, ...report, targets }, null, 2)}\n`)
  console.log(`\n${file}`)
  return allMet(report) ? 0 : 1
}

process.exitCode = await run()
