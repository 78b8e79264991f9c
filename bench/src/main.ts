import { choice, command, ExitCode, flag, list, optional, runProcess, wholeNumber } from "@mon/bundled/command-line"
import { spawnSync } from "node:child_process"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import process from "node:process"
import type { Benchmark } from "./Benchmark.ts"
import { benchmarks } from "./benchmarks.ts"
import { describeMachine, formatMachine } from "./harness/Machine.ts"
import { allMet, formatReport, isMet } from "./harness/Report.ts"
import { withTargets } from "./harness/TargetTable.ts"

const RESULTS = join(import.meta.dirname, "..", "results")
const README = join(import.meta.dirname, "..", "README.md")

const width = Math.max(...Object.keys(benchmarks).map((name) => name.length))

interface Asked {
  readonly monitors: number | null
  readonly rounds: number | null
  readonly short: boolean
  /** Whether to write the targets to the README. */
  readonly write: boolean
}

type Out = (text: string) => void

/** Runs one benchmark, and returns whether it met its targets. The short form has none. */
const runOne = async (name: string, benchmark: Benchmark, asked: Asked, out: Out, err: Out): Promise<boolean> => {
  const machine = describeMachine()
  out(`${formatMachine(machine)}\n\n`)
  const startedAt = new Date().toISOString()
  const found = await benchmark.run({ ...asked, progress: (line) => err(`${line}\n`) })
  const report = asked.short ? { ...found, targets: [] } : found
  out(`\n${formatReport(report)}\n`)
  const file = join(RESULTS, `${name}.json`)
  const targets = report.targets.map((target) => ({ ...target, met: isMet(target) }))
  await mkdir(RESULTS, { recursive: true })
  await writeFile(
    file,
    `${JSON.stringify({ name, startedAt, short: asked.short, machine, ...report, targets }, null, 2)}\n`
  )
  out(`\n${file}\n`)
  if (asked.write && !asked.short)
    await writeFile(
      README,
      withTargets(await readFile(README, "utf8"), { benchmark: name, startedAt, machine, ...report })
    )
  return allMet(report)
}

const wordFor = (status: number | null): string => (status === 0 ? "passed" : status === 1 ? "missed" : "FAILED")

/** Runs each benchmark in a process of its own, because some pin theirs to a core. */
const runEach = (names: ReadonlyArray<string>, { monitors, rounds, short, write }: Asked, out: Out): number => {
  const options = [
    ...(short ? ["--short"] : []),
    ...(write ? ["--write"] : []),
    ...(monitors === null ? [] : ["--monitors", String(monitors)]),
    ...(rounds === null ? [] : ["--rounds", String(rounds)])
  ]
  const results = names.map((name) => {
    out(`\n== ${name}\n`)
    const startedAt = performance.now()
    const args = [...process.execArgv, import.meta.filename, name, ...options]
    const { status } = spawnSync(process.execPath, args, { stdio: "inherit" })
    return { name, status, seconds: Math.round((performance.now() - startedAt) / 1_000) }
  })
  out("\n")
  for (const { name, seconds, status } of results)
    out(`${name.padEnd(width)}  ${wordFor(status)} ${String(seconds).padStart(6)} s\n`)
  if (results.some(({ status }) => wordFor(status) === "FAILED")) return ExitCode.couldNot
  return results.some(({ status }) => status !== 0) ? ExitCode.finding : ExitCode.ok
}

const bench = command({
  name: "npm run bench --",
  description: "Runs benchmarks and compares their figures with their targets.",
  options: {
    monitors: optional(
      wholeNumber("n", 1, 1_000_000),
      "Monitors of soak (default: 20,000) and soak-services (default: 10,000)"
    ),
    rounds: optional(wholeNumber("n", 1, 10_000), "Rounds to measure (default: the benchmark's own number)"),
    short: flag("Do little work: shows that the benchmarks run, not how fast, so that no target counts"),
    write: flag("Write the targets and the measured values to the table in bench/README.md (not with --short)")
  },
  arguments: { benchmark: list(choice("name", Object.keys(benchmarks)), "Run only these benchmarks (default: all)") },
  notes: `Benchmarks:
${Object.entries(benchmarks)
  .map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}`)
  .join("\n")}

The results are written to bench/results/<benchmark>.json.`,
  exitCodes: { ok: "Every target is met", finding: "A target is missed", couldNot: "A benchmark did not finish" },
  run: async ({ benchmark: wanted, ...asked }, { err, out }) => {
    const names = wanted.length === 0 ? Object.keys(benchmarks) : wanted
    const [name = ""] = names
    const entry = benchmarks[name]
    if (entry === undefined || names.length > 1) return runEach(names, asked, out)
    return (await runOne(name, await entry.load(), asked, out, err)) ? ExitCode.ok : ExitCode.finding
  }
})

await runProcess(bench, new URL("../package.json", import.meta.url))
