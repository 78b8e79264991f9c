// Repairs generated broken domains by following the repair plans without judgement, checks the domains again, and
// prints the outcome. Usage: npm run robot -- [domains, default 1,000] [first seed, default 1] [memory, for a zone in
// memory]
import process from "node:process"
import { checkInMemory, startLoopbackCheck } from "../test/robot/checks.ts"
import { MODES, runRobot } from "../test/robot/robot.ts"

const [count = "1000", first = "1", place = "loopback"] = process.argv.slice(2)
const [domains, start] = [Number(count), Number(first)]
if (
  !Number.isSafeInteger(domains) ||
  domains < 1 ||
  !Number.isSafeInteger(start) ||
  !["loopback", "memory"].includes(place)
) {
  process.stderr.write("Usage: npm run robot -- [domains] [first seed] [loopback|memory]\n")
  process.exit(64)
}

const { check, close } =
  place === "memory" ? { check: checkInMemory, close: () => Promise.resolve() } : await startLoopbackCheck()
const COLUMNS = [
  "mode",
  "domains",
  "steps",
  "records",
  "findings cleared",
  "mean score before",
  "mean score after",
  "domains that fared worse"
]
const printRow = (cells: ReadonlyArray<string | number>): void =>
  void process.stdout.write(`| ${cells.join(" | ")} |\n`)

let failed = 0
printRow(COLUMNS)
printRow(COLUMNS.map(() => "---"))
for (const mode of MODES) {
  const sum = { steps: 0, records: 0, promised: 0, cleared: 0, before: 0, after: 0, worse: 0 }
  for (let seed = start; seed < start + domains; seed++) {
    const result = await runRobot(seed, mode, check)
    sum.steps += result.steps
    sum.records += result.records
    sum.promised += result.promised
    sum.cleared += result.cleared
    sum.before += result.before
    sum.after += result.after
    if (result.complaints.length > 0) sum.worse++
    for (const complaint of result.complaints) process.stderr.write(`${JSON.stringify(complaint)}\n`)
  }
  failed += sum.worse
  printRow([
    `${mode.stepwise ? "step by step" : "all at once"}${mode.reviewed ? ", reports reviewed" : ""}`,
    domains,
    sum.steps,
    sum.records,
    `${sum.cleared} of ${sum.promised}`,
    Math.round(sum.before / domains),
    Math.round(sum.after / domains),
    sum.worse
  ])
}
await close()
process.exitCode = failed > 0 ? 1 : 0
